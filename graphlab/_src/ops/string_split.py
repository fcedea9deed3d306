"""Split strings: the parts of a vector of strings as a sparse matrix."""

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import with_rank


def _sparse_matrix(op):
    with_rank(op.inputs[0].dims, 1, "tf.reshape(strings, [-1])")
    with_rank(op.inputs[1].dims, 0, "pass one separator")
    return [(None, 2), (None,), (2,)]


def _as_sparse(rows):
    """The indices, values and shape of a matrix with these rows, left-aligned."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    values = np.empty(len(places), object)
    values[:] = [part for row in rows for part in row]
    widest = max((len(row) for row in rows), default=0)
    return np.asarray(places, np.int64).reshape(-1, 2), values, np.asarray([len(rows), widest], np.int64)


_SPLIT = {"infer": _sparse_matrix, "host": True, "grad": no_gradient}


@op("StringSplit", "input: string, delimiter: string -> indices: int64, values: string, shape: int64", **_SPLIT)
def string_split_op(input, delimiter, *, skip_empty: bool = True):
    """The parts of each string between any of the delimiter's bytes; single bytes when it is empty."""
    if input.ndim != 1:
        raise ValueError(f"input must be a vector, got shape: {shapes.text(input.shape)}")
    if delimiter.ndim:
        raise ValueError(f"delimiter must be a scalar, got shape: {shapes.text(delimiter.shape)}")

    def parts(text):
        if not text or not delimiter[()]:  # no text has no parts, not an empty one
            return [text[i : i + 1] for i in range(len(text))]
        for other in delimiter[()][1:]:
            text = text.replace(bytes([other]), delimiter[()][:1])
        found = text.split(delimiter[()][:1])
        return [part for part in found if part] if skip_empty else found

    return _as_sparse([parts(text) for text in input])


@op("StringSplitV2", "input: string, sep: string -> indices: int64, values: string, shape: int64", **_SPLIT)
def _string_split_v2(input, sep, *, maxsplit: int = -1):
    """The parts of each string between separators, as Python's str.split returns them."""
    if input.ndim != 1:
        raise ValueError(f"input must be a vector, got shape: {shapes.text(input.shape)}")
    if sep.ndim:
        raise ValueError(f"sep must be a scalar, got shape: {shapes.text(sep.shape)}")

    def parts(text):
        if maxsplit == 0:
            return [text]
        if sep[()]:
            return text.split(sep[()], maxsplit)
        found = text.split(None, maxsplit)
        # Python drops what is left after the last split when that is only white space.
        return [*found, b""] if len(found) == maxsplit else found

    return _as_sparse([parts(text) for text in input])


def split_at_bytes(source, sep=None, skip_empty=True):
    """The parts of each string in a vector, which end at any of the bytes of sep, as a SparseTensor."""
    delimiter = convert_to_tensor(" " if sep is None else sep, dtypes.string)
    return SparseTensor(*string_split_op(convert_to_tensor(source, dtypes.string), delimiter, skip_empty=skip_empty))


def split_at(strings, sep=None, maxsplit=-1):
    """The parts of each string in a vector, as Python's str.split returns them, as a SparseTensor."""
    strings = convert_to_tensor(strings, dtypes.string, name="source")
    sep = convert_to_tensor("" if sep is None else sep, dtypes.string)
    return SparseTensor(*_string_split_v2(strings, sep, maxsplit=maxsplit))
