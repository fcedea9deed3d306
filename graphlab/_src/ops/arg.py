"""Positions of extremes: argmax, argmin, top_k, in_top_k."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.gather import gather, scatter_nd
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.rules import only_axis, other_axis, scalar_size, with_rank, with_rank_at_least
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, size


def _without_axis(op):
    dims = op.inputs[0].dims
    axis = constant_value(op.inputs[1])
    with_rank(op.inputs[1].dims, 0, "pass one axis")
    if dims is None or len(dims) <= 1:
        return None if dims is None else ()
    if axis is None:
        return (None,) * (len(dims) - 1)
    axis = int(axis)
    if not -len(dims) <= axis < len(dims):
        raise ShapeError(
            f"Dimension ({axis}) must be in the range [{-len(dims)}, {len(dims)}), where {len(dims)} is the number of dimensions in the input.",
            other_axis(len(dims)),
        )
    axis %= len(dims)
    return dims[:axis] + dims[axis + 1 :]


_ARG = {
    "signature": "input: T, dimension: Tidx=int32 -> output: output_type=int64",
    "types": {"T": dtypes.NUMERIC, "Tidx": dtypes.INDEX, "output_type": dtypes.INDEX},
    "infer": _without_axis,
    "static": ["dimension"],
    "grad": no_gradient,
}


@op("ArgMax", **_ARG)
def _arg_max(input, dimension, *, output_type: dtypes.DType = dtypes.int64):
    """The position of the largest along an axis, the first of several; NaN is never the largest."""
    axis = _searched("ArgMax", input, dimension)
    return jax.lax.argmax(_ranked(input, jnp.maximum, "min"), axis, output_type.as_numpy_dtype)


@op("ArgMin", **_ARG)
def _arg_min(input, dimension, *, output_type: dtypes.DType = dtypes.int64):
    """The position of the smallest along an axis, the first of several; NaN is never the smallest."""
    axis = _searched("ArgMin", input, dimension)
    return jax.lax.argmin(_ranked(input, jnp.minimum, "max"), axis, output_type.as_numpy_dtype)


def _searched(op_type, x, dimension):
    """The axis to search along, counted from 0."""
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        raise ValueError(
            f"No OpKernel was registered to support Op '{op_type}' with T={x.dtype}: none of them is largest"
        )
    axis = only_axis(
        dimension,
        x.ndim,
        "dim must be a scalar, but received tensor of shape: {shape}",
        "Expected dimension in the range [{low}, {high}), but got {axis}",
    )
    if not x.shape[axis]:
        raise ValueError(f"Reduction axis {int(dimension)} is empty in shape {shapes.text(x.shape)}")
    return axis


def _ranked(x, bounded, worst):
    """x with the worst finite number in place of NaN and of what is worse: Eigen's search begins with that."""
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return x
    limit = jnp.asarray(getattr(jnp.finfo(x.dtype), worst), x.dtype)
    return jnp.where(x == x, bounded(x, limit), limit)


def argmax(input, axis=None, name=None, dimension=None, output_type=dtypes.int64):
    """The index of the largest element along an axis, the first of several: the shape of input without that axis.

    input: any numeric dtype.  axis: a scalar, 0 when left out; dimension is its old name.
    output_type: int64, the default, or int32.
    """
    axis = renamed("axis", axis, "dimension", dimension)
    return _arg_max(input, 0 if axis is None else axis, output_type=output_type, name=name)


def argmin(input, axis=None, name=None, dimension=None, output_type=dtypes.int64):
    """The index of the smallest element along an axis, the first of several: the shape of input without that axis.

    input: any numeric dtype.  axis: a scalar, 0 when left out; dimension is its old name.
    output_type: int64, the default, or int32.
    """
    axis = renamed("axis", axis, "dimension", dimension)
    return _arg_min(input, 0 if axis is None else axis, output_type=output_type, name=name)


def arg_max(input, dimension, output_type=dtypes.int64, name=None):
    """The index of the largest element of `input` along `dimension`: the old form of tf.argmax.

    output_type: int64, the default, or int32.
    """
    return _arg_max(input, dimension, output_type=output_type, name=name)


def arg_min(input, dimension, output_type=dtypes.int64, name=None):
    """The index of the smallest element of `input` along `dimension`: the old form of tf.argmin.

    output_type: int64, the default, or int32.
    """
    return _arg_min(input, dimension, output_type=output_type, name=name)


def _top_k_shape(op):
    return _top_dims(op, scalar_size(op, 1))


def _top_dims(op, k):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    if dims is None:
        return [None, None]
    if k is not None and dims[-1] is not None and dims[-1] < k:
        raise ShapeError(f"input must have last dimension >= k = {k} but is {dims[-1]}", "request fewer")
    result = (*dims[:-1], k)
    return [result, result]


def _top_k_grad(op, dvalues, _):
    """The gradient goes to the chosen elements and nowhere else."""
    sizes, index_sizes = shape(op.inputs[0]), shape(op.outputs[1])
    k = gather(cast(index_sizes, dtypes.int64), size(index_sizes) - 1)
    rows = reshape(op.outputs[1], stack([-1, k]))
    length = gather(cast(sizes, dtypes.int64), size(sizes) - 1)
    count = shape(rows)[0]
    starts = range_(0, cast(count, dtypes.int64) * length, length)
    places = reshape(rows + cast(expand_dims(starts, -1), dtypes.int32), [-1])
    flat = scatter_nd(expand_dims(places, -1), reshape(dvalues, [-1]), [reduce_prod(sizes)])
    return [reshape(flat, sizes), zeros([], dtypes.int32)]


@op(
    "TopKV2",
    "input: T, k: int32 -> values: T, indices: int32",
    types={"T": dtypes.REAL},
    infer=_top_k_shape,
    static=["k"],
    scalars={"k": "k must be scalar, got shape {shape}"},
    grad=_top_k_grad,
)
def _top_k(input, k, *, sorted: bool = True):
    """The k largest along the last axis, in order, and where they are."""
    return _largest(input, k)


@op(
    "TopK",
    "input: T -> values: T, indices: int32",
    types={"T": dtypes.REAL},
    infer=lambda op: _top_dims(op, op.attrs["k"]),
    grad=lambda op, *grads: _top_k_grad(op, *grads)[:1],
    minimums={"k": 0},
)
def _top_k_of_attribute(input, *, k: int, sorted: bool = True):
    """The same for a number that is an attribute, as old graphs have it."""
    return _largest(input, k)


def _largest(input, k):
    if k < 0:
        raise ValueError(f"Need k >= 0, got {int(k)}")
    if not input.ndim:
        raise ValueError("input must be >= 1-D, got shape []")
    if input.shape[-1] < k:
        raise ValueError(f"input must have at least k columns. Had {input.shape[-1]}, needed {int(k)}")
    if not jnp.issubdtype(input.dtype, jnp.floating):
        return jax.lax.top_k(input, int(k))
    # XLA distinguishes -0 from 0, and one NaN from another.
    ranked = jnp.where(input == 0, jnp.zeros_like(input), jnp.where(input == input, input, jnp.nan))
    _, places = jax.lax.top_k(ranked, int(k))
    return jnp.take_along_axis(input, places, -1), places


def top_k(input, k=1, sorted=True, name=None):
    """(values, indices): the k largest elements along the last axis, and where they are: […, k] and int32 […, k].

    input: […, n], numeric.  k: a scalar, at most n.  sorted: largest first; they always are. Of equal ones the first
    comes first.
    """
    return _top_k(input, k, sorted=sorted, name=name)


def _in_top_k_shape(op):
    predictions = with_rank(op.inputs[0].dims, 2)
    targets = with_rank(op.inputs[1].dims, 1)
    if None not in (predictions[0], targets[0]) and predictions[0] != targets[0]:
        raise ShapeError(f"Dimensions must be equal, but are {predictions[0]} and {targets[0]}")
    return (targets[0] if predictions[0] is None else predictions[0],)


@op(
    "InTopKV2",
    "predictions: float32, targets: T=int32, k: T=int32 -> precision: bool",
    types={"T": dtypes.INDEX},
    infer=_in_top_k_shape,
    scalars={"k": "k must be 0-D, got shape {shape}"},
    grad=no_gradient,
)
def _in_top_k(predictions, targets, k):
    """Whether each target's prediction is among the k largest of its row; ties count as in.

    Of a target that is no class, and of a row with a prediction that is not finite, nothing can be said: false.
    """
    return _among_largest(predictions, targets, k)


@op(
    "InTopK",
    "predictions: float32, targets: T=int32 -> precision: bool",
    types={"T": dtypes.INDEX},
    infer=_in_top_k_shape,
    grad=no_gradient,
)
def _in_top_k_of_attribute(predictions, targets, *, k: int):
    """The same for a number that is an attribute, as old graphs have it."""
    return _among_largest(predictions, targets, np.asarray(k, targets.dtype))


def _among_largest(predictions, targets, k):
    for name, value, axes in (("predictions", predictions, 2), ("targets", targets, 1)):
        if value.ndim != axes:
            raise ValueError(f"{name} must be {axes}-dimensional")
    classes = predictions.shape[1]
    if shapes.differ(predictions.shape[:1], targets.shape):
        raise ValueError(
            f"First dimension of predictions {predictions.shape[0]} must match length of targets {targets.shape[0]}"
        )
    there = (targets >= 0) & (targets < classes)
    if not classes:
        return there
    own = jnp.take_along_axis(predictions, jnp.where(there, targets, 0)[:, None], axis=1)
    above = jnp.sum(predictions > own, axis=1, dtype=jnp.asarray(k).dtype)
    return (above < k) & there & jnp.all(jnp.isfinite(predictions), axis=1)


def in_top_k(predictions, targets, k, name=None):
    """True for each row whose target is among its k largest predictions: bool [batch].

    predictions: float32 [batch, classes].  targets: class numbers [batch].  k: how many count.
    """
    with name_scope(name, "in_top_k"):
        return _in_top_k(predictions, targets, k, name=name)
