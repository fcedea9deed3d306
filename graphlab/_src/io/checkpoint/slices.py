"""Which part of a tensor is meant: "4 2 0,2:-" in the words of a saver, a message, or the key of a table.

A part is a list of (start, length) for each axis; length is None where the whole axis is meant.
"""

import itertools
import math
import re

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.proto.checkpoints import TensorSliceProto


def parse(text):
    """(full shape, part) of "4 2 0,2:-": sizes, then start,length of each axis or - for all of it."""
    *sizes, last = text.split(" ")
    try:
        shape = [int(size) for size in sizes]
        part = [_extent(item) for item in last.split(":")] if last else []
    except ValueError:
        raise _wrong(text, "sizes and then `start,length:start,length…` are expected") from None
    if len(part) != len(shape):
        raise _wrong(text, f"{len(shape)} sizes, but {len(part)} parts")
    for size, (start, length) in zip(shape, part, strict=True):
        if size < 0 or start < 0 or (length is not None and (length < 0 or start + length > size)):
            raise _wrong(text, "the part is not inside of the shape")
    return shape, part


def _extent(text):
    if text == "-":
        return 0, None
    start, length = text.split(",")
    return int(start), int(length)


def _wrong(text, why):
    return InvalidArgumentError(None, None, f"Invalid shape_and_slice specification: '{text}': {why}")


def part_shape(shape, part):
    """The shape of a part of a tensor."""
    return [size if length is None else length for size, (_, length) in zip(shape, part, strict=True)]


def is_whole(shape, part):
    """True when the part is all of the tensor."""
    return all(start == 0 and length in (None, size) for size, (start, length) in zip(shape, part, strict=True))


def index(part):
    """The index of the part in a NumPy array."""
    return tuple(slice(start, None if length is None else start + length) for start, length in part)


def overlap(shape, one, other):
    """What two parts have in common, as (index into the first, index into the second); None when nothing."""
    into_one, into_other = [], []
    for size, (start, length), (start2, length2) in zip(shape, one, other, strict=True):
        stop = size if length is None else start + length
        stop2 = size if length2 is None else start2 + length2
        begin, end = max(start, start2), min(stop, stop2)
        if begin >= end:
            return None
        into_one.append(slice(begin - start, end - start))
        into_other.append(slice(begin - start2, end - start2))
    return tuple(into_one), tuple(into_other)


def overlapping(shape, parts):
    """Whether some of the parts are known to overlap: they always are when they differ along one axis, as most do."""
    if sum(math.prod(part_shape(shape, part)) for part in parts) > math.prod(shape):
        return True
    if len({tuple(part) for part in parts}) < len(parts):
        return True
    axes = cut_axes(parts)
    if len(axes) != 1:
        return False
    size = shape[axes[0]]
    extents = sorted(
        (start, size if length is None else start + length) for start, length in {p[axes[0]] for p in parts}
    )
    return any(end > following for (_, end), (following, _) in itertools.pairwise(extents))


def cut_axes(parts):
    """The axes along which a tensor is cut into parts."""
    return [axis for axis, extents in enumerate(zip(*parts, strict=True)) if len(set(extents)) > 1]


def to_proto(part):
    """The TensorSliceProto of a part."""
    message = TensorSliceProto()
    for start, length in part:
        extent = message.extent.add()
        if length is not None:
            extent.start, extent.length = start, length
    return message


def from_proto(message):
    """The part that a TensorSliceProto describes."""
    return [(extent.start, extent.length if extent.HasField("length") else None) for extent in message.extent]


# The key of a part in a table orders as (name, part) does: numbers and text in LevelDB's ordered code.


def key(name, part):
    """The key of a part of the tensor `name`, bytes."""
    coded = _number(0) + _text(name) + _number(len(part))
    for start, length in part:
        coded += _signed(start) + _signed(-1 if length is None else length)
    return coded


_ESCAPED = re.compile(rb"[\x00\xff]")


def _number(value):
    data = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([len(data)]) + data


def _text(data):
    return _ESCAPED.sub(lambda found: b"\x00\xff" if found[0] == b"\x00" else b"\xff\x00", data) + b"\x00\x01"


def _signed(value):
    """A sign-extended number in the fewest bytes that hold as many leading ones as there are bytes."""
    magnitude = ~value if value < 0 else value
    count = magnitude.bit_length() // 7 + 1
    leading_ones = ((1 << count) - 1) << 7 * count
    return ((value & ((1 << 8 * count) - 1)) ^ leading_ones).to_bytes(count, "big")
