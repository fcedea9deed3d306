"""Columns of whole numbers as bytes: each as narrow as its numbers allow, and in the form that deflates best.

A file of columns is a magic word, the length of a header, the header (JSON), then the columns one after the other. The
header's "columns" say of each its name, its width in bytes and how many numbers it has. A column wider than a byte is
written plane by plane (all lowest bytes, then all next bytes, …): numbers that are mostly small deflate to half that way.
The browser's reading is extension/src/columns.ts.
"""

import base64
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

MAGIC = b"GLP\x02"
_LEVEL = 3  # a third of the time of the default, for an eighth more bytes
_SMALL = 2048  # bytes that are sent as they are: a browser opens them at once
_TYPES = {1: "<i1", 2: "<i2", 4: "<i4"}


def write(header: Mapping[str, Any], columns: Mapping[str, Sequence[int] | np.ndarray]) -> bytes:
    """The bytes of `columns` ({name: numbers, from -2³¹ to 2³¹}) and a header ({…}, of what JSON can hold)."""
    layout, parts = [], []
    for name, numbers in columns.items():
        numbers = np.asarray(numbers, np.int64)
        width = _width(numbers)
        layout.append([name, width, len(numbers)])
        parts.append(numbers.astype(_TYPES[width]).view(np.uint8).reshape(-1, width).T.tobytes())
    text = json.dumps({**header, "columns": layout}, separators=(",", ":")).encode()
    data = b"".join((MAGIC, struct.pack("<I", len(text)), text, *parts))
    return data if len(data) <= _SMALL else zlib.compress(data, _LEVEL)


def as_text(data: bytes) -> str:
    """Bytes as base64: in files, and in messages too, since those with binary buffers do not pass Jupyter's gateways."""
    return base64.b64encode(data).decode("ascii")


def read(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """(header, {name: int32 array}) of what `write` made."""
    data = data if data.startswith(MAGIC) else zlib.decompress(data)
    if not data.startswith(MAGIC):
        raise ValueError("these are not columns of this version of graphlab")
    (length,) = struct.unpack_from("<I", data, 4)
    header, at, columns = json.loads(data[8 : 8 + length]), 8 + length, {}
    for name, width, count in header.pop("columns"):
        planes = np.frombuffer(data, np.uint8, width * count, at).reshape(width, count)
        columns[name] = np.ascontiguousarray(planes.T).view(_TYPES[width]).reshape(-1).astype(np.int32)
        at += width * count
    return header, columns


def _width(numbers: np.ndarray) -> int:
    if not len(numbers):
        return 1
    low, high = int(numbers.min()), int(numbers.max())
    return next(width for width in _TYPES if -(1 << (8 * width - 1)) <= low and high < 1 << (8 * width - 1))
