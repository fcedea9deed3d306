"""Models in HDF5 files: all of a model comes back, and its training goes on."""

import json

import numpy as np
import pytest

import graphlab as tf

h5py = pytest.importorskip("h5py", reason="Keras' files are HDF5")
layers = tf.keras.layers
RANDOM = np.random.RandomState(0)
X = RANDOM.randn(8, 5, 3).astype("float32")
Y = RANDOM.randn(8, 1).astype("float32")


@pytest.fixture(autouse=True)
def fresh():
    tf.keras.backend.clear_session()
    yield
    tf.keras.backend.clear_session()


def distance(target, found):
    return tf.keras.backend.mean(tf.abs(target - found))


@pytest.mark.slow
def test_a_saved_model_goes_on_where_it_was(tmp_path):
    inner = tf.keras.Sequential([layers.Conv1D(2, 2, input_shape=(5, 3)), layers.BatchNormalization()], name="inner")
    inputs = tf.keras.Input((5, 3))
    outputs = layers.Dense(1)(layers.Flatten()(inner(inputs)))
    model = tf.keras.Model(inputs, outputs)
    model.compile(tf.keras.optimizers.Adam(0.01), distance)
    model.fit(X, Y, epochs=2, verbose=0)
    model.save(tmp_path / "model.h5")
    before, loss = model.predict(X), model.train_on_batch(X, Y)
    after = model.train_on_batch(X, Y)
    with h5py.File(tmp_path / "model.h5", "r") as file:
        assert list(file["model_weights/inner/conv1d"]) == ["bias:0", "kernel:0"]
        assert file["optimizer_weights"].attrs["weight_names"][0] == b"training/Adam/iter:0"
    tf.keras.backend.clear_session()
    again = tf.keras.models.load_model(str(tmp_path / "model.h5"), custom_objects={"distance": distance})
    np.testing.assert_allclose(again.predict(X), before, rtol=1e-5)
    np.testing.assert_allclose([again.train_on_batch(X, Y), again.train_on_batch(X, Y)], [loss, after], rtol=1e-5)


def test_a_long_description_of_a_model_is_saved(tmp_path):
    biases = layers.Dense(6000, bias_initializer=tf.keras.initializers.Constant([1.0 / 3.0] * 6000), input_shape=(1,))
    tf.keras.Sequential([biases]).save(tmp_path / "model.h5")
    with h5py.File(tmp_path / "model.h5", "r") as file:
        described = file.attrs["model_config"]
        assert len(described) > 100_000  # more than an attribute of a fixed length may have: 64 KiB
        kinds = [h5py.check_string_dtype(file.attrs.get_id(key).dtype) for key in ("model_config", "backend")]
        assert kinds == [("ascii", None), ("utf-8", None)]  # TensorFlow's, of a variable length
    tf.keras.backend.clear_session()
    again = tf.keras.models.load_model(str(tmp_path / "model.h5"))
    assert again.layers[0].get_config()["bias_initializer"]["config"]["value"] == [1.0 / 3.0] * 6000


@pytest.mark.slow
def test_weights_are_found_by_name(tmp_path):
    first = tf.keras.Sequential([layers.Dense(2, input_shape=(3,), name="same"), layers.Dense(1, name="other")])
    first.save_weights(str(tmp_path / "weights.h5"))
    second = tf.keras.Sequential([layers.Dense(2, input_shape=(3,), name="same"), layers.Dense(4, name="new")])
    second.load_weights(str(tmp_path / "weights.h5"), by_name=True)
    np.testing.assert_array_equal(second.layers[0].get_weights()[0], first.layers[0].get_weights()[0])
    with pytest.raises(ValueError, match="has shape"):
        second.load_weights(str(tmp_path / "weights.h5"))


@pytest.mark.slow
def test_weights_of_cudnn_fit_the_layers_without(tmp_path):
    ours = tf.keras.Sequential([layers.CuDNNLSTM(4, input_shape=(5, 3)), layers.Dense(1)])
    ours.save_weights(str(tmp_path / "cudnn.h5"))
    plain = tf.keras.Sequential([layers.LSTM(4, recurrent_activation="sigmoid", input_shape=(5, 3)), layers.Dense(1)])
    plain.load_weights(str(tmp_path / "cudnn.h5"))
    np.testing.assert_allclose(plain.predict(X), ours.predict(X), rtol=1e-4, atol=1e-6)


def test_a_sequential_that_was_built_for_its_data_is_made_again(tmp_path):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(X[:, 0], X[:, 0, :1], verbose=0)
    model.save(str(tmp_path / "model.h5"))
    copy = tf.keras.models.load_model(str(tmp_path / "model.h5"))
    np.testing.assert_array_equal(copy.predict(X[:, 0]), model.predict(X[:, 0]))
    assert copy.get_config()["build_input_shape"] == (None, 3)


@pytest.mark.parametrize("config", ['"x"', "[]", "null"])
def test_a_layer_without_a_config_is_refused(config):
    text = '{"class_name": "Sequential", "config": {"name": "s", "layers": [{"class_name": "LSTM", "config": %s}]}}'
    with pytest.raises(ValueError, match="Improper config format"):
        tf.keras.models.model_from_json(text % config)


def doubled(x, by=2.0):
    return x * by


def test_functions_in_lambda_layers_are_saved(tmp_path):
    """The numbers are TensorFlow 1.15's."""
    layers, scale = tf.keras.layers, 3.0
    model = tf.keras.Sequential(
        [
            layers.Lambda(lambda z: tf.tanh(z) * scale, input_shape=(3,), name="scaled"),
            layers.Lambda(doubled, arguments={"by": 3.0}, output_shape=lambda shape: shape),
            layers.Lambda(tf.reduce_sum, arguments={"axis": 1}),
        ]
    )
    config = model.layers[0].get_config()
    assert (config["function_type"], config["module"], config["function"][1:]) == ("lambda", __name__, (None, (3.0,)))
    model.save(str(tmp_path / "model.h5"))
    copies = [tf.keras.models.load_model(str(tmp_path / "model.h5")), tf.keras.models.model_from_json(model.to_json())]
    for copy in copies:
        np.testing.assert_allclose(copy.predict(np.ones((1, 3))), [20.563046], rtol=1e-6)


def test_byte_code_of_others_does_not_run(monkeypatch):
    config = tf.keras.layers.Lambda(lambda z: z + 1.0, name="plus").get_config()
    monkeypatch.setattr("graphlab._src.keras.layers.function_code._key", lambda: b"another user's")
    with pytest.raises(ValueError, match=r"custom_objects=\{'plus': function\}"):
        tf.keras.layers.Lambda.from_config(config)
    with tf.keras.utils.custom_object_scope({"plus": doubled}):
        assert tf.keras.layers.Lambda.from_config(config).function is doubled


def test_byte_code_does_not_run_with_other_names_or_values():
    """A file could otherwise choose which `system` the code of an honest layer calls, and with what."""
    by = np.float32(2.0)
    layer = tf.keras.layers.Lambda(lambda z, plus=1.0: z * by + plus, name="changed")
    config = json.loads(json.dumps(layer.get_config(), default=lambda value: value.item()))
    tf.keras.layers.Lambda.from_config(config)
    code, defaults, closure = config["function"]
    for change in ({"module": "os"}, {"function": [code, [5.0], closure]}, {"function": [code, defaults, [5.0]]}):
        with pytest.raises(ValueError, match="is byte code that this user has not saved"):
            tf.keras.layers.Lambda.from_config({**config, **change})


def test_variables_that_a_lambda_makes_are_its_own():
    layer = tf.keras.layers.Lambda(lambda z: z * tf.Variable(2.0, name="by"))
    x = tf.keras.Input((2,))
    model = tf.keras.Model(x, layer(layer(x)))
    assert [len(model.trainable_weights), *model.predict(np.ones((1, 2))).ravel()] == [1, 4.0, 4.0]


def test_loss_objects_are_saved_with_a_model(tmp_path):
    model = tf.keras.Sequential([layers.Dense(1, input_shape=(3,))])
    for loss in (tf.keras.losses.Huber(0.5), {"dense": tf.keras.losses.Huber(0.5)}, [tf.keras.losses.Huber(0.5)]):
        model.compile("sgd", loss, metrics=[tf.keras.metrics.RootMeanSquaredError()])
        model.save(str(tmp_path / "model.h5"))
        again = tf.keras.models.load_model(str(tmp_path / "model.h5"))
        x, y = np.ones((2, 3)), np.full((2, 1), 9.0)
        np.testing.assert_allclose(again.test_on_batch(x, y), model.test_on_batch(x, y), rtol=1e-6)


@pytest.mark.parametrize("version", ["V1", "V2"])
def test_former_names_of_layers_are_read(version):
    config = {"class_name": f"BatchNormalization{version}", "config": {"momentum": 0.9}}
    layer = tf.keras.layers.deserialize(config)
    (read,) = tf.keras.Sequential.from_config({"name": "s", "layers": [config]}).layers
    assert type(layer) is type(read) is tf.keras.layers.BatchNormalization and read.momentum == 0.9
