"""Matrices from several of their diagonals, which are numbered from the main one: above it 1, 2, …, below it -1, -2, …

A band k = (lowest, highest) of more than one diagonal is a tensor [..., diagonals, longest], highest first, each filled up
at its end; a band of one is [..., longest].
"""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import static_value
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.rules import merge, with_rank_at_least, with_rank_at_most
from graphlab._src.ops.shape import shape


def _band(k, rows: Any = None, columns: Any = None):
    """(lowest, highest) of a band that is one number or two; both lie in matrices of that size, where it is given."""
    if np.ndim(k) and len(k) not in (1, 2):
        raise _wrong(f"diag_index must have only one or two elements, received {len(k)} elements.")
    lowest, highest = (int(k), int(k)) if np.ndim(k) == 0 else (int(k[0]), int(k[-1]))
    for name, index in (("lower", lowest), ("upper", highest)):
        if index and rows is not None and not -rows < index < columns:
            raise _wrong(f"{name}_diag_index is out of bound: {index}. It must be between {-rows} and {columns}")
    if lowest > highest:
        raise _wrong(f"lower_diag_index must not be larger than upper_diag_index: {lowest} > {highest}")
    return lowest, highest


def _wrong(message):
    return InvalidArgumentError(None, None, message)


def _static_band(k, dims):
    """_band of a k that is known while the graph is built. dims: of matrices, or None."""
    if np.ndim(k) and len(k) not in (1, 2):
        raise ShapeError(f"diag_index must be a vector with one or two elements. It has {len(k)} elements.")
    lowest, highest = (int(k), int(k)) if np.ndim(k) == 0 else (int(k[0]), int(k[-1]))
    rows, columns = (None, None) if dims is None else dims[-2:]
    for name, index in (("lower", lowest), ("upper", highest)):
        if rows is not None and columns is not None and not -max(rows, 1) < index < max(columns, 1):
            raise ShapeError(f"{name}_diag_index is out of bound.")
    if lowest > highest:
        raise ShapeError("lower_diag_index is greater than upper_diag_index")
    return lowest, highest


def _longest(rows, columns, lowest, highest):
    return min(rows + min(highest, 0), columns - max(lowest, 0))


def _places(rows, columns, lowest, highest):
    """For each diagonal of a band, highest first, and each place along it: row, column, and whether they exist."""
    diagonals = np.arange(highest, lowest - 1, -1, dtype=np.int32)[:, None]
    along = np.arange(_longest(rows, columns, lowest, highest), dtype=np.int32)[None, :]
    row, column = along + np.maximum(-diagonals, np.int32(0)), along + np.maximum(diagonals, np.int32(0))
    inside = (row < rows) & (column < columns)
    return np.where(inside, row, np.int32(0)), np.where(inside, column, np.int32(0)), inside


def _part_grad(op, dy):
    x, k = op.inputs[:2]
    return [raw_ops.MatrixSetDiagV2(zeros_like(x), dy, k), None, None]


def _band_of(op) -> Any:
    """(lowest, highest) when k is known."""
    with_rank_at_most(op.inputs[-1 if op.type == "MatrixSetDiagV2" else 1].dims, 1)
    k = static_value(op.inputs[-1 if op.type == "MatrixSetDiagV2" else 1])
    dims = None if op.type == "MatrixDiagV2" else with_rank_at_least(op.inputs[0].dims, 2)
    return None if k is None else _static_band(k, dims)


def _dims_and_band(op, rank) -> Any:
    """(the dims of the first input, lowest, highest), or None where they or the band are not known."""
    dims, band = with_rank_at_least(op.inputs[0].dims, rank), _band_of(op)
    return None if dims is None or band is None else (dims, *band)


def _part_shape(op):
    known = _dims_and_band(op, 2)
    if known is None:
        return None
    dims, lowest, highest = known
    longest = None if None in dims[-2:] else _longest(dims[-2], dims[-1], lowest, highest)
    return (*dims[:-2], *([] if lowest == highest else [highest - lowest + 1]), longest)


@op(
    "MatrixDiagPartV2",
    "input: T, k: int32, padding_value: T -> diagonal: T",
    infer=_part_shape,
    static=["k"],
    grad=_part_grad,
)
def matrix_diag_part_v2(input, k, padding_value):
    """A band of diagonals of the matrices in the last two axes."""
    lowest, highest = _band(k, *input.shape[-2:])
    row, column, inside = _places(input.shape[-2], input.shape[-1], lowest, highest)
    found = jnp.where(inside, input[..., row, column], padding_value)
    return found[..., 0, :] if lowest == highest else found


def _written(diagonal, rows, columns, lowest, highest, elsewhere):
    """Matrices with this band; `elsewhere` beside it."""
    if lowest == highest:
        diagonal = diagonal[..., None, :]
    row, column = np.arange(rows, dtype=np.int32)[:, None], np.arange(columns, dtype=np.int32)[None, :]
    which = highest - (column - row)
    inside = (which >= 0) & (which <= highest - lowest)
    return jnp.where(inside, diagonal[..., np.where(inside, which, np.int32(0)), np.minimum(row, column)], elsewhere)


def _sizes(length, lowest, highest, rows, columns, running=False):
    """(rows, columns) of the smallest matrices that hold diagonals of that length; -1 requests the least.

    Square when both are requested.
    """
    if length is None:
        return None if rows == -1 else rows, None if columns == -1 else columns
    least_rows, least_columns = length - min(highest, 0), length + max(lowest, 0)
    if rows == -1 and columns == -1:
        rows = columns = max(least_rows, least_columns)
    rows, columns = least_rows if rows == -1 else rows, least_columns if columns == -1 else columns
    for name, short, size, least in (("rows", "rows", rows, least_rows), ("columns", "cols", columns, least_columns)):
        if size < least:
            raise _wrong(f"The number of {name} is too small.") if running else ShapeError(f"num_{short} is too small")
    if rows != least_rows and columns != least_columns:
        raise (_wrong if running else ShapeError)(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal."
            if running
            else "num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index, and the length of the "
            f"given diagonals. num_rows = {rows} != min_num_rows = {least_rows}, num_cols = {columns} != min_num_cols = "
            f"{least_columns}"
        )
    return rows, columns


def _matrices_shape(op):
    known = _dims_and_band(op, 1)
    if known is None:
        return None
    dims, lowest, highest = known
    with_rank_at_least(dims, 1 if lowest == highest else 2)
    batch = dims[: -1 if lowest == highest else -2]
    if lowest != highest and dims[-2] not in (None, highest - lowest + 1):
        raise ShapeError(
            "The number of rows of `diagonal` doesn't match the number of diagonals implied from `d_lower` and `d_upper`. "
            f"num_diags = {dims[-2]}, d_lower = {lowest}, d_upper = {highest}"
        )
    requested = [static_value(tensor) for tensor in op.inputs[2:4]]
    rows, columns = (-1 if size is None else int(size) for size in requested)
    sizes = _sizes(dims[-1], lowest, highest, rows, columns)
    return (*batch, *sizes)


@op(
    "MatrixDiagV2",
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    infer=_matrices_shape,
    static=["k", "num_rows", "num_cols"],
    grad=lambda op, dy: [
        raw_ops.MatrixDiagPartV2(dy, op.inputs[1], zeros([], dy.dtype)),
        None,
        None,
        None,
        None,
    ],
)
def matrix_diag_v2(diagonal, k, num_rows, num_cols, padding_value):
    """Matrices with this band, and padding_value elsewhere; as small as can be, and square, where a size is -1."""
    lowest, highest = _band(k)
    if lowest != highest and diagonal.shape[-2:-1] != (highest - lowest + 1,):
        raise _wrong(
            "The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index range."
        )
    rows, columns = _sizes(diagonal.shape[-1], lowest, highest, int(num_rows), int(num_cols), running=True)
    return _written(diagonal, rows, columns, lowest, highest, padding_value)


def _set_grad(op, dy):
    diagonal, k = op.inputs[1:]
    rest = raw_ops.MatrixSetDiagV2(dy, zeros(shape(diagonal), dy.dtype), k)
    return [rest, raw_ops.MatrixDiagPartV2(dy, k, zeros([], dy.dtype)), None]


def _set_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    diagonal: Any = with_rank_at_least(op.inputs[1].dims, 1)
    band = _band_of(op)
    if diagonal is None or band is None:
        return dims
    with_rank_at_least(diagonal, 1 if band[0] == band[1] else 2)
    batch = diagonal[: -1 if band[0] == band[1] else -2]
    return merge(dims, (*batch, None, None), "pass diagonals for each matrix")


@op("MatrixSetDiagV2", "input: T, diagonal: T, k: int32 -> output: T", infer=_set_shape, static=["k"], grad=_set_grad)
def matrix_set_diag_v2(input, diagonal, k):
    """The matrices in the last two axes with another band of diagonals."""
    lowest, highest = _band(k, *input.shape[-2:])
    expected = (*input.shape[:-2], *([] if lowest == highest else [highest - lowest + 1]))
    expected += (_longest(input.shape[-2], input.shape[-1], lowest, highest),)
    if diagonal.shape != expected:
        raise _wrong(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the "
            f"longests diagonal in range [lower_diag_index:upper_diag_index]. Input shape: {list(input.shape)} Diagonal "
            f"shape: {list(diagonal.shape)} Expected diagonal shape: {list(expected)}"
        )
    return _written(diagonal, input.shape[-2], input.shape[-1], lowest, highest, input)


def is_main(k):
    """True when k is known to be the main diagonal."""
    value = static_value(k) if hasattr(k, "op") else np.asarray(k)
    return value is not None and not np.any(value)


def padding_for(tensor, padding_value):
    """padding_value, which for a tensor of bools has to be one."""
    return bool(padding_value) if tensor.dtype.base_dtype == dtypes.bool else padding_value
