"""Models that are cloned, and models with operations between their layers in files."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf

layers = tf.keras.layers


def _model() -> Any:
    inputs = tf.keras.Input((3,), name="inputs")
    doubled = tf.concat([inputs * 2.5, tf.nn.relu(inputs)], 1) + tf.constant([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    return tf.keras.Model(inputs, tf.expand_dims(layers.Dense(2, name="dense")(doubled), -1))


def test_operations_between_layers_are_saved_and_loaded(tmp_path):
    with tf.Graph().as_default():
        model, data = _model(), np.arange(6.0).reshape(2, 3)
        expected = model.predict(data)
        again: Any = tf.keras.models.model_from_json(model.to_json())
        again.set_weights(model.get_weights())
        np.testing.assert_allclose(again.predict(data), expected)
        model.save(str(tmp_path / "model.h5"))
        np.testing.assert_allclose(tf.keras.models.load_model(str(tmp_path / "model.h5")).predict(data), expected)


def test_a_clone_has_the_layers_that_the_function_makes():
    def wider(layer):
        new = layers.Dense(5, name="wider") if isinstance(layer, layers.Dense) else None
        return new or type(layer).from_config(layer.get_config())

    with tf.Graph().as_default():
        model = _model()
        assert tf.keras.models.clone_model(model, clone_function=wider).output_shape == (None, 5, 1)
        same = tf.keras.models.clone_model(model, clone_function=lambda layer: layer)
        assert same.weights[0] is model.weights[0]
        on_data = tf.keras.models.clone_model(model, input_tensors=tf.zeros([4, 3]))
        assert on_data.output_shape == (4, 2, 1) and on_data.weights[0] is not model.weights[0]


def test_a_clone_has_the_losses_and_metrics_that_were_added_to_the_model():
    with tf.Graph().as_default():
        inputs = tf.keras.Input((2,))
        outputs = layers.Dense(2)(inputs)
        model = tf.keras.Model(inputs, outputs)
        model.add_loss(tf.reduce_mean(outputs) * 3.0)
        model.add_metric(tf.reduce_sum(outputs), name="total", aggregation="mean")
        clone = tf.keras.models.clone_model(model)
        clone.set_weights(model.get_weights())
        data = np.arange(8.0).reshape(4, 2)
        for each in (model, clone):
            each.compile("sgd", "mse")
        np.testing.assert_allclose(
            clone.evaluate(data, data, verbose=0), model.evaluate(data, data, verbose=0), rtol=1e-6
        )


def test_filters_of_theano_are_rotated_when_they_are_loaded(tmp_path):
    h5py = pytest.importorskip("h5py")
    with tf.Graph().as_default():
        model = tf.keras.Sequential([layers.Conv2D(filters=1, kernel_size=2, input_shape=(3, 3, 1), use_bias=False)])
        path = str(tmp_path / "weights.h5")
        model.save_weights(path)
        with h5py.File(path, "r+") as file:
            file.attrs["backend"] = np.bytes_(b"theano")
        before = model.get_weights()[0]
        model.load_weights(path)
        np.testing.assert_allclose(model.get_weights()[0], before[::-1, ::-1])


def test_layers_that_lead_to_arguments_of_a_call_are_part_of_the_model():
    class Add(tf.keras.layers.Layer):
        def call(self, x, y, scale=1.0):
            return x + scale * y

    inputs = tf.keras.Input((3,))
    hidden = tf.keras.layers.Dense(3, kernel_initializer="ones", name="hidden")(inputs)
    model = tf.keras.Model(inputs, Add(name="add")(inputs, hidden * 0.5, scale=4.0))
    assert [layer.name for layer in model.layers[1:]] == ["hidden", "tf_op_layer_mul", "add"]
    config = model.get_config()
    arguments = config["layers"][3]["inbound_nodes"][0][0][3]
    assert arguments == {"y": ["tf_op_layer_mul", 0, 0], "scale": 4.0}  # as TensorFlow 1.15 writes it
    model.compile(tf.keras.optimizers.SGD(0.001), "mse")
    x = np.arange(6).reshape(2, 3) / 5
    model.train_on_batch(x, x)
    assert not np.allclose(model.get_weights()[0], 1)
    again = tf.keras.Model.from_config(config, custom_objects={"Add": Add})
    for copy in (again, tf.keras.models.clone_model(model)):
        copy.set_weights(model.get_weights())
        assert np.allclose(copy.predict(x), model.predict(x))
