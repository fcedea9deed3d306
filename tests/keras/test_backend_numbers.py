"""tf.keras.backend: numbers and seeds that differ from those of the operations with the same names."""

import numpy as np
import pytest

import graphlab as tf

K = tf.keras.backend


@pytest.fixture
def session():
    with tf.Session() as session:
        yield session


def test_sqrt_of_a_negative_number_is_0(session):
    assert session.run(K.sqrt(tf.constant([-4.0, 9.0]))).tolist() == [0.0, 3.0]


def test_softmax_is_along_its_axis_also_of_a_matrix(session):
    x = np.array([[1.0, 2.0], [3.0, 5.0]], np.float32)
    expected = np.exp(x) / np.exp(x).sum(0)
    np.testing.assert_allclose(session.run(K.softmax(x, axis=0)), expected, rtol=1e-6)


def test_batch_dot_of_tensors_of_rank_4_is_a_product_of_matrices(session):
    x, y = np.arange(24.0).reshape(1, 2, 3, 4), np.arange(16.0).reshape(1, 2, 4, 2)
    np.testing.assert_allclose(session.run(K.batch_dot(tf.constant(x), tf.constant(y))), x @ y)


@pytest.mark.parametrize(
    ("shapes", "axes", "result"),
    [
        (((2, 4, 3), (2, 3, 5)), None, (2, 4, 5)),
        (((2, 4, 3), (2, 4)), [1, 1], (2, 3)),
        (((2, 3), (2, 4, 3)), [1, 2], (2, 4)),
        (((2, 3), (2, 3)), 1, (2, 1)),
    ],
)
def test_batch_dot_sums_over_its_axes(session, shapes, axes, result):
    x, y = (np.random.RandomState(i).randn(*shape) for i, shape in enumerate(shapes))
    found = session.run(K.batch_dot(tf.constant(x), tf.constant(y), axes))
    a, b = axes if isinstance(axes, list) else [axes] * 2 if axes else [x.ndim - 1, y.ndim - 2]
    expected = [np.tensordot(i, j, ([a - 1], [b - 1])) for i, j in zip(x, y, strict=True)]
    np.testing.assert_allclose(found, np.reshape(expected, result))


def test_dot_with_a_matrix_at_every_step(session):
    x, y = np.random.RandomState(0).randn(2, 4, 3), np.random.RandomState(1).randn(3, 5)
    np.testing.assert_allclose(session.run(K.dot(tf.constant(x), tf.constant(y))), x @ y)


def test_moving_average_update_begins_at_0(session):
    x = K.zeros([2])
    move = K.moving_average_update(x, tf.constant([2.0, 4.0]), 0.9)
    session.run(tf.global_variables_initializer())
    np.testing.assert_allclose(session.run(move), [2.0, 4.0], rtol=1e-6)


def _noise(layer):
    return lambda: layer(tf.ones([2, 3]), training=True)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: K.random_normal((2,)),
        lambda: K.random_uniform((2,)),
        lambda: K.truncated_normal((2,)),
        lambda: K.random_binomial((2,), 0.5),
        lambda: K.dropout(tf.ones([2]), 0.5),
        _noise(tf.keras.layers.GaussianNoise(0.1)),
        _noise(tf.keras.layers.GaussianDropout(0.1)),
        _noise(tf.keras.layers.AlphaDropout(0.1)),
    ],
)
def test_numpys_generator_chooses_a_seed_that_is_left_out(draw):
    np.random.seed(3)
    draw()
    kinds = ("RandomStandardNormal", "RandomUniform", "TruncatedNormal")
    seeds = [op.get_attr("seed2") for op in tf.get_default_graph().get_operations() if op.type in kinds]
    assert seeds == [np.random.RandomState(3).randint(10_000_000)]


def test_a_cleared_session_has_the_learning_phase():
    K.clear_session()
    assert [op.name for op in tf.get_default_graph().get_operations()] == [
        "keras_learning_phase/input",
        "keras_learning_phase",
    ]


def test_a_cell_in_a_wrapper_adds_no_weights_to_a_layer():
    cell = tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.GRUCell(3), 0.5)
    tf.nn.dynamic_rnn(cell, tf.ones([2, 4, 3]), dtype=tf.float32)
    assert cell.weights == []
    assert len(cell.wrapped_cell.weights) == 4


def test_a_layer_that_returns_its_input_names_the_identity_after_itself():
    class NoMask(tf.keras.layers.Layer):
        def call(self, x):
            return x

    assert NoMask(name="no_mask")(tf.keras.Input((3,))).name == "no_mask/no_mask/Identity:0"


def test_arguments_have_keras_names(session):
    x = K.variable([[1.0, -3.0]])
    K.batch_set_value(tuples=[(x, [[3.0, -1.0]])])
    assert K.batch_get_value(tensors=[x])[0].tolist() == [[3.0, -1.0]]
    found = session.run([K.pow(x, a=2.0), K.softsign(x=x), K.transpose(x=x)])
    assert [value.tolist() for value in found] == [[[9.0, 1.0]], [[0.75, -0.5]], [[3.0], [-1.0]]]
    assert session.run(K.softplus(x=tf.zeros([1]))).tolist() == [np.float32(np.log(2))]
    assert tf.keras.utils.serialize_keras_object(instance=None) is None


def test_a_layer_within_a_layer_that_returns_a_computed_tensor_adds_no_identity():
    class NoMask(tf.keras.layers.Layer):
        def call(self, x):
            return x

    class Scaled(tf.keras.layers.Layer):
        def call(self, x):
            return NoMask()(x * 2.0), NoMask()(x)

    outputs = Scaled()(tf.keras.Input((3,)))
    assert [output.op.type for output in outputs] == ["Mul", "Identity"]  # seeds of later operations count the nodes
    assert sum(op.type == "Identity" for op in outputs[0].graph.get_operations()) == 1


def _rows(*sizes):
    return tf.reshape(tf.range(float(np.prod(sizes))), sizes)


def test_a_bias_of_each_place_takes_the_form_of_the_images(session):
    sequences, images = _rows(1, 4, 2), _rows(1, 2, 2, 2)
    found = session.run(K.bias_add(sequences, 10.0 * _rows(2, 4), "channels_first"))
    assert found.tolist() == [[[0, 11], [22, 33], [44, 55], [66, 77]]]
    found = session.run(K.bias_add(images, 10.0 * _rows(2, 2, 2), "channels_first"))
    assert found.tolist() == [[[[0, 11], [22, 33]], [[44, 55], [66, 77]]]]
    with pytest.raises(ValueError, match="Unexpected bias dimensions 2, expect to be 1 or 4"):
        K.bias_add(images, _rows(2, 2))
    with pytest.raises(ValueError, match="Unknown data_format: x"):
        K.bias_add(images, _rows(2), "x")


def test_sparse_tensors_are_multiplied_and_joined(session):
    sparse = tf.SparseTensor([[0, 1], [1, 0]], [2.0, 3.0], [2, 2])
    assert session.run(K.dot(sparse, tf.constant([[1.0, 2.0], [3.0, 4.0]]))).tolist() == [[6, 8], [3, 6]]
    assert session.run(K.to_dense(K.concatenate([sparse, sparse]))).tolist() == [[0, 2, 0, 2], [3, 0, 3, 0]]
    assert session.run(K.concatenate([sparse, tf.ones([2, 1])], 1)).tolist() == [[0, 2, 1], [3, 0, 1]]


def test_a_condition_of_one_column_chooses_rows(session):
    chosen = K.switch(tf.constant([[True], [False]]), tf.ones([2, 3]), tf.zeros([2, 3]))
    assert session.run(chosen).tolist() == [[1, 1, 1], [0, 0, 0]]


@pytest.mark.parametrize(
    ("build", "count"),  # TensorFlow 1.15's counts
    [
        (lambda: K.bias_add(tf.ones([1, 2, 3]), tf.ones([3])), 5),
        (lambda: K.batch_normalization(tf.ones([1, 2, 2, 3]), tf.ones([3]), tf.ones([3]), None, None), 8),
        (lambda: K.repeat_elements(tf.placeholder(tf.float32, [None, None]), 2, 1), 9),
        (lambda: K.normalize_batch_in_training(tf.ones([1, 2, 2, 3]), tf.ones([2]), tf.ones([2]), [0, 2, 3]), 32),
        (lambda: K.switch(tf.ones([2]) > 0, tf.ones([2, 3]), tf.ones([2, 3])), 6),
        (lambda: K.eye(2), 6),
    ],
)
def test_functions_add_as_many_operations_as_tensorflows(build, count):
    with tf.Graph().as_default() as graph:
        build()
    assert len(graph.get_operations()) == count
