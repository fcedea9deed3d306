"""Estimators with RunConfig(train_distribute=…): each replica trains on batches of its own."""

import numpy as np
import pytest

import graphlab as tf
from tests.distribute.replicas import mirrored

rng = np.random.RandomState(0)
X = rng.randn(64, 5).astype("f")
Y = X @ rng.randn(5, 1).astype("f")


def model_fn(features, labels, mode):
    hidden = tf.layers.dense(features["x"], 4, tf.tanh, kernel_initializer=tf.ones_initializer())
    p = tf.layers.dense(hidden, 1, kernel_initializer=tf.ones_initializer())
    loss = tf.losses.mean_squared_error(labels, p)
    tf.summary.scalar("seen", loss)
    step = tf.train.AdamOptimizer(0.05).minimize(loss, tf.train.get_global_step())
    metrics = {"error": tf.metrics.mean_absolute_error(labels, p)}
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step, predictions={"p": p}, eval_metric_ops=metrics)


def read(batch_size, epochs):
    return lambda: tf.data.Dataset.from_tensor_slices(({"x": X}, Y)).batch(batch_size).repeat(epochs)


def trained(folder, strategy, batch_size, replicas=1):
    config = tf.estimator.RunConfig(
        model_dir=str(folder),
        train_distribute=strategy,
        eval_distribute=strategy,
        session_config=tf.ConfigProto(device_count={"CPU": 4}),
    )
    estimator = tf.estimator.Estimator(model_fn, config=config)
    estimator.train(read(batch_size // replicas, 3))
    found = estimator.evaluate(read(24 // replicas, 1))
    return found, {name: estimator.get_variable_value(name) for name in estimator.get_variable_names()}


def test_replicas_of_an_estimator_learn_what_one_device_learns(tmp_path):
    found, weights = trained(tmp_path / "four", mirrored(4), 16, 4)
    theirs, their_weights = trained(tmp_path / "one", None, 16)
    assert weights.keys() == their_weights.keys()
    for name, value in weights.items():
        np.testing.assert_allclose(value, their_weights[name], atol=1e-5)
    assert found["global_step"] == theirs["global_step"] == 12
    assert found["error"] == pytest.approx(theirs["error"], abs=1e-5)


def test_the_first_replica_writes_the_summaries(tmp_path):
    trained(tmp_path, mirrored(2), 16, 2)
    (file,) = tmp_path.glob("events*")
    tags = {value.tag for event in tf.train.summary_iterator(str(file)) for value in event.summary.value}
    assert tags == {"seen", "loss", "global_step/sec"} or tags == {"seen", "loss"}


def test_an_input_function_returns_a_dataset(tmp_path):
    estimator = tf.estimator.Estimator(
        model_fn, config=tf.estimator.RunConfig(str(tmp_path), train_distribute=mirrored(2))
    )
    with pytest.raises(ValueError, match="must return a tf.data.Dataset"):
        estimator.train(lambda: ({"x": tf.constant(X)}, tf.constant(Y)), steps=1)
