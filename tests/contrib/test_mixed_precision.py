"""tf.contrib.mixed_precision: scales and values as TensorFlow 1.15 computed them."""

import numpy as np
import pytest

import graphlab as tf

mixed_precision = tf.contrib.mixed_precision


def test_the_scale_follows_the_gradients():
    w, x = tf.get_variable("w", initializer=[1.0, 2.0]), tf.placeholder(tf.float32, [2])
    manager = mixed_precision.ExponentialUpdateLossScaleManager(8.0, 2, 2, 2, 0.5)
    optimizer = mixed_precision.LossScaleOptimizer(tf.train.MomentumOptimizer(0.1, 0.9), manager)
    step = tf.train.get_or_create_global_step()
    train = optimizer.minimize(tf.reduce_sum(w * w * x), global_step=step)
    names = ["w", "loss_scale", "good_steps", "bad_steps", "global_step", "w/Momentum"]
    assert [v.op.name for v in tf.global_variables()] == names
    scales, steps = [], []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for value in ([1, 1], [1, 2], [np.inf, 1], [1, 1], [np.nan, 0], [np.inf, 0], [0, 1], [1, 1], [1, 0]):
            session.run(train, {x: value})
            scales.append(session.run(manager.get_loss_scale()))
            steps.append(session.run(step))
        np.testing.assert_allclose(session.run(w), [-0.6843, -2.2036], atol=1e-4)
    assert scales == [8, 16, 16, 16, 8, 8, 8, 16, 16]
    assert steps == [1, 2, 2, 3, 3, 3, 4, 5, 6]


def test_a_fixed_scale_is_at_least_one():
    with pytest.raises(ValueError, match="loss scale must be at least 1"):
        mixed_precision.FixedLossScaleManager(0.5)
    loss = tf.get_variable("v", initializer=3.0) ** 2
    manager = mixed_precision.FixedLossScaleManager(4.0)
    optimizer = mixed_precision.LossScaleOptimizer(tf.train.GradientDescentOptimizer(0.5), manager)
    train = optimizer.minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(train)
        assert session.run("v:0") == 0.0
