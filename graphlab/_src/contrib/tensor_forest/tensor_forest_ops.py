"""Strings as numbers, and sums into single elements of a variable."""

import numpy as np

from graphlab._src.ops.define import no_outputs, op, same_as_input, undefined_gradient

_MULTIPLIER = 0xC6A4A7935BD1E995
_SEED = 0xC70F6907
_MASK = (1 << 64) - 1


def _mixed(value):
    return value ^ value >> 47


def _hash(text):
    """The hash of bytes in C++'s standard library: MurmurHash64A (Appleby)."""
    found = _SEED ^ (len(text) * _MULTIPLIER & _MASK)
    for begin in range(0, len(text), 8):
        part = int.from_bytes(text[begin : begin + 8], "little")
        if len(text) - begin >= 8:
            part = _mixed(part * _MULTIPLIER & _MASK) * _MULTIPLIER & _MASK
        found = (found ^ part) * _MULTIPLIER & _MASK
    return _mixed(_mixed(found) * _MULTIPLIER & _MASK)


@op(
    "ReinterpretStringToFloat",
    "input_data: string -> output_data: float",
    infer=same_as_input(0),
    host=True,
    grad=undefined_gradient,
)
def reinterpret_string_to_float(input_data):
    """A number for each string, the same for equal ones: its hash."""
    hashes = [np.float32(np.uint64(_hash(text))) for text in input_data.reshape(-1).tolist()]
    return np.asarray(hashes, np.float32).reshape(input_data.shape)


@op(
    "ScatterAddNdim",
    "input: Ref(float), indices: int32, deltas: float ->",
    infer=no_outputs,
    updates=("input",),
    host=True,
    grad=undefined_gradient,
)
def scatter_add_ndim(input, indices, deltas):
    """Adds numbers to elements of a variable, or slices to its slices; where indices repeat, all of them.

    indices: [n, k], the first k indices of each element.  deltas: [n, …].
    """
    places = indices.T
    sizes = np.asarray(input.shape[: len(places)])[:, None]
    if places.size and ((places < 0) | (places >= sizes)).any():
        bad = indices[((places < 0) | (places >= sizes)).any(axis=0)][0].tolist()
        raise ValueError(f"indices {bad} are out of bounds: the shape is {list(input.shape)}")
    result = np.array(input)
    np.add.at(result, tuple(places), deltas)
    return (result,)
