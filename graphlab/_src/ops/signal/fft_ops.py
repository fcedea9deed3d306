"""Fourier transforms over one, two or three axes, and their gradients."""

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import conj, real
from graphlab._src.ops.constants import ones
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import exp, reciprocal
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.rules import with_rank, with_rank_at_least
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape
from graphlab._src.ops.transpose import transpose

_COMPLEX = {"types": {"Tcomplex": {dtypes.complex64, dtypes.complex128}}}
_SIGNATURE = "input: Tcomplex=complex64 -> output: Tcomplex"


def _axes(count):
    return tuple(range(-count, 0))


def _transformed(transform, count):
    """The kernel of a complex transform over the last axes; of nothing there is nothing."""

    def kernel(input):
        if input.ndim < count:
            raise ValueError(f"Input must have rank of at least {count} but got: {list(input.shape)}")
        return transform(input, axes=_axes(count)) if input.size else input

    return kernel


def _same(count):
    return lambda op: with_rank_at_least(op.inputs[0].dims, count)


def _size(tensor, count):
    return reduce_prod(shape(tensor)[-count:])


def _backwards(inverse, count):
    """The gradient of a transform: the inverse one, times the number of elements."""

    def gradient(op, dy):
        number = cast(_size(dy, count), dy.dtype)
        return [getattr(raw_ops, inverse)(dy) * number]

    return gradient


def _forwards(transform, count):
    """The gradient of an inverse transform: the transform, through the number of elements."""

    def gradient(op, dy):
        share = cast(1.0 / cast(_size(dy, count), dy.dtype.real_dtype), dy.dtype)
        return [getattr(raw_ops, transform)(dy) * share]

    return gradient


@op("FFT", _SIGNATURE, infer=_same(1), grad=_backwards("IFFT", 1), **_COMPLEX)
def fft(input):
    """The Fourier transform over the last axis.

    input: complex, [..., n].
    """
    return _transformed(jnp.fft.fftn, 1)(input)


@op("IFFT", _SIGNATURE, infer=_same(1), grad=_forwards("FFT", 1), **_COMPLEX)
def ifft(input):
    """The inverse Fourier transform over the last axis.

    input: complex, [..., n].
    """
    return _transformed(jnp.fft.ifftn, 1)(input)


@op("FFT2D", _SIGNATURE, infer=_same(2), grad=_backwards("IFFT2D", 2), **_COMPLEX)
def fft2d(input):
    """The Fourier transform over the last two axes.

    input: complex, [..., m, n].
    """
    return _transformed(jnp.fft.fftn, 2)(input)


@op("IFFT2D", _SIGNATURE, infer=_same(2), grad=_forwards("FFT2D", 2), **_COMPLEX)
def ifft2d(input):
    """The inverse Fourier transform over the last two axes.

    input: complex, [..., m, n].
    """
    return _transformed(jnp.fft.ifftn, 2)(input)


@op("FFT3D", _SIGNATURE, infer=_same(3), grad=_backwards("IFFT3D", 3), **_COMPLEX)
def fft3d(input):
    """The Fourier transform over the last three axes.

    input: complex, [..., l, m, n].
    """
    return _transformed(jnp.fft.fftn, 3)(input)


@op("IFFT3D", _SIGNATURE, infer=_same(3), grad=_forwards("FFT3D", 3), **_COMPLEX)
def ifft3d(input):
    """The inverse Fourier transform over the last three axes.

    input: complex, [..., l, m, n].
    """
    return _transformed(jnp.fft.ifftn, 3)(input)


def _real_shape(count, halve):
    def infer(op):
        dims = with_rank_at_least(op.inputs[0].dims, count)
        length = with_rank(op.inputs[1].dims, 1)[0]
        if length not in (count, None):
            raise ShapeError(f"fft_length must have {count} elements, has {length}", "pass a length for each axis")
        said = constant_value(op.inputs[1])
        sizes = [None] * count if said is None else said.tolist()
        if halve and sizes[-1] is not None:
            sizes[-1] = sizes[-1] // 2 + 1 if sizes[-1] else 0
        return None if dims is None else (*dims[:-count], *sizes)

    return infer


def _from_real(input, fft_length, count):
    lengths = _lengths(input, fft_length, count, input.shape[-count:])
    if not input.size or 0 in lengths:
        sizes = [*lengths[:-1], lengths[-1] // 2 + 1 if lengths[-1] else 0]
        return jnp.zeros([*input.shape[:-count], *sizes], np.complex64)
    return jnp.fft.rfftn(input, lengths, _axes(count))


def _to_real(input, fft_length, count):
    enough = [*input.shape[-count:-1], max(input.shape[-1] - 1, 0) * 2 + 1]
    lengths = _lengths(input, fft_length, count, enough)
    if not input.size or 0 in lengths:
        return jnp.zeros([*input.shape[:-count], *lengths], np.float32)
    return jnp.fft.irfftn(input, lengths, _axes(count))


def _lengths(input, fft_length, count, most):
    """The lengths as numbers; ValueError when the input has less."""
    if np.shape(fft_length) != (count,):
        raise ValueError(f"fft_length must have shape [{count}]")
    lengths = [int(n) for n in fft_length]
    if input.ndim < count:
        raise ValueError(f"Input must have rank of at least {count} but got: {list(input.shape)}")
    if input.size and any(length > size for length, size in zip(lengths, most, strict=True)):
        raise ValueError(f"Input dimensions must be at least {lengths} long, they are {list(input.shape[-count:])}")
    return lengths


def _like_complex(values, pattern):
    """A matrix repeated for each of the tensor's outer axes."""
    ahead = concat([ones([rank(pattern) - 2], dtypes.int32), shape(values)], 0)
    return tile(reshape(values, ahead), concat([shape(pattern)[:-2], [1, 1]], 0))


def _waves(length):
    """exp(-2 pi i a b / length) for all a and b."""
    rows = tile(expand_dims(range_(length), 0), [length, 1])
    cycles = cast(rows * transpose(rows, [1, 0]), dtypes.complex64)
    return exp(-2j * np.pi * cycles / cast(length, dtypes.complex64))


def _signs(length):
    return cast(1 - 2 * (range_(length) % 2), dtypes.complex64)


def _rfft_grad(inverse, count):
    """The gradient of a transform of reals: half the inverse one, and what the first and middle frequency add.

    The others represent two frequencies each, of which only one is stored.
    """

    def gradient(op, dy):
        x, lengths = op.inputs
        sizes = shape(x)
        even = cast(1 - lengths[-1] % 2, dtypes.complex64)
        first = dy[..., 0:1]
        if count == 1:
            last = dy[..., -1:]
            extra = first + even * last * _signs(sizes[-1])
        else:
            waves = _like_complex(_waves(sizes[-2]), first)
            extra = matmul(waves, conj(first))
            last = dy[..., -1:]
            middle = matmul(waves, conj(last))
            width = sizes[-1]
            middle = tile(middle, concat([ones([rank(dy) - 1], dtypes.int32), [width]], 0)) * _signs(width)
            extra += even * middle
        number = cast(_size(x, count), dtypes.float32)
        whole = inverse(dy, lengths) * number
        return [0.5 * (whole + real(extra)), None]

    return gradient


def _irfft_grad(transform, count):
    """The gradient of an inverse transform to reals: the transform, doubled where a frequency represents two."""

    def gradient(op, dy):
        x, lengths = op.inputs
        odd = raw_ops.FloorMod(lengths[-1], 2)
        twice = 2.0 * ones([shape(x)[-1] - 2 + odd])
        weights = concat([[1.0], twice, ones([1 - odd])], 0)
        share = reciprocal(cast(_size(dy, count), dtypes.float32))
        back = transform(dy, lengths)
        return [back * cast(share * weights, dtypes.complex64), None]

    return gradient


_FROM_REAL = "input: float32, fft_length: int32 -> output: complex64"
_TO_REAL = "input: complex64, fft_length: int32 -> output: float32"
_LENGTH = {"static": ["fft_length"]}


@op(
    "RFFT",
    _FROM_REAL,
    infer=_real_shape(1, True),
    grad=_rfft_grad(lambda dy, n: raw_ops.IRFFT(dy, n, name="irfft"), 1),
    **_LENGTH,
)
def rfft_op(input, fft_length):
    """The Fourier transform of reals over the last axis: the frequencies from 0 to the middle."""
    return _from_real(input, fft_length, 1)


@op(
    "IRFFT",
    _TO_REAL,
    infer=_real_shape(1, False),
    grad=_irfft_grad(lambda dy, n: raw_ops.RFFT(dy, n, name="rfft"), 1),
    **_LENGTH,
)
def irfft_op(input, fft_length):
    """The inverse Fourier transform over the last axis, whose result is real."""
    return _to_real(input, fft_length, 1)


@op(
    "RFFT2D",
    _FROM_REAL,
    infer=_real_shape(2, True),
    grad=_rfft_grad(lambda dy, n: raw_ops.IRFFT2D(dy, n, name="irfft2d"), 2),
    **_LENGTH,
)
def rfft2d_op(input, fft_length):
    """The Fourier transform of reals over the last two axes: of the last the frequencies from 0 to the middle."""
    return _from_real(input, fft_length, 2)


@op(
    "IRFFT2D",
    _TO_REAL,
    infer=_real_shape(2, False),
    grad=_irfft_grad(lambda dy, n: raw_ops.RFFT2D(dy, n, name="rfft2d"), 2),
    **_LENGTH,
)
def irfft2d_op(input, fft_length):
    """The inverse Fourier transform over the last two axes, whose result is real."""
    return _to_real(input, fft_length, 2)


@op("RFFT3D", _FROM_REAL, infer=_real_shape(3, True), **_LENGTH)
def rfft3d_op(input, fft_length):
    """The Fourier transform of reals over the last three axes: of the last the frequencies from 0 to the middle."""
    return _from_real(input, fft_length, 3)


@op("IRFFT3D", _TO_REAL, infer=_real_shape(3, False), **_LENGTH)
def irfft3d_op(input, fft_length):
    """The inverse Fourier transform over the last three axes, whose result is real."""
    return _to_real(input, fft_length, 3)
