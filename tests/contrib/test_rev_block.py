"""Reversible blocks, functions that are computed again, GDN and scaled gradients, against plain gradients."""

import numpy as np
import pytest

import graphlab as tf

layers = tf.contrib.layers


def waves(shape, phase=0):
    return np.sin(np.arange(np.prod(shape)) * 0.7 + phase).reshape(shape).astype(np.float32)


def inputs():
    return [tf.constant(waves([2, 3], phase)) for phase in (1, 2, 3)]


def gradients_of_block(is_training):
    x1, x2, side = inputs()
    with tf.variable_scope("block"):
        y1, y2 = layers.rev_block(
            x1,
            x2,
            lambda x: tf.layers.dense(x, 3, activation=tf.tanh),
            [lambda x, s: tf.layers.dense(x, 3) + s[0] ** 2] * 2,
            num_layers=2,
            g_side_input=[side],
            is_training=is_training,
        )
    variables = tf.trainable_variables()
    gradients = tf.gradients(tf.reduce_sum(y1 * y2), [x1, x2, side, *variables])
    with tf.Session() as session:
        session.run([v.initializer for v in variables])
        for k, v in enumerate(variables):
            v.load(waves(v.shape.as_list(), k) * 0.5, session)
        return [v.op.name for v in variables], session.run([y1, y2, *gradients])


def test_a_reversible_block_has_the_gradients_of_its_layers():
    names, values = gradients_of_block(True)
    tf.reset_default_graph()
    names_plain, plain = gradients_of_block(False)
    assert names == names_plain
    assert names[:2] == ["block/revblock/revlayer_0/f/dense/kernel", "block/revblock/revlayer_0/f/dense/bias"]
    for a, b in zip(values, plain, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_a_block_goes_back_to_its_inputs():
    x1, x2, _ = inputs()
    block = layers.RevBlock(lambda x: tf.layers.dense(x, 3), tf.sin, 2)
    back = block.backward(*block.forward(x1, x2))
    assert len(block.trainable_weights) == 4
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found = session.run(back)
    np.testing.assert_allclose(found, [waves([2, 3], 1), waves([2, 3], 2)], atol=1e-5)


def test_recompute_grad_calls_the_function_again_in_its_scope():
    calls = []

    @layers.recompute_grad
    def function(x, y, is_recomputing=False):
        calls.append(is_recomputing)
        with tf.variable_scope("inner"):
            return tf.layers.dense(x, 3, activation=tf.tanh, name="dense") * y

    x, y, _ = inputs()
    with tf.variable_scope("outer", use_resource=True):
        result = function(x, y)
    kernel = tf.trainable_variables()[0]
    assert [v.op.name for v in tf.trainable_variables()] == ["outer/inner/dense/kernel", "outer/inner/dense/bias"]
    gradients = tf.gradients(result**2, [x, y, kernel])
    assert calls == [False, True]
    w = waves([3, 3]) * 0.5
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        kernel.load(w, session)
        of_x, of_y, of_kernel = session.run(gradients)
    a, b = waves([2, 3], 1), waves([2, 3], 2)
    t = np.tanh(a @ w)
    inner = 2 * t * b**2 * (1 - t**2)
    np.testing.assert_allclose(of_x, inner @ w.T, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(of_y, 2 * t**2 * b, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(of_kernel, a.T @ inner, rtol=1e-4, atol=1e-5)


def test_recompute_grad_refuses_a_function_that_holds_a_tensor():
    held = tf.constant(1.0)
    with pytest.raises(ValueError, match="closes over Tensor"):
        layers.recompute_grad(lambda x: x + held)


def test_gdn_and_its_inverse():
    x = waves([2, 3, 3, 2], 1)
    normalized = layers.gdn(tf.constant(x), gamma_init=0.3)
    inverse = layers.gdn(tf.constant(x), inverse=True, name="inverse")
    assert [v.op.name for v in tf.trainable_variables()][:2] == ["gdn/reparam_beta", "gdn/reparam_gamma"]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        normalized, inverse = session.run([normalized, inverse])
    np.testing.assert_allclose(normalized, x / np.sqrt(1 + 0.3 * x**2), rtol=1e-5)
    np.testing.assert_allclose(inverse, x * np.sqrt(1 + 0.1 * x**2), rtol=1e-5)


def test_the_gradient_of_gdn_moves_a_value_below_the_bound_up_only():
    beta = []
    for sign in (1.0, -1.0):
        with tf.variable_scope(f"s{int(sign + 1)}"):
            y = layers.gdn(tf.ones([1, 1, 1, 1]))
        variable = tf.trainable_variables()[-2]
        beta.append(tf.gradients(sign * y, variable)[0])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for variable in tf.trainable_variables()[::2]:
            variable.load([-1.0], session)
        up, down = session.run(beta)
    assert up[0] < 0 and down[0] == 0


def test_scale_gradient():
    x = tf.constant([1.0, 2.0])
    y = layers.scale_gradient(x, tf.constant(0.25))
    with tf.Session() as session:
        np.testing.assert_allclose(session.run([y, tf.gradients(y * y, x)[0]]), [[1, 2], [0.5, 1]])
