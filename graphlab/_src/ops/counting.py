"""Counts: bincount, and histograms with bins of equal width."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.checks import Check
from graphlab._src.graph import constant, constant_value, convert_to_tensor, name_scope
from graphlab._src.graph.opdef import UNLESS_KNOWN
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.define import no_gradient, op, undefined_gradient
from graphlab._src.ops.division import truediv
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.quotient import exact_quotient, quotient
from graphlab._src.ops.reduction import reduce_max, reduce_prod
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import reshape, shape

_COUNTED = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)


def _number(op, index):
    with_rank(op.inputs[index].dims, 0)
    known = constant_value(op.inputs[index])
    return None if known is None else int(known)


def _bins(op):
    count = _number(op, 1)
    if count is not None and count < 0:
        raise ShapeError("size must be non-negative")
    return (count,)


@op(
    "Bincount",
    "arr: int32, size: int32, weights: T -> bins: T",
    types={"T": _COUNTED},
    infer=_bins,
    static=["size"],
    host=UNLESS_KNOWN,
    checks=lambda result, arr, size, weights: [Check(arr < 0, lambda: "Input arr must be non-negative!")],
    grad=undefined_gradient,
)
def _bincount(arr, size, weights):
    """The count of each number below `size`, or the sum of its weights."""
    count = int(size)
    if isinstance(arr, np.ndarray):
        if (arr < 0).any():
            raise ValueError("Input arr must be non-negative!")
        if weights.size and weights.shape != arr.shape:
            raise ValueError(f"Size of weights and arr must be equal: {list(weights.shape)} and {list(arr.shape)}")
        result = np.zeros(count, weights.dtype)
        valid = arr < count
        np.add.at(result, arr[valid], weights[valid] if weights.size else np.asarray(1, weights.dtype))
        return result
    numbers = arr.reshape(-1)
    values = weights.reshape(-1) if weights.size else jnp.ones_like(numbers, weights.dtype)
    return jax.ops.segment_sum(values, jnp.where(numbers < 0, count, numbers), count)


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=dtypes.int32):
    """The count of each number, or the sum of its weights: a vector, one longer than the largest number.

    arr: int32, not negative.  weights: in the shape of arr.  dtype: of the counts where there are no weights.
    minlength: the result is that long at least.  maxlength: numbers from there on are left out.
    """
    with name_scope(None, "bincount"):
        arr = convert_to_tensor(arr, dtypes.int32, name="arr")
        is_any = reduce_prod(shape(arr)) > 0
        length: Any = cast(is_any, dtypes.int32) * (reduce_max(arr) + 1)
        if minlength is not None:
            length = maximum(convert_to_tensor(minlength, dtypes.int32, name="minlength"), length)
        if maxlength is not None:
            length = minimum(convert_to_tensor(maxlength, dtypes.int32, name="maxlength"), length)
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            return unsorted_segment_sum(weights, arr, length)
        return _bincount(arr, length, constant([], dtype))


def _histogram_shape(op):
    (bounds,) = with_rank(op.inputs[1].dims, 1)
    if bounds not in (None, 2):
        raise ShapeError(f"Dimension must be 2 but is {bounds}")
    count = _number(op, 2)
    if count is not None and count <= 0:
        raise ShapeError(f"Requires nbins > 0: {count}")
    return (count,)


def _check_bounds(result, values, value_range, nbins, **attrs):
    low, high = value_range[0], value_range[1]
    words = "value_range should satisfy value_range[0] < value_range[1], but got"
    return [Check(low >= high, lambda: f"{words} '[{low:g}, {high:g}]'")]


@op(
    "HistogramFixedWidth",
    "values: T, value_range: T, nbins: int32 -> out: dtype=int32",
    types={"T": _COUNTED, "dtype": dtypes.INDEX},
    infer=_histogram_shape,
    static=["nbins"],
    checks=_check_bounds,
    grad=no_gradient,
)
def _histogram(values, value_range, nbins, *, dtype: dtypes.DType = dtypes.int32):
    """The count of values in each of nbins bins of equal width; the outer bins include what lies beyond."""
    if np.ndim(nbins):
        raise ValueError("nbins should be a scalar.")
    if np.shape(value_range) != (2,):
        raise ValueError(f"value_range should be a vector of 2 elements, but has shape {list(np.shape(value_range))}")
    if nbins <= 0:
        raise ValueError(f"nbins should be a positive number, but got '{nbins}'")
    kind = jnp.float64 if values.dtype.itemsize == 8 else jnp.float32
    values = values.reshape(-1).astype(kind)
    low, high = value_range[0].astype(kind), value_range[1].astype(kind)
    step = quotient(high - low, jnp.asarray(int(nbins), kind))
    places = jnp.clip(jnp.floor(exact_quotient(values - low, step)), 0, int(nbins) - 1).astype(jnp.int32)
    return jnp.zeros(int(nbins), dtype.as_numpy_dtype).at[places].add(1)


def histogram_fixed_width(values, value_range, nbins=100, dtype=dtypes.int32, name=None):
    """The count of values in each of nbins bins of equal width; the outer bins include what lies beyond.

    value_range: [2], where the first bin begins and the last ends.  dtype: of the counts, int32 or int64.
    """
    with name_scope(name, "histogram_fixed_width", [values, value_range, nbins]) as scope:
        return _histogram(values, value_range, nbins, dtype=dtype, name=scope)


def histogram_fixed_width_bins(values, value_range, nbins=100, dtype=dtypes.int32, name=None):
    """The bin that each value falls into, of nbins of equal width; the outer ones take what lies beyond.

    value_range: [2], where the first bin begins and the last ends.  dtype: has no effect, bins are int32.
    values: numeric, any shape.
    """
    with name_scope(name, "histogram_fixed_width_bins", [values, value_range, nbins]):
        values = convert_to_tensor(values, name="values")
        sizes = shape(values)
        values = reshape(values, [-1])
        value_range = convert_to_tensor(value_range, name="value_range")
        nbins = convert_to_tensor(nbins, dtypes.int32, name="nbins")
        count = cast(nbins, values.dtype)
        scaled = truediv(values - value_range[0], value_range[1] - value_range[0], name="scaled_values")
        places = floor(count * scaled, name="indices")
        return reshape(cast(clip_by_value(places, 0, count - 1), dtypes.int32), sizes)
