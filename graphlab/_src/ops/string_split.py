"""Split strings: the parts of a vector of strings as a sparse matrix."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.deprecated import renamed
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
def _string_split(input, delimiter, *, skip_empty: bool = True):
    """The parts of each string between any of the delimiter's bytes; single bytes when it is empty."""
    if delimiter.ndim:
        raise ValueError(f"delimiter must be a scalar, got shape: {list(delimiter.shape)}")

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
    if sep.ndim:
        raise ValueError(f"sep must be a scalar, got shape: {list(sep.shape)}")

    def parts(text):
        if maxsplit == 0:
            return [text]
        if sep[()]:
            return text.split(sep[()], maxsplit)
        found = text.split(None, maxsplit)
        # Python drops what is left after the last split when that is only white space.
        return [*found, b""] if len(found) == maxsplit else found

    return _as_sparse([parts(text) for text in input])


def string_split(source, sep=None, skip_empty=True, delimiter=None, result_type="SparseTensor", name=None):
    """The parts of each string, as a SparseTensor with a row for each; ValueError for source that is no vector.

    source: a vector of strings.  sep: a part ends at any of its bytes, a space when left out; when it is empty every
    byte is a part.  skip_empty: leave empty parts out.  delimiter: an old name of sep.
    result_type: "SparseTensor"; NotImplementedError for "RaggedTensor".
    """
    _check_result(result_type)
    with name_scope(name, "StringSplit", [source]):
        sep = renamed("sep", sep, "delimiter", delimiter)
        delimiter = convert_to_tensor(" " if sep is None else sep, dtypes.string)
        return SparseTensor(*_string_split(convert_to_tensor(source, dtypes.string), delimiter, skip_empty=skip_empty))


def split(input=None, sep=None, maxsplit=-1, result_type="SparseTensor", source=None, name=None):
    """The parts of each string as Python's str.split returns them: a SparseTensor with a row for each string.

    input: a vector of strings.  sep: any white space when left out or empty.  maxsplit: the most splits, -1 for all.
    source: another name of input.
    result_type: "SparseTensor"; NotImplementedError for "RaggedTensor".
    """
    _check_result(result_type)
    with name_scope(name, "StringSplit", [renamed("input", input, "source", source)]):
        strings = convert_to_tensor(renamed("input", input, "source", source), dtypes.string, name="source")
        sep = convert_to_tensor("" if sep is None else sep, dtypes.string)
        return SparseTensor(*_string_split_v2(strings, sep, maxsplit=maxsplit))


def _check_result(result_type):
    if result_type == "RaggedTensor":
        raise NotImplementedError('There are no ragged tensors here; result_type="SparseTensor" returns a sparse one')
    if result_type != "SparseTensor":
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
