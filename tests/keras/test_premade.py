"""Linear and deep models of tf.keras.experimental: the losses of a few steps, with figures from TensorFlow 1.15.5."""

import numpy as np
import pytest

import graphlab as tf

keras = tf.keras
RANDOM = np.random.RandomState(0)
X, Z = RANDOM.rand(32, 3).astype("float32"), RANDOM.rand(32, 4).astype("float32")
Y = X @ np.asarray([[1], [2], [3]], "float32") + np.float32(0.5)


@pytest.fixture(autouse=True)
def _own_graph():
    keras.backend.clear_session()
    tf.set_random_seed(1)


def losses(model, inputs, **arguments):
    return model.fit(inputs, Y, verbose=0, shuffle=False, **arguments).history["loss"]


def wide_deep(optimizer):
    deep = keras.Sequential(
        [
            keras.layers.Dense(5, "tanh", kernel_initializer=keras.initializers.Identity(0.3)),
            keras.layers.Dense(1, kernel_initializer="ones"),
        ]
    )
    model = keras.experimental.WideDeepModel(keras.experimental.LinearModel(kernel_initializer="ones"), deep)
    model.compile(optimizer, "mse")
    return model


def test_a_linear_model_learns_as_in_tensorflow():
    model = keras.experimental.LinearModel()
    model.compile("sgd", "mse")
    np.testing.assert_allclose(losses(model, X, epochs=2), [4.4682188, 4.1724472], rtol=1e-5)
    assert [w.name for w in model.weights] == ["linear_model/dense/kernel:0", "linear_model/bias:0"]
    assert keras.experimental.LinearModel.from_config(model.get_config()).get_config() == model.get_config()


def test_a_linear_model_has_a_kernel_for_each_input():
    model = keras.experimental.LinearModel(kernel_initializer="zeros", bias_initializer="ones")
    model.compile("sgd", "mse")
    np.testing.assert_allclose(losses(model, [X, Z], epochs=2, batch_size=8), [6.1161299, 4.1015628], rtol=1e-5)
    with pytest.raises(ValueError, match="Expected 2 inputs, but got 1 inputs"):
        model(keras.Input((3,)))
    with pytest.raises(TypeError, match="Keyword argument not understood"):
        keras.experimental.LinearModel(wrong=1)


def test_a_linear_model_of_a_sparse_tensor():
    outputs = keras.experimental.LinearModel(kernel_initializer="ones")(
        tf.SparseTensor([[0, 0], [1, 2]], [1.0, 2.0], [2, 3])
    )
    np.testing.assert_array_equal(keras.backend.get_session().run(outputs), [[1], [2]])


@pytest.mark.parametrize(
    ("optimizer", "expected"),
    [(["sgd", "adam"], [6.4696703, 6.3228903, 6.1791072]), ("adam", [6.4696703, 6.4232063, 6.3834391])],
)
def test_a_wide_and_a_deep_model_are_trained_together(optimizer, expected):
    model = wide_deep(optimizer)
    np.testing.assert_allclose(losses(model, [X, Z], epochs=3), expected, rtol=1e-5)
    assert len(model.linear_model.weights) == 2 and len(model.dnn_model.weights) == 4


def test_only_a_model_that_says_how_accepts_several_optimizers():
    model = keras.Sequential([keras.layers.Dense(1, input_dim=3)])
    model.compile(["sgd", "adam"], "mse")
    assert np.isfinite(model.evaluate(X, Y, verbose=0))
    with pytest.raises(ValueError, match="should be a single optimizer"):
        model.fit(X, Y, verbose=0)


def test_there_are_no_pools_to_end():
    assert keras.experimental.terminate_keras_multiprocessing_pools(grace_period=0.0, use_sigkill=True) == []
