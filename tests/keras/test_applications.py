"""Known networks have TensorFlow's layers, names and sizes; their weights come from files on this machine."""

import hashlib
import json

import numpy as np
import pytest

import graphlab as tf

applications = tf.keras.applications


@pytest.mark.slow
def test_networks_are_built_as_in_tensorflow():
    model = applications.MobileNetV2(input_shape=(96, 96, 3), alpha=0.35, classes=7, weights=None)
    assert model.name == "mobilenetv2_0.35_96"
    assert (model.count_params(), len(model.layers), model.output_shape) == (419175, 157, (None, 7))
    assert [w.name for w in model.weights[:2]] == ["Conv1/kernel:0", "bn_Conv1/gamma:0"]
    tf.keras.backend.clear_session()
    model = applications.VGG16(include_top=False, weights=None)
    assert (model.count_params(), model.output_shape) == (14714688, (None, None, None, 512))


def test_weights_that_are_not_here_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="vgg16_weights_tf_dim_ordering_tf_kernels_notop.h5"):
        applications.VGG16(include_top=False, input_shape=(32, 32, 3))
    with pytest.raises(ValueError, match="path to the weights file"):
        applications.VGG16(weights="nowhere.h5")


def test_images_as_networks_consume_them():
    image = np.arange(12.0, dtype="float32").reshape(1, 2, 2, 3)
    utils = applications.imagenet_utils
    np.testing.assert_allclose(utils.preprocess_input(image, mode="tf").max(), 11 / 127.5 - 1)
    np.testing.assert_allclose(utils.preprocess_input(image)[0, 0, 0], [2 - 103.939, 1 - 116.779, -123.68], rtol=1e-6)


def digest(model):
    """Of the layers of a model, their configs, shapes and inputs, and of the names and shapes of its weights."""
    rows = []
    for layer in model.layers:
        config = {key: value for key, value in layer.get_config().items() if key not in ("function", "module")}
        inputs = layer._inbound_nodes[0].inbound_layers if layer._inbound_nodes else []
        inputs = inputs if isinstance(inputs, list) else [inputs]
        names = [] if isinstance(layer, tf.keras.layers.InputLayer) else [one.name for one in inputs]
        rows.append([layer.name, type(layer).__name__, config, str(layer.output_shape), names])
    weights = [(weight.name, str(weight.shape)) for weight in model.weights]
    text = json.dumps([rows, weights], sort_keys=True)
    return len(rows), len(weights), hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sizes", "arguments", "expected"),
    [
        ("InceptionResNetV2", (80, 90, 4), {"classes": 7}, (782, 898, "e4ab1ae32b677b8f")),
        ("NASNetMobile", (65, 100, 1), {"include_top": False, "pooling": "max"}, (770, 1124, "9e533e65b21833d6")),
        ("NASNetLarge", (32, 32, 3), {"include_top": False, "pooling": "avg"}, (1040, 1544, "ba3da628ef94fa0e")),
    ],
)
def test_layers_and_weights_are_those_of_tensorflow(name, sizes, arguments, expected):
    tf.keras.backend.clear_session()
    assert digest(getattr(applications, name)(weights=None, input_shape=sizes, **arguments)) == expected


def test_nasnet_needs_its_size():
    with pytest.raises(ValueError, match="at least 32x32"):
        applications.NASNetMobile(weights=None, input_shape=(31, 80, 3))
    with pytest.raises(ValueError, match="specify a static `input_shape`"):
        applications.NASNetMobile(weights=None, include_top=False, input_shape=(None, None, 3))
    with pytest.raises(ValueError, match=r"`input_shape` should be \(331, 331, 3\)"):
        applications.NASNetLarge(include_top=False, input_shape=(80, 80, 3))
    with pytest.raises(ValueError, match="at least 75x75"):
        applications.InceptionResNetV2(weights=None, input_shape=(74, 80, 3))
