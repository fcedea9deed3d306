"""Fourier transforms of real tensors, whose lengths may be left out; fftshift and ifftshift."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_dims
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.grids import roll
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.padding import pad
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import dimension_size, rank, shape
from graphlab._src.ops.signal.fft_ops import irfft2d_op, irfft3d_op, irfft_op, rfft2d_op, rfft3d_op, rfft_op


def rfft(input_tensor, fft_length=None, name=None):
    """The Fourier transform of reals over the last axis: complex64 [..., fft_length / 2 + 1].

    input_tensor: float32, [..., n].  fft_length: [length], to which the axis is cut or filled with zeros; n if left out.
    """
    return _transform(rfft_op, 1, "rfft", input_tensor, fft_length, name)


def rfft2d(input_tensor, fft_length=None, name=None):
    """The Fourier transform of reals over the last two axes: complex64, of the last the first half of the frequencies.

    input_tensor: float32, [..., m, n].  fft_length: two lengths, to which the axes are cut or filled with zeros.
    """
    return _transform(rfft2d_op, 2, "rfft2d", input_tensor, fft_length, name)


def rfft3d(input_tensor, fft_length=None, name=None):
    """The Fourier transform of reals over the last three axes: complex64, of the last the first half of the frequencies.

    input_tensor: float32, [..., l, m, n].  fft_length: three lengths, to which the axes are cut or filled with zeros.
    """
    return _transform(rfft3d_op, 3, "rfft3d", input_tensor, fft_length, name)


def irfft(input_tensor, fft_length=None, name=None):
    """The inverse Fourier transform over the last axis, to reals: float32 [..., fft_length].

    input_tensor: complex64, [..., n].  fft_length: [length of the result]; 2 (n - 1) if left out.
    """
    return _transform(irfft_op, 1, "irfft", input_tensor, fft_length, name, inverse=True)


def irfft2d(input_tensor, fft_length=None, name=None):
    """The inverse Fourier transform over the last two axes, to reals: float32.

    input_tensor: complex64, [..., m, n].  fft_length: the lengths of the result; m and 2 (n - 1) if left out.
    """
    return _transform(irfft2d_op, 2, "irfft2d", input_tensor, fft_length, name, inverse=True)


def irfft3d(input_tensor, fft_length=None, name=None):
    """The inverse Fourier transform over the last three axes, to reals: float32.

    input_tensor: complex64, [..., l, m, n].  fft_length: the lengths of the result; l, m and 2 (n - 1) if left out.
    """
    return _transform(irfft3d_op, 3, "irfft3d", input_tensor, fft_length, name, inverse=True)


def _transform(transform, count, default_name, input_tensor, fft_length, name, inverse=False):
    with name_scope(name, default_name, [input_tensor, fft_length]) as scope:
        x = convert_to_tensor(input_tensor, dtypes.complex64 if inverse else dtypes.float32)
        x.shape.with_rank_at_least(count)
        if fft_length is None:
            fft_length = _own_lengths(x, count, inverse)
        else:
            fft_length = convert_to_tensor(fft_length, dtypes.int32)
            fft_length.shape.assert_has_rank(1)
            if fft_length.dims is not None and fft_length.dims[0] not in (count, None):
                raise ValueError(
                    f"Dimension must be {count} but is {fft_length.shape[0]}: fft_length has {count} numbers"
                )
        return transform(_filled(x, count, fft_length, inverse), fft_length, name=scope)


def _own_lengths(x, count, inverse):
    sizes = x.shape[-count:]
    if sizes.is_fully_defined():
        known = sizes.as_list()
        if inverse:
            known[-1] = max(0, 2 * (known[-1] - 1))
        return convert_to_tensor(known, dtypes.int32)
    if not inverse:
        return shape(x)[-count:]
    unknown = unstack(shape(x)[-count:], count)
    unknown[-1] = maximum(0, 2 * (unknown[-1] - 1))
    return stack(unknown)


def _filled(x, count, lengths, inverse):
    """x with zeros up to the lengths."""
    dims: Any = x.dims
    wanted: Any = static_dims(lengths)
    if dims is not None and 0 in dims:
        return x
    if dims is not None and wanted is not None and None not in wanted and None not in dims[-len(wanted) :]:
        if inverse:
            wanted = (*wanted[:-1], wanted[-1] // 2 + 1)
        inner = [[0, max(length - size, 0)] for length, size in zip(wanted, dims[-len(wanted) :], strict=True)]
        if not any(after for _, after in inner):
            return x
        return pad(x, [[0, 0]] * (len(dims) - len(wanted)) + inner)
    axes = rank(x)
    sizes = shape(x)[-count:]
    outer = zeros([maximum(0, axes - count)], lengths.dtype)
    if inverse:
        lengths = concat([lengths[:-1], lengths[-1:] // 2 + 1], 0)
    after = concat([outer, maximum(0, lengths - sizes)], 0)
    return pad(x, stack([zeros_like(after), after], axis=1))


def fftshift(x, axes=None, name=None):
    """A spectrum with frequency 0 in the middle: the second half of each axis comes first.

    x: any type.  axes: a number or several; all when left out.
    """
    return _shift(x, axes, name, "fftshift", 1)


def ifftshift(x, axes=None, name=None):
    """A spectrum with frequency 0 at the beginning: what undoes fftshift.

    x: any type.  axes: a number or several; all when left out.
    """
    return _shift(x, axes, name, "ifftshift", -1)


def _shift(x, axes, name, default_name, sign):
    with name_scope(name, default_name) as scope:
        x = convert_to_tensor(x)
        if axes is None:
            axes = tuple(range(x.shape.ndims)) if x.shape.ndims is not None else range_(rank(x))
        if isinstance(axes, Tensor):
            return roll(x, sign * (shape(x) // 2), axes, name=scope)
        if isinstance(axes, int):
            return roll(x, sign * (dimension_size(x, axes) // 2), axes, name=scope)
        return roll(x, [sign * (dimension_size(x, axis) // 2) for axis in axes], axes, name=scope)
