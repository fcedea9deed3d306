"""Snappy, read: how old checkpoints pack their blocks (google/snappy, format_description.txt)."""

from graphlab._src.base.varint import read_varint

_EXPANSION = 64  # three bytes expand to 64 at most


def decompress(data):
    """What was packed. Raises ValueError for what is not snappy's."""
    try:
        size, position = read_varint(data, 0, bits=35)
        if size > _EXPANSION * len(data):
            raise ValueError("a block says that it unpacks to more than it can")
        out = bytearray()
        while position < len(data):
            position = _element(data, position, out)
            if len(out) > size:
                break
    except IndexError:
        raise ValueError("a packed block ends before its time") from None
    if len(out) != size:
        raise ValueError("a packed block has the wrong size")
    return bytes(out)


def _element(data, position, out):
    """Unpacks a literal, or a copy of what came before; returns the position behind it."""
    tag = data[position]
    position += 1
    kind = tag & 3
    if kind == 0:
        length = tag >> 2
        if length >= 60:
            extra = length - 59
            length = int.from_bytes(data[position : position + extra], "little")
            position += extra
        length += 1
        if position + length > len(data):
            raise IndexError
        out += data[position : position + length]
        return position + length
    if kind == 1:
        length, offset = (tag >> 2 & 7) + 4, tag >> 5 << 8 | data[position]
        position += 1
    else:
        width = 2 if kind == 2 else 4
        if position + width > len(data):
            raise IndexError
        length, offset = (tag >> 2) + 1, int.from_bytes(data[position : position + width], "little")
        position += width
    if not 0 < offset <= len(out):
        raise ValueError("a packed block copies from before its beginning")
    start = len(out) - offset
    while length > 0:  # a copy may overlap what it makes
        piece = out[start : start + length]
        out += piece
        length -= len(piece)
    return position
