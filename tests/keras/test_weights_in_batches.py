"""Weights of examples that come with the batches of a generator, and the names of weighted metrics, as in TensorFlow 1.15.5."""

import numpy as np
import pytest

import graphlab as tf

X = np.array([[1.0], [2.0]])
Y = 2 * X
WEIGHTS = np.array([2.0, 3.0])


class Subclassed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, inputs):
        return self.dense(inputs)


def sequential():
    return tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(1,))])


def batches():
    while True:
        yield X, Y, WEIGHTS


@pytest.mark.parametrize("build", [Subclassed, sequential])
def test_a_generator_brings_weights_with_its_first_batch(build):
    model = build()
    model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mse"])
    np.testing.assert_allclose(model.evaluate_generator(batches(), steps=2), [7.0, 1.5, 2.8], rtol=1e-6)
    model = build()
    model.compile("sgd", "mse", weighted_metrics=["mse"])
    history = model.fit_generator(batches(), steps_per_epoch=2, verbose=0).history
    np.testing.assert_allclose(history["weighted_mean_squared_error"], [2.32856], rtol=1e-5)


def test_the_name_of_a_weighted_metric_says_so():
    model, error = sequential(), tf.keras.metrics.MeanSquaredError
    model.compile("sgd", "mse", metrics=[error(name="a")], weighted_metrics=[error(name="b"), error()])
    assert model.metrics_names == ["loss", "a", "weighted_b", "weighted_mean_squared_error"]
