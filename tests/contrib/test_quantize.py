"""Rewriting for quantization: names, inputs and values as TensorFlow 1.15 made them."""

import numpy as np
import pytest

import graphlab as tf

slim, quantize = tf.contrib.slim, tf.contrib.quantize


def waves(shape, phase):
    return np.sin(np.arange(np.prod(shape)) * 0.7 + phase).reshape(shape).astype(np.float32)


def net(x, training):
    norm = {"is_training": training, "fused": True, "scale": True, "decay": 0.9, "epsilon": 0.001}
    layers = [slim.conv2d, slim.separable_conv2d]
    with slim.arg_scope(layers, normalizer_fn=slim.batch_norm, normalizer_params=norm, activation_fn=tf.nn.relu6):
        y = slim.conv2d(x, 4, 3, stride=2, scope="Conv0")
        y = slim.separable_conv2d(y, None, 3, 1, scope="Dw1")
        y = slim.conv2d(y, 4, 1, scope="Pw1")
        y = y + slim.conv2d(y, 4, 1, activation_fn=None, scope="res/Lin")
        y = slim.conv2d(y, 3, 3, normalizer_fn=None, normalizer_params=None, scope="Bias")
    return tf.identity(slim.fully_connected(tf.reduce_mean(y, [1, 2]), 3, activation_fn=None, scope="Logits"))


def inputs_of(name):
    return [tensor.op.name for tensor in tf.get_default_graph().get_operation_by_name(name).inputs]


def load(session):
    session.run(tf.global_variables_initializer())
    for k, v in enumerate(tf.trainable_variables()):
        if "gamma" not in v.name:
            v.load(waves(v.shape.as_list(), k) * 0.5, session)


@pytest.mark.slow
def test_a_training_graph():
    x = tf.placeholder(tf.float32, [2, 6, 6, 3])
    y = net(x, training=True)
    loss = tf.reduce_sum(y**2)
    quantize.create_training_graph()
    assert inputs_of("Conv0/Conv2D_Fold")[1] == "Conv0/weights_quant/FakeQuantWithMinMaxVars"
    assert inputs_of("Dw1/depthwise_Fold")[0] == "Conv0/act_quant/FakeQuantWithMinMaxVars"
    assert inputs_of("Conv0/Relu6") == ["Conv0/add_fold"]
    assert inputs_of("Bias/Conv2D")[0] == "post_activation_bypass_quant/FakeQuantWithMinMaxVars"
    assert inputs_of("Logits/MatMul") == ["Mean", "Logits/weights_quant/FakeQuantWithMinMaxVars"]
    ranges = [v for v in tf.global_variables() if v.op.name in ("Pw1/act_quant/max", "Conv0/weights_quant/min")]
    kernel = tf.trainable_variables()[0]
    gradient = tf.gradients(loss, kernel)[0]
    with tf.Session() as session:
        load(session)
        values, of_kernel = session.run([y, gradient], {x: waves([2, 6, 6, 3], 0)})
        assert [session.run(v) for v in ranges] != [6.0, -6.0]
    np.testing.assert_allclose(values, [[0.627, 0.084, -0.495], [0.239, -0.098, -0.388]], atol=2e-3)
    expected = [-1.942, -0.555, 0.126, 0.084, -3.193, -0.05, 0.023, -0.01, -2.942]
    np.testing.assert_allclose(of_kernel.ravel()[:9], expected, atol=5e-3)


@pytest.mark.slow
def test_an_eval_graph_reads_the_checkpoint_of_training(tmp_path):
    path = str(tmp_path / "model")
    net(tf.placeholder(tf.float32, [2, 6, 6, 3]), training=True)
    quantize.create_training_graph()
    with tf.Session() as session:
        load(session)
        tf.train.Saver().save(session, path)
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [2, 6, 6, 3])
    y = net(x, training=False)
    quantize.create_eval_graph()
    with tf.Session() as session:
        tf.train.Saver().restore(session, path)
        values = session.run(y, {x: waves([2, 6, 6, 3], 0)})
    np.testing.assert_allclose(values, [[0.309, -0.009, -0.358], [0.306, -0.011, -0.358]], atol=2e-3)


def test_quantization_begins_after_a_delay():
    x = tf.placeholder(tf.float32, [1, 4])
    y = slim.fully_connected(x, 2, scope="fc")
    kernel, bias = tf.trainable_variables()
    quantize.experimental_create_training_graph(weight_bits=2, quant_delay=2)
    result = tf.get_default_graph().get_tensor_by_name("fc/act_quant/delayed_quant/Merge:0")
    with tf.Session() as session:
        load(session)
        feed = {x: waves([1, 4], 1)}
        w, b = session.run([kernel, bias])
        expected = np.maximum(waves([1, 4], 1) @ w + b, 0)
        first, _, third = (session.run(result, feed) for _ in range(3))
    np.testing.assert_allclose(first, expected, rtol=1e-5)
    assert abs(third - expected).max() > 0.01
    assert y.op.name == "fc/Relu"


def test_a_graph_with_an_optimizer_is_refused():
    loss = tf.reduce_sum(slim.fully_connected(tf.ones([1, 2]), 2))
    tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with pytest.raises(ValueError, match="Training op found in graph, exiting"):
        quantize.create_training_graph()
