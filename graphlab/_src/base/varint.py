"""Whole numbers in as few bytes as they need, as protobuf, LevelDB and snappy write them."""


def varint(value: int) -> bytes:
    """A number in 7 bits a byte, the lowest first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data: bytes, position: int, bits: int = 63) -> tuple[int, int]:
    """(number, the position behind it). IndexError when the data ends before, or after more bits than that."""
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, position
        shift += 7
        if shift > bits:
            raise IndexError
