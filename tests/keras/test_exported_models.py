"""tf.keras.experimental.export_saved_model and load_from_saved_model, with TensorFlow 1.15's values and names."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.saved_model.loader import get_train_op

EXAMPLES = {"in": np.eye(3), "a_target": np.ones((3, 1)), "b_target": np.ones((3, 2))}
PREDICTED = [1.47042, 0.83995]  # by TensorFlow after two steps
OPTIMIZERS = {"keras": lambda: tf.keras.optimizers.Adam(0.1), "train": lambda: tf.train.AdamOptimizer(0.1)}


def trained(optimizer):
    given = tf.keras.Input((3,), name="in")
    hidden = tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(0.3), name="h")(given)
    a = tf.keras.layers.Dense(1, kernel_initializer="ones", name="a")(hidden)
    b = tf.keras.layers.Dense(2, "sigmoid", kernel_initializer="ones", name="b")(hidden)
    model = tf.keras.Model(given, [a, b])
    model.compile(optimizer, {"a": "mse", "b": "binary_crossentropy"}, metrics={"a": ["mae"]})
    for _ in range(2):
        model.train_on_batch(EXAMPLES["in"], [EXAMPLES["a_target"], EXAMPLES["b_target"]])
    return model


@pytest.mark.parametrize("kind", OPTIMIZERS)
def test_a_model_is_exported_with_its_training(tmp_path, kind):
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session():
        tf.keras.experimental.export_saved_model(trained(OPTIMIZERS[kind]()), path)
    with tf.Graph().as_default(), tf.Session():
        loaded = tf.keras.experimental.load_from_saved_model(path)
        np.testing.assert_allclose([part[0, 0] for part in loaded.predict(EXAMPLES["in"])], PREDICTED, atol=1e-4)
    found = {}
    for tag in ("train", "eval", "serve"):
        with tf.Graph().as_default(), tf.Session() as sess:
            message = tf.saved_model.loader.load(sess, [tag], path)
            signature = message.signature_def["serving_default" if tag == "serve" else tag]
            feeds = {info.name: EXAMPLES[name] for name, info in signature.inputs.items()}
            outputs = {name: info.name for name, info in signature.outputs.items()}
            for _ in range(3 if tag == "train" else 0):
                sess.run(get_train_op(message), feeds)
            if tag != "serve":
                sess.run(outputs["metrics/a_mean_absolute_error/update_op"], feeds)
            found[tag] = sess.run({name: outputs[name] for name in outputs if "update" not in name}, feeds)
    # TensorFlow's: the third to fifth step go on with the slots of the optimizer
    assert set(found["serve"]) == {"a", "b"}
    assert set(found["eval"]) == {"loss", "metrics/a_mean_absolute_error/value", "predictions/a", "predictions/b"}
    np.testing.assert_allclose([found["serve"]["a"][0, 0], found["serve"]["b"][0, 0]], PREDICTED, atol=1e-4)
    np.testing.assert_allclose(found["eval"]["loss"], 0.39572, atol=1e-4)
    np.testing.assert_allclose(found["train"]["loss"], 0.13577, atol=1e-4)
    np.testing.assert_allclose(found["train"]["metrics/a_mean_absolute_error/value"], 0.08214, atol=1e-4)


def test_the_weights_are_under_the_names_of_a_checkpoint_of_the_model(tmp_path):
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session():
        tf.contrib.saved_model.save_keras_model(trained(OPTIMIZERS["train"]()), path)
    names = {
        name.replace("/.ATTRIBUTES/VARIABLE_VALUE", "")
        for name, _ in tf.train.list_variables(f"{path}/variables/variables")
    }
    assert {"_CHECKPOINTABLE_OBJECT_GRAPH", "layer_with_weights-0/kernel", "optimizer/global_step"} < names
    assert {
        "optimizer/optimizer/beta1_power",
        "layer_with_weights-2/bias/.OPTIMIZER_SLOT/optimizer/optimizer/m",
    } < names


def test_an_input_signature_takes_the_place_of_the_inputs(tmp_path):
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session():
        model = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones", input_shape=(3,))])
        spec = tf.TensorSpec([4, 3], tf.float32, "given")
        tf.keras.experimental.export_saved_model(model, path, input_signature=[spec], as_text=True)
    with tf.Graph().as_default(), tf.Session() as sess:
        message = tf.saved_model.loader.load(sess, ["serve"], path)
        (info,) = message.signature_def["serving_default"].inputs.values()
        assert info.name == "given:0" and [one.size for one in info.tensor_shape.dim] == [4, 3]
        assert tf.train.list_variables(f"{path}/variables/variables")[1][0].startswith("layer_with_weights-0/bias")


def test_models_without_known_layers_are_refused(tmp_path):
    export, path = tf.keras.experimental.export_saved_model, str(tmp_path / "model")
    with (
        tf.Graph().as_default(),
        pytest.raises(ValueError, match="Weights for sequential model have not yet been created"),
    ):
        export(tf.keras.Sequential([tf.keras.layers.Dense(2)]), path)
    with tf.Graph().as_default(), pytest.raises(NotImplementedError, match="Subclassed models"):
        export(type("Own", (tf.keras.Model,), {})(), path)
