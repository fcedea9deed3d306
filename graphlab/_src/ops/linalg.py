"""Inverses, determinants, Cholesky's decomposition and solutions of linear systems, of the matrices in the last two axes."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.checks import Check
from graphlab._src.compiler.interpreter.primitives.matrices import lu_in_numpy
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import COMPLEX
from graphlab._src.ops.define import op
from graphlab._src.ops.diagonal import eye, matrix_band_part, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.rules import merge_size, solution, with_rank_at_least
from graphlab._src.ops.shape import shape
from graphlab._src.ops.transpose import adjoint

_SINGULAR = "Input matrix is not invertible."
MATRIX_TYPES = {"T": {dtypes.float64, dtypes.float32, dtypes.float16} | COMPLEX}


def square_matrices(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    if dims is None:
        return None
    size = merge_size(dims[-2], dims[-1], "the matrices must be square")
    return (*dims[:-2], size, size)


def _not_square(*shapes):
    matrix = shapes[0]
    return "Input matrix must be square." if len(matrix) > 1 and matrix[-1] != matrix[-2] else None


square_matrices.at_run_time = _not_square  # pyright: ignore[reportFunctionMemberAccess]


def _turned(matrix, adjoint):
    return matrix.swapaxes(-1, -2).conj() if adjoint else matrix


def half_as_single(kernel: Any) -> Any:
    """The kernel, which computes float16 as float32: LAPACK has no smaller type."""

    @functools.wraps(kernel)
    def computed(*arrays, **attributes):
        if arrays[0].dtype != jnp.float16:
            return kernel(*arrays, **attributes)
        result = kernel(*(array.astype(jnp.float32) for array in arrays), **attributes)
        return jax.tree.map(lambda array: array.astype(jnp.float16), result)

    return computed


def isnan(x):
    return x != x


def lower_triangle(x):
    return np.tril(x) if isinstance(x, np.ndarray) else jnp.tril(x)


def _check_definite(result, input):
    """A decomposition that fails is NaN, as one of NaN does."""
    if not input.size:
        return []
    failed = isnan(result[..., 0, 0]) & ~isnan(lower_triangle(input)).any(axis=(-2, -1))
    return [Check(failed, lambda: "Cholesky decomposition was not successful. The input might not be valid.")]


def check_square(matrix, message="Input matrix must be square."):
    """ValueError where the last two axes hold no square matrices."""
    if matrix.ndim < 2:
        raise ValueError(f"Input matrix must have rank >= 2, got {matrix.ndim}")
    if shapes.differ(matrix.shape[-2:-1], matrix.shape[-1:]):
        raise ValueError(message)


def _cholesky_grad(op, dy):
    lower = op.outputs[0]
    size, batch = shape(lower)[-1], shape(lower)[:-2]
    inverse = matrix_triangular_solve(lower, eye(size, batch_shape=batch, dtype=lower.dtype))
    middle = matmul(lower, dy, adjoint_a=True)
    middle = matrix_set_diag(middle, 0.5 * matrix_diag_part(middle))
    middle = matrix_band_part(middle, -1, 0)
    dx = matmul(matmul(inverse, middle, adjoint_a=True), inverse)
    return [(dx + adjoint(dx)) * 0.5]


@overridable
@op(
    "Cholesky",
    "input: T -> output: T",
    types=MATRIX_TYPES,
    infer=square_matrices,
    grad=_cholesky_grad,
    checks=_check_definite,
)
@half_as_single
def cholesky(input):
    """The lower triangular matrices whose product with their adjoint is the input; only its lower triangle counts."""
    check_square(input)
    return jnp.linalg.cholesky(jnp.tril(input) + _turned(jnp.tril(input, -1), True), symmetrize_input=False)


def has_zero_pivot(matrix):
    """True for matrices that can't be inverted: an exact 0 is where elimination would divide by it."""
    matrix = matrix.astype(jnp.float32) if matrix.dtype == jnp.float16 else matrix
    factors = lu_in_numpy(matrix)[0] if isinstance(matrix, np.ndarray) else jax.lax.linalg.lu(matrix)[0]
    return (factors.diagonal(axis1=-2, axis2=-1) == 0).any()


def invertible(what, arrange=lambda matrix, adjoint: matrix):
    """The checks of an operation whose first input, turned, is to be inverted. what: the message."""

    def check(result, matrix, *rhs, adjoint=False):
        return [Check(has_zero_pivot(arrange(matrix, adjoint)), lambda: what)] if matrix.size else []

    return check


@overridable
@op(
    "MatrixInverse",
    "input: T -> output: T",
    types=MATRIX_TYPES,
    infer=square_matrices,
    grad=lambda op, dy: [_inverse_grad(op, dy)],
    checks=invertible("Input is not invertible.", _turned),
)
@half_as_single
def matrix_inverse(input, *, adjoint: bool = False):
    """The inverses of `input`, square matrices […, n, n], floating point or complex.

    adjoint: invert their adjoints.  The run fails with InvalidArgumentError for a singular matrix.
    """
    return jnp.linalg.inv(_turned(input, adjoint))


def _inverse_grad(op, dy):
    y = op.outputs[0]
    if op.get_attr("adjoint"):
        return -matmul(matmul(y, dy, adjoint_b=True), y)
    return -matmul(y, matmul(dy, y, adjoint_b=True), adjoint_a=True)


@overridable
@op(
    "MatrixDeterminant",
    "input: T -> output: T",
    types=MATRIX_TYPES,
    infer=lambda op: None if (dims := square_matrices(op)) is None else dims[:-2],
    gradient_operations=8,
)
@half_as_single
def matrix_determinant(input):
    """The determinants of `input`, square matrices […, n, n], floating point or complex: […]."""
    check_square(input)
    return jnp.linalg.det(input)


def check_system(matrix, rhs):
    """ValueError where matrices and right-hand sides are no systems of equations."""
    check_batches(matrix, rhs)
    check_square(matrix, "First input (lhs) must be a square matrix.")
    if shapes.differ(matrix.shape[-2:-1], rhs.shape[-2:-1]):
        raise ValueError("Input matrix and rhs are incompatible.")


def check_batches(matrix, rhs):
    """ValueError where matrices and right-hand sides are not as many, in the same axes."""
    for name, value in (("First", matrix), ("Second", rhs)):
        if value.ndim < 2:
            raise ValueError(f"{name} input must have rank >= 2, got {value.ndim}")
    if matrix.ndim != rhs.ndim:
        raise ValueError("All input tensors must have the same rank.")
    if shapes.differ(matrix.shape[:-2], rhs.shape[:-2]):
        raise ValueError("All input tensors must have the same outer dimensions.")


def _solve_grad(op, dy):
    matrix, x = op.inputs[0], op.outputs[0]
    turned = op.get_attr("adjoint")
    drhs = matrix_solve(matrix, dy, adjoint=not turned)
    return [-matmul(x, drhs, adjoint_b=True) if turned else -matmul(drhs, x, adjoint_b=True), drhs]


@overridable
@op(
    "MatrixSolve",
    "matrix: T, rhs: T -> output: T",
    types=MATRIX_TYPES,
    infer=solution,
    grad=_solve_grad,
    checks=invertible(_SINGULAR, _turned),
)
@half_as_single
def matrix_solve(matrix, rhs, *, adjoint: bool = False):
    """The x […, n, k] with matmul(matrix, x) = rhs.

    matrix: […, n, n].  rhs: […, n, k], of the same dtype, floating point or complex.  adjoint: use that of matrix.
    The run fails with InvalidArgumentError for a singular matrix.
    """
    check_system(matrix, rhs)
    return jnp.linalg.solve(_turned(matrix, adjoint), rhs)


def _check_triangular(result, matrix, rhs, *, lower=True, adjoint=False):
    return [Check(matrix.diagonal(axis1=-2, axis2=-1) == 0, lambda: _SINGULAR)]


def _triangular_solve_grad(op, dy):
    matrix, x = op.inputs[0], op.outputs[0]
    lower, turned = op.get_attr("lower"), op.get_attr("adjoint")
    drhs = matrix_triangular_solve(matrix, dy, lower=lower, adjoint=not turned)
    dmatrix = -matmul(x, drhs, adjoint_b=True) if turned else -matmul(drhs, x, adjoint_b=True)
    return [matrix_band_part(dmatrix, -1, 0) if lower else matrix_band_part(dmatrix, 0, -1), drhs]


@op(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T -> output: T",
    types=MATRIX_TYPES,
    infer=solution,
    grad=_triangular_solve_grad,
    checks=_check_triangular,
)
@half_as_single
def matrix_triangular_solve(matrix, rhs, *, lower: bool = True, adjoint: bool = False):
    """The x with matmul(matrix, x) = rhs, where only the lower or the upper triangle of matrix counts.

    adjoint: use the adjoint of matrix.
    """
    check_system(matrix, rhs)
    return jax.scipy.linalg.solve_triangular(matrix, rhs, trans="C" if adjoint else "N", lower=lower)


def cholesky_solve(chol, rhs, name=None):
    """The x with matmul(a, x) = rhs, where chol is the Cholesky decomposition of a."""
    with name_scope(name, "cholesky_solve", [chol, rhs]):
        return matrix_triangular_solve(chol, matrix_triangular_solve(chol, rhs), adjoint=True)
