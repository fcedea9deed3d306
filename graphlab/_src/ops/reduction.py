"""Reductions along axes: sum, mean, product, max, min, all, any."""

import math
import weakref
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.checks import without_zero
from graphlab._src.graph import constant, constant_value, name_scope, static_value
from graphlab._src.ops.cast import cast, converted
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.quotient import quotient
from graphlab._src.ops.rules import reduction
from graphlab._src.ops.sequence import all_axes
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape, size

_REDUCTION = {
    "signature": "input: T, reduction_indices: Tidx=int32 -> output: T",
    "types": {"T": dtypes.NUMERIC, "Tidx": dtypes.INDEX},
    "infer": reduction,
    "static": ["reduction_indices"],
}
_LOGICAL = {
    "signature": "input: bool, reduction_indices: Tidx=int32 -> output: bool",
    "types": {"Tidx": dtypes.INDEX},
    "infer": reduction,
    "static": ["reduction_indices"],
    "grad": no_gradient,
}


def _axes(x, indices):
    for axis in np.reshape(indices, -1):
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"Invalid reduction dimension {axis} for input with {x.ndim} dimensions.")
    return tuple({int(axis) % x.ndim for axis in np.reshape(indices, -1)})


def _folded(function):
    def fold(x, indices, *, keep_dims):
        return function(x, axis=_axes(x, indices), keepdims=keep_dims)

    return fold


def _folded_same(function):
    def fold(x, indices, *, keep_dims):
        return function(x, axis=_axes(x, indices), keepdims=keep_dims, dtype=np.asarray(x).dtype)

    return fold


# Gradients


def reduced_shape(input_shape, axes):
    """The shape of a reduction that keeps the reduced axes with size 1, as operations."""
    input_shape = cast(input_shape, dtypes.int32)
    axes = cast(axes, dtypes.int32)
    input_rank = size(input_shape)
    axes = (axes + input_rank) % input_rank
    axes_shape = shape(axes)
    return raw_ops.DynamicStitch(
        [range_(input_rank), axes],
        [input_shape, raw_ops.Fill(axes_shape, 1)],
    )


def _repeats(sizes, reduced):
    return sizes // raw_ops.Maximum(reduced, 1)


_known = weakref.WeakKeyDictionary()  # Graph -> {(dims, axes): (reduced dims, repeats)}: the operations are made once


def _sum_grad(op, dy):
    x = op.inputs[0]
    dims, axes = x.dims, static_value(op.inputs[1])
    if dims is not None and axes is not None:
        if np.array_equal(axes, np.arange(len(dims))):
            dy = reshape(dy, [1] * len(dims))
            target = constant(np.asarray(dims), dtypes.int32) if shapes.fully_defined(dims) else shape(x)
            return [raw_ops.Tile(dy, target), None]
        if shapes.fully_defined(dims):
            reduced, repeats = _known_shapes(x.graph, dims, tuple(axes.reshape(-1).tolist()))
            return [raw_ops.Tile(reshape(dy, reduced), repeats), None]
    sizes = shape(x)
    with x.graph.colocate_with(sizes.op):
        reduced = reduced_shape(sizes, op.inputs[1])
        repeats = _repeats(sizes, reduced)
    return [raw_ops.Tile(reshape(dy, reduced), repeats), None]


def _known_shapes(graph, dims, axes):
    known = _known.setdefault(graph, {})
    if (dims, axes) not in known:
        reduced = constant_value(reduced_shape(dims, axes))
        repeats = constant_value(_repeats(dims, tuple(reduced.tolist())))
        known[dims, axes] = reduced, repeats
    return known[dims, axes]


def _mean_grad(op, dy):
    dx = _sum_grad(op, dy)[0]
    before, after = op.inputs[0].dims, op.outputs[0].dims
    if shapes.fully_defined(before) and shapes.fully_defined(after):
        count = int(np.prod(before)) // max(int(np.prod(after)), 1)
        factor = constant(count, dx.dtype.base_dtype)
    else:
        before, after = shape(op.inputs[0]), shape(op.outputs[0])
        factor = _repeats(reduce_prod(before), reduce_prod(after))
    return [dx / cast(factor, dx.dtype), None]


def _extreme_grad(op, dy):
    """Elements that share the extreme share its gradient."""
    x, axes = op.inputs
    reduced = reduced_shape(shape(x), axes)
    y = reshape(op.outputs[0], reduced)
    dy = reshape(dy, reduced)
    chosen = cast(raw_ops.Equal(y, x), dy.dtype)
    count = reshape(raw_ops.Sum(chosen, axes), reduced)
    return [chosen / count * dy, None]


def _prod_grad(op, dy):
    """Products of all other elements, from both sides, so that zeros do no harm."""
    x = op.inputs[0]
    sizes = shape(x)
    indices = reshape(op.inputs[1], [-1])
    reduced_sizes = reduced_shape(sizes, op.inputs[1])
    repeats = _repeats(sizes, reduced_sizes)
    dy = raw_ops.Tile(reshape(dy, reduced_sizes), repeats)
    with x.graph.device("/cpu:0"):
        count = rank(x)
        indices = (indices + count) % count
        reduced = cast(indices, dtypes.int32)
        other, _ = raw_ops.ListDiff(range_(0, count), reduced)
        perm = raw_ops.ConcatV2([reduced, other], 0, name="concat")
        reduced_count = reduce_prod(raw_ops.GatherV2(sizes, reduced, 0))
        other_count = reduce_prod(raw_ops.GatherV2(sizes, other, 0))
    permuted = raw_ops.Transpose(x, perm, name="transpose")
    permuted_shape = shape(permuted)
    flat = reshape(permuted, (reduced_count, other_count))
    left = raw_ops.Cumprod(flat, 0, exclusive=True)
    right = raw_ops.Cumprod(flat, 0, exclusive=True, reverse=True)
    if x.dtype.is_complex:
        left, right = raw_ops.Conj(left), raw_ops.Conj(right)
    y = reshape(left * right, permuted_shape)
    dx = dy * raw_ops.Transpose(y, raw_ops.InvertPermutation(perm), name="transpose")
    return [reshape(dx, sizes), None]


# Kernels


def _in_numpy(function):
    def reduce(x, axes, *, keep_dims):
        if axes is None or x.dtype.char not in "fdil" or not axes.size:
            return None
        return np.asarray(function.reduce(x, tuple(axes.reshape(-1).tolist()), x.dtype, keepdims=keep_dims))

    return reduce


@op("Sum", fold=_folded_same(np.sum), grad=_sum_grad, **_REDUCTION, interpret=_in_numpy(np.add))
def _sum(input, reduction_indices, *, keep_dims: bool = False):
    """The sum along axes."""
    return jnp.sum(input, axis=_axes(input, reduction_indices), keepdims=keep_dims, dtype=input.dtype)


def _mean_in_numpy(x, axes, *, keep_dims):
    if axes is None or x.dtype.char not in "fd" or not axes.size:
        return None
    numbers = tuple(axes.reshape(-1).tolist())
    total = np.asarray(np.add.reduce(x, numbers, x.dtype, keepdims=keep_dims))
    return total / x.dtype.type(math.prod([x.shape[axis] for axis in numbers]))


@op("Mean", grad=_mean_grad, **_REDUCTION, interpret=_mean_in_numpy)
def _mean(input, reduction_indices, *, keep_dims: bool = False):
    """The mean along axes; whole numbers are cut towards 0."""
    axes = _axes(input, reduction_indices)
    if not axes:
        return input
    wide = jnp.promote_types(input.dtype, jnp.float32) if jnp.issubdtype(input.dtype, jnp.floating) else input.dtype
    total = jnp.sum(input, axis=axes, keepdims=keep_dims, dtype=wide)
    count = math.prod(input.shape[axis] for axis in axes)
    if jnp.issubdtype(input.dtype, jnp.floating):
        return quotient(total, jnp.asarray(count, wide)).astype(input.dtype)
    # Of nothing the mean is 0. What an integer type can't hold wraps around, as the sum does, and must not become 0.
    count = without_zero(jnp.asarray(max(count, 1)).astype(wide))
    return (
        quotient(total, count) if jnp.iscomplexobj(total) else jax.lax.div(total, jnp.broadcast_to(count, total.shape))
    )


@op("Prod", fold=_folded_same(np.prod), grad=_prod_grad, **_REDUCTION, interpret=_in_numpy(np.multiply))
def _prod(input, reduction_indices, *, keep_dims: bool = False):
    """The product along axes."""
    axes = _axes(input, reduction_indices)
    if jnp.issubdtype(input.dtype, jnp.floating) and input.dtype.itemsize < 4 and axes:
        return _rounded_product(input, axes, keep_dims)
    return jnp.prod(input, axis=axes, keepdims=keep_dims, dtype=input.dtype)


def _rounded_product(x, axes, keep_dims):
    """The product with every factor rounded to the type, which one of 16 bits shows: it may be beyond it on the way."""
    rest = [axis for axis in range(x.ndim) if axis not in axes]
    sizes = [1 if axis in axes else x.shape[axis] for axis in range(x.ndim) if keep_dims or axis not in axes]
    rows = x.transpose(*axes, *rest).reshape(
        math.prod(x.shape[axis] for axis in axes), *[x.shape[axis] for axis in rest]
    )
    product, _ = jax.lax.scan(lambda total, row: (total * row, None), jnp.ones(rows.shape[1:], x.dtype), rows)
    return product.reshape(sizes)


def _lowest(dtype):
    return np.asarray(-np.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min, dtype)


def _highest(dtype):
    return np.asarray(np.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).max, dtype)


def _without_nan(xp: Any, x, otherwise):
    return xp.where(x == x, x, xp.asarray(otherwise, x.dtype)) if jnp.issubdtype(x.dtype, jnp.floating) else x


def _folded_extreme(function, empty):
    def fold(x, indices, *, keep_dims):
        x = np.asarray(x)
        axes = _axes(x, indices)
        if _of_one(x, axes):
            return x if keep_dims else x.squeeze(axes)
        return function(_without_nan(np, x, empty(x.dtype)), axis=axes, keepdims=keep_dims, initial=empty(x.dtype))

    return fold


@op("Max", fold=_folded_extreme(np.max, _lowest), grad=_extreme_grad, **_REDUCTION, barrier=False, masking="greatest")
def _max(input, reduction_indices, *, keep_dims: bool = False):
    """The largest along axes, NaN left out beside others; the lowest value of the type where there is none."""
    return _extreme(jnp.max, _lowest, input, reduction_indices, keep_dims)


@op("Min", fold=_folded_extreme(np.min, _highest), grad=_extreme_grad, **_REDUCTION, barrier=False, masking="least")
def _min(input, reduction_indices, *, keep_dims: bool = False):
    """The smallest along axes, NaN left out beside others; the highest value of the type where there is none."""
    return _extreme(jnp.min, _highest, input, reduction_indices, keep_dims)


def _extreme(function, empty, x, indices, keep_dims):
    axes = _axes(x, indices)
    if _of_one(x, axes):
        return x if keep_dims else x.squeeze(axes)
    return function(_without_nan(jnp, x, empty(x.dtype)), axis=axes, keepdims=keep_dims, initial=empty(x.dtype))


def _of_one(x, axes):
    """Whether each number along the axes is alone: TensorFlow copies it then, with its sign, its phase, or NaN."""
    return all(x.shape[axis] == 1 for axis in axes)


@op("EuclideanNorm", **{**_REDUCTION, "grad": no_gradient})
def _euclidean_norm(input, reduction_indices, *, keep_dims: bool = False):
    """The root of the sum of squares along axes."""
    axes = _axes(input, reduction_indices)
    if _of_one(input, axes):
        return input if keep_dims else jnp.squeeze(input, axes)
    squares = jnp.real(input * jnp.conj(input))
    total = jnp.sqrt(jnp.sum(squares, axis=axes, keepdims=keep_dims, dtype=squares.dtype))
    return converted(jnp, total, dtypes.as_dtype(input.dtype))


@op("All", fold=_folded(np.all), **_LOGICAL)
def _all(input, reduction_indices, *, keep_dims: bool = False):
    """True where all are, along axes."""
    return jnp.all(input, axis=_axes(input, reduction_indices), keepdims=keep_dims)


@op("Any", fold=_folded(np.any), **_LOGICAL)
def _any(input, reduction_indices, *, keep_dims: bool = False):
    """True where any is, along axes."""
    return jnp.any(input, axis=_axes(input, reduction_indices), keepdims=keep_dims)


# The functions that programs call


def _reduce(function, input_tensor, axis, keepdims, name, reduction_indices, keep_dims):
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    result = function(input_tensor, all_axes(input_tensor) if axis is None else axis, keep_dims=keepdims, name=name)
    if axis is None and not keepdims:
        result.set_shape(())
    return result


def _public(function, what, of="numeric, whose dtype the result has"):
    def reduce(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
        return _reduce(function, input_tensor, axis, keepdims, name, reduction_indices, keep_dims)

    reduce.__name__ = f"reduce{function.__name__}"
    reduce.__doc__ = f"""The {what} along axes.

    input_tensor: {of}.
    axis: one or a list of them, negative ones count from the end; all when left out.
    keepdims: whether reduced axes stay, with size 1.  reduction_indices, keep_dims: their old names.

        tf.reduce_{function.__name__[1:]}(x, axis=1)  # of x [2, 3]: [2]
    """
    return overridable(reduce)


reduce_sum = _public(_sum, "sum")
reduce_mean = _public(_mean, "mean")
reduce_prod = _public(_prod, "product")
reduce_max = _public(_max, "largest value")
reduce_min = _public(_min, "smallest value")
reduce_all = _public(_all, "logical and", "bool")
reduce_any = _public(_any, "logical or", "bool")


def reduce_euclidean_norm(input_tensor, axis=None, keepdims=False, name=None):
    """The square root of the sum of squares along axes.

    input_tensor, axis, keepdims: as in reduce_sum.
    """
    return _reduce(_euclidean_norm, input_tensor, axis, keepdims, name, None, None)


def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    """The mean of the squared distances from the mean, along axes.

    input_tensor: floating point.  axis, keepdims: as in reduce_sum.
    """
    with name_scope(name or "reduce_variance"):
        means = reduce_mean(input_tensor, axis=axis, keepdims=True)
        return reduce_mean(raw_ops.Square(input_tensor - means), axis=axis, keepdims=keepdims)


def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    """The square root of the variance along axes.

    input_tensor: floating point.  axis, keepdims: as in reduce_sum.
    """
    with name_scope(name or "reduce_std"):
        return raw_ops.Sqrt(reduce_variance(input_tensor, axis=axis, keepdims=keepdims))
