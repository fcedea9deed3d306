"""Known networks have TensorFlow's layers, names and sizes; their weights come from files on this machine."""

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
