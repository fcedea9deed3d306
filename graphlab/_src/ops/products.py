"""Products over chosen axes, norms and polynomials: tensordot, norm, cross, polyval."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import FailedPreconditionError
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.complex import conj
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.decompositions import svd
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.dynamic import setdiff1d
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import pow as power
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_max, reduce_prod, reduce_sum
from graphlab._src.ops.rounding import abs as absolute
from graphlab._src.ops.rules import merged_inputs, with_rank_at_least
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, squeeze
from graphlab._src.ops.transpose import invert_permutation, transpose


def _contraction_axes(a, axes: Any):
    if isinstance(axes, (int, np.integer)):
        if axes < 0:
            raise ValueError("'axes' must be at least 0.")
        if a.dims is None:
            count = rank(a)
            return range_(count - axes, count, dtype=dtypes.int32), range_(axes, dtype=dtypes.int32)
        if axes > len(a.dims):
            raise ValueError(f"'axes' must not be larger than the number of dimensions of tensor {a}.")
        return list(range(len(a.dims) - axes, len(a.dims))), list(range(axes))
    if isinstance(axes, (list, tuple)):
        if len(axes) != 2:
            raise ValueError("'axes' must be an integer or have length 2.")
        first, second = ([part] if isinstance(part, (int, np.integer)) else part for part in axes)
        if len(first) != len(second):
            raise ValueError(f"Different number of contraction axes 'a' and 'b', {len(first)} != {len(second)}.")
        return first, second
    axes = convert_to_tensor(axes, dtypes.int32, name="axes")
    return axes[0], axes[1]


def _as_matrix(a, axes, flipped=False):
    """(a as a matrix, the sizes of the axes that stay, what is known of them): the contracted axes are one side of it."""
    listed = isinstance(axes, (list, tuple))
    if a.dims is not None and listed:
        if any(not -len(a.dims) <= axis < len(a.dims) for axis in axes):
            raise IndexError(f"list index out of range: 'axes' names {list(axes)} of a tensor of rank {len(a.dims)}")
        axes = [axis % len(a.dims) for axis in axes]
        free = [i for i in range(len(a.dims)) if i not in axes]
        known = [a.dims[i] for i in free]
        if shapes.fully_defined(a.dims):
            sizes = int(np.prod(known)), int(np.prod([a.dims[i] for i in axes]))
            order = axes + free if flipped else free + axes
            return reshape(transpose(a, order), list(sizes[::-1] if flipped else sizes)), known, known
        axes = convert_to_tensor(axes, dtypes.int32, name="axes")
        free = convert_to_tensor(free, dtypes.int32, name="free")
        sizes = shape(a)
    else:
        known = None
        sizes, count = shape(a), rank(a)
        axes = convert_to_tensor(axes, dtypes.int32, name="axes")
        axes = where(axes >= 0, axes, axes + count)
        free, _ = setdiff1d(range_(count), axes)
    free_sizes, axes_sizes = gather(sizes, free), gather(sizes, axes)
    free_size, axes_size = reduce_prod(free_sizes), reduce_prod(axes_sizes)
    if flipped:
        order, target = concat([axes, free], 0), stack([axes_size, free_size])
    else:
        order, target = concat([free, axes], 0), stack([free_size, axes_size])
    return reshape(transpose(a, order), target), free_sizes, known


def tensordot(a, b, axes, name=None):
    """The products of a and b summed over axes of both.

    axes: a number n for the last n of a and the first n of b, or two lists of axes.
    """
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b")
        a_axes, b_axes = _contraction_axes(a, axes)
        a_matrix, a_free, a_known = _as_matrix(a, a_axes)
        b_matrix, b_free, b_known = _as_matrix(b, b_axes, flipped=True)
        product = matmul(a_matrix, b_matrix)
        if isinstance(a_free, list) and isinstance(b_free, list):
            return reshape(product, a_free + b_free, name=scope)
        a_free = convert_to_tensor(a_free, dtypes.int32)
        b_free = convert_to_tensor(b_free, dtypes.int32)
        result = reshape(product, concat([a_free, b_free], 0), name=scope)
        if a_known is not None and b_known is not None:
            result.set_shape(a_known + b_known)
        return result


_MATRIX_NORMS = ("euclidean", "fro", 1, 2, np.inf)
_VECTOR_NORMS = ("euclidean", 1, 2, np.inf)


def norm(tensor, ord="euclidean", axis: Any = None, keepdims=None, name=None, keep_dims=None):
    """The norm of vectors or matrices.

    ord: "euclidean", "fro", 1, 2, np.inf or, for vectors, a positive number.  axis: None for all elements as one
    vector, a number for vectors along it, two for matrices.  keep_dims: the old name of keepdims.
    tensor: floating point or complex.
    """
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    matrix = isinstance(axis, (tuple, list)) and len(axis) == 2
    if matrix:
        axis = tuple(axis)
        if not all(isinstance(i, int) for i in axis) or axis[0] == axis[1]:
            raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
        if ord not in _MATRIX_NORMS:
            raise ValueError(f"'ord' must be a supported matrix norm in {list(_MATRIX_NORMS)}, got {ord}")
    else:
        if axis is not None and not isinstance(axis, int):
            raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
        if ord not in _VECTOR_NORMS and (isinstance(ord, str) or not np.isreal(ord) or ord <= 0):
            raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
        axis = None if axis is None else (axis,)
    with name_scope(name, "norm", [tensor]):
        tensor = convert_to_tensor(tensor)
        result = _norm(tensor, ord, axis, matrix)
        return result if keepdims else squeeze(result, axis)


def _norm(x, ord: Any, axis: Any, matrix):
    if ord in ("fro", "euclidean") or (ord == 2 and not matrix):
        return sqrt(reduce_sum(x * conj(x), axis, keepdims=True))
    if matrix and ord == 2:
        order, back = _matrices_last(x, axis)
        largest = reduce_max(svd(transpose(x, order), compute_uv=False), axis=-1, keepdims=True)
        return transpose(expand_dims(largest, -1), back)
    x = absolute(x)
    if ord == 1:
        result = reduce_sum(x, axis and axis[0], keepdims=True)
        return reduce_max(result, axis[-1], keepdims=True) if matrix and axis else result
    if ord == np.inf:
        if matrix:
            x = reduce_sum(x, axis[-1], keepdims=True)
        return reduce_max(x, None if axis is None else axis[0], keepdims=True)
    return power(reduce_sum(power(x, ord), axis, keepdims=True), 1.0 / ord)


def _matrices_last(x, axis):
    """(the order of x's axes with these two last, the order back)."""
    if x.dims is not None:
        axes = [i % len(x.dims) for i in axis]
        order = [i for i in range(len(x.dims)) if i not in axes] + axes
        return order, np.argsort(order).astype(np.int32)
    count = rank(x)
    axes = stack([i if i >= 0 else i + count for i in axis])
    order = concat([setdiff1d(range_(count), axes)[0], axes], axis=0)
    return order, invert_permutation(order)


def _crossed(op):
    dims = merged_inputs(op)
    with_rank_at_least(dims, 1)
    if dims is not None and dims[-1] not in (3, None):
        raise ShapeError(f"Dimension must be 3 but is {dims[-1]}", "the last axis holds vectors of three")
    return dims


@op(
    "Cross",
    "a: T, b: T -> product: T",
    types={"T": dtypes.REAL},
    infer=_crossed,
    grad=lambda op, dy: [raw_ops.Cross(op.inputs[1], dy), raw_ops.Cross(dy, op.inputs[0])],
)
def cross(a, b):
    """The cross products of a and b, vectors of three in the last axis: […, 3]."""
    if not a.ndim:
        raise ValueError(f"Input must be at least 1D{shapes.text(a.shape)}")
    if a.shape[-1] != 3:
        raise FailedPreconditionError(None, None, "Cross-products are only defined for 3-element vectors.")
    if shapes.differ(a.shape, b.shape):
        raise ValueError(f"Both inputs must be of same shape: {shapes.text(a.shape)} vs. {shapes.text(b.shape)}")
    return jnp.cross(a, b)


def polyval(coeffs, x, name=None):
    """The value at x of the polynomial with these coefficients, element by element.

    coeffs: a list of tensors, the highest power first; zeros when it is empty.
    """
    with name_scope(name, "polyval", [*coeffs, x]):
        x = convert_to_tensor(x, name="x")
        if not coeffs:
            return zeros_like(x, name=name)
        coeffs = [convert_to_tensor(c, name=f"coeff_{i}") for i, c in enumerate(coeffs)]
        result = coeffs[0]
        for coefficient in coeffs[1:]:
            result = coefficient + result * x
        return result
