"""Overlapping frames of signals, and signals from frames."""

import math
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope, static_value
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.division import floormod
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.padding import pad
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape, size
from graphlab._src.ops.slicing import strided_slice
from graphlab._src.ops.transpose import transpose


def gcd(a, b, name=None):
    """The greatest common divisor of two whole numbers."""
    with name_scope(name, "gcd", [a, b]):
        a, b = convert_to_tensor(a), convert_to_tensor(b)
        for label, number in (("a", a), ("b", b)):
            number.shape.assert_has_rank(0)
            if not number.dtype.is_integer:
                raise ValueError(f"{label} must be an integer type. Got: {number.dtype}")
        known_a, known_b = static_value(a), static_value(b)
        if known_a is not None and known_b is not None:
            return convert_to_tensor(math.gcd(int(known_a), int(known_b)))
        found, _ = while_loop(
            lambda _, b: greater(b, zeros_like(b)), lambda a, b: [b, floormod(a, b)], [a, b], back_prop=False
        )
        return found


def _frames_shape(signal, frame_length, frame_step, pad_end, axis):
    """What is known of the shape of the frames."""
    length, step, axis = (static_value(tensor) for tensor in (frame_length, frame_step, axis))
    dims = signal.dims
    if dims is None:
        return None
    if axis is None:
        return [None] * (len(dims) + 1)
    axis = int(axis)
    samples, count = dims[axis], None
    if samples is not None and step is not None and pad_end:
        count = max(0, -(-samples // int(step)))
    elif samples is not None and step is not None and length is not None:
        count = max(0, (samples - int(length) + int(step)) // int(step))
    return [*dims[:axis], count, None if length is None else int(length), *dims[axis:][1:]]


def frame(signal, frame_length, frame_step, pad_end=False, pad_value: Any = 0, axis=-1, name=None):
    """A signal cut into frames: [..., frames, frame_length, ...].

    signal: [..., samples, ...], any type.  frame_length: samples in a frame.  frame_step: samples from one to the next.
    pad_end: frames that begin within the signal but reach beyond are there too, filled with pad_value.
    axis: that of the samples.
    """
    with name_scope(name, "frame", [signal, frame_length, frame_step, pad_value]):
        signal = convert_to_tensor(signal, name="signal")
        frame_length = convert_to_tensor(frame_length, name="frame_length")
        frame_step = convert_to_tensor(frame_step, name="frame_step")
        axis = convert_to_tensor(axis, name="axis")
        signal.shape.with_rank_at_least(1)
        for tensor in (frame_length, frame_step, axis):
            tensor.shape.assert_has_rank(0)
        known = _frames_shape(signal, frame_length, frame_step, pad_end, axis)
        axes = rank(signal)
        axis = range_(axes)[axis]
        sizes = shape(signal)
        outer, samples, inner = split(sizes, [axis, 1, axes - 1 - axis])
        samples = reshape(samples, [])
        outer_count, inner_count = size(outer), size(inner)
        if pad_end:
            pad_value = convert_to_tensor(pad_value, signal.dtype)
            pad_value.shape.assert_has_rank(0)
            count = -(-samples // frame_step)
            missing = maximum(0, frame_length + frame_step * (count - 1) - samples)
            before, after = zeros([outer_count, 2], missing.dtype), zeros([inner_count, 2], missing.dtype)
            signal = pad(signal, concat([before, [[0, missing]], after], 0), constant_values=pad_value)
            sizes = shape(signal)
            samples = sizes[axis]
        else:
            count = maximum(0, 1 + (samples - frame_length) // frame_step)
        # Frames are made of pieces that none of them cuts, so that few are gathered.
        piece = gcd(frame_length, frame_step)
        per_frame, per_step, pieces = frame_length // piece, frame_step // piece, samples // piece
        end = concat([outer, [pieces * piece], inner], 0)
        in_pieces = concat([outer, [pieces, piece], inner], 0)
        cut = reshape(strided_slice(signal, zeros_like(sizes), end), in_pieces)
        first = reshape(range_(count) * per_step, [count, 1])
        chosen = first + reshape(range_(per_frame), [1, per_frame])
        result_shape = concat([outer, [count, frame_length], inner], 0)
        frames = reshape(gather(cut, chosen, axis=axis), result_shape)
        if known:
            frames.set_shape(known)
        return frames


def overlap_and_add(signal, frame_step, name=None):
    """Frames put together again to a signal, what overlaps being added: [..., samples].

    signal: [..., frames, frame_length].  frame_step: samples from one frame to the next.
    """
    with name_scope(name, "overlap_and_add", [signal, frame_step]):
        signal = convert_to_tensor(signal, name="signal")
        signal.shape.with_rank_at_least(2)
        frame_step = convert_to_tensor(frame_step, name="frame_step")
        frame_step.shape.assert_has_rank(0)
        if not frame_step.dtype.is_integer:
            raise ValueError(f"frame_step must be an integer. Got {frame_step.dtype}")
        sizes = shape(signal)
        outer = sizes[:-2]
        outer_count = size(outer)

        def to(values, *inner):
            return reshape(values, concat([outer, list(inner)], 0))

        length, frames = sizes[-1], sizes[-2]
        samples = length + frame_step * (frames - 1)
        known = static_value(frame_step)
        if known is not None and signal.dims is not None and known == signal.dims[-1]:
            return reshape(signal, concat([outer, [samples]], 0), name="fast_path")
        # Each frame is cut into pieces as long as the step; the k-th pieces of all frames lie k steps later.
        pieces = -(-length // frame_step)
        inner = [[0, pieces], [0, pieces * frame_step - length]]
        signal = pad(signal, concat([zeros([outer_count, 2], dtypes.int32), inner], 0))
        signal = to(signal, frames + pieces, pieces, frame_step)
        order = concat([range_(outer_count), outer_count + [1, 0, 2]], 0)
        signal = to(transpose(signal, order), (frames + pieces) * pieces, frame_step)
        signal = signal[..., : (frames + pieces - 1) * pieces, :]
        signal = reduce_sum(to(signal, pieces, frames + pieces - 1, frame_step), -3)
        return to(signal, (frames + pieces - 1) * frame_step)[..., :samples]
