"""Decompositions into orthogonal and triangular or diagonal matrices, and their gradients: svd, qr, self_adjoint_eig.

The gradients of real matrices are TensorFlow's operations. Where TensorFlow has none, as for complex singular vectors, they
are those of the kernel.
"""

import functools
from typing import Any

import jax
import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.complex import real
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.define import former, op, undefined_gradient
from graphlab._src.ops.diagonal import eye, matrix_band_part, matrix_diag, matrix_diag_part, matrix_set_diag
from graphlab._src.ops.linalg import (
    MATRIX_TYPES,
    check_square,
    half_as_single,
    isnan,
    lower_triangle,
    matrix_triangular_solve,
    square_matrices,
)
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import reciprocal
from graphlab._src.ops.rules import with_rank_at_least
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.transpose import adjoint, matrix_transpose


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


def _svd_grad(op, ds, du, dv):
    a = op.inputs[0]
    if not op.get_attr("compute_uv"):
        _, u, v = _svd(a, compute_uv=True)
        return [matmul(u, matmul(matrix_diag(ds), v, adjoint_b=True))]
    rows, columns = a.dims[-2:] if a.dims else (None, None)
    full = op.get_attr("full_matrices")
    if a.dtype.is_complex or rows is None or columns is None or full and abs(rows - columns) > 1:
        return NotImplemented
    s, u, v = op.outputs
    wide = rows <= columns
    if not wide:  # the gradient of the transposed matrix
        u, v, du, dv = v, u, dv, du
    with control_dependencies([ds, du, dv]):
        dx = _wide_svd_grad(s, u, v, matrix_diag(ds), du, dv, min(rows, columns), max(rows, columns), full)
        dx = dx if wide else matrix_transpose(dx)
    dx.set_shape(a.shape)
    return [dx]


def _wide_svd_grad(s, u, v, ds, du, dv, rows, columns, full):
    """The gradient by a matrix [rows, columns], which has no more rows than columns, from those of its decomposition."""
    values, squares = matrix_diag(s), square(s)
    sizes = shape(s)
    unit = eye(sizes[-1], batch_shape=sizes[:-1], dtype=s.dtype)
    gaps = reciprocal(expand_dims(squares, -2) - expand_dims(squares, -1) + unit)
    gaps = matrix_set_diag(gaps, zeros_like(s))
    inverse = matrix_diag(reciprocal(s))
    v1, dv1 = v[..., :, :rows], dv[..., :, :rows]
    of_u = gaps * matmul(u, du, adjoint_a=True)
    of_v = gaps * matmul(v1, dv1, adjoint_a=True)
    inner = ds + matmul(of_u + adjoint(of_u), values) + matmul(values, of_v + adjoint(of_v))
    dx = matmul(u, matmul(inner, v1, adjoint_b=True))
    if rows == columns:
        return dx
    turned = matrix_transpose(dv1)
    beyond = turned - matmul(matmul(turned, v1), v1, adjoint_b=True)
    if full:
        v2, dv2 = v[..., :, rows:columns], dv[..., :, rows:columns]
        beyond -= matmul(matmul(v1, dv2, adjoint_a=True), v2, adjoint_b=True)
    return dx + matmul(matmul(u, inverse), beyond)


@op("Svd", "input: T -> s: T, u: T, v: T", types=MATRIX_TYPES, infer=_svd_shape, grad=_svd_grad)
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


def _qr_grad(op, dq, dr):
    q, r = op.outputs
    if q.dtype.is_complex or r.dims is None or r.dims[-1] is None or r.dims[-1] != r.dims[-2]:
        return NotImplemented
    projected = matmul(q, dq, adjoint_a=True)
    of_r = matmul(r, dr, adjoint_b=True)
    skew = (projected - adjoint(projected)) + (of_r - adjoint(of_r))
    lower = matrix_band_part(skew, -1, 0)
    inside = matmul(q, dr + _times_inverse_adjoint(lower, r))
    return [inside + _times_inverse_adjoint(dq - matmul(q, projected), r)]


def _times_inverse_adjoint(x, upper):
    """x times the inverse of adjoint(upper), which is upper triangular."""
    return adjoint(matrix_triangular_solve(upper, adjoint(x), lower=False))


@op("Qr", "input: T -> q: T, r: T", types=MATRIX_TYPES, infer=_qr_shape, grad=_qr_grad)
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
    return [Check(isnan(result[0]).any() | isnan(lower_triangle(input)).any(), lambda: said)]


@half_as_single
def _eigen(input):
    check_square(input)
    values, vectors = jnp.linalg.eigh(
        jnp.tril(input) + jnp.conj(jnp.swapaxes(jnp.tril(input, -1), -1, -2)), symmetrize_input=False
    )
    return values.astype(input.dtype), vectors


def _eigen_grad(op, de, dv):
    with control_dependencies([de, dv]):
        if op.get_attr("compute_v"):
            e, v = op.outputs
            gaps = reciprocal(expand_dims(e, -2) - expand_dims(e, -1))
            gaps = matrix_set_diag(gaps, zeros_like(e))
            inner = matrix_diag(de) + gaps * matmul(v, dv, adjoint_a=True)
        else:
            _, v = _self_adjoint_eig(op.inputs[0])
            inner = matrix_diag(de)
        dx = matmul(v, matmul(inner, v, adjoint_b=True))
        # Only the lower triangle counts.
        dx = matrix_band_part(dx + adjoint(dx), -1, 0)
        return [matrix_set_diag(dx, 0.5 * matrix_diag_part(dx))]


@op(
    "SelfAdjointEigV2",
    "input: T -> e: T, v: T",
    types=MATRIX_TYPES,
    infer=_eigen_shape,
    grad=_eigen_grad,
    checks=_check_eigen,
)
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
