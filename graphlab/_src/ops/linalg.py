"""Decompositions and solutions of linear systems, of the matrices in the last two axes."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.linalg

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import COMPLEX
from graphlab._src.ops.complex import real
from graphlab._src.ops.define import former, op, undefined_gradient
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.rules import merge_size, solution, with_rank_at_least

_SINGULAR = "Input matrix is not invertible."
_TYPES = {"T": {dtypes.float64, dtypes.float32, dtypes.float16} | COMPLEX}


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
    return jnp.conj(jnp.swapaxes(matrix, -1, -2)) if adjoint else matrix


def half_as_single(kernel: Any) -> Any:
    """The kernel, which computes float16 as float32: LAPACK has no smaller type."""

    @functools.wraps(kernel)
    def computed(*arrays, **attributes):
        if arrays[0].dtype != jnp.float16:
            return kernel(*arrays, **attributes)
        result = kernel(*(array.astype(jnp.float32) for array in arrays), **attributes)
        return jax.tree.map(lambda array: array.astype(jnp.float16), result)

    return computed


def _isnan(x):
    return x != x


def _check_definite(result, input):
    """A decomposition that fails is NaN, as one of NaN does."""
    if not input.size:
        return []
    failed = _isnan(result[..., 0, 0]) & ~_isnan(jnp.tril(input)).any(axis=(-2, -1))
    return [Check(failed, lambda: "Cholesky decomposition was not successful. The input might not be valid.")]


def check_square(matrix, message="Input matrix must be square."):
    """ValueError where the last two axes hold no square matrices."""
    if matrix.ndim < 2:
        raise ValueError(f"Input matrix must have rank >= 2, got {matrix.ndim}")
    if shapes.differ(matrix.shape[-2:-1], matrix.shape[-1:]):
        raise ValueError(message)


@overridable
@op("Cholesky", "input: T -> output: T", types=_TYPES, infer=square_matrices, checks=_check_definite)
@half_as_single
def cholesky(input):
    """The lower triangular matrices whose product with their adjoint is the input; only its lower triangle counts."""
    check_square(input)
    symmetric = (input + _turned(input, True)) / 2  # through which gradients go to both triangles
    lower = jnp.tril(input) + _turned(jnp.tril(input, -1), True)
    return jnp.linalg.cholesky(symmetric + jax.lax.stop_gradient(lower - symmetric), symmetrize_input=False)


def has_zero_pivot(matrix):
    """True for matrices that can't be inverted: an exact 0 is where elimination would divide by it."""
    matrix = jnp.asarray(matrix)
    lu = jax.lax.linalg.lu(matrix.astype(jnp.float32) if matrix.dtype == jnp.float16 else matrix)[0]
    return (jnp.diagonal(lu, axis1=-2, axis2=-1) == 0).any()


def invertible(what, arrange=lambda matrix, adjoint: matrix):
    """The checks of an operation whose first input, turned, is to be inverted. what: the message."""

    def check(result, matrix, *rhs, adjoint=False):
        return [Check(has_zero_pivot(arrange(matrix, adjoint)), lambda: what)] if matrix.size else []

    return check


@overridable
@op(
    "MatrixInverse",
    "input: T -> output: T",
    types=_TYPES,
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
    types=_TYPES,
    infer=lambda op: None if (dims := square_matrices(op)) is None else dims[:-2],
)
@half_as_single
def matrix_determinant(input):
    """The determinants of `input`, square matrices […, n, n], floating point or complex: […]."""
    check_square(input)
    return jnp.linalg.det(input)


def check_system(matrix, rhs):
    """ValueError where matrices and right-hand sides are no systems of equations."""
    for name, value in (("First", matrix), ("Second", rhs)):
        if value.ndim < 2:
            raise ValueError(f"{name} input must have rank >= 2, got {value.ndim}")
    check_square(matrix, "First input (lhs) must be a square matrix.")
    if shapes.differ(matrix.shape[-2:-1], rhs.shape[-2:-1]):
        raise ValueError("Input matrix and rhs are incompatible.")


def _solve_grad(op, dy):
    matrix, x = op.inputs[0], op.outputs[0]
    turned = op.get_attr("adjoint")
    drhs = matrix_solve(matrix, dy, adjoint=not turned)
    return [-matmul(x, drhs, adjoint_b=True) if turned else -matmul(drhs, x, adjoint_b=True), drhs]


@overridable
@op(
    "MatrixSolve",
    "matrix: T, rhs: T -> output: T",
    types=_TYPES,
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
    return [Check(jnp.diagonal(matrix, axis1=-2, axis2=-1) == 0, lambda: _SINGULAR)]


@op(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T -> output: T",
    types=_TYPES,
    infer=solution,
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


def _svd_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    if dims is None:
        return [None] * 3 if op.attrs["compute_uv"] else [None, (0,), (0,)]
    rows, columns = dims[-2:]
    least = None if rows is None or columns is None else min(rows, columns)
    if not op.attrs["compute_uv"]:
        return [(*dims[:-2], least), (0,), (0,)]
    full = op.attrs["full_matrices"]
    return [
        (*dims[:-2], least),
        (*dims[:-1], rows if full else least),
        (*dims[:-2], columns, columns if full else least),
    ]


@op("Svd", "input: T -> s: T, u: T, v: T", types=_TYPES, infer=_svd_shape)
@half_as_single
def _svd(input, *, compute_uv: bool = True, full_matrices: bool = False):
    """Singular values, largest first, and the left and right singular vectors."""

    def decomposed(input, algorithm=None):
        found: Any = jax.lax.linalg.svd(input, full_matrices=full_matrices, compute_uv=compute_uv, algorithm=algorithm)
        return found

    # JAX's own choice for GPUs, Jacobi's method, ends at an error of 2e-5 of the largest value in float32.
    as_tensorflow = functools.partial(decomposed, algorithm=jax.lax.linalg.SvdAlgorithm.QR)
    found = jax.lax.platform_dependent(input, cuda=as_tensorflow, rocm=as_tensorflow, default=decomposed)
    if not compute_uv:
        empty = jnp.zeros((0,), input.dtype)
        return found.astype(input.dtype), empty, empty
    u, s, vh = found
    return s.astype(input.dtype), u, jnp.conj(jnp.swapaxes(vh, -1, -2))


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    """(s, u, v) with tensor = u · diag(s) · adjoint(v); only s, which is real, when compute_uv is False.

    full_matrices: u and v square; else they have min(m, n) columns.
    """
    tensor = convert_to_tensor(tensor, name="tensor")
    s, u, v = _svd(tensor, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    return (real(s), u, v) if compute_uv else real(s)


def _qr_shape(op):
    dims = with_rank_at_least(op.inputs[0].dims, 2)
    if dims is None:
        return [None, None]
    rows, columns = dims[-2:]
    inner = rows if op.attrs["full_matrices"] else None if None in (rows, columns) else min(rows, columns)
    return [(*dims[:-2], rows, inner), (*dims[:-2], inner, columns)]


@op("Qr", "input: T -> q: T, r: T", types=_TYPES, infer=_qr_shape)
@half_as_single
def qr(input, *, full_matrices: bool = False):
    """(q, r) with q orthogonal, r upper triangular and their product the input.

    full_matrices: q square, [m, m], and r [m, n]; else q [m, min(m, n)] and r [min(m, n), n].
    """
    return jnp.linalg.qr(input, mode="complete" if full_matrices else "reduced")


def _eigen_shape(op):
    dims = square_matrices(op)
    if dims is None:
        return [None, None]
    return [dims[:-1], dims if op.attrs["compute_v"] else (0,)]


def _check_eigen(result, input, *, compute_v=True):
    said = "Self-adjoint eigen decomposition was not successful. The input might not be valid."
    if input.shape[-1] == 1:  # a number is its own eigenvalue, NaN too
        return []
    # LAPACK may return numbers for a matrix with NaN.
    return [Check(_isnan(result[0]).any() | _isnan(jnp.tril(input)).any(), lambda: said)]


@half_as_single
def _eigen(input):
    values, vectors = jnp.linalg.eigh(
        jnp.tril(input) + jnp.conj(jnp.swapaxes(jnp.tril(input, -1), -1, -2)), symmetrize_input=False
    )
    return values.astype(input.dtype), vectors


@op("SelfAdjointEigV2", "input: T -> e: T, v: T", types=_TYPES, infer=_eigen_shape, checks=_check_eigen)
def _self_adjoint_eig(input, *, compute_v: bool = True):
    """Eigenvalues in rising order and eigenvectors of self-adjoint matrices; only the lower triangle counts."""
    values, vectors = _eigen(input)
    return values, vectors if compute_v else jnp.zeros((0,), input.dtype)


def _rows_shape(op):
    dims = square_matrices(op)
    return None if dims is None else (*dims[:-2], None if dims[-1] is None else dims[-1] + 1, dims[-1])


@op(
    "SelfAdjointEig",
    "input: T -> output: T",
    types={"T": {dtypes.float16, dtypes.float32, dtypes.float64}},
    infer=_rows_shape,
    grad=undefined_gradient,
    checks=lambda result, input: _check_eigen([result[..., 0, :]], input),
)
def _self_adjoint_eig_in_rows(input):
    """The eigenvalues as one row, and below it the eigenvectors as columns: so old graphs have them."""
    values, vectors = _eigen(input)
    return jnp.concatenate([values[..., None, :], vectors], axis=-2)


former("BatchSelfAdjointEig", "SelfAdjointEig", types={"T": {dtypes.float32, dtypes.float64}})


def self_adjoint_eig(tensor, name=None):
    """(eigenvalues […, n] in rising order, eigenvectors […, n, n] as columns) of self-adjoint matrices.

    tensor: […, n, n], floating point or complex; only the lower triangle is read.
    """
    return _self_adjoint_eig(tensor, compute_v=True, name=name)


def self_adjoint_eigvals(tensor, name=None):
    """The eigenvalues […, n], in rising order, of `tensor`, self-adjoint matrices […, n, n]."""
    return _self_adjoint_eig(tensor, compute_v=False, name=name)[0]
