"""Keras' models in the scope of a strategy: fit, evaluate and predict have the numbers of one device."""

import contextlib
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from tests.distribute.replicas import mirrored, session

keras = tf.keras
rng = np.random.RandomState(0)
X = rng.randn(52, 6).astype("f")
Y = (X[:, 0] > 0).astype("int64") + (X[:, 1] > 0)


def trained(strategy, optimizer, several=False, norm=False):
    """(history, evaluation, predictions, weights) of a small model."""
    with tf.Graph().as_default(), session(8) as sess:
        keras.backend.set_session(sess)
        with strategy.scope() if strategy else contextlib.nullcontext():
            inputs = keras.Input([6])
            uniform = keras.initializers.RandomUniform
            hidden = keras.layers.Dense(
                8, "relu", kernel_initializer=uniform(-0.3, 0.3, seed=1), kernel_regularizer=keras.regularizers.l2(0.01)
            )(inputs)
            if norm:
                hidden = keras.layers.BatchNormalization(momentum=0.5)(hidden)
            outputs = [
                keras.layers.Dense(3, "softmax", kernel_initializer=uniform(-0.3, 0.3, seed=2), name="a")(hidden)
            ]
            losses, metrics = {"a": "sparse_categorical_crossentropy"}, {"a": ["acc"]}
            if several:
                outputs.append(keras.layers.Dense(1, kernel_initializer="ones", name="b")(hidden))
                losses["b"], metrics["b"] = "mse", ["mae"]
            model = keras.Model(inputs, outputs)
            model.compile(optimizer(), loss=losses, metrics=metrics)
        targets = {"a": Y, "b": X[:, :1]} if several else {"a": Y}
        data: Any = {"batch_size": 16, "verbose": 0}
        weight = {"sample_weight": {name: np.linspace(0.1, 2, 52) for name in targets}}
        held_out = None if several else (X[:20], Y[:20])
        history = model.fit(X, targets, epochs=2, shuffle=False, validation_data=held_out, **weight, **data)
        found = model.evaluate(X, targets, **data)
        predictions = model.predict(X[:13], batch_size=8)
        return history.history, found, predictions, model.get_weights()


@pytest.mark.parametrize(
    "optimizer",
    [
        lambda: keras.optimizers.SGD(0.1, momentum=0.9),
        lambda: keras.optimizers.Adam(0.01),
        lambda: tf.train.MomentumOptimizer(0.1, 0.9),
    ],
    ids="sgd adam tf.train".split(),
)
@pytest.mark.parametrize("several", [False, True], ids=["one output", "two outputs"])
def test_a_model_in_a_scope_learns_what_one_device_learns(optimizer, several):
    # 52 examples: the last of the batches has 4, so that half of the replicas have none.
    history, found, predictions, weights = trained(mirrored(8), optimizer, several)
    their_history, theirs, their_predictions, their_weights = trained(None, optimizer, several)
    assert history.keys() == their_history.keys()
    for name, values in history.items():
        np.testing.assert_allclose(values, their_history[name], atol=1e-5)
    np.testing.assert_allclose(found, theirs, atol=1e-5)
    pairs = [*zip(np.ravel(predictions), np.ravel(their_predictions), strict=True)] if not several else []
    for mine, other in [*pairs, *zip(weights, their_weights, strict=True)]:
        np.testing.assert_allclose(mine, other, atol=1e-5)


def test_batch_normalization_averages_over_replicas():
    history, found, _, weights = trained(mirrored(8), lambda: keras.optimizers.SGD(0.1), norm=True)
    assert np.isfinite(found).all() and all(np.isfinite(value).all() for value in weights)
    assert history["loss"][1] < history["loss"][0]


def test_one_device_trains_models_too():
    one = trained(tf.distribute.OneDeviceStrategy("/cpu:1"), lambda: keras.optimizers.Adam(0.01))
    none = trained(None, lambda: keras.optimizers.Adam(0.01))
    np.testing.assert_allclose(one[1], none[1], atol=1e-6)


def test_clipping_needs_the_whole_gradient():
    with pytest.raises(ValueError, match="Gradient clipping in the optimizer"):
        trained(mirrored(2), lambda: keras.optimizers.SGD(0.1, clipnorm=1.0))


def test_a_sequential_model_is_built_in_its_scope():
    with tf.Graph().as_default(), session() as sess:
        keras.backend.set_session(sess)
        with mirrored().scope():
            model = keras.Sequential([keras.layers.Dense(4, "tanh"), keras.layers.Dense(1)])
            model.compile("sgd", "mse")
        dataset = tf.data.Dataset.from_tensor_slices((X, X[:, :1])).batch(10)
        losses = model.fit(dataset, epochs=3, verbose=0).history["loss"]
        assert losses[2] < losses[0]
        assert [type(v).__name__ for v in model.weights] == ["MirroredVariable"] * 4


def test_a_model_is_trained_on_a_loss_of_its_layers_alone():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    with tf.Graph().as_default(), session(1) as sess, strategy.scope():
        keras.backend.set_session(sess)
        x = keras.Input([2], name="x")
        y = keras.layers.Dense(1, kernel_initializer="ones")(x)
        loss = keras.layers.Lambda(lambda value: tf.reduce_mean(tf.square(value)))(y)
        model = keras.Model(x, [y, loss])
        model.add_loss(loss)
        model.compile(keras.optimizers.SGD(0.1))
        examples = tf.data.Dataset.from_tensor_slices(np.arange(8, dtype="f").reshape(4, 2) / 8)
        history = model.fit(examples.map(lambda row: ({"x": row}, {})).batch(2), epochs=2, verbose=0).history
        np.testing.assert_allclose(history["loss"], [0.939892, 0.334901], 1e-5)  # TensorFlow 1.15's
        np.testing.assert_allclose(model.get_weights()[1], [-0.476371], 1e-5)
