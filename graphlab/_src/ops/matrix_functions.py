"""LU decompositions, logarithms of determinants, and functions of whole matrices: exp, log, square root."""

import importlib
import warnings
from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import name_scope
from graphlab._src.ops.arithmetic import COMPLEX, multiply
from graphlab._src.ops.complex import conj, real
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.diagonal import eye, matrix_diag_part
from graphlab._src.ops.joining import concat
from graphlab._src.ops.linalg import (
    check_square,
    cholesky,
    half_as_single,
    matrix_inverse,
    matrix_solve,
    square_matrices,
)
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import adjoint

_TYPES = {"T": {dtypes.float64, dtypes.float32, dtypes.float16} | COMPLEX}
_WHOLE = {"signature": "input: T -> output: T", "infer": square_matrices}


def _lu_shape(op):
    dims = square_matrices(op)
    return [None, None] if dims is None else [dims, dims[:-1]]


def _check_pivots(result, input, **attrs):
    pivots = jnp.diagonal(result[0], axis1=-2, axis2=-1)
    return [Check(pivots == 0, lambda: "Input is not invertible.")]


@op(
    "Lu",
    "input: T -> lu: T, p: output_idx_type=int32",
    types={**_TYPES, "output_idx_type": dtypes.INDEX},
    infer=_lu_shape,
    checks=_check_pivots,
)
@half_as_single
def lu(input, *, output_idx_type: dtypes.DType = dtypes.int32):
    """(lu, p): rows p of the input are the product of the lower triangle of lu, with ones on its diagonal, and the upper.

    output_idx_type: int32 or int64, of the permutations.
    """
    if input.ndim < 2 or shapes.differ(input.shape[-1:], input.shape[-2:-1]):
        raise ValueError("Input matrix must be square.")
    packed, _, order = jax.lax.linalg.lu(input)
    return packed, order.astype(output_idx_type.as_numpy_dtype)


def _determinant_shape(op):
    dims = square_matrices(op)
    return [None, None] if dims is None else [dims[:-2]] * 2


def _determinant_grad(op, dsign, dlog):
    inverse = matrix_inverse(op.inputs[0], adjoint=True)
    return [multiply(reshape(dlog, concat([shape(op.outputs[1]), [1, 1]], 0)), inverse)]


@op(
    "LogMatrixDeterminant",
    "input: T -> sign: T, log_abs_determinant: T",
    types=_TYPES,
    infer=_determinant_shape,
    grad=_determinant_grad,
)
@half_as_single
def slogdet(input):
    """(sign, logarithm of the absolute value) of the determinants of square matrices.

    input: […, n, n].
    """
    check_square(input)
    sign, logarithm = jnp.linalg.slogdet(input)
    return sign, logarithm.astype(input.dtype)


@overridable
def logdet(matrix, name=None):
    """The logarithm of the determinants of Hermitian positive definite matrices.

    matrix: […, n, n], self-adjoint and positive definite.
    """
    with name_scope(name, "logdet", [matrix]):
        return 2.0 * reduce_sum(log(real(matrix_diag_part(cholesky(matrix)))), axis=[-1])


@op("MatrixExponential", types=_TYPES, **_WHOLE)
def matrix_exponential(input):
    """exp of square matrices: the sum of their powers, each divided by its factorial (Higham, 2005).

    input: […, n, n], computed with 64 bits: each time that a matrix is squared again doubles the error.
    """
    if not input.size:
        return input
    wide = input.astype(jnp.promote_types(input.dtype, jnp.float64))
    return jnp.vectorize(jax.scipy.linalg.expm, signature="(n,n)->(n,n)")(wide).astype(input.dtype)


def _scipy() -> Any:
    """SciPy's functions of matrices, which take long to import and are hardly ever needed."""
    return importlib.import_module("scipy.linalg")


def _each_matrix(function, input):
    result = np.empty_like(input)
    if not input.size:
        return result
    wide = input.astype(np.promote_types(input.dtype, np.float64))
    for place in np.ndindex(input.shape[:-2]):
        result[place] = function(wide[place])
    return result


@op("MatrixLogarithm", types={"T": COMPLEX}, host=True, grad=undefined_gradient, **_WHOLE)
def matrix_logarithm(input):
    """The principal logarithm of square complex matrices: what matrix_exponential makes the input of."""
    with warnings.catch_warnings():  # SciPy warns of errors in the thirteenth digit
        warnings.simplefilter("ignore", RuntimeWarning)
        return _each_matrix(_scipy().logm, input)


def _kronecker(a, b):
    """The Kronecker products of square matrices: [..., n·m, n·m]."""
    a_shape, b_shape = shape(a), shape(b)
    batch, n, m = a_shape[:-2], a_shape[-1], b_shape[-1]
    product = reshape(a, concat([batch, [n, 1, n, 1]], 0)) * reshape(b, concat([batch, [1, m, 1, m]], 0))
    return reshape(product, concat([batch, [n * m, n * m]], 0))


def _square_root_grad(op, dy):
    """The x with adjoint(root)·x + x·adjoint(root) = dy, as one linear system for all of its elements."""
    root = op.outputs[0]
    sizes = shape(root)
    unit = eye(sizes[-1], batch_shape=sizes[:-2], dtype=root.dtype)
    both_sides = _kronecker(adjoint(root), unit) + _kronecker(unit, conj(root))
    flat = matrix_solve(both_sides, reshape(dy, concat([sizes[:-2], [-1, 1]], 0)))
    return [reshape(flat, sizes)]


@op("MatrixSquareRoot", types=_TYPES, host=True, grad=_square_root_grad, **_WHOLE)
def matrix_square_root(input):
    """The square matrices whose product with themselves is the input."""
    keep = np.asarray if np.iscomplexobj(input) else np.real
    root = _scipy().sqrtm
    return _each_matrix(lambda matrix: keep(root(matrix)), input)
