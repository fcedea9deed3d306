"""Random arrays of every dtype: ordinary numbers, ties and zeros, and what hurts (NaN, inf, -0, limits)."""

import numpy as np

FLOATS = ("float16", "bfloat16", "float32", "float64")
WHOLE = ("int8", "int16", "int32", "int64", "uint8", "uint16")
COMPLEX = ("complex64", "complex128")
REAL = FLOATS + WHOLE
NUMBERS = REAL + COMPLEX
EVERY = NUMBERS + ("bool", "string")

WEIGHTS = {
    "float32": 14,
    "float64": 4,
    "float16": 2,
    "bfloat16": 1,
    "int32": 7,
    "int64": 3,
    "int8": 1,
    "int16": 1,
    "uint8": 2,
    "uint16": 1,
    "complex64": 2,
    "complex128": 1,
    "bool": 2,
    "string": 1,
}
LARGEST = {"float16": 6.5e4, "bfloat16": 3e38, "float32": 3e38, "float64": 1e308}
PROFILES = ("plain", "plain", "plain", "whole", "whole", "unit", "wide", "special")
WORDS = [
    b"",
    b"a",
    b"-1",
    b"3.5",
    b"1e3",
    b"Ab c",
    b" x ",
    b"abcabc",
    b"\xc3\xa9t\xc3\xa9",
    b"0",
    b"nan",
    b"2147483648",
    b"z,y",
]


def array(draw, dtype, shape, profile):
    """An array of numbers from a RandomState; bfloat16 comes as float32 numbers that it can hold."""
    if dtype == "string":
        found = np.empty(int(np.prod(shape)), object)
        found[:] = [WORDS[i] for i in draw.randint(0, len(WORDS), found.size)]
        return found.reshape(shape)
    if dtype == "bool":
        return draw.randint(0, 2, shape).astype(bool)
    if dtype in WHOLE:
        return _whole(draw, dtype, shape, profile)
    if dtype in COMPLEX:
        part = "float32" if dtype == "complex64" else "float64"
        with np.errstate(all="ignore"):
            real, imaginary = _float(draw, part, shape, profile), _float(draw, part, shape, profile)
        found = np.empty(shape, dtype)
        found.real, found.imag = real, imaginary
        return found
    return _float(draw, dtype, shape, profile)


def _whole(draw, dtype, shape, profile):
    limits = np.iinfo(dtype)
    low = 0 if limits.min == 0 else -5
    found = np.asarray(draw.randint(low, 7, shape)).astype(dtype)
    if profile in ("special", "wide"):
        extreme = np.array([limits.min, limits.max, 0, 1, limits.max // 2], dtype)
        where = np.asarray(draw.rand(*shape) < 0.3)
        found = np.where(where, extreme[draw.randint(0, len(extreme), shape)], found).astype(dtype)
    return np.asarray(found)


def _float(draw, dtype, shape, profile):
    if profile == "whole":
        found = draw.randint(-3, 4, shape) * 1.0
        found = np.where(draw.rand(*shape) < 0.15, found + 0.5, found)
    elif profile == "unit":
        found = draw.rand(*shape)
    else:
        found = draw.randn(*shape) * 2
    if profile == "wide":
        found = found * 10.0 ** draw.randint(-4, 5, shape)
    if profile == "special":
        largest = LARGEST[dtype]
        extreme = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, largest, -largest, 1e-3, 300.7, -1.5])
        found = np.where(draw.rand(*shape) < 0.3, extreme[draw.randint(0, len(extreme), shape)], found)
    found = np.asarray(found)
    with np.errstate(all="ignore"):
        if dtype == "bfloat16":  # cut, not rounded: each reader has the same bits
            bits = np.ascontiguousarray(found.astype(np.float32)).view(np.uint32) & np.uint32(0xFFFF0000)
            return bits.view(np.float32).reshape(shape)
        return found.astype(dtype)
