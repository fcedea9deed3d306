"""Images, sounds, arrays, notebooks, Keras' weights."""

import contextlib
import io
import struct

import h5py
import nbformat
import numpy as np
from nbformat import v4
from PIL import Image

import graphlab as tf
from graphlab._src.cli.feed_values import feed_values
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.compat import notebooks
from graphlab._src.compat.no_program import NoProgramError
from graphlab._src.keras.engine import hdf5
from tests.fuzz.mutations import either, json_texts, pngs, spoil_bytes
from tests.fuzz.readers.commands import run_command
from tests.fuzz.readers.reader import Reader
from tests.fuzz.readers.records import runner


def _images(*kinds):
    noise = np.random.RandomState(0).randint(0, 255, (9, 7, 3), np.uint8)
    found = []
    for kind in kinds:
        for mode in ("RGB", "L") if kind == "JPEG" else ("RGB", "L", "P"):
            file = io.BytesIO()
            Image.fromarray(noise).convert(mode).save(file, kind)
            found.append(file.getvalue())
    return found


def _wav():
    samples = np.arange(20, dtype="<i2").tobytes()
    header = struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + 40, b"WAVE", b"fmt ", 16, 1, 1, 8000, 16000, 2, 16, b"data", 40
    )
    return header + samples


def _npy():
    file = io.BytesIO()
    np.save(file, np.arange(6.0).reshape(2, 3))
    return file.getvalue()


def feed_array(content, folder):
    (folder / "a.npy").write_bytes(content)
    (folder / "g.pb").write_bytes(b"")
    run_command("import", folder / "g.pb", "--feed", f"x={folder / 'a.npy'}")
    with contextlib.suppress(UnreadableError):
        feed_values([f"x={folder / 'a.npy'}"], None)


def _notebook():
    cells = [v4.new_code_cell("1 + 1", outputs=[v4.new_output("stream", text="2")]), v4.new_markdown_cell("text")]
    return nbformat.writes(v4.new_notebook(cells=cells)).encode()


def read_notebook(content, folder):
    (folder / "n.ipynb").write_bytes(content)
    with contextlib.suppress(NoProgramError):
        notebooks._read(nbformat, str(folder / "n.ipynb"))


def _weights():
    with h5py.File(io.BytesIO(), "w") as file:
        groups = {}
        for name in ("dense", "empty"):
            group = groups[name] = file.create_group(name)
            group.attrs["weight_names"] = [b"kernel:0"] if name == "dense" else []
        groups["dense"].create_dataset("kernel:0", data=np.ones((2, 3), np.float32))
        file.attrs["layer_names"] = [b"dense", b"empty"]
        file.flush()
        return file.id.get_file_image()


def read_weights(content, folder):
    (folder / "w.h5").write_bytes(content)
    with hdf5.opened(str(folder / "w.h5")) as file:
        for name in hdf5.read_names(file, "layer_names"):
            hdf5.read_variables(file[name])


def _model():
    with tf.Graph().as_default():
        layers = [tf.keras.layers.Dense(3, activation="relu", input_shape=(2,)), tf.keras.layers.Dropout(0.5)]
        return tf.keras.Sequential(layers).to_json().encode()


def read_model(content, _):
    with tf.Graph().as_default():
        tf.keras.models.model_from_json(content.decode())


NAMES = ("png", "image", "wav", "npy", "notebook", "hdf5", "model")


def readers():
    keys = ("cell_type", "outputs", "source", "metadata", "nbformat", "nbformat_minor", "cells", "output_type", "data")
    config = ("class_name", "config", "layers", "units", "name", "activation", "dtype", "batch_input_shape", "rate")
    return {
        "png": Reader(_images("PNG"), pngs, runner(tf.image.decode_image), spare=256 << 20),
        "image": Reader(_images("JPEG", "GIF", "BMP"), spoil_bytes, runner(tf.image.decode_image), spare=256 << 20),
        "wav": Reader([_wav()], spoil_bytes, runner(tf.audio.decode_wav)),
        "npy": Reader([_npy()], spoil_bytes, feed_array),
        "notebook": Reader([_notebook()], either(spoil_bytes, json_texts(keys=keys)), read_notebook, slow=True),
        "hdf5": Reader([_weights()], spoil_bytes, read_weights),
        "model": Reader([_model()], json_texts(("Dense", "Model", "relu", "LSTM"), config), read_model, slow=True),
    }
