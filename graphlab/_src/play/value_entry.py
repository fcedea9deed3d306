"""A value as the diagram shows it at a node: a number, a line or bars, a small thumbnail."""

import math

import jax
import numpy as np

from graphlab._src.viz.columns import as_text
from graphlab._src.viz.step_messages import short
from graphlab._src.viz.thumbnail import thumbnail
from graphlab._src.viz.value_summary import summarize

_MOST_POINTS = 200  # of a line
_LARGEST = 64  # pixels of the longer side of a thumbnail: twice what it has in the diagram
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
        "about": str(found),
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
    image = thumbnail(array if shape is None else array.reshape(shape), _LARGEST, _LEAST)
    return known if image is None else known | {"image": as_text(image)}


def as_array(value):
    """A value of JAX's on the host; any other as it is."""
    return np.asarray(value) if isinstance(value, jax.Array) else value


def points(numbers):
    """Numbers with four digits, some of very many, None for what is no number."""
    numbers = np.asarray(numbers)
    every = -(-len(numbers) // _MOST_POINTS)
    texts = (f"{float(number):.4g}" for number in numbers[::every])
    return [float(text) if math.isfinite(float(text)) else None for text in texts]


def _numbers(value):
    """An array that NumPy can compute with."""
    array = np.asarray(value)
    if array.dtype.kind == "V":  # a type that only JAX knows, like bfloat16
        array = array.astype(np.float32 if "float" in str(array.dtype) else np.int32)
    return np.abs(array) if array.dtype.kind == "c" else array
