"""Statistics of samples: autocorrelation and percentiles."""

import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_greater_equal, assert_less_equal
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.complex import complex as complex_
from graphlab._src.ops.complex import conj
from graphlab._src.ops.constants import ones, zeros_like
from graphlab._src.ops.distributions.bijector import checked
from graphlab._src.ops.distributions.static_values import known, pad, prefer_static_rank, rank_of, rotate_transpose
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import log
from graphlab._src.ops.power import pow as pow_
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.ops.rounding import ceil, floor
from graphlab._src.ops.rounding import round as round_
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import dimension_size, expand_dims, reshape, shape
from graphlab._src.ops.signal.fft_ops import fft, ifft
from graphlab._src.ops.transpose import transpose


def auto_correlation(x, axis=-1, max_lags=None, center=True, normalize=True, name="auto_correlation"):
    """The correlation of a series with itself, moved by 0, 1, …, max_lags steps, along one axis.

    x: a float or complex tensor.  max_lags: as many as there are when left out.  center: whether the mean is subtracted.
    normalize: whether the result is divided by that of 0 steps.  TypeError for an integer x.
    """
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating and not x.dtype.is_complex:
            raise TypeError(f"Argument x must have either float or complex dtype found: {x.dtype}")
        ndims = prefer_static_rank(x)
        shift = ndims - 1 - (axis if axis >= 0 else ndims + axis)
        series = rotate_transpose(x, shift)
        if center:
            series -= reduce_mean(series, axis=-1, keepdims=True)
        length = dimension_size(series, -1)
        # Zeros behind the series, so that its ends don't meet in the Fourier transform.
        padded = pad(series, axis=-1, back=True, count=_fft_length(length) - length)
        if not x.dtype.is_complex:
            padded = complex_(padded, zeros_like(padded))
        spectrum = fft(padded)
        products = cast(ifft(spectrum * conj(spectrum)), x.dtype)
        last = length - 1
        if max_lags is not None:
            static = known(max_lags)
            if static is not None and isinstance(last, int):
                last = min(last, int(static))
            else:
                last = minimum(last, max_lags)
        products = products[..., : last + 1]
        count = cast(length, x.dtype.real_dtype) - cast(range_(last + 1), x.dtype.real_dtype)
        result = products / cast(count, x.dtype)
        if normalize:
            result /= result[..., :1]
        return rotate_transpose(result, -shift)


def _fft_length(length):
    """The smallest power of 2 that is at least twice as long."""
    if isinstance(length, int):
        return 2 ** math.ceil(math.log2(2 * length))
    exponent = ceil(log(cast(2 * length, dtypes.float64)) / math.log(2.0))
    return cast(pow_(constant(2.0, dtypes.float64), exponent), dtypes.int32)


def percentile(x, q, axis=None, interpolation=None, keep_dims=False, validate_args=False, name=None):
    """The q-th percentile of x over some axes: the element that q per cent of them are at most.

    q: a number from 0 to 100.  axis: a constant; all axes when left out.
    interpolation: "nearest" (the default), "lower" or "higher", where the percentile is between two elements.
    keep_dims: whether the axes stay, with size 1.  ValueError for another interpolation.
    """
    allowed = {"lower", "higher", "nearest"}
    interpolation = "nearest" if interpolation is None else interpolation
    if interpolation not in allowed:
        raise ValueError(f"Argument 'interpolation' must be in {allowed}.  Found {interpolation}")
    with name_scope(name or "percentile", values=[x, q]):
        x = convert_to_tensor(x, name="x")
        q = cast(q, dtypes.float64, name="q")
        if q.shape.ndims not in (None, 0):
            raise ValueError(f"Expected argument 'x' to have ndims 0.  Found tensor {q}")
        if validate_args:
            low, high = constant(0.0, dtypes.float64), constant(100.0, dtypes.float64)
            q = checked(q, assert_rank(q, 0), assert_greater_equal(q, low), assert_less_equal(q, high))
        axes = None if axis is None else _axes(axis, x)
        flat = reshape(x, [-1]) if axes is None else _to_end(x, axes)
        last = shape(flat)[-1] - 1
        place = cast(last, dtypes.float64) * (1.0 - q / 100.0)  # of elements that fall
        rounding = {"lower": ceil, "higher": floor, "nearest": round_}[interpolation]
        place = clip_by_value(cast(rounding(place), dtypes.int32), 0, last)
        falling, _ = top_k(flat, k=last + 1)
        result = gather(falling, place, axis=-1)
        result.set_shape(flat.shape[:-1])
        if not keep_dims:
            return result
        if axes is None:
            return reshape(result, ones([rank_of(x)], dtype=dtypes.int32))
        for one in sorted(axes):
            result = expand_dims(result, one)
        return result


def _axes(axis, x):
    """The axes as numbers from the front."""
    value = known(axis)
    if value is None:
        raise ValueError(f"Expected argument 'axis' to be statically available.  Found: {axis}")
    ndims = x.shape.ndims
    if ndims is None:
        raise ValueError(f"Expected argument 'x' to have statically defined 'ndims'.  Found: {x}")
    found = []
    for one in np.ravel(value):
        if one >= ndims:
            raise ValueError(f"dim {one} not in the interval [0, {ndims - 1}].")
        if one < -ndims:
            raise ValueError(f"Negatively indexed dim {one} not in the interval [-{ndims}, -1]")
        found.append(int(one) % ndims)
    return found


def _to_end(x, axes):
    """x with these axes as one, the last."""
    others = [i for i in range(x.shape.ndims) if i not in axes]
    moved = transpose(x, perm=others + axes)
    if x.shape.is_fully_defined():
        sizes = x.shape.as_list()
        return reshape(moved, [sizes[i] for i in others] + [math.prod(sizes[i] for i in axes)])
    return reshape(moved, concat([shape(moved)[: len(others)], [-1]], axis=0))
