"""Matrices and their diagonals: eye, diag, diag_part, band_part, set_diag, trace."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import COMPLEX, SIGNED
from graphlab._src.ops.banded import is_main, matrix_diag_part_v2, matrix_diag_v2, matrix_set_diag_v2, padding_for
from graphlab._src.ops.constants import ones, zeros, zeros_like
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_min, reduce_sum
from graphlab._src.ops.rules import merge, with_rank_at_least
from graphlab._src.ops.shape import rank, shape


def _on_diagonal(rows, columns):
    return np.arange(rows)[:, None] == np.arange(columns)[None, :]


def _diagonal_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    return None if dims is None else (*dims, dims[-1])


@op("MatrixDiag", "diagonal: T -> output: T", infer=_diagonal_shape, grad=lambda op, dy: [matrix_diag_part(dy)])
def _matrix_diag(diagonal):
    """Matrices with these diagonals in the last two axes, and zeros elsewhere."""
    _check_diagonal(diagonal)
    here = _on_diagonal(diagonal.shape[-1], diagonal.shape[-1])
    return jnp.where(here, diagonal[..., None, :], jnp.zeros((), diagonal.dtype))


def _diagonal_of(dims):
    rows, columns = dims[-2:]
    return None if rows is None or columns is None else min(rows, columns)


def _diagonal_part_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    return None if dims is None else (*dims[:-2], _diagonal_of(dims))


def _diagonal_part_grad(op, dy):
    x = op.inputs[0]
    if x.dims is not None and None not in x.dims[-2:] and x.dims[-2] == x.dims[-1]:
        return [matrix_diag(dy)]
    return [matrix_set_diag(zeros_like(x), dy)]


@op("MatrixDiagPart", "input: T -> diagonal: T", infer=_diagonal_part_shape, grad=_diagonal_part_grad)
def _matrix_diag_part(input):
    """The diagonals of the matrices in the last two axes."""
    _check_matrices(input)
    places = np.arange(min(input.shape[-2:]), dtype=np.int32)
    return input[..., places, places]


def _set_diagonal_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    diagonal = with_rank_at_least(op.inputs[1].dims, 1)
    if diagonal is None:
        return dims
    if dims is not None:
        merge((*dims[:-2], _diagonal_of(dims)), diagonal, "pass a diagonal for each matrix")
    return merge(dims, (*diagonal[:-1], None, None))


def _set_diagonal_grad(op, dy):
    x = op.inputs[0]
    dims = shapes.merge(x.dims, dy.dims)
    if dims and shapes.fully_defined(dims):
        size = [*dims[:-2], min(dims[-2:])]
    else:
        with dy.graph.colocate_with(dy.op):
            sizes, count = shape(dy), rank(dy)
            batch = raw_ops.Slice(sizes, [0], [count - 2])
            matrix = raw_ops.Slice(sizes, [count - 2], [2])
            size = concat([batch, [reduce_min(matrix)]], 0)
    return [matrix_set_diag(dy, zeros(size, dy.dtype)), matrix_diag_part(dy)]


@op("MatrixSetDiag", "input: T, diagonal: T -> output: T", infer=_set_diagonal_shape, grad=_set_diagonal_grad)
def _matrix_set_diag(input, diagonal):
    """The matrices in the last two axes with other diagonals."""
    _check_matrices(input)
    _check_diagonal(diagonal)
    if shapes.differ(diagonal.shape, (*input.shape[:-2], min(input.shape[-2:]))):
        raise ValueError(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the "
            f"longests diagonal: {shapes.text(diagonal.shape)} for {shapes.text(input.shape)}"
        )
    rows, columns = input.shape[-2:]
    size = min(rows, columns)
    here = _on_diagonal(rows, columns)
    if columns >= rows:
        filled = jnp.pad(diagonal, [(0, 0)] * (diagonal.ndim - 1) + [(0, columns - size)])[..., None, :]
    else:
        filled = jnp.pad(diagonal, [(0, 0)] * (diagonal.ndim - 1) + [(0, rows - size)])[..., :, None]
    return jnp.where(here, filled, input)


@op(
    "MatrixBandPart",
    "input: T, num_lower: Tindex=int64, num_upper: Tindex=int64 -> band: T",
    types={"Tindex": dtypes.INDEX},
    infer=same_as_input(0),
    static=["num_lower", "num_upper"],
    scalars=dict.fromkeys(["num_lower", "num_upper"], "{name} must be scalar, got shape {shape}"),
    grad=lambda op, dy: [raw_ops.MatrixBandPart(dy, op.inputs[1], op.inputs[2]), None, None],
)
def matrix_band_part(input, num_lower, num_upper):
    """The matrices in the last two axes with zeros outside a band around the diagonal.

    num_lower, num_upper: how many diagonals below and above stay; negative ones mean all.
    input: […, m, n].
    """
    _check_matrices(input)
    lower, upper = int(num_lower), int(num_upper)
    for side, half, axis, size in (
        ("lower", lower, "rows", input.shape[-2]),
        ("upper", upper, "columns", input.shape[-1]),
    ):
        if half >= 0 and shapes.is_number(size) and half > size:
            raise ValueError(f"num_{side} must be negative or less or equal to number of {axis} ({size}) got: {half}")
    rows = jnp.arange(input.shape[-2], dtype=np.int32)[:, None]
    columns = jnp.arange(input.shape[-1], dtype=np.int32)[None, :]
    inside = jnp.ones((input.shape[-2], input.shape[-1]), bool)
    if lower >= 0:
        inside &= rows - columns <= lower
    if upper >= 0:
        inside &= columns - rows <= upper
    return jnp.where(inside, input, jnp.zeros((), input.dtype))


def _check_matrices(input):
    if input.ndim < 2:
        raise ValueError(f"input must be at least 2-dim, received shape: {shapes.text(input.shape)}")


def _check_diagonal(diagonal):
    if not diagonal.ndim:
        raise ValueError(f"diagonal must be at least 1-dim, received shape: {shapes.text(diagonal.shape)}")


def _doubled(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    return None if dims is None else dims * 2


@op(
    "Diag",
    "diagonal: T -> output: T",
    types={"T": SIGNED | COMPLEX},
    infer=_doubled,
    grad=lambda op, dy: [raw_ops.DiagPart(dy)],
)
def diag(diagonal):
    """A tensor [*n, *n] with the elements of `diagonal` [*n] at i, i and zeros elsewhere."""
    if not diagonal.ndim:
        raise ValueError("Input must be at least rank 1, got 0")
    flat = diagonal.reshape(-1)
    matrix = jnp.where(_on_diagonal(flat.size, flat.size), flat, jnp.zeros((), flat.dtype))
    return matrix.reshape(diagonal.shape * 2)


def _half(op):
    dims = op.inputs[0].dims
    if dims is None:
        return None
    if len(dims) % 2 or not dims:
        raise ShapeError(f"Input must have even and non-zero rank, input rank is {len(dims)}")
    half = len(dims) // 2
    return merge(dims[:half], dims[half:], "both halves of the shape must agree")


@op("DiagPart", "input: T -> diagonal: T", types={"T": SIGNED | COMPLEX}, infer=_half, grad=lambda op, dy: [diag(dy)])
def diag_part(input):
    """The elements [*n] at i, i of `input` [*n, *n]."""
    half, other = input.shape[: input.ndim // 2], input.shape[input.ndim // 2 :]
    if len(half) != len(other):
        raise ValueError(f"The rank of the tensor should be even and positive, got shape {shapes.text(input.shape)}")
    for i, (first, second) in enumerate(zip(half, other, strict=True)):
        if shapes.differ((first,), (second,)):
            raise ValueError(
                f"Invalid shape {shapes.text(input.shape)}: dimensions {i} and {i + len(half)} do not match."
            )
    size = int(np.prod(half))
    places = np.arange(size, dtype=np.int32)
    return input.reshape(size, size)[places, places].reshape(half)


def matrix_diag(diagonal, name="diag", k: Any = 0, num_rows=-1, num_cols=-1, padding_value=0):
    """Matrices with these diagonals in the last two axes, and padding_value elsewhere.

    k: which diagonal, or (lowest, highest) of a band; see ops/banded.py.  num_rows, num_cols: as few as can be when -1.
    """
    if is_main(k) and (num_rows, num_cols, padding_value) == (-1, -1, 0):
        return _matrix_diag(diagonal, name=name)
    diagonal = convert_to_tensor(diagonal, name="diagonal")
    padding_value = padding_for(diagonal, padding_value)
    return matrix_diag_v2(diagonal, k, num_rows, num_cols, padding_value, name=name)


@overridable
def matrix_diag_part(input, name="diag_part", k: Any = 0, padding_value=0):
    """The diagonals of the matrices in the last two axes.

    k: which diagonal, or (lowest, highest) of a band; see ops/banded.py.  padding_value: after the shorter ones.
    input: […, m, n], any dtype.
    """
    if is_main(k):
        return _matrix_diag_part(input, name=name)
    input = convert_to_tensor(input, name="input")
    return matrix_diag_part_v2(input, k, padding_for(input, padding_value), name=name)


def matrix_set_diag(input, diagonal, name="set_diag", k: Any = 0):
    """The matrices in the last two axes with other diagonals; k: which, or (lowest, highest) of a band.

    input: […, m, n].  diagonal: […, min(m, n)] for a single diagonal.
    """
    if is_main(k):
        return _matrix_set_diag(input, diagonal, name=name)
    return matrix_set_diag_v2(input, diagonal, k, name=name)


def eye(num_rows, num_columns=None, batch_shape=None, dtype=dtypes.float32, name=None):
    """Identity matrices: [*batch_shape, num_rows, num_columns].

    num_columns: num_rows when left out.  batch_shape: a list or integer vector.  dtype: of the result.
    """
    with name_scope(name, "eye", [num_rows, num_columns, batch_shape]):
        square = num_columns is None
        batch_shape = [] if batch_shape is None else batch_shape
        num_columns = num_rows if num_columns is None else num_columns
        if isinstance(num_rows, Tensor) or isinstance(num_columns, Tensor):
            size = minimum(num_rows, num_columns)
        else:
            if not all(isinstance(n, (int, np.integer)) for n in (num_rows, num_columns)):
                raise TypeError("num_rows and num_columns must be positive integer values.")
            square = num_rows == num_columns
            size = min(num_rows, num_columns)
        if isinstance(batch_shape, Tensor) or isinstance(size, Tensor):
            batch_shape = convert_to_tensor(batch_shape, dtypes.int32, name="shape")
            diagonal_shape = concat([batch_shape, [size]], 0)
            full = None if square else concat([batch_shape, [num_rows, num_columns]], 0)
        else:
            diagonal_shape = [*batch_shape, size]
            full = [*batch_shape, num_rows, num_columns]
        diagonal = ones(diagonal_shape, dtype)
        return matrix_diag(diagonal) if square else matrix_set_diag(zeros(full, dtype), diagonal)


@overridable
def trace(x, name=None):
    """The sums of the main diagonals of x […, m, n]: […]."""
    with name_scope(name, "Trace", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        return reduce_sum(matrix_diag_part(x), [-1], name=scope)
