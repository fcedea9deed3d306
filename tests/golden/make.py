"""Makes the goldens beside this file: runs every program in tests/programs with real TensorFlow 1.15.

python3.7 -m venv scratch && scratch/bin/pip install tensorflow-cpu==1.15.0 'protobuf<3.21' 'numpy<1.19'
scratch/bin/python tests/golden/make.py [program ...]
"""

import importlib
import pathlib
import sys

import numpy as np
import tensorflow as tf  # pyright: ignore[reportMissingImports]
from google.protobuf import text_format

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))


def values(session, runs):
    """What each run fetched, by 'number of the run/name'; operations fetch nothing."""
    fetched = {}
    for number, (names, feeds) in enumerate(runs):
        for name, value in zip(names, session.run(list(names), feeds)):
            if value is not None:
                fetched[f"{number}/{name}"] = plain(np.asarray(value))
    return fetched


def plain(array):
    """The same values in a dtype that every NumPy can load without pickling: bytes for strings."""
    return array.astype("S") if array.dtype == object else array


def make(name):
    program = importlib.import_module("programs." + name)
    tf.reset_default_graph()
    program.build(tf)
    graph = tf.get_default_graph()
    (HERE / (name + ".pbtxt")).write_text(text_format.MessageToString(graph.as_graph_def(add_shapes=True)))
    if program.RUNS:
        with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
            np.savez_compressed(str(HERE / (name + ".npz")), **values(session, program.RUNS))


if __name__ == "__main__":
    assert tf.__version__.startswith("1.15"), "the goldens are TensorFlow 1.15's"
    programs = sys.argv[1:] or sorted(path.stem for path in (HERE.parent / "programs").glob("[a-z]*.py"))
    for name in programs:
        print(name)
        make(name)
