"""Set operations along the last axis of tensors, dense or sparse: union, intersection, difference, size."""

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import merge, merge_size, with_rank, with_rank_at_least

_VALID = frozenset({dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.uint16, dtypes.string})
_RESULT = "-> result_indices: int64, result_values: T, result_shape: int64"
_HOST = {"types": {"T": _VALID}, "host": True, "grad": no_gradient}
_FOLDED = {**_HOST, "host": UNLESS_KNOWN, "fold": True}


def _sets_of_dense(tensor):
    """{the place of a set: its members}, and the shape that the places are in."""
    if tensor.ndim < 2:
        raise ValueError(f"Input tensor should be at least a matrix, got rank {tensor.ndim}")
    groups = tensor.shape[:-1]
    return {place: set(tensor[place].tolist()) for place in np.ndindex(*groups)}, groups


def _sets_of_sparse(indices, values, dense_shape, validate):
    if indices.ndim != 2:
        raise ValueError(f"indices must be a matrix, but got: {shapes.text(indices.shape)}")
    if len(dense_shape) < 2:
        raise ValueError(f"Invalid rank {len(dense_shape)}. Sets are along the last of two or more axes.")
    if validate:
        _validate(indices, dense_shape)
    sets = {}
    for place, value in zip(indices[:, :-1].tolist(), values.tolist(), strict=True):
        sets.setdefault(tuple(place), set()).add(value)
    return sets, tuple(dense_shape[:-1].tolist())


def _validate(indices, dense_shape):
    if ((indices < 0) | (indices >= dense_shape)).any():
        bad = indices[((indices < 0) | (indices >= dense_shape)).any(1)][0].tolist()
        raise ValueError(f"Index {bad} is out of bounds: dense shape is {dense_shape.tolist()}")
    rows = list(map(tuple, indices.tolist()))
    for before, after in zip(rows, rows[1:], strict=False):
        if before >= after:
            what = "repeated" if before == after else "out of order"
            raise ValueError(f"indices {list(after)} is {what}. Many sparse ops require sorted indices.")


_OPERATIONS = {
    "a-b": lambda a, b: a - b,
    "b-a": lambda a, b: b - a,
    "intersection": lambda a, b: a & b,
    "union": lambda a, b: a | b,
}


def _operate(first, second, set_operation, dtype):
    (a, groups), (b, other_groups) = first, second
    if groups != other_groups:
        raise ValueError(f"Mismatched shapes {list(groups)} vs {list(other_groups)}")
    operation = _OPERATIONS[set_operation.decode().lower()]
    nothing = set()
    indices, values, longest = [], [], 0
    for place in sorted(a.keys() | b.keys()):
        members = sorted(operation(a.get(place, nothing), b.get(place, nothing)))
        longest = max(longest, len(members))
        indices.extend((*place, i) for i in range(len(members)))
        values.extend(members)
    rank = len(groups) + 1
    found = np.empty(len(values), dtype)
    found[:] = values
    return np.asarray(indices, np.int64).reshape(-1, rank), found, np.asarray([*groups, longest], np.int64)


def _result(rank):
    return [(None, rank), (None,), (rank,)]


def _dense_shapes(op):
    a, b = (tensor.dims for tensor in op.inputs)
    if a is None or b is None:
        known = with_rank_at_least(b if a is None else a, 2)
        return _result(None if known is None else len(known))
    with_rank_at_least(a, 2)
    b = with_rank(b, len(a))
    merge(a[:-1], b[:-1])
    return _result(len(a))


def _rank_of_sparse(op, at, wanted=None):
    """The rank of the sparse tensor whose three parts begin at that input. wanted: what it has to be, if that is known."""
    places, sizes = with_rank(op.inputs[at].dims, 2), with_rank(op.inputs[at + 2].dims, 1)
    rank = merge_size(places[1], sizes[0])
    if rank is None or rank == wanted:
        return wanted
    if wanted is not None:
        raise ShapeError(f"Dimension must be {wanted} but is {rank}")
    if rank < 2:
        raise ShapeError(f"Input {at}, expected rank >= 2, got {rank}.")
    return rank


def _dense_sparse_shapes(op):
    a = with_rank_at_least(op.inputs[0].dims, 2)
    return _result(_rank_of_sparse(op, 1, None if a is None else len(a)))


def _sparse_shapes(op):
    return _result(_rank_of_sparse(op, 3, _rank_of_sparse(op, 0)))


@op("DenseToDenseSetOperation", f"set1: T, set2: T {_RESULT}", infer=_dense_shapes, static=("set1", "set2"), **_FOLDED)
def _dense_to_dense(set1, set2, *, set_operation: bytes, validate_indices: bool = True):
    """A set operation on the rows along the last axes of two tensors; its result is sparse."""
    return _operate(_sets_of_dense(set1), _sets_of_dense(set2), set_operation, set1.dtype)


@op(
    "DenseToSparseSetOperation",
    f"set1: T, set2_indices: int64, set2_values: T, set2_shape: int64 {_RESULT}",
    infer=_dense_sparse_shapes,
    **_HOST,
)
def _dense_to_sparse(
    set1, set2_indices, set2_values, set2_shape, *, set_operation: bytes, validate_indices: bool = True
):
    """A set operation on the rows along the last axes of a tensor and a sparse one."""
    second = _sets_of_sparse(set2_indices, set2_values, set2_shape, validate_indices)
    return _operate(_sets_of_dense(set1), second, set_operation, set1.dtype)


@op(
    "SparseToSparseSetOperation",
    "set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, set2_values: T, set2_shape: int64 "
    + _RESULT,
    infer=_sparse_shapes,
    **_HOST,
)
def _sparse_to_sparse(
    set1_indices,
    set1_values,
    set1_shape,
    set2_indices,
    set2_values,
    set2_shape,
    *,
    set_operation: bytes,
    validate_indices: bool = True,
):
    """A set operation on the rows along the last axes of two sparse tensors."""
    first = _sets_of_sparse(set1_indices, set1_values, set1_shape, validate_indices)
    second = _sets_of_sparse(set2_indices, set2_values, set2_shape, validate_indices)
    return _operate(first, second, set_operation, set1_values.dtype)


@op(
    "SetSize",
    "set_indices: int64, set_values: T, set_shape: int64 -> size: int32",
    infer=lambda op: None,
    **_HOST,
)
def _set_size(set_indices, set_values, set_shape, *, validate_indices: bool = True):
    """How many different elements each row along the last axis has."""
    sets, groups = _sets_of_sparse(set_indices, set_values, set_shape, validate_indices)
    sizes = np.zeros(groups, np.int32)
    for place, members in sets.items():
        sizes[place] = len(members)
    return sizes


def set_size(a, validate_indices=True):
    """The number of distinct elements of each row along the last axis of a SparseTensor: int32, of one axis less.

    validate_indices: whether to check that sparse indices are in order and in range.
    """
    a = convert_to_tensor_or_sparse_tensor(a, name="a")
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a}.")
    if a.values.dtype.base_dtype not in _VALID:
        raise TypeError(f"Invalid dtype {a.values.dtype}.")
    return _set_size(a.indices, a.values, a.dense_shape, validate_indices=validate_indices)


def _parts(a):
    return [a.indices, a.values, a.dense_shape] if isinstance(a, SparseTensor) else [a]


_FLIPPED = {"a-b": "b-a", "b-a": "a-b"}


def _set_operation(a, b, set_operation, validate_indices):
    a = convert_to_tensor_or_sparse_tensor(a, name="a")
    if a.dtype.base_dtype not in _VALID:
        raise TypeError(f"'a' invalid dtype {a.dtype}.")
    b = convert_to_tensor_or_sparse_tensor(b, name="b")
    if b.dtype.base_dtype is not a.dtype.base_dtype:
        raise TypeError(f"Types don't match, {a.dtype} vs {b.dtype}.")
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        a, b = b, a
        set_operation = _FLIPPED.get(set_operation, set_operation)
    inputs = [*_parts(a), *_parts(b)]
    builder = {2: _dense_to_dense, 4: _dense_to_sparse, 6: _sparse_to_sparse}[len(inputs)]
    return SparseTensor(*builder(*inputs, set_operation=set_operation, validate_indices=validate_indices))


def set_intersection(a, b, validate_indices=True):
    """A SparseTensor of the elements that are in both of two rows along the last axis.

    a, b: tensors or SparseTensors of whole numbers or strings; all sizes but the last are equal.
    validate_indices: whether a run checks that the places in sparse ones are in order.
    """
    return _set_operation(a, b, "intersection", validate_indices)


def set_difference(a, b, aminusb=True, validate_indices=True):
    """The elements in a that are not in b, row by row; with aminusb=False those in b that are not in a.

    validate_indices: whether to check that sparse indices are in order and in range.
    """
    return _set_operation(a, b, "a-b" if aminusb else "b-a", validate_indices)


def set_union(a, b, validate_indices=True):
    """The elements in either of a and b, by row, as in set_intersection.

    a, b: as in set_intersection.  validate_indices: whether to check that sparse indices are in order and in range.
    """
    return _set_operation(a, b, "union", validate_indices)
