"""tf.contrib.model_pruning: masks, their schedule, layers and cells, graphs without masks. The numbers are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf

model_pruning = tf.contrib.model_pruning
SCHEDULE = (
    "pruning_frequency=2,begin_pruning_step=1,end_pruning_step=9,sparsity_function_end_step=8,threshold_decay=0.2"
)


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def network():
    """A convolution and a matrix, both masked, and then an LSTM with a masked kernel."""
    rng = np.random.RandomState(0)
    images = tf.constant(rng.randn(2, 8, 8, 3).astype("f"))
    filters, matrix, kernel = (
        tf.constant_initializer(rng.randn(*shape)) for shape in ([3, 3, 3, 4], [256, 6], [11, 20])
    )
    y = tf.layers.flatten(model_pruning.masked_conv2d(images, 4, [3, 3], weights_initializer=filters))
    y = model_pruning.masked_fully_connected(y, 6, weights_initializer=matrix)
    with tf.variable_scope("r", initializer=kernel):
        outputs, _ = tf.nn.static_rnn(model_pruning.MaskedBasicLSTMCell(5), [y], dtype=tf.float32)
    return outputs[0]


def pruned(sess, **settings):
    """What Pruning makes of the network in ten steps: sums of masks, thresholds, sum of the outputs."""
    outputs = network()
    step = tf.train.get_or_create_global_step()
    hparams = model_pruning.get_pruning_hparams().parse(SCHEDULE)
    for name, value in settings.items():
        hparams.set_hparam(name, value)
    update = model_pruning.Pruning(hparams).conditional_mask_update_op()
    sess.run(tf.global_variables_initializer())
    for _ in range(10):
        sess.run(update)
        sess.run(tf.assign_add(step, 1))
    fetches = model_pruning.get_masks() + model_pruning.get_thresholds() + [outputs]
    return outputs, [float(np.sum(value)) for value in sess.run(fetches)]


def test_masks_get_sparser_on_schedule(sess):
    _, found = pruned(sess)
    np.testing.assert_allclose(found, [55, 778, 112, 0.75558, 0.64068, 0.73608, -2.98565], rtol=1e-4)
    sparsity = sess.run(model_pruning.get_weight_sparsity())
    np.testing.assert_allclose(sparsity, [0.49074, 0.49349, 0.49091], rtol=1e-4)
    assert sess.run(tf.global_variables("model_pruning")) == [8]


@pytest.mark.parametrize("use_tpu", [False, True])
def test_blocks_of_matrices_are_masked_together(sess, use_tpu):
    _, found = pruned(sess, block_height=2, block_width=3, use_tpu=use_tpu)
    np.testing.assert_allclose(found[:2] + found[3:5], [55, 780, 0.75558, 0.75194], rtol=1e-4)
    assert sess.run(model_pruning.get_masks()[1])[:2].tolist() in (
        [[a] * 3 + [b] * 3] * 2 for a in (0, 1) for b in (0, 1)
    )


def test_a_weight_may_have_its_own_target(sess):
    _, found = pruned(sess, weight_sparsity_map=["Conv:0.8"])
    np.testing.assert_allclose(found[:2] + found[3:5], [22, 778, 1.27597, 0.64068], rtol=1e-4)


def test_variables_and_collections_have_tensorflows_names():
    network()
    cell = "r/rnn/masked_basic_lstm_cell/"
    names = [variable.op.name for variable in tf.global_variables()]
    assert names[:4] == ["Conv/mask", "Conv/weights", "Conv/threshold", "Conv/biases"]
    assert names[4:8] == [f"fully_connected/{name}" for name in ("weights", "mask", "threshold", "biases")]
    assert names[8:] == [cell + name for name in ("kernel", "bias", "mask", "threshold")]
    products = [tensor.op.name for tensor in model_pruning.get_masked_weights()]
    assert products == [scope + "weights/masked_weight" for scope in ("Conv/", "fully_connected/", cell)]
    assert [weights.op.name for weights in model_pruning.get_weights()] == [names[1], names[4], names[8]]


def test_graphs_lose_their_masks(sess):
    outputs, _ = pruned(sess)
    before = sess.run(outputs)
    graph_def = tf.graph_util.convert_variables_to_constants(sess, sess.graph.as_graph_def(), [outputs.op.name])
    stripped = model_pruning.strip_pruning_vars_fn(graph_def, [outputs.op.name])
    names = {node.name: node.op for node in stripped.node}
    assert names["Conv/weights/masked_weight"] == "Const" and not any("mask/" in name for name in names)
    with tf.Graph().as_default(), tf.Session() as other:
        (after,) = tf.import_graph_def(stripped, return_elements=[outputs.name])
        np.testing.assert_allclose(other.run(after), before, rtol=1e-6)


def test_training_updates_the_masks(tmp_path):
    y = model_pruning.apply_mask(tf.get_variable("w", initializer=np.arange(1.0, 9, dtype="f")), "w")
    step = tf.train.get_or_create_global_step()
    train_op = tf.contrib.slim.learning.create_train_op(tf.reduce_sum(y), tf.train.GradientDescentOptimizer(0.0))
    pruning = model_pruning.Pruning(model_pruning.get_pruning_hparams().parse("sparsity_function_end_step=2"), step)
    loss = model_pruning.train(train_op, str(tmp_path), pruning.mask_update_op(), number_of_steps=4)
    assert loss == 5 + 6 + 7 + 8
    with tf.Graph().as_default():
        graph_def = model_pruning.graph_def_from_checkpoint(str(tmp_path), [y.op.name])
    assert y.op.name in [node.name for node in graph_def.node]


def test_settings_that_mean_nothing_are_refused():
    tf.train.get_or_create_global_step()
    hparams = model_pruning.get_pruning_hparams()
    for text, message in {
        "begin_pruning_step=-1": "Illegal value for begin_pruning_step",
        "begin_pruning_step=5,end_pruning_step=5": "Pruning must begin before it can end",
        "sparsity_function_end_step=0": "requires begin_step < end_step",
        "target_sparsity=1.0": r"target_sparsity must be in range \[0,1\)",
        "block_dims_map=[w:2]": "Expected 2 values for block dim for w",
        "weight_sparsity_map=[w:1.5]": "Weight sparsity can not exceed 1.0",
    }.items():
        with pytest.raises(ValueError, match=message):
            model_pruning.Pruning(type(hparams)(**hparams.values()).parse(text))
