"""matrix_solve_ls (lstsq), pinv, matrix_rank and normalize."""

import functools
from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.compiler.executables import precision
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import COMPLEX
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.decompositions import svd
from graphlab._src.ops.define import op
from graphlab._src.ops.diagonal import eye
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.linalg import check_batches, cholesky, cholesky_solve
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.products import norm
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.rules import solution
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import dimension_size, expand_dims, shape
from graphlab._src.ops.transpose import matrix_transpose

_CACHE = 256_000  # bytes: above this many small matrices are better solved one by one


def _solve_grad(op, dy):
    matrix, rhs, regularizer = op.inputs
    sides = _sides(matrix)
    if sides is None or matrix.dtype.is_complex or not op.attrs["fast"]:
        return NotImplemented
    tall = sides[0] >= sides[1]
    factor = _factor(matrix, cast(regularizer, matrix.dtype.base_dtype), tall)
    return [*(_tall_grad if tall else _wide_grad)(factor, matrix, rhs, op.outputs[0], dy), None]


def _tall_grad(factor, matrix, rhs, x, dy):
    z = cholesky_solve(factor, dy)
    outer = matmul(x, z, adjoint_b=True)
    both = outer + matrix_transpose(outer)
    of_matrix = -matmul(matrix, both) + matmul(rhs, z, adjoint_b=True)
    return of_matrix, matmul(matrix, z)


def _wide_grad(factor, matrix, rhs, x, dy):
    of_rhs = cholesky_solve(factor, matmul(matrix, dy))
    z = cholesky_solve(factor, rhs)
    first = -matmul(of_rhs, matmul(z, matrix, adjoint_a=True))
    rest = dy - matmul(matrix, of_rhs, adjoint_a=True)
    return first + matmul(z, rest, adjoint_b=True), of_rhs


@op(
    "MatrixSolveLs",
    "matrix: T, rhs: T, l2_regularizer: double -> output: T",
    types={"T": {dtypes.float64, dtypes.float32, dtypes.float16} | COMPLEX},
    infer=solution,
    grad=_solve_grad,
    scalars={"l2_regularizer": "l2_regularizer must be scalar, got shape {shape}"},
)
def _matrix_solve_ls(matrix, rhs, l2_regularizer, *, fast: bool = True):
    """The x that makes |matrix·x - rhs|² + l2_regularizer·|x|² least; without `fast` the regularizer does not count."""
    check_batches(matrix, rhs)
    if shapes.differ(matrix.shape[-2:-1], rhs.shape[-2:-1]):
        raise ValueError("Input matrix and rhs are incompatible.")
    times = functools.partial(jnp.matmul, precision=precision.of_products())
    if not fast:
        return times(jnp.linalg.pinv(matrix), rhs)
    turned = jnp.conj(jnp.swapaxes(matrix, -1, -2))
    tall = matrix.shape[-2] >= matrix.shape[-1]
    product = times(turned, matrix) if tall else times(matrix, turned)
    product += l2_regularizer.astype(matrix.dtype) * jnp.eye(product.shape[-1], dtype=matrix.dtype)
    return jnp.linalg.solve(product, times(turned, rhs)) if tall else times(turned, jnp.linalg.solve(product, rhs))


def _factor(matrix, l2_regularizer, tall):
    """The Cholesky decomposition of adjoint(matrix)·matrix, or of matrix·adjoint(matrix), with the regularizer added."""
    product = matmul(matrix, matrix, adjoint_a=tall, adjoint_b=not tall)
    if isinstance(l2_regularizer, Tensor) or l2_regularizer != 0:
        sizes = shape(matrix)
        unit = eye(sizes[-1 if tall else -2], batch_shape=sizes[:-2], dtype=matrix.dtype)
        unit.set_shape(product.shape)
        product += l2_regularizer * unit
    return cholesky(product)


def _by_cholesky(matrix, rhs, l2_regularizer, tall):
    factor = _factor(matrix, l2_regularizer, tall)
    if tall:
        return cholesky_solve(factor, matmul(matrix, rhs, adjoint_a=True))
    return matmul(matrix, cholesky_solve(factor, rhs), adjoint_a=True)


def _many_small(matrix):
    """True for matrices of which there are more than they have rows or columns, and which fill more than a cache."""
    dims = matrix.shape
    if not dims.is_fully_defined():
        return False
    sizes = dims.as_list()
    return dims.num_elements() * matrix.dtype.size > _CACHE and np.prod(sizes[:-2]) > min(sizes[-2:])


def matrix_solve_ls(matrix, rhs, l2_regularizer: float | Tensor = 0.0, fast=True, name=None):
    """The x that makes |matrix·x - rhs|² + l2_regularizer·|x|² least: [..., n, k].

    matrix: [..., m, n].  rhs: [..., m, k].  fast: through the Cholesky decomposition of a product of matrix with itself;
    else a complete orthogonal decomposition, for which the regularizer does not count.
    """
    matrix = convert_to_tensor(matrix, name="matrix")
    if matrix.dtype == dtypes.complex128 and l2_regularizer != 0:
        raise NotImplementedError(
            "matrix_solve_ls is currently disabled for complex128 and l2_regularizer != 0 due to poor accuracy."
        )
    if not fast or _many_small(matrix):
        return _matrix_solve_ls(matrix, rhs, l2_regularizer, fast=fast, name=name)
    with name_scope(name, "matrix_solve_ls", [matrix, rhs, l2_regularizer]):
        rows, columns = (None, None) if matrix.shape.rank is None else matrix.shape.as_list()[-2:]
        if rows is not None and columns is not None:
            return _by_cholesky(matrix, rhs, l2_regularizer, rows >= columns)
        sizes = shape(matrix)[-2:]
        return cond(
            sizes[-2] >= sizes[-1],
            lambda: _by_cholesky(matrix, rhs, l2_regularizer, True),
            lambda: _by_cholesky(matrix, rhs, l2_regularizer, False),
        )


def _matrices(a, validate_args):
    """a, known or checked to be matrices of floats."""
    if not a.dtype.is_floating:
        raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    if a.shape.rank is not None:
        if a.shape.rank < 2:
            raise ValueError(f"Input `a` must have at least 2 dimensions (saw: {a.shape.rank}).")
        return a
    if not validate_args:
        return a
    check = assert_rank_at_least(a, rank=2, message="Input `a` must have at least 2 dimensions.")
    with control_dependencies([check]):
        return identity(a)


def _sides(a) -> Any:
    """[rows, columns] of matrices, or None where one is not known."""
    sizes = [] if a.shape.rank is None else a.shape.as_list()[-2:]
    return None if not sizes or None in sizes else sizes


def matrix_rank(a, tol=None, validate_args=False, name=None):
    """The rank of each matrix: the number of its singular values that are larger than tol, int32 […].

    tol: the precision of the type, times the larger side, times the largest singular value, when left out.
    a: […, m, n].  validate_args: make the run check that a has at least two axes.
    """
    with name_scope(name, "matrix_rank", [a]):
        a = _matrices(convert_to_tensor(a, preferred_dtype=dtypes.float32, name="a"), validate_args)
        values = svd(a, compute_uv=False)
        if tol is None:
            sides = _sides(a)
            larger = max(sides) if sides else reduce_max(shape(a)[-2:])
            precision = np.finfo(a.dtype.as_numpy_dtype).eps
            tol = precision * cast(larger, a.dtype) * reduce_max(values, axis=-1, keepdims=True)
        return reduce_sum(cast(values > tol, dtypes.int32), axis=-1)


def pinv(a, rcond=None, validate_args=False, name=None):
    """The pseudo-inverse of matrices [..., m, n] by Moore and Penrose: [..., n, m].

    rcond: singular values below it, times the largest, count as 0; ten times the precision of the type, times the larger
    side, when left out.
    a: […, m, n].  validate_args: make the run check that a has at least two axes.
    """
    with name_scope(name, "pinv", [a]):
        a = _matrices(convert_to_tensor(a, name="a"), validate_args)
        kind = a.dtype.as_numpy_dtype
        if rcond is None:
            if sides := _sides(a):
                larger = float(max(sides))
            else:
                larger = cast(maximum(*(dimension_size(a, axis) for axis in (-2, -1))), a.dtype)
            rcond = 10.0 * larger * np.finfo(kind).eps
        rcond = convert_to_tensor(rcond, a.dtype, name="rcond")
        values, left, right = svd(a)
        cutoff = rcond * reduce_max(values, axis=-1)
        # 1 / infinity is 0, and so is its derivative.
        values = where_v2(values > expand_dims(cutoff, -1), values, np.asarray(np.inf, kind))
        result = matmul(right / expand_dims(values, -2), left, adjoint_b=True)
        if a.shape.rank is not None:
            dims = a.shape.as_list()
            result.set_shape(TensorShape([*dims[:-2], dims[-1], dims[-2]]))
        return result


def normalize(tensor, ord="euclidean", axis=None, name=None):
    """(tensor divided by its norm along an axis, the norm).

    ord: of the norm, as in tf.norm.
    """
    with name_scope(name, "normalize", [tensor]):
        tensor = convert_to_tensor(tensor)
        length = norm(tensor, ord, axis, keepdims=True)
        return tensor / cast(length, tensor.dtype), length
