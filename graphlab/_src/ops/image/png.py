"""PNG files with 8 or 16 bits a channel from images, and those with 16 bits read back, which Pillow cuts to 8.

(Portable Network Graphics, W3C, 2003.)
"""

import struct
import zlib

import numpy as np

_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
_CHANNELS = {color_type: channels for channels, color_type in _COLOR_TYPES.items()}
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FROM_LEFT, _FROM_ABOVE = 1, 2  # ways to predict a byte: from that of the pixel to the left, or above


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
    compressed, start = [], len(_SIGNATURE)
    while start < len(contents):
        (length,) = struct.unpack_from(">I", contents, start)
        if contents[start + 4 : start + 8] == b"IDAT":
            compressed.append(contents[start + 8 : start + 8 + length])
        start += length + 12
    size = 2 * channels
    length = height * (1 + width * size)  # each line begins with the kind of its prediction
    lines = np.frombuffer(zlib.decompressobj().decompress(b"".join(compressed), length + 1), np.uint8).reshape(
        height, -1
    )
    kinds, lines = lines[:, 0], lines[:, 1:].reshape(height, width, size)
    result = np.zeros([height + 1, width + 1, size], np.uint8)  # a row above and a pixel to the left, all 0
    (_undo_by_rows if max(kinds) <= _FROM_ABOVE else _undo_across)(kinds, lines, result)
    return np.ascontiguousarray(result[1:, 1:]).view(">u2").astype(np.uint16)


def _undo_by_rows(kinds, lines, result):
    """Adds to each byte what it was predicted to be: 0, the pixel to the left, or the one above."""
    for row, (kind, line) in enumerate(zip(kinds, lines, strict=True), 1):
        if kind == _FROM_LEFT:
            result[row, 1:] = np.cumsum(line, axis=0, dtype=np.uint8)
        else:
            result[row, 1:] = line + result[row - 1, 1:] if kind == _FROM_ABOVE else line


def _undo_across(kinds, lines, result):
    """The same for all predictions, diagonal by diagonal: its pixels need only those of the two before."""
    height, width, _ = lines.shape
    for diagonal in range(height + width - 1):
        rows = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        columns = diagonal - rows
        left, above, corner = (
            result[rows + down, columns + right].astype(np.int16) for down, right in ((1, 0), (0, 1), (0, 0))
        )
        guesses = (np.zeros_like(left), left, above, (left + above) // 2, _paeth(left, above, corner))
        predicted = np.select([kinds[rows, None] == kind for kind in range(4)], guesses[:4], guesses[4])
        result[rows + 1, columns + 1] = lines[rows, columns] + predicted.astype(np.uint8)


def _paeth(left, above, corner):
    guess = left + above - corner
    off_left, off_above, off_corner = abs(guess - left), abs(guess - above), abs(guess - corner)
    from_above = np.where(off_above <= off_corner, above, corner)
    return np.where((off_left <= off_above) & (off_left <= off_corner), left, from_above)
