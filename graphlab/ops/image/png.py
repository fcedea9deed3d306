"""The bytes of a PNG file from an image, with 8 or 16 bits a channel. (Portable Network Graphics, W3C, 2003.)"""

import struct
import zlib

import numpy as np

_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
_PREDICT_FROM_LEFT = 1


def encode_png(image, compression):
    """The image as PNG.

    image: uint8 or uint16 [height, width, channels]: grey, grey and alpha, RGB, RGBA.  compression: 0 to 9, -1 for the usual.
    """
    height, width, channels = image.shape
    size = image.dtype.itemsize
    data = np.ascontiguousarray(image.astype(image.dtype.newbyteorder(">"))).view(np.uint8)
    lines = data.reshape(height, width, channels * size)
    differences = np.diff(lines, axis=1, prepend=np.uint8(0)).reshape(height, -1)
    filters = np.full([height, 1], _PREDICT_FROM_LEFT, np.uint8)
    header = struct.pack(">IIBBBBB", width, height, 8 * size, _COLOR_TYPES[channels], 0, 0, 0)
    body = zlib.compress(np.concatenate([filters, differences], axis=1).tobytes(), compression)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
