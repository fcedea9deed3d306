"""Moments and counts: logsumexp, moments, count_nonzero, batch_normalization, l2_loss."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add, multiply, square, squared_difference, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import is_finite, not_equal
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.define import op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity, stop_gradient
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.power import exp, log, reciprocal, rsqrt
from graphlab._src.ops.reduction import reduce_max, reduce_mean, reduce_prod, reduce_sum
from graphlab._src.ops.select import select
from graphlab._src.ops.shape import reshape, shape, size, squeeze


def reduce_logsumexp(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
    """log(sum(exp(…))) along axes, without overflow.

    axis: one or a list of them; all when left out.  keepdims: whether reduced axes stay, with size 1.
    reduction_indices, keep_dims: their old names.
    input_tensor: floating point.
    """
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    x = convert_to_tensor(input_tensor)
    with name_scope(name, "ReduceLogSumExp", [x]):
        highest = reduce_max(x, axis=axis, keepdims=True)
        shift = stop_gradient(select(is_finite(highest), highest, zeros_like(highest)))
        result = log(reduce_sum(exp(subtract(x, shift)), axis, keepdims=keepdims))
        if not keepdims:
            shift = reshape(shift, shape(result))
        result = add(result, shift)
        if axis is None and not keepdims:
            result.set_shape(())
        return result


def count_nonzero(
    input_tensor=None,
    axis=None,
    keepdims=None,
    dtype=dtypes.int64,
    name=None,
    reduction_indices=None,
    keep_dims=None,
    input=None,
):
    """The number of elements that are not 0, along axes.

    input_tensor, or input: numeric, bool or string, where "" counts as 0.
    axis: one or a list of them, all when left out; reduction_indices is its old name.  dtype: of the counts.
    keepdims: whether reduced axes stay, with size 1; keep_dims is its old name.
    """
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    x = renamed("input", input, "input_tensor", input_tensor)
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    with name_scope(name, "count_nonzero", [x]):
        x = convert_to_tensor(x, name="input")
        nothing = zeros([], x.dtype)
        return cast(reduce_sum(cast(not_equal(x, nothing), dtypes.int64), axis=axis, keepdims=keepdims), dtype)


def _nonzero(value, dtype):
    with name_scope("count_nonzero", values=[value]):
        nothing = zeros([], value.dtype)
        return reduce_sum(cast(not_equal(value, nothing), dtype), name="nonzero_count")


def zero_fraction(value, name=None):
    """The share of elements of `value` that are 0: float32, in [0, 1]."""
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        count = size(value, out_type=dtypes.int64)
        # TensorFlow adds up small counts as int32. Both branches are here because each node counts for the seeds of later ones.
        nonzero = cond(
            count <= dtypes.int32.max,
            lambda: cast(_nonzero(value, dtypes.int32), dtypes.int64),
            lambda: _nonzero(value, dtypes.int64),
        )
        with name_scope("counts_to_fraction"):
            fraction = cast(count - nonzero, dtypes.float32) / cast(count, dtypes.float32)
        return identity(fraction, "fraction")


def moments(x, axes, shift=None, name=None, keep_dims=None, keepdims=None):
    """(mean, variance) of x along axes.

    x: a tensor.  axes: a list.  shift: has no effect.
    keepdims: whether reduced axes stay, with size 1; keep_dims is its old name.
    For batch norm: axes [0, 1, 2] of [batch, height, width, channels] are a number for each channel.
    """
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "moments", [x]):
        half = x.dtype.base_dtype is dtypes.float16
        y = cast(x, dtypes.float32) if half else x
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        variance = reduce_mean(squared_difference(y, stop_gradient(mean)), axes, keepdims=True, name="variance")
        if not keepdims:
            mean, variance = squeeze(mean, axes), squeeze(variance, axes)
        return (cast(mean, dtypes.float16), cast(variance, dtypes.float16)) if half else (mean, variance)


def weighted_moments(x, axes, frequency_weights, name=None, keep_dims=None, keepdims=None):
    """(mean, variance) of x along axes, where elements count with weights.

    x: a tensor.  axes: a list.  frequency_weights: a tensor that broadcasts to x.
    keepdims: whether reduced axes stay, with size 1; keep_dims is its old name.
    """
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "weighted_moments", [x, frequency_weights]):
        x, weights = convert_to_tensor(x, name="x"), convert_to_tensor(frequency_weights, name="frequency_weights")
        half = x.dtype.base_dtype is dtypes.float16
        x = cast(x, dtypes.float32) if half else x
        weights = cast(weights, x.dtype)
        total = reduce_sum(weights * x, axes, name="weighted_input_sum", keepdims=True)
        weight = reduce_sum(weights + zeros_like(x), axes, name="sum_of_weights", keepdims=True)
        divisor = reciprocal(weight, name="inv_weight_sum")
        mean = multiply(total, divisor)
        distances = reduce_sum(weights * squared_difference(x, mean), axes, name="weighted_distsq", keepdims=True)
        variance = multiply(distances, divisor)
        if not keepdims:
            mean, variance = squeeze(mean, axis=axes), squeeze(variance, axis=axes)
        return (cast(mean, dtypes.float16), cast(variance, dtypes.float16)) if half else (mean, variance)


def sufficient_statistics(x, axes, shift=None, keep_dims=None, name=None, keepdims=None):
    """(count, sum, sum of squares, shift) along axes: what normalize_moments makes moments of.

    x: a tensor.  keepdims: whether reduced axes stay, with size 1; keep_dims is its old name.
    """
    axes = list(dict.fromkeys(axes))
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        if x.dims is not None and all(x.dims[axis] is not None for axis in axes):
            count = 1
            for axis in axes:
                count *= x.dims[axis]
            count = constant(count, x.dtype.base_dtype)
        else:
            count = reduce_prod(gather(cast(shape(x), x.dtype), axes), name="count")
        if shift is None:
            first, second = x, square(x)
        else:
            shift = convert_to_tensor(shift, name="shift")
            first, second = subtract(x, shift), squared_difference(x, shift)
        first = reduce_sum(first, axes, keepdims=keepdims, name="mean_ss")
        return count, first, reduce_sum(second, axes, keepdims=keepdims, name="var_ss"), shift


def normalize_moments(counts, mean_ss, variance_ss, shift, name=None):
    """(mean, variance) from the result of sufficient_statistics.

    counts: how many elements.  mean_ss, variance_ss: sums of them and of their squares.  shift: what was subtracted.
    """
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        divisor = reciprocal(counts, name="divisor")
        if shift is None:
            mean = shifted = multiply(mean_ss, divisor, name="mean")
        else:
            shifted = multiply(mean_ss, divisor, name="shifted_mean")
            mean = add(shifted, shift, name="mean")
        return mean, subtract(multiply(variance_ss, divisor), square(shifted), name="variance")


def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """scale · (x - mean) / sqrt(variance + variance_epsilon) + offset (Ioffe and Szegedy, 2015).

    offset, scale: None leaves them out.
    """
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        inverse = rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse *= scale
        return x * cast(inverse, x.dtype) + cast(
            -mean * inverse if offset is None else offset - mean * inverse, x.dtype
        )


def batch_norm_with_global_normalization(
    t=None,
    m=None,
    v=None,
    beta=None,
    gamma=None,
    variance_epsilon=None,
    scale_after_normalization=None,
    name=None,
    input=None,
    mean=None,
    variance=None,
):
    """batch_normalization under its old name; t, m and v are the old names of input, mean and variance.

    scale_after_normalization: whether gamma counts.
    beta: added at the end.  variance_epsilon: added to the variance.
    """
    t, m, v = renamed("input", input, "t", t), renamed("mean", mean, "m", m), renamed("variance", variance, "v", v)
    gamma = gamma if scale_after_normalization else None
    return batch_normalization(t, m, v, beta, gamma, variance_epsilon, name)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    """x divided by the root of its sum of squares along axes.

    epsilon: the least that the sum of squares counts as.  dim: the old name of axis.
    """
    axis = renamed("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        total = reduce_sum(square(x), axis, keepdims=True)
        return multiply(x, rsqrt(maximum(total, epsilon)), name=scope)


@op(
    "L2Loss",
    "t: T -> output: T",
    types={"T": dtypes.FLOATING},
    infer=lambda op: (),
    grad=lambda op, dy: [op.inputs[0] * dy],
    interpret=on_numbers(lambda t: np.add.reduce(t * t, None, t.dtype) / t.dtype.type(2)),
)
def l2_loss(t):
    """Half the sum of squares of t, sum(t²) / 2: a floating point scalar."""
    return jnp.sum(t * t, dtype=t.dtype) / 2
