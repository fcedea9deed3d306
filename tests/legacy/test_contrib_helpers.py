"""Functions that tf.contrib's modules keep to themselves: expected values are TensorFlow 1.15's."""

from importlib import import_module

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def contrib(name):
    return import_module(f"tensorflow.contrib.{name}")


@pytest.fixture
def run():
    with tf.Graph().as_default(), tf.Session() as session:

        def values(*tensors):
            session.run(tf.global_variables_initializer())
            return session.run(list(tensors))

        yield values


def test_parts_of_beam_search(run):
    beams = contrib("seq2seq.python.ops.beam_search_decoder")
    finished = tf.constant([[True, False]])
    penalty = beams._length_penalty(sequence_lengths=tf.constant([1, 5]), penalty_factor=0.7)
    masked, penalties = run(beams._mask_probs(tf.zeros([1, 2, 3]) - 1, 0, finished), penalty)
    lowest = np.finfo(np.float32).min
    assert masked.tolist() == [[[0, lowest, lowest], [-1, -1, -1]]]
    np.testing.assert_allclose(penalties, [1, (10 / 6) ** 0.7], 1e-6)
    unknown = tf.placeholder_with_default(np.zeros([3, 5], np.float32), [None, None])
    with pytest.raises(tf.errors.InvalidArgumentError, match="TensorArray reordering expects"):
        run(beams._check_batch_beam(unknown, 2, 2))
    assert not beams._check_static_batch_beam_maybe(tf.TensorShape([2, 3]), 2, 2)
    state = beams.BeamSearchDecoderState(
        cell_state=tf.zeros([1, 2, 1]),
        log_probs=tf.math.log([[0.4, 0.6]]),
        finished=tf.fill([1, 2], False),
        lengths=tf.ones([1, 2], tf.int64),
        accumulated_attention_probs=(),
    )
    logits = tf.constant([[[0.0, 5.0, 0.0], [5.0, 0.0, 0.0]]])
    output, after = beams._beam_search_step(0, logits, tf.zeros([1, 2, 1]), state, tf.constant(1), 2, 0, 0.0, 0.0)
    ids, parents, lengths = run(output.predicted_ids, output.parent_ids, after.lengths)
    assert (ids.tolist(), parents.tolist(), lengths.tolist()) == ([[0, 1]], [[1, 0]], [[2, 2]])


def test_steps_and_polynomials_of_odes(run):
    odes = contrib("integrate.python.ops.odes")

    def f(x):
        return x**4 + x**3 - 2 * x**2 + 4 * x + 5

    values = map(tf.constant, (f(0.0), f(10.0), f(5.0), 4.0, 4264.0, 10.0))
    through = odes._interp_fit(*values)
    np.testing.assert_allclose(run(odes._interp_evaluate(through, 0.0, 10.0, 3.0))[0], f(3.0), 1e-3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="invalid interpolation"):
        run(odes._interp_evaluate(through, 0.0, 10.0, 11.0))
    steps = [odes._optimal_step_size(tf.constant(1.0), tf.constant(ratio)) for ratio in (1.0, 0.0, 1e3)]
    np.testing.assert_allclose(run(*steps), [0.9, 10, 0.226069], 1e-5)


def test_classes_samples_borders_and_sums(run):
    sampling = contrib("training.python.training.sampling_ops")
    warping = contrib("image.python.ops.sparse_image_warp")
    samples = contrib("bayesflow.python.ops.monte_carlo_impl")
    labels, probs = tf.constant([0, 1, 1]), [tf.constant([0.5, 0.5])]
    found = run(
        sampling._estimate_data_distribution(labels, 3, smoothing_constant=1),
        sampling._calculate_acceptance_probabilities(tf.constant([0.5, 0.5, 0]), tf.constant([0.2, 0.8, 0])),
        samples._logspace_mean(tf.constant([[1.0, 2], [3, 4]])),
        contrib("metrics.python.ops.histogram_ops")._strict_1d_cumsum(tf.constant([1.0, 2, 3]), 3),
    )
    for value, expected in zip(
        found, ([2 / 6, 3 / 6, 1 / 6], [0.25, 1, 0], [2.433781, 3.433781], [1, 3, 6]), strict=True
    ):
        np.testing.assert_allclose(value, expected, 1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(sampling._verify_input([tf.zeros([3, 2])], tf.constant([0, 1, 5]), probs)[1])
    with pytest.raises(ValueError, match="Dimensions 4 and 3 are not compatible"):
        sampling._verify_input([tf.zeros([4, 2])], labels, probs)
    assert warping._get_grid_locations(2, 3)[1, 2].tolist() == [1, 2]
    assert warping._get_boundary_locations(4, 5, 1).shape == (8, 2)
    places, flows = warping._add_zero_flow_controls_at_boundary(tf.ones([1, 1, 2]), tf.ones([1, 1, 2]), 4, 5, 0)
    assert run(flows)[0].tolist() == [[[1, 1], *([[0, 0]] * 4)]] and places.shape == [1, 5, 2]


def test_columns_are_transformed_once(run):
    columns, transform = (contrib(f"layers.python.layers.{name}") for name in ("feature_column", "feature_column_ops"))
    buckets = columns.bucketized_column(columns.real_valued_column("price"), [0.0, 10.0, 100.0])
    features = {"price": tf.constant([[20.0], [110], [-3]])}
    made = transform._Transformer(features).transform(buckets)
    assert run(made)[0].tolist() == [[2], [3], [0]] and features[buckets] is made


def test_scattered_embeddings_of_some_elements(run):
    look_up = contrib("layers.python.layers.embedding_ops")._sampled_scattered_embedding_lookup_sparse
    values = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], ["a", "b", "c"], [3, 2])
    weights = tf.range(100.0)
    every, some = run(
        look_up(weights, values, dimension=4), look_up(weights, values, sampled_candidates=[[3, 0], [1, 1], [0, 0]])
    )
    assert every[2].tolist() == [0] * 4 and every[1].any()
    assert some.tolist() == [[every[0, 3], every[0, 0]], [every[1, 1]] * 2, [0, 0]]
    signed = run(look_up(weights, values, 4, with_sign_hash=True))[0]
    assert np.abs(signed[0]).tolist() == every[0].tolist()


def test_sizes_of_growing_arrays(run):
    size = contrib("metrics.python.ops.metric_ops")._next_array_size
    assert run(*[size(n, growth_factor=2) for n in (2, 3, 10)]) == [2, 4, 16]


def test_modules_of_specs():
    python = contrib("specs.python")
    assert contrib("specs.python.summaries").tf_structure is python.tf_structure
    assert python.specs_ops.Cr is tf.contrib.specs.Cr


def test_sequences_are_padded_and_sparse_ones_stored(run):
    saver = contrib("training.python.training.sequence_queueing_state_saver")
    length, padded = saver._padding({"a": tf.constant([1, 2]), "b": tf.constant([["x"], ["y"]])}, 4)
    found = run(length, padded["a"], padded["b"])
    assert [value.tolist() for value in found] == [2, [1, 2, 0, 0], [[b"x"], [b"y"], [b""], [b""]]]
    context, sequences = {"c": tf.SparseTensor([[0], [2]], [5, 6], [3])}, {"s": tf.zeros([4, 2])}
    saver._move_sparse_tensor_out_context(context, sequences, 2)
    assert not context and sorted(sequences) == [f"{saver._SPARSE_CONTEXT_PREFIX_KEY}c", "s"]
    rows, keys, operations = saver._deconstruct_sparse_tensor_seq(
        {"a": tf.SparseTensor([[0, 1], [2, 0]], [7, 8], [3, 2])}
    )
    batch = {"a": tf.reshape(rows["a"], [3, 1])}
    saver._reconstruct_sparse_tensor_seq(batch, keys, operations, 3, 1)
    (restored,) = run(batch["a"])
    assert (keys, restored.indices.tolist()) == (["a"], [[0, 0, 1], [2, 0, 0]]) and restored.values.tolist() == [7, 8]


def test_what_a_tensor_is_and_has_is_printed(run, capfd):
    print_op = contrib("framework.python.ops.prettyprint_ops").print_op
    sparse = tf.SparseTensor([[0, 1], [2, 0]], [5, 6], [3, 2])
    (places,) = run(print_op(sparse).indices)
    assert places.tolist() == [[0, 1], [2, 0]]
    assert capfd.readouterr().err.splitlines() == [
        "[Type: SparseTensor (int32)][Shape:][3 2][Sparse indices:][[0 1][2 0]][Sparse values:][5 6]"
    ]
    run(print_op(tf.constant([1.0, 2.0], name="a"), [tf.constant([False, True], name="b")], message="hi"))
    assert capfd.readouterr().err.splitlines() == [
        "hi[Name: a:0][Type: Tensor (float32)][Shape: [Dimension(2)]][Value:][1 2][Name: b:0][Type: Tensor (bool)]"
        "[Shape: [Dimension(2)]][First True in Boolean tensor at:][1][Value:][0 1]"
    ]
    with pytest.raises(ValueError, match="must be of type"):
        print_op(None)


def test_layers_that_only_their_module_has(run):
    layers = contrib("layers.python.layers.layers")
    images = tf.reshape(tf.range(36.0), [1, 6, 6, 1])
    pooled = layers.pool(images, 3, "AVG", stride=[1, 2], outputs_collections="pooled", scope="mean")
    assert tf.get_collection("pooled") == [pooled]
    assert layers.pool(images, [3, 3], "MAX").op.name == "max_pool"
    flat = layers._inner_flatten(tf.zeros([2, 3, 4, 5]), 2, output_collections="flat")
    assert flat.shape == (2, 60)
    assert tf.get_collection("flat") == [flat]
    assert layers._inner_flatten(tf.placeholder(tf.float32, [None, 3, None]), 2).shape.as_list() == [None, None]
    sparse = layers._inner_flatten(tf.SparseTensor([[1, 2, 3]], [7.0], [2, 3, 4]), 2)
    ball = layers.poincare_normalize([3.0, 4.0], axis=0, epsilon=0.1)
    values = run(pooled, sparse, ball, layers.poincare_normalize([0.3, 0.4], axis=0))
    assert values[0][0, :, :, 0].tolist() == [[7, 9], [13, 15], [19, 21], [25, 27]]
    assert (values[1].indices.tolist(), values[1].dense_shape.tolist()) == ([[1, 11]], [2, 12])
    np.testing.assert_allclose(values[2:], [[0.54, 0.72], [0.3, 0.4]], 1e-6)
    with pytest.raises(ValueError, match="inputs has rank less than new_rank"):
        layers._inner_flatten(tf.zeros([2, 3]), 5)
    with pytest.raises(ValueError, match="Inputs has rank less than new_rank"):
        layers._inner_flatten(tf.SparseTensor([[1, 2]], [7.0], [2, 3]), 5)
