"""Short-time Fourier transforms and their inverse. (Griffin and Lim, 1984.)"""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import pad, tile
from graphlab._src.ops.power import log, pow
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import ceil
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.signal.fft import irfft, rfft
from graphlab._src.ops.signal.frames import frame, overlap_and_add
from graphlab._src.ops.signal.windows import hann_window


def _number(value, name):
    tensor = convert_to_tensor(value, name=name)
    tensor.shape.assert_has_rank(0)
    return tensor


def _enclosing_power_of_two(value):
    known = static_value(value)
    if known is not None:
        return constant(2 ** math.ceil(math.log2(int(known))), value.dtype)
    return cast(pow(2.0, ceil(log(cast(value, dtypes.float32)) / log(2.0))), value.dtype)


def stft(signals, frame_length, frame_step, fft_length=None, window_fn=hann_window, pad_end=False, name=None):
    """The spectra of the frames of a signal: complex64 [..., frames, fft_length / 2 + 1].

    signals: float32, [..., samples].  frame_length, frame_step: in samples.
    fft_length: of the transforms; the next power of two when left out.
    window_fn(length, dtype): weights for each frame; None for none.  pad_end: see frame.
    """
    with name_scope(name, "stft", [signals, frame_length, frame_step]):
        signals = convert_to_tensor(signals, name="signals")
        signals.shape.with_rank_at_least(1)
        frame_length = _number(frame_length, "frame_length")
        frame_step = _number(frame_step, "frame_step")
        if fft_length is None:
            fft_length = _enclosing_power_of_two(frame_length)
        else:
            fft_length = convert_to_tensor(fft_length, name="fft_length")
        frames = frame(signals, frame_length, frame_step, pad_end=pad_end)
        if window_fn is not None:
            frames *= window_fn(frame_length, dtype=frames.dtype)
        return rfft(frames, [fft_length])


def inverse_stft_window_fn(frame_step, forward_window_fn=hann_window, name=None):
    """A window for inverse_stft that undoes the window of stft: a function of length and dtype.

    frame_step: in samples.  forward_window_fn: the window that stft was given.
    """
    with name_scope(name, "inverse_stft_window_fn", [forward_window_fn]):
        frame_step = _number(frame_step, "frame_step")

    def window(frame_length, dtype):
        with name_scope(name, "inverse_stft_window_fn", [forward_window_fn]):
            frame_length = _number(frame_length, "frame_length")
            forward = forward_window_fn(frame_length, dtype=dtype)
            overlaps = -(-frame_length // frame_step)
            sums = pad(square(forward), [(0, overlaps * frame_step - frame_length)])
            sums = reduce_sum(reshape(sums, [overlaps, frame_step]), 0, keepdims=True)
            sums = reshape(tile(sums, [overlaps, 1]), [overlaps * frame_step])
            return forward / sums[:frame_length]

    return window


def inverse_stft(stfts, frame_length, frame_step, fft_length=None, window_fn=hann_window, name=None):
    """A signal from the spectra of its frames: float32 [..., samples].

    stfts: complex64, [..., frames, fft_length / 2 + 1].  frame_length, frame_step, fft_length: as stft had them.
    window_fn(length, dtype): weights for each frame, see inverse_stft_window_fn; None for none.
    """
    with name_scope(name, "inverse_stft", [stfts]):
        stfts = convert_to_tensor(stfts, name="stfts")
        stfts.shape.with_rank_at_least(2)
        frame_length = _number(frame_length, "frame_length")
        frame_step = _number(frame_step, "frame_step")
        if fft_length is None:
            fft_length = _enclosing_power_of_two(frame_length)
        else:
            fft_length = _number(fft_length, "fft_length")
        frames = _with_length(irfft(stfts, [fft_length]), frame_length)
        if window_fn is not None:
            frames *= window_fn(frame_length, dtype=stfts.dtype.real_dtype)
        return overlap_and_add(frames, frame_step)


def _with_length(frames, frame_length):
    """The frames cut off, or filled with zeros."""
    known = static_value(frame_length)
    dims = frames.dims
    if known is None or dims is None or dims[-1] is None:
        frames = frames[..., :frame_length]
        outer = zeros([rank(frames) - 1, 2], frame_length.dtype)
        frames = pad(frames, concat([outer, [[0, maximum(0, frame_length - shape(frames)[-1])]]], 0))
    elif dims[-1] > known:
        frames = frames[..., : int(known)]
    elif dims[-1] < known:
        frames = pad(frames, [[0, 0]] * (len(dims) - 1) + [[0, int(known) - dims[-1]]])
    if known is not None and dims is not None:
        frames.set_shape([None] * (len(dims) - 1) + [int(known)])
    return frames
