"""PNG files with 8 or 16 bits a channel from images, and those with 16 bits read back, which Pillow cuts to 8.

(Portable Network Graphics, W3C, 2003.)
"""

import struct
import zlib

import numpy as np

_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
_CHANNELS = {color_type: channels for channels, color_type in _COLOR_TYPES.items()}
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FROM_LEFT = 1  # of the ways to predict a byte: from the same byte of the pixel to the left


def encode_png(image, compression):
    """The image as PNG.

    image: uint8 or uint16 [height, width, channels]: grey, grey and alpha, RGB, RGBA.  compression: 0 to 9, -1 for the usual.
    """
    height, width, channels = image.shape
    size = image.dtype.itemsize
    data = np.ascontiguousarray(image.astype(image.dtype.newbyteorder(">"))).view(np.uint8)
    lines = data.reshape(height, width, channels * size)
    differences = np.diff(lines, axis=1, prepend=np.uint8(0)).reshape(height, -1)
    filters = np.full([height, 1], _FROM_LEFT, np.uint8)
    header = struct.pack(">IIBBBBB", width, height, 8 * size, _COLOR_TYPES[channels], 0, 0, 0)
    body = zlib.compress(np.concatenate([filters, differences], axis=1).tobytes(), compression)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def decode_wide_png(contents):
    """The uint16 image [height, width, channels] of a PNG with 16 bits a channel; None for all that Pillow can do."""
    width, height, bits, color_type, _, _, interlaced = struct.unpack_from(">IIBBBBB", contents, 16)
    if bits != 16 or interlaced:
        return None
    channels = _CHANNELS[color_type]
    compressed, start = b"", len(_SIGNATURE)
    while start < len(contents):
        (length,) = struct.unpack_from(">I", contents, start)
        if contents[start + 4 : start + 8] == b"IDAT":
            compressed += contents[start + 8 : start + 8 + length]
        start += length + 12
    lines = np.frombuffer(zlib.decompress(compressed), np.uint8).reshape(height, -1)
    size = 2 * channels
    result = np.zeros([height + 1, width + 1, size], np.uint8)  # a row above and a pixel to the left, all 0
    for row, line in enumerate(lines, 1):
        _undo(line[0], line[1:].reshape(width, size), result[row - 1], result[row])
    return np.ascontiguousarray(result[1:, 1:]).view(">u2").astype(np.uint16)


def _undo(kind, line, above, into):
    """Adds to each byte what it was predicted to be from the pixels to the left and above."""
    if kind in (0, 2):
        into[1:] = line + above[1:] if kind else line
    elif kind == _FROM_LEFT:
        into[1:] = np.cumsum(line, axis=0, dtype=np.uint8)
    else:
        predict = _mean if kind == 3 else _paeth
        for i in range(len(line)):
            into[i + 1] = line[i] + predict(into[i].astype(int), above[i + 1].astype(int), above[i].astype(int))


def _mean(left, above, corner):
    return ((left + above) // 2).astype(np.uint8)


def _paeth(left, above, corner):
    guess = left + above - corner
    off_left, off_above, off_corner = abs(guess - left), abs(guess - above), abs(guess - corner)
    from_above = np.where(off_above <= off_corner, above, corner)
    return np.where((off_left <= off_above) & (off_left <= off_corner), left, from_above).astype(np.uint8)
