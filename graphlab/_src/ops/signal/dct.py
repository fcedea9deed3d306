"""Cosine transforms of types I, II and III, by Fourier transforms. (Makhoul, 1980.)"""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import complex as complex_
from graphlab._src.ops.complex import real
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import pad
from graphlab._src.ops.power import exp, rsqrt, sqrt
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.signal.fft import irfft, rfft

_INVERSE = {1: 1, 2: 3, 3: 2}


def _check(input_tensor, dct_type, n, axis, norm):
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if dct_type not in _INVERSE:
        raise ValueError("Only Types I, II and III (I)DCT are supported.")
    if dct_type == 1:
        if norm == "ortho":
            raise ValueError("Normalization is not supported for the Type-I DCT.")
        last = input_tensor.shape[-1]
        if last is not None and getattr(last, "value", last) is not None and last < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


def _last(x):
    known = x.shape.as_list()[-1] if x.shape.ndims else None
    return known or shape(x)[-1]


def dct(input, type=2, n=None, axis=-1, norm=None, name=None):
    """The cosine transform over the last axis: float32, as scipy.fftpack.dct computes it.

    input: float32, [..., length].  type: 1, 2 or 3.  n: to which the axis is cut or filled with zeros.
    axis: -1.  norm: 'ortho' for a transform that keeps lengths, for types 2 and 3.
    """
    _check(input, type, n, axis, norm)
    with name_scope(name, "dct", [input]):
        x = convert_to_tensor(input, dtypes.float32)
        if n is not None:
            x = _with_length(x, n)
        length = _last(x)
        count = cast(length, dtypes.float32)
        if type == 1:
            return real(rfft(concat([x, x[..., -2:0:-1]], axis=-1)))
        if type == 2:
            turned = 2.0 * exp(complex_(0.0, -range_(count) * math.pi * 0.5 / count))
            result = real(rfft(x, fft_length=[2 * length])[..., :length] * turned)
            if norm == "ortho":
                first = 0.5 * rsqrt(count)
                result *= _weights(first, first * sqrt(2.0), length)
            return result
        if norm == "ortho":
            first = sqrt(count)
            x *= _weights(first, first * sqrt(0.5), length)
        else:
            x *= count
        turned = 2.0 * exp(complex_(0.0, range_(count) * math.pi * 0.5 / count))
        return real(irfft(turned * complex_(x, 0.0), fft_length=[2 * length]))[..., :length]


def _with_length(x, n):
    length = _last(x)
    if n <= length:
        return x[..., 0:n]
    return pad(x, convert_to_tensor([[0, 0]] * (len(x.shape) - 1) + [[0, n - length]], dtypes.int32))


def _weights(first, others, length):
    return pad(expand_dims(first, 0), [[0, length - 1]], constant_values=others)


def idct(input, type=2, n=None, axis=-1, norm=None, name=None):
    """The inverse cosine transform over the last axis: float32; without 'ortho' 2 n (type 1: 2 (n - 1)) times as large.

    input: float32, [..., n].  type: 1, 2 or 3, of the transform that it undoes.  norm: as it had.
    """
    _check(input, type, n, axis, norm)
    return dct(input, type=_INVERSE[type], n=n, axis=axis, norm=norm, name=name)
