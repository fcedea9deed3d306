"""Operations between ragged tensors and other forms: sparse tensors, padded tensors, and variants."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import invalid
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value
from graphlab._src.graph.variant import HostValue
from graphlab._src.ops.define import no_gradient, op, undefined_gradient
from graphlab._src.ops.ragged.rows import splits_of
from graphlab._src.ops.rules import with_rank, with_rank_at_least
from graphlab._src.ops.shape import reshape, shape


def _sparse_shapes(op):
    *splits, values = (tensor.dims for tensor in op.inputs)
    for dims in splits:
        with_rank(dims, 1)
    if values is None:
        return [(None, None), (None,), (None,)]
    with_rank_at_least(values, 1)
    count = None if None in values else math.prod(values)
    rank = len(splits) + len(values)
    return [(count, rank), (count,), (rank,)]


def _sparse_grad(op, _places, values, _sizes):
    return [*[None] * (len(op.inputs) - 1), reshape(values, shape(op.inputs[-1]))]


def _columns(splits):
    """The row, and the place in it, of each value between row splits."""
    rows = np.repeat(np.arange(len(splits) - 1), np.diff(splits))
    return rows, np.arange(len(rows)) - splits[rows]


def _places(nested):
    """The coordinates [values, axes] of the values of nested rows: (parent, place in it) pairs, the outermost first."""
    found = None
    for rows, columns in nested:
        before = rows[:, None] if found is None else found[rows]
        found = np.concatenate([before, columns[:, None]], 1)
    return found


@op(
    "RaggedTensorToSparse",
    "rt_nested_splits: RAGGED_RANK*Tsplits=int64, rt_dense_values: T -> "
    "sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64",
    types={"Tsplits": dtypes.INDEX},
    infer=_sparse_shapes,
    host=True,
    grad=_sparse_grad,
    minimums={"RAGGED_RANK": 1},
)
def ragged_tensor_to_sparse(rt_nested_splits, rt_dense_values):
    """The elements of a ragged tensor as the places, values and shape of a sparse one."""
    counts = [*(len(splits) - 1 for splits in rt_nested_splits[1:]), len(rt_dense_values)]
    for splits, count in zip(rt_nested_splits, counts, strict=True):
        if not len(splits):
            raise invalid("ragged splits may not be empty.")
        if splits[0] != 0:
            raise invalid("First value of ragged splits must be 0.")
        if splits[-1] != count:
            raise invalid("Final value of ragged splits must match the length the corresponding ragged values.")
    rows: Any = _places([_columns(splits) for splits in rt_nested_splits])
    inner = rt_dense_values.shape[1:]
    size = math.prod(inner)
    within = np.stack(np.unravel_index(np.arange(size), inner), -1) if inner else np.zeros((1, 0), np.int64)
    places = np.concatenate([np.repeat(rows, size, 0), np.tile(within, (len(rows), 1))], 1)
    widths = [max(np.diff(splits), default=0) for splits in rt_nested_splits]
    sizes = np.asarray([len(rt_nested_splits[0]) - 1, *widths, *inner], np.int64)
    return places.astype(np.int64).reshape(-1, len(sizes)), rt_dense_values.reshape(-1), sizes


def _dense_shape(op):
    sizes = constant_value(op.inputs[0])
    values = op.inputs[1].dims
    types = [_text(kind) for kind in op.attrs["row_partition_types"]]
    rank = len(types) + (types[0] != "FIRST_DIM_SIZE")
    if values is None:
        return None if sizes is None or not sizes.ndim else tuple(None if size < 0 else int(size) for size in sizes)
    with_rank_at_least(values, 1)
    dims = (None,) * rank + tuple(values)[1:]
    if sizes is None or not sizes.ndim:
        return dims
    if len(sizes) != len(dims):
        raise ShapeError(f"Shape must be rank {len(dims)} but is rank {len(sizes)}")
    return tuple(dim if size < 0 else int(size) for dim, size in zip(dims, sizes, strict=True))


def _text(value):
    return value.decode() if isinstance(value, bytes) else value


def _partition(kind, tensor, count):
    """The (parent, place in it) of each value, and the number of rows."""
    if kind == "ROW_SPLITS":
        if not len(tensor) or tensor[-1] != count:
            raise invalid(f"Invalid row split size: the last split of {tensor} is not {count}, the number of values")
        return _columns(tensor), len(tensor) - 1
    if kind == "VALUE_ROWIDS":
        return (tensor, np.arange(len(tensor)) - np.searchsorted(tensor, tensor)), None
    raise invalid(f"Unsupported row partition type {kind}")


@op(
    "RaggedTensorToTensor",
    "shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors*Tindex -> result: T",
    types={"Tindex": dtypes.INDEX, "Tshape": dtypes.INDEX},
    infer=_dense_shape,
    host=True,
    grad=undefined_gradient,
    minimums={"num_row_partition_tensors": 1},
)
def ragged_tensor_to_tensor(shape, values, default_value, row_partition_tensors, *, row_partition_types: list[str]):
    """The rows of a ragged tensor, each filled up with a default value, or cut, to the size that `shape` says.

    shape: -1 for the size of the longest row.  row_partition_types: of each row_partition_tensor, FIRST_DIM_SIZE,
    VALUE_ROWIDS or ROW_SPLITS.
    """
    kinds = [_text(kind) for kind in row_partition_types]
    tensors, rows = list(row_partition_tensors), None
    if kinds[0] == "FIRST_DIM_SIZE":
        rows, kinds, tensors = int(tensors[0]), kinds[1:], tensors[1:]
    nested, count = [], len(values)
    for kind, tensor in reversed(list(zip(kinds, tensors, strict=True))):
        pair, count = _partition(kind, tensor, count)
        nested.insert(0, pair)
        count = int(tensor.max(initial=-1)) + 1 if count is None else count
    places: Any = _places(nested)
    widest = [count if rows is None else rows, *(max(columns, default=-1) + 1 for _, columns in nested)]
    sizes = [*widest, *values.shape[1:]]
    if shape.ndim:
        sizes = [found if wanted < 0 else int(wanted) for found, wanted in zip(sizes, shape, strict=True)]
    ragged = sizes[: len(widest)]
    result = np.empty(sizes, values.dtype)
    result[...] = default_value
    inside = np.all(places < ragged, axis=1)
    result[tuple(places[inside].T)] = values[inside]
    return result


@dataclass(frozen=True, eq=False)
class Encoded(HostValue):
    """What a variant holds: a ragged tensor, or a tensor when there are no splits."""

    splits: list[np.ndarray]
    values: np.ndarray


def _variants(items):
    found = np.empty(len(items), object)
    for i, item in enumerate(items):
        found[i] = item
    return found


@op(
    "RaggedTensorToVariant",
    "rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: Tvalues -> encoded_ragged: variant",
    types={"Tsplits": dtypes.INDEX},
    infer=lambda op: _encoded_shape(op),
    host=True,
    grad=no_gradient,
    minimums={"RAGGED_RANK": 1},
)
def ragged_tensor_to_variant(rt_nested_splits, rt_dense_values, *, batched_input: bool):
    """A ragged tensor as one variant, or with batched_input as a vector of variants, one for each row."""
    if not batched_input:
        return _variants([Encoded(list(rt_nested_splits), rt_dense_values)]).reshape(())
    rows = []
    for start, end in zip(rt_nested_splits[0][:-1], rt_nested_splits[0][1:], strict=True):
        found = []
        for splits in rt_nested_splits[1:]:
            part = splits[start : end + 1]
            found.append(part - part[0])
            start, end = part[0], part[-1]
        rows.append(Encoded(found, rt_dense_values[start:end]))
    return _variants(rows)


def _encoded_shape(op):
    for splits in op.inputs[:-1]:
        with_rank(splits.dims, 1)
    with_rank_at_least(op.inputs[-1].dims, 1)
    if not op.attrs["batched_input"]:
        return ()
    dims = op.inputs[0].dims
    return (None if dims is None or dims[0] is None else dims[0] - 1,)


def _decoded_shapes(op):
    outer, rank = op.attrs["input_ragged_rank"], op.attrs["output_ragged_rank"]
    if outer >= 0:
        with_rank(op.inputs[0].dims, rank - outer)
    return [(None,)] * rank + [None]


@op(
    "RaggedTensorFromVariant",
    "encoded_ragged: variant -> output_nested_splits: output_ragged_rank*Tsplits, output_dense_values: Tvalues",
    types={"Tsplits": dtypes.INDEX},
    infer=_decoded_shapes,
    host=True,
    grad=undefined_gradient,
    minimums={"input_ragged_rank": -1, "output_ragged_rank": 1},
)
def ragged_tensor_from_variant(
    encoded_ragged, *, input_ragged_rank: int, output_ragged_rank: int, Tvalues: dtypes.DType, Tsplits: dtypes.DType
):
    """The ragged tensor of which variants hold the parts; the axes of the variants come before those of the parts."""
    leading, kind = encoded_ragged.shape, Tsplits.as_numpy_dtype
    inner = output_ragged_rank - len(leading) if input_ragged_rank < 0 else input_ragged_rank
    if inner < 0 or inner + len(leading) != output_ragged_rank:
        raise invalid(
            "output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(); output_ragged_rank: "
            f"{output_ragged_rank}, encoded_ragged.dims(): {len(leading)}, input_ragged_rank: {inner}."
        )
    parts = [_checked(item, inner, Tvalues) for item in encoded_ragged.reshape(-1)]
    found = [np.arange(math.prod(leading[:axis]) + 1) * leading[axis] for axis in range(1, len(leading))]
    if leading:
        lengths = [len(part.splits[0]) - 1 if inner else len(part.values) for part in parts]
        found.append(splits_of(lengths, kind))
    for axis in range(inner):
        found.append(splits_of(np.concatenate([np.zeros(0), *(np.diff(part.splits[axis]) for part in parts)]), kind))
    empty = np.zeros((0,), Tvalues.as_numpy_dtype)
    values = np.concatenate([part.values for part in parts]) if parts else empty
    return [*(np.asarray(splits, kind) for splits in found), values]


def _checked(item, rank, dtype):
    if not isinstance(item, Encoded):
        raise invalid("Input Variant element doesn't hold a RaggedTensor")
    if len(item.splits) != rank:
        raise invalid(f"Expected input_ragged_rank {rank}, found {len(item.splits)}")
    kind = dtypes.as_dtype(item.values.dtype)
    if kind is not dtype:
        raise invalid(f"Expected values Tensor dtype: {dtype.as_datatype_enum}, found: {kind.as_datatype_enum}")
    return item
