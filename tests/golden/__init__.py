"""What TensorFlow 1.15 made of tests/programs: the graph as text, and the values that each run fetched."""

import functools
import importlib
import pathlib

import numpy as np

from graphlab._src.proto import GraphDef, text_format

HERE = pathlib.Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.pbtxt"))


def program(name):
    """The module in tests/programs."""
    return importlib.import_module(f"tests.programs.{name}")


@functools.cache
def graph_def(name):
    """TensorFlow's GraphDef, which no test changes; each node's `_output_shapes` says what it inferred."""
    return text_format.Parse((HERE / f"{name}.pbtxt").read_text(), GraphDef())


def values(name):
    """TensorFlow's results by "number of the run/name": only tensors, for an operation fetches nothing."""
    with np.load(HERE / f"{name}.npz") as file:
        return dict(file)
