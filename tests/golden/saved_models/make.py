"""Makes SavedModels with TensorFlow: NAME.zip beside this file, each a folder `model` and `values.npz`.

values.npz: the inputs of the signature serving_default under input/NAME, its outputs under output/NAME.

    scratch/bin/python tests/golden/saved_models/make.py keras estimator       # TensorFlow 1.15.0
    scratch2/bin/python tests/golden/saved_models/make.py lstm module          # TensorFlow 2.21.0
"""

import pathlib
import shutil
import sys
import tempfile
from typing import Any

import numpy as np
import tensorflow

tf: Any = tensorflow
random = np.random.RandomState(3)


def keras(folder):
    """A convolutional net of tf.keras, saved by tf.saved_model.save: functions, and variables by object."""
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(2, 3, activation="relu", input_shape=(6, 6, 1)),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.5),
            layers.Dense(3, activation="softmax"),
        ]
    )
    model.compile("adam", "categorical_crossentropy")
    images = random.randn(3, 6, 6, 1).astype("float32")
    model.fit(images, np.eye(3), verbose=0)
    tf.saved_model.save(model, folder)
    return {"conv2d_input": images}, {"dense": model.predict(images)}


def estimator(folder):
    """A linear classifier of tf.estimator, exported to take serialized Examples: tables, and a parser."""
    words = tf.feature_column.categorical_column_with_vocabulary_list("word", ["x", "y"])
    columns = [tf.feature_column.numeric_column("number", shape=[2]), tf.feature_column.indicator_column(words)]
    with tempfile.TemporaryDirectory() as trained:
        model = tf.estimator.DNNClassifier([3], columns, trained, n_classes=3)
        features = {"number": random.randn(4, 2).astype("float32"), "word": np.array(["x", "y", "z", "x"])}
        inputs = tf.compat.v1.estimator.inputs.numpy_input_fn(
            features, np.array([0, 1, 2, 0]), batch_size=4, num_epochs=None, shuffle=False
        )
        model.train(inputs, steps=2)
        spec = tf.feature_column.make_parse_example_spec(columns)
        receiver = tf.estimator.export.build_parsing_serving_input_receiver_fn(spec)
        shutil.move(model.export_saved_model(trained, receiver).decode(), folder)
    examples = []
    for number, word in zip(features["number"], features["word"]):
        example = tf.train.Example()
        example.features.feature["number"].float_list.value.extend(number)
        example.features.feature["word"].bytes_list.value.append(word.encode())
        examples.append(example.SerializeToString())
    outputs = tf.contrib.predictor.from_saved_model(folder)({"inputs": examples})
    return {"inputs": np.array(examples)}, outputs


def lstm(folder):
    """A recurrent net of Keras 3, exported: a While with lists of tensors."""
    layers = tf.keras.layers
    model = tf.keras.Sequential([tf.keras.Input((4, 3)), layers.LSTM(2), layers.Dense(2)])
    sequences = random.randn(2, 4, 3).astype("float32")
    outputs = model.predict(sequences, verbose=0)
    model.export(folder, verbose=False)
    return {"": sequences}, {"output_0": outputs}


class Module(tf.Module):
    """A variable, a branch and a loop, each decided by what comes in."""

    def __init__(self):
        super().__init__()
        self.weights = tf.Variable(np.arange(6, dtype="float32").reshape(3, 2))

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")])
    def __call__(self, x):
        y = tf.matmul(x, self.weights)
        if tf.reduce_sum(y) > 0:
            y = y * 2
        while tf.reduce_max(y) < 100:
            y = y * 1.5 + 1
        return {"y": y}


def module(folder):
    """A tf.Module of TensorFlow 2."""
    model = Module()
    x = random.randn(2, 3).astype("float32")
    outputs = {name: value.numpy() for name, value in model(x).items()}
    tf.saved_model.save(model, folder, signatures=model.__call__)
    return {"x": x}, outputs


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as root:
            inputs, outputs = globals()[name](f"{root}/model")
            values = {f"input/{key}": value for key, value in inputs.items()}
            values.update({f"output/{key}": value for key, value in outputs.items()})
            arrays = {key: np.asarray(value) for key, value in values.items()}
            plain = {key: value.astype("S") if value.dtype == object else value for key, value in arrays.items()}
            save: Any = np.savez
            save(f"{root}/values.npz", **plain)
            shutil.make_archive(str(pathlib.Path(__file__).with_name(name)), "zip", root)
