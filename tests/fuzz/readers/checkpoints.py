"""Checkpoints: index and data, those of version 1, and the state that says which is the latest."""

import os
import pathlib
import tempfile

import numpy as np

import graphlab as tf
from graphlab._src.io.checkpoint.bundle_writer import write_bundle
from graphlab._src.proto import text_format
from graphlab._src.proto.checkpoints import BundleEntryProto, CheckpointState, SavedTensorSlices
from tests.fuzz.mutations import either, spoil_bytes, tables, text_messages
from tests.fuzz.readers.reader import TESTS, Reader

TENSORS = [
    (b"numbers", "", np.arange(6, dtype=np.float32).reshape(2, 3)),
    (b"part", "4 2 0,2:-", np.ones((2, 2), np.int64)),
    (b"part", "4 2 2,2:-", np.zeros((2, 2), np.int64)),
    (b"words", "", np.array([b"one", b"", b"three"], object)),
]


def checkpoint(folder):
    """Writes a checkpoint; returns the paths of its index and data."""
    write_bundle(str(folder / "m"), TENSORS)
    return folder / "m.index", folder / "m.data-00000-of-00001"


def files():
    """What the index and data of that checkpoint hold."""
    with tempfile.TemporaryDirectory() as folder:
        return [path.read_bytes() for path in checkpoint(pathlib.Path(folder))]


def put(folder, index=None, data=None):
    sound = files_of_checkpoint()
    (folder / "m.index").write_bytes(sound[0] if index is None else index)
    (folder / "m.data-00000-of-00001").write_bytes(sound[1] if data is None else data)


_sound = []


def files_of_checkpoint():
    if not _sound:
        _sound.extend(files())
    return _sound


def _read_all(prefix):
    reader = tf.train.NewCheckpointReader(str(prefix))
    reader.debug_string()
    for name in reader.get_variable_to_shape_map():
        try:
            reader.get_tensor(name)
        except tf.errors.OpError:
            continue


def read_index(content, folder):
    put(folder, index=content)
    _read_all(folder / "m")


def read_data(content, folder):
    put(folder, data=content)
    _read_all(folder / "m")


def read_v1(content, folder):
    (folder / "old").write_bytes(content)
    _read_all(folder / "old")


def read_state(content, folder):
    (folder / "checkpoint").write_bytes(content)
    put(folder)
    state = tf.train.get_checkpoint_state(str(folder))
    if state is not None:
        tf.train.latest_checkpoint(str(folder))
        for path in (state.model_checkpoint_path, *state.all_model_checkpoint_paths):
            inside = pathlib.Path(os.path.normpath(path)).is_relative_to(folder)
            assert inside or path.encode() in content or b"\\" in content, path  # a whole path is what was said


NAMES = ("index", "data", "v1", "state")


def readers():
    index, data = files_of_checkpoint()
    old = (TESTS / "io" / "checkpoints" / "v1").read_bytes()
    others = [(TESTS / "io" / "checkpoints" / "v2.index").read_bytes()]
    state = CheckpointState(model_checkpoint_path="m", all_model_checkpoint_paths=["m", "../m"])
    return {
        "index": Reader([index, *others], tables(BundleEntryProto), read_index),
        "data": Reader([data], spoil_bytes, read_data),
        "v1": Reader([old], tables(SavedTensorSlices), read_v1),
        "state": Reader(
            [text_format.MessageToString(state).encode()],
            either(spoil_bytes, text_messages(CheckpointState)),
            read_state,
        ),
    }
