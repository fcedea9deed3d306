"""crc32c: the checksum of TensorFlow's record files and checkpoints (Castagnoli's polynomial, RFC 3720).

Where the library google-crc32c is installed it does the work. Else NumPy does, some thirty times slower. A checksum is
linear: each byte contributes what a table says for its place, and the contributions are added without
carries. So NumPy sums a block at once, where a loop over bytes in Python lasts a second for a few megabytes.
"""

import functools
import struct

import numpy as np

try:
    import google_crc32c  # pyright: ignore[reportMissingImports]
except ImportError:  # it has no wheel for this machine
    google_crc32c = None

_POLYNOMIAL = 0x82F63B78
_BLOCK = 1024  # bytes
_PIECE = 1 << 20  # bytes that are summed at once
_MASK = 0xA282EAD8


@functools.cache
def _tables():
    """What a byte contributes, by its place in a block: [_BLOCK, 256] uint32."""
    last = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        last = np.where(last & 1, last >> 1 ^ _POLYNOMIAL, last >> 1).astype(np.uint32)
    tables = np.empty((_BLOCK, 256), np.uint32)
    tables[-1] = last
    for place in range(_BLOCK - 2, -1, -1):
        after = tables[place + 1]
        tables[place] = after >> 8 ^ last[after & 255]
    return tables


@functools.cache
def _byte_table():
    return _tables()[-1].tolist()


@functools.cache
def _first_tables():
    return [table.tolist() for table in _tables()[:4]]


def _extended(crc, data):
    """By NumPy."""
    state = crc ^ 0xFFFFFFFF
    if len(data) < 32:
        return _few(state, data) ^ 0xFFFFFFFF
    data = np.frombuffer(data, np.uint8)
    for start in range(0, len(data), _PIECE):
        state = _piece(state, data[start : start + _PIECE])
    return state ^ 0xFFFFFFFF


def _piece(state, data):
    # Zeros before the data contribute nothing, once the state is written into its first bytes.
    if len(data) < 4:
        return _few(state, data)
    padded = np.zeros(-(-len(data) // _BLOCK) * _BLOCK, np.uint8)
    start = len(padded) - len(data)
    padded[start:] = data
    padded[start : start + 4] ^= np.frombuffer(struct.pack("<I", state), np.uint8)
    blocks = padded.reshape(-1, _BLOCK)
    parts = np.bitwise_xor.reduce(_tables()[np.arange(_BLOCK), blocks], axis=1)
    state = 0
    a, b, c, d = _first_tables()
    for part in parts.tolist():
        state = part ^ a[state & 255] ^ b[state >> 8 & 255] ^ c[state >> 16 & 255] ^ d[state >> 24]
    return state


def _few(state, data):
    table = _byte_table()
    for byte in bytes(data):
        state = state >> 8 ^ table[(state ^ byte) & 255]
    return state


# The library accepts what is read-only, or an array.
_extend = _extended if google_crc32c is None else google_crc32c.extend


def extend(crc, data):
    """The checksum of data whose beginning has the checksum `crc`, continued with more bytes."""
    return _extend(crc, data if isinstance(data, (bytes, np.ndarray)) else bytes(data))


def crc32c(data):
    """The checksum of bytes."""
    return extend(0, data)


def masked_crc32c(data):
    """The checksum as files hold it, changed so that a checksum of data with checksums is a good one."""
    return masked(crc32c(data))


def masked(crc):
    """A checksum as files hold it."""
    return ((crc >> 15 | crc << 17) + _MASK) & 0xFFFFFFFF


def unmasked(value):
    """The checksum that a file stores as `value`."""
    value = value - _MASK & 0xFFFFFFFF
    return (value >> 17 | value << 15) & 0xFFFFFFFF


def packed(data):
    """The masked checksum as 4 bytes."""
    return struct.pack("<I", masked_crc32c(data))
