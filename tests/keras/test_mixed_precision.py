"""Policies, and variables that layers read in the type that they compute in; the values are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.keras.layers.autocast_variable import AutoCastVariable
from graphlab._src.keras.mixed_precision import policy_scope

keras, layers = tf.keras, tf.keras.layers
mixed = keras.mixed_precision.experimental


def test_a_layer_that_infers_its_type_computes_in_it_with_float32_variables():
    with policy_scope("infer_float32_vars"):
        dense = layers.Dense(2, kernel_initializer="ones", kernel_regularizer="l2")
        found = dense(tf.ones((2, 3), tf.float16))
        inputs = keras.Input((3,), dtype="float16")
        x = layers.BatchNormalization()(layers.Dense(2, kernel_initializer="ones")(inputs))
        x = layers.Conv1D(2, 1, kernel_initializer="ones")(layers.Reshape((2, 1))(layers.Activation("relu")(x)))
        x = layers.GRU(2, kernel_initializer="ones", recurrent_initializer="ones")(x)
        model = keras.Model(inputs, layers.Lambda(lambda t: tf.cast(t, "float32"))(x))
    assert (found.dtype, dense.dtype, repr(dense._dtype_policy)) == (
        tf.float16,
        "float32",
        '<Policy "float16_with_float32_vars", loss_scale=None>',
    )
    assert dense.losses[0].dtype == tf.float32
    assert x.dtype == tf.float16
    assert {v.name.partition("/")[0]: isinstance(v, AutoCastVariable) for v in model.weights} == {
        "dense_1": True,
        "batch_normalization": False,
        "conv1d": True,
        "gru": True,
    }
    model.compile("sgd", "mse")
    data = np.arange(12).reshape(4, 3) / 10.0
    assert round(float(model.train_on_batch(data, np.ones((4, 2)))), 3) == 0.849
    assert {w.dtype for w in model.get_weights()} == {np.dtype("float32")}
    assert model.predict(data).round(2)[:2].tolist() == np.array([[0.35, 0.35], [0.04, 0.04]], np.float32).tolist()


def test_a_layer_with_a_policy_converts_inputs_where_autocast_is_true():
    policy = mixed.Policy("mixed_float16")
    assert (policy.compute_dtype, policy.variable_dtype, policy.loss_scale.initial_loss_scale) == (
        "float16",
        "float32",
        32768.0,
    )

    class Scale(layers.Layer):
        def build(self, input_shape):
            self.scale = self.add_weight("scale", (2,), initializer="ones")
            self.other = self.add_weight("other", (2,), initializer="ones", experimental_autocast=False)
            self.built = True

        def call(self, inputs):
            assert self.scale.dtype == tf.float16 and self.scale.true_dtype == tf.float32
            assert self.other.dtype == tf.float32 and inputs.dtype == tf.float16
            return inputs * self.scale

    layer = Scale(dtype=policy, autocast=True, name="m")
    found = tf.reduce_sum(tf.cast(layer(tf.ones((2, 2))), tf.float32))
    assert repr(layer.scale) == "<AutoCastVariable 'm/scale:0' shape=(2,) dtype=float32 true_dtype=float32>"
    [gradient] = tf.gradients(found, [layer.scale])
    step = tf.train.GradientDescentOptimizer(0.5).minimize(found, var_list=[layer.scale])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(step)
        assert sess.run([layer.scale, gradient])[0].tolist() == [0.0, 0.0]
        assert sess.run(gradient).tolist() == [2.0, 2.0]


def test_a_model_with_a_loss_scale_has_it_in_its_optimizer():
    class Scaled(keras.Model):
        def __init__(self):
            super().__init__(dtype=mixed.Policy("mixed_float16"))
            self.dense = layers.Dense(1)

        def call(self, inputs):
            return self.dense(inputs)

    model = Scaled()
    model.compile("sgd", "mse")
    assert isinstance(model.optimizer, mixed.LossScaleOptimizer)
    model.train_on_batch(np.ones((2, 1)), np.ones((2, 1)))


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("abc", ValueError, "Cannot convert value abc to a mixed precision Policy"),
        ("float32_with_float16_vars", ValueError, "Cannot convert value float32_with_float16_vars"),
        (tf.float16, TypeError, "'name' must be a string, not a DType"),
        (5, TypeError, "'name' must be a string, but got: 5"),
    ],
)
def test_names_of_policies_are_checked(name, error, text):
    with pytest.raises(error, match=text):
        mixed.Policy(name)


def test_the_global_policy_of_tensorflow_1_infers_types():
    assert mixed.global_policy().name == "infer"
    with pytest.raises(ValueError, match="can only be set to a non-infer policy in TensorFlow 2"):
        mixed.set_policy("mixed_float16")
