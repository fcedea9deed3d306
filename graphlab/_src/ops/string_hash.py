"""Hashes of strings: TensorFlow's three hash functions, bit for bit."""

import struct

import numpy as np

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.rules import check_least
from graphlab._src.ops.string_bytes import each

_MASK = (1 << 64) - 1


def _rotate(value, by):
    """value, a number of 64 bits, turned right."""
    return ((value >> by) | (value << (64 - by))) & _MASK


def _word(data, at):
    return int.from_bytes(data[at : at + 8], "little")


# FarmHash's Fingerprint64 (Geoff Pike, google/farmhash, the variant "na").

_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def _mix(value):
    return value ^ (value >> 47)


def _merge16(u, v, multiplier):
    a = _mix((u ^ v) * multiplier & _MASK)
    b = _mix((v ^ a) * multiplier & _MASK)
    return b * multiplier & _MASK


def _up_to_16(data):
    size = len(data)
    multiplier = _K2 + size * 2
    if size >= 8:
        a = (_word(data, 0) + _K2) & _MASK
        b = _word(data, size - 8)
        return _merge16(
            (_rotate(b, 37) * multiplier + a) & _MASK, (_rotate(a, 25) + b) * multiplier & _MASK, multiplier
        )
    if size >= 4:
        first, last = struct.unpack("<I", data[:4])[0], struct.unpack("<I", data[-4:])[0]
        return _merge16((size + (first << 3)) & _MASK, last, multiplier)
    if size:
        y = data[0] + (data[size >> 1] << 8)
        z = size + (data[-1] << 2)
        return _mix((y * _K2 ^ z * _K0) & _MASK) * _K2 & _MASK
    return _K2


def _up_to_32(data):
    size = len(data)
    multiplier = _K2 + size * 2
    a, b = _word(data, 0) * _K1 & _MASK, _word(data, 8)
    c, d = _word(data, size - 8) * multiplier & _MASK, _word(data, size - 16) * _K2
    return _merge16(
        (_rotate((a + b) & _MASK, 43) + _rotate(c, 30) + d) & _MASK,
        (a + _rotate((b + _K2) & _MASK, 18) + c) & _MASK,
        multiplier,
    )


def _up_to_64(data):
    size = len(data)
    multiplier = _K2 + size * 2
    a, b = _word(data, 0) * _K2 & _MASK, _word(data, 8)
    c, d = _word(data, size - 8) * multiplier & _MASK, _word(data, size - 16) * _K2
    y = (_rotate((a + b) & _MASK, 43) + _rotate(c, 30) + d) & _MASK
    z = _merge16(y, (a + _rotate((b + _K2) & _MASK, 18) + c) & _MASK, multiplier)
    e, f = _word(data, 16) * multiplier & _MASK, _word(data, 24)
    g = (y + _word(data, size - 32)) * multiplier & _MASK
    h = (z + _word(data, size - 24)) * multiplier
    return _merge16(
        (_rotate((e + f) & _MASK, 43) + _rotate(g, 30) + h) & _MASK,
        (e + _rotate((f + a) & _MASK, 18) + g) & _MASK,
        multiplier,
    )


def _weak_32(data, at, a, b):
    """Two numbers from 32 bytes and two numbers."""
    w, x, y, z = (_word(data, at + 8 * i) for i in range(4))
    a = (a + w) & _MASK
    b = _rotate((b + a + z) & _MASK, 21)
    c = a
    a = (a + x + y) & _MASK
    b = (b + _rotate(a, 44)) & _MASK
    return (a + z) & _MASK, (b + c) & _MASK


def _step(data, at, state, multiplier, last):
    """One round over 64 bytes; the last one weighs two terms by 9."""
    x, y, z, v, w = state
    weight = 9 if last else 1
    x = _rotate((x + y + v[0] + _word(data, at + 8)) & _MASK, 37) * multiplier & _MASK
    y = _rotate((y + v[1] + _word(data, at + 48)) & _MASK, 42) * multiplier & _MASK
    x ^= w[1] * weight & _MASK
    y = (y + v[0] * weight + _word(data, at + 40)) & _MASK
    z = _rotate((z + w[0]) & _MASK, 33) * multiplier & _MASK
    v = _weak_32(data, at, v[1] * multiplier & _MASK, (x + w[0]) & _MASK)
    w = _weak_32(data, at + 32, (z + w[1]) & _MASK, (y + _word(data, at + 16)) & _MASK)
    return z, y, x, v, w


def fingerprint64(data):
    """FarmHash's Fingerprint64 of bytes."""
    size = len(data)
    if size <= 32:
        return _up_to_16(data) if size <= 16 else _up_to_32(data)
    if size <= 64:
        return _up_to_64(data)
    seed = 81
    y = (seed * _K1 + 113) & _MASK
    z = _mix((y * _K2 + 113) & _MASK) * _K2 & _MASK
    state = (seed * _K2 + _word(data, 0)) & _MASK, y, z, (0, 0), (0, 0)
    end = (size - 1) // 64 * 64
    for at in range(0, end, 64):
        state = _step(data, at, state, _K1, last=False)
    x, y, z, v, w = state
    multiplier = (_K1 + ((z & 0xFF) << 1)) & _MASK
    w = ((w[0] + ((size - 1) & 63)) & _MASK, w[1])
    v = ((v[0] + w[0]) & _MASK, v[1])
    w = ((w[0] + v[0]) & _MASK, w[1])
    x, y, z, v, w = _step(data, size - 64, (x, y, z, v, w), multiplier, last=True)
    return _merge16(
        (_merge16(v[0], w[0], multiplier) + _mix(y) * _K0 + z) & _MASK,
        (_merge16(v[1], w[1], multiplier) + x) & _MASK,
        multiplier,
    )


# FarmHash's Fingerprint128, which is CityHash128 (Geoff Pike and Jyrki Alakuijala).


def _merge(u, v):
    return _merge16(u, v, 0x9DDFEA08EB382D69)


def _city_murmur(data, low, high):
    """(low, high) of fewer than 128 bytes, with a seed."""
    size = len(data)
    if size <= 16:
        a = _mix(low * _K1 & _MASK) * _K1 & _MASK
        b = high
        c = (b * _K1 + _up_to_16(data)) & _MASK
        d = _mix((a + (_word(data, 0) if size >= 8 else c)) & _MASK)
    else:
        a, b = low, high
        c = _merge((_word(data, size - 8) + _K1) & _MASK, a)
        d = _merge((b + size) & _MASK, (c + _word(data, size - 16)) & _MASK)
        a = (a + d) & _MASK
        for at in range(0, size - 16, 16):
            a = (a ^ _mix(_word(data, at) * _K1 & _MASK) * _K1 & _MASK) * _K1 & _MASK
            b ^= a
            c = (c ^ _mix(_word(data, at + 8) * _K1 & _MASK) * _K1 & _MASK) * _K1 & _MASK
            d ^= c
    a, b = _merge(a, c), _merge(d, b)
    return a ^ b, _merge(b, a)


def _city_128(data, low, high):
    """(low, high) of bytes, with a seed."""
    size = len(data)
    if size < 128:
        return _city_murmur(data, low, high)
    z = size * _K1 & _MASK
    first = (_rotate(high ^ _K1, 49) * _K1 + _word(data, 0)) & _MASK
    v = first, (_rotate(first, 42) * _K1 + _word(data, 8)) & _MASK
    w = (
        (_rotate((high + z) & _MASK, 35) * _K1 + low) & _MASK,
        _rotate((low + _word(data, 88)) & _MASK, 53) * _K1 & _MASK,
    )
    state = low, high, z, v, w
    end = size // 128 * 128
    for at in range(0, end, 64):
        state = _step(data, at, state, _K1, last=False)
    x, y, z, v, w = state
    x = (x + _rotate((v[0] + z) & _MASK, 49) * _K0) & _MASK
    y = (y * _K0 + _rotate(w[1], 37)) & _MASK
    z = (z * _K0 + _rotate(w[0], 27)) & _MASK
    w, v = (w[0] * 9 & _MASK, w[1]), (v[0] * _K0 & _MASK, v[1])
    for at in range(size - 32, end - 32, -32):  # the last bytes, in pieces of 32 from the end
        y = (_rotate((x + y) & _MASK, 42) * _K0 + v[1]) & _MASK
        w = (w[0] + _word(data, at + 16)) & _MASK, w[1]
        x = (x * _K0 + w[0]) & _MASK
        z = (z + w[1] + _word(data, at)) & _MASK
        w = w[0], (w[1] + v[0]) & _MASK
        v = _weak_32(data, at, (v[0] + z) & _MASK, v[1])
        v = v[0] * _K0 & _MASK, v[1]
    x, y = _merge(x, v[0]), _merge((y + z) & _MASK, w[0])
    return (_merge((x + v[1]) & _MASK, w[1]) + y) & _MASK, _merge((x + w[1]) & _MASK, (y + v[1]) & _MASK)


def fingerprint128(data):
    """(high, low) of FarmHash's Fingerprint128 of bytes."""
    if len(data) >= 16:
        low, high = _city_128(data[16:], _word(data, 0), (_word(data, 8) + _K0) & _MASK)
    else:
        low, high = _city_128(data, _K0, _K1)
    return high, low


def hash64(data, seed=0xDECAFCAFFE):
    """TensorFlow's Hash64, which is MurmurHash64A (Austin Appleby)."""
    m = 0xC6A4A7935BD1E995
    h = seed ^ (len(data) * m & _MASK)
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        k = _word(data, at) * m & _MASK
        k = (k ^ (k >> 47)) * m & _MASK
        h = (h ^ k) * m & _MASK
    if whole < len(data):
        h = (h ^ _word(data, whole)) * m & _MASK
    h = (h ^ (h >> 47)) * m & _MASK
    return h ^ (h >> 47)


def _siphash(data, key):
    """SipHash-2-4 (Aumasson, Bernstein) with a key of two numbers."""
    k0, k1 = (k & _MASK for k in key)
    state = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(count):
        v0, v1, v2, v3 = state
        for _ in range(count):
            v0 = (v0 + v1) & _MASK
            v1 = _rotate(v1, 51) ^ v0
            v0 = _rotate(v0, 32)
            v2 = (v2 + v3) & _MASK
            v3 = _rotate(v3, 48) ^ v2
            v0 = (v0 + v3) & _MASK
            v3 = _rotate(v3, 43) ^ v0
            v2 = (v2 + v1) & _MASK
            v1 = _rotate(v1, 47) ^ v2
            v2 = _rotate(v2, 32)
        state[:] = v0, v1, v2, v3

    whole = len(data) // 8 * 8
    words = [_word(data, at) for at in range(0, whole, 8)]
    words.append(_word(data, whole) | (len(data) & 0xFF) << 56)
    for word in words:
        state[3] ^= word
        rounds(2)
        state[0] ^= word
    state[2] ^= 0xFF
    rounds(4)
    return state[0] ^ state[1] ^ state[2] ^ state[3]


def _in_buckets(op):
    check_least(op, "num_buckets", 1)
    return op.inputs[0].dims


@op(
    "StringToHashBucket",
    "string_tensor: string -> output: int64",
    infer=_in_buckets,
    host=True,
    grad=no_gradient,
    minimums={"num_buckets": 1},
)
def _to_hash_bucket(string_tensor, *, num_buckets: int):
    """The bucket of each string, by TensorFlow's old hash."""
    return each(lambda text: hash64(text) % num_buckets, string_tensor, np.int64)


@overridable
def string_to_hash_bucket(string_tensor=None, num_buckets=None, name=None, input=None):
    """The number of a bucket for each string, in [0, num_buckets).  input: another name of string_tensor."""
    strings = renamed("input", input, "string_tensor", string_tensor)
    return _to_hash_bucket(strings, num_buckets=num_buckets, name=name)


@op(
    "StringToHashBucketFast",
    "input: string -> output: int64",
    infer=_in_buckets,
    host=True,
    grad=no_gradient,
    minimums={"num_buckets": 1},
)
def string_to_hash_bucket_fast(input, *, num_buckets: int):
    """The number of a bucket for each string of `input`, int64 in [0, num_buckets), by FarmHash."""
    return each(lambda text: fingerprint64(text) % num_buckets, input, np.int64)


@op(
    "StringToHashBucketStrong",
    "input: string -> output: int64",
    infer=_in_buckets,
    host=True,
    grad=no_gradient,
    minimums={"num_buckets": 1},
)
def string_to_hash_bucket_strong(input, *, num_buckets: int, key: list[int]):
    """The number of a bucket for each string of `input`, int64 in [0, num_buckets), by SipHash.

    key: a list of two Python ints, a secret where no other party may make collisions.
    """
    if len(key) != 2:
        raise ValueError("Key must have 2 elements")
    return each(lambda text: _siphash(text, key) % num_buckets, input, np.int64)


def _fingerprint_shape(op):
    dims = op.inputs[0].dims
    if dims is not None and not dims:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    return (None if dims is None else dims[0], None if constant_value(op.inputs[1]) is None else 8)


@op(
    "Fingerprint",
    "data: T, method: string -> fingerprint: uint8",
    infer=_fingerprint_shape,
    scalars={"method": "`method` should be a scalar string: {shape}"},
    host=True,
    grad=no_gradient,
)
def _fingerprint(data, method):
    """Eight bytes that distinguish the rows of a tensor."""
    if method.item() != b"farmhash64":
        raise InvalidArgumentError(None, None, f"Unsupported fingerprint method: {method.item().decode()}")
    if data.dtype == object:
        # Of strings the fingerprints count, so that ["a", "bc"] is not ["ab", "c"].
        marks = each(lambda text: struct.pack("<Q", fingerprint64(text)), data)
        if data.ndim == 1:
            return _bytes(marks)
        return _bytes(struct.pack("<Q", fingerprint64(b"".join(row.reshape(-1)))) for row in marks)
    return _bytes(struct.pack("<Q", fingerprint64(np.ascontiguousarray(row).tobytes())) for row in data)


def _bytes(rows):
    return np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 8)


def fingerprint(data, method="farmhash64", name=None):
    """Eight bytes, uint8[rows, 8], that distinguish the rows of a tensor: FarmHash's Fingerprint64 of their bytes.

    data: [rows, …].  method: "farmhash64".
    """
    return _fingerprint(data, method, name=name)
