"""A value as the diagram shows it at a node: a number, a line or bars, a small thumbnail."""

import math

import jax
import numpy as np

from graphlab._src.viz.columns import as_text
from graphlab._src.viz.step_messages import short
from graphlab._src.viz.thumbnail import thumbnail
from graphlab._src.viz.value_summary import shape_text, summarize

_MOST_POINTS = 200  # of a line
_LARGEST = 40  # pixels of the longer side of a thumbnail: about twice what it has in the diagram
_SIDE = 8  # rows and columns of an image in colours
_LEAST = 2  # rows and columns of a matrix that has a thumbnail


def entry(tensor, value, history=None, shape=None):
    """The plain data of one tensor's value.

    history: the numbers that it was in the runs before and in this one.  shape: that of the image which it is, row by row.
    """
    value = as_array(value)
    found = summarize(value, brief=True)
    known = {
        "op": tensor.op.id,
        "output": tensor.value_index,
        "text": short(found),
        "about": _described(found),
        "health": "ok" if found.count == 1 and found.health == "zero" else found.health,
    }
    if history is not None:
        return known | {"points": points(history), "history": True}
    if found.min is None or found.count == 1:  # there is nothing to draw
        return known
    array = _numbers(value)
    vector = array.reshape(-1) if shape is None and max(array.shape) == array.size else None
    if vector is not None:
        return known | {"points": points(vector)}
    image = thumbnail(plane(array) if shape is None else array.reshape(shape), _LARGEST, _LEAST)
    return known if image is None else known | {"image": as_text(image)}


def _described(summary):
    """A Summary in a line; of a few numbers all."""
    if 1 < summary.count <= len(summary.first):
        return f"{summary.dtype} {shape_text(summary.shape)}  {', '.join(summary.first)}"
    return str(summary)


def plane(array):
    """The array, or of a batch of sequences [batch, time, size] the first; of colours it is an image."""
    if array.ndim != 3 or (array.shape[2] in (1, 3, 4) and min(array.shape[:2]) >= _SIDE):
        return array
    return array[:, 0] if array.shape[1] == 1 else array[0]


def is_same(value, other):
    """True where two values are equal in every bit: their entries are equal too."""
    if not isinstance(value, (np.ndarray, np.generic)) or not isinstance(other, (np.ndarray, np.generic)):
        return False
    same = value.dtype == other.dtype and value.shape == other.shape and value.dtype.kind != "O"
    return same and value.tobytes() == other.tobytes()


def as_array(value):
    """A value of JAX's on the host; any other as it is."""
    return np.asarray(value) if isinstance(value, jax.Array) else value


def points(numbers):
    """Numbers with four digits, some of very many, None for what is no number."""
    array = np.asarray(numbers, np.float64)
    every = -(-len(array) // _MOST_POINTS)
    return [float(f"{number:.4g}") if math.isfinite(number) else None for number in array[::every].tolist()]


def _numbers(value):
    """An array that NumPy can compute with."""
    array = np.asarray(value)
    if array.dtype.kind == "V":  # a type that only JAX knows, like bfloat16
        array = array.astype(np.float32 if "float" in str(array.dtype) else np.int32)
    return np.abs(array) if array.dtype.kind == "c" else array
