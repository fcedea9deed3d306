"""crc32c: the checksum of TensorFlow's record files and checkpoints (Castagnoli's polynomial, RFC 3720).

A checksum is linear: each byte contributes what a table says for its place, and the contributions are added without
carries. So NumPy sums a block at once, where a loop over bytes in Python takes a second for a few megabytes.
"""

import functools
import struct

import numpy as np

_POLYNOMIAL = 0x82F63B78
_BLOCK = 1024  # bytes
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


def crc32c(data):
    """The checksum of bytes."""
    if len(data) < 32:
        state, table = 0xFFFFFFFF, _byte_table()
        for byte in data:
            state = state >> 8 ^ table[(state ^ byte) & 255]
        return state ^ 0xFFFFFFFF
    # Zeros before the data contribute nothing, once the start is written into its first bytes.
    padded = np.zeros(-(-len(data) // _BLOCK) * _BLOCK, np.uint8)
    padded[-len(data) :] = np.frombuffer(data, np.uint8)
    start = len(padded) - len(data)
    padded[start : start + 4] ^= 0xFF
    blocks = padded.reshape(-1, _BLOCK)
    parts = np.bitwise_xor.reduce(_tables()[np.arange(_BLOCK), blocks], axis=1)
    state = 0
    a, b, c, d = _first_tables()
    for part in parts.tolist():
        state = part ^ a[state & 255] ^ b[state >> 8 & 255] ^ c[state >> 16 & 255] ^ d[state >> 24]
    return state ^ 0xFFFFFFFF


def masked_crc32c(data):
    """The checksum as files hold it, changed so that a checksum of data with checksums is a good one."""
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + _MASK) & 0xFFFFFFFF


def packed(data):
    """The masked checksum as 4 bytes."""
    return struct.pack("<I", masked_crc32c(data))
