"""Estimators made of Keras' models; the numbers are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf

X = np.random.RandomState(0).rand(24, 3).astype(np.float32)
Y = (X.sum(1) > 1.5).astype(np.float32)[:, None]
WEIGHTS = np.linspace(-0.5, 0.5, 12).reshape(3, 4).astype(np.float32)


def model(optimizer):
    made = tf.keras.Sequential(
        [
            tf.keras.layers.Dense(4, activation="tanh", name="h", input_shape=(3,)),
            tf.keras.layers.Dense(1, activation="sigmoid", name="o", kernel_initializer="ones"),
        ]
    )
    made.compile(optimizer, loss="binary_crossentropy", metrics=["accuracy", "mse"])
    made.layers[0].set_weights([WEIGHTS, np.zeros(4)])
    return made


@pytest.mark.parametrize(
    ("optimizer", "expected", "first"),
    [
        (lambda: tf.keras.optimizers.SGD(0.5), [0.66667, 0.63288, 0.22083], 0.4869),
        (lambda: tf.train.MomentumOptimizer(0.1, 0.9), [0.66667, 0.62498, 0.21701], 0.539),
    ],
)
@pytest.mark.slow
def test_a_keras_model_trains_as_an_estimator(tmp_path, optimizer, expected, first):
    made = model(optimizer())
    one = tf.keras.estimator.model_to_estimator(made, model_dir=str(tmp_path))

    def inputs():
        return tf.data.Dataset.from_tensor_slices(({made.input_names[0]: X}, Y)).batch(8).repeat(3)

    one.train(inputs)
    found = one.evaluate(inputs, steps=3)
    assert found["global_step"] == 9
    np.testing.assert_allclose([found[name] for name in ("acc", "loss", "mean_squared_error")], expected, atol=1e-5)
    rows = one.predict(lambda: tf.data.Dataset.from_tensor_slices(X).batch(8))
    np.testing.assert_allclose(next(rows)["o"], [first], atol=1e-4)
    assert {"h/kernel", "o/bias", "global_step"} <= set(one.get_variable_names())
    assert (tmp_path / "keras" / "keras_model.ckpt.index").exists()


def test_what_is_no_model_for_an_estimator():
    make = tf.keras.estimator.model_to_estimator
    with pytest.raises(ValueError, match="Either `keras_model` or `keras_model_path` needs to be provided"):
        make()
    with pytest.raises(ValueError, match="The given keras model has not been compiled yet"):
        make(tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))]))
    with pytest.raises(ValueError, match='Checkpoint format must be one of "checkpoint" or "saver"'):
        make(model("sgd"), checkpoint_format="other")
