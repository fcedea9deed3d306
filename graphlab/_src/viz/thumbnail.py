"""A small image of a tensor that looks like one: a photograph, a matrix, feature maps, the kernels of a convolution."""

import io

import numpy as np
from PIL import Image

_LARGEST = 160  # pixels of the longer side
_LEAST = 4  # rows and columns of what is worth an image
_THINNEST = 12  # times as long as it is wide
_KERNEL = 11  # rows and columns of a kernel at most
_TILES = 36
# Blue for less than zero, orange for more, and a colour that is neither for what is no number.
_LOW, _MIDDLE, _HIGH = np.array([[33, 102, 172], [247, 247, 247], [217, 95, 2]], np.float32)
_NOT_A_NUMBER = (190, 0, 120)


def thumbnail(array, largest=_LARGEST, least=_LEAST):
    """The PNG of an array as bytes; None for what has no such form.

    largest: pixels of its longer side.  least: rows and columns that an array must have to be worth one.
    [rows, columns]; [rows, columns, 1, 3 or 4]; [batch, rows, columns, channels], of which the first is taken; kernels
    [rows, columns, in, out]. Channels that are no colours, and kernels, are drawn side by side.
    """
    pixels = _plane(array)
    if pixels is None or 0 in pixels.shape:
        return None
    height, width = pixels.shape[:2]
    if min(height, width) < least or max(height, width) > _THINNEST * min(height, width):
        return None
    every = -(-max(height, width) // (4 * largest))
    image = Image.fromarray(_coloured(pixels[::every, ::every]))
    if max(image.size) > largest:
        image.thumbnail((largest, largest), Image.Resampling.BOX)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _plane(array):
    """[rows, columns] or [rows, columns, colours] of an array."""
    if array.ndim == 2:
        return array
    if array.ndim == 3:
        return _with_colours(array)
    if array.ndim != 4:
        return None
    rows, columns, inner, outer = array.shape
    if rows == columns == 1:
        return array[0, 0]
    if rows == columns <= _KERNEL and columns != inner:
        kernels = array.transpose(3, 0, 1, 2)[:_TILES]
        return _tiled(kernels if inner == 3 else kernels[..., 0])
    return _with_colours(array[0]) if len(array) else None


def _with_colours(array):
    if array.shape[2] in (3, 4):
        return array
    if array.shape[2] == 1:
        return array[..., 0]
    maps = array.transpose(2, 0, 1)[:_TILES]
    return _tiled(maps) if min(maps.shape[1:], default=0) >= _LEAST else None


def _tiled(tiles):
    """[rows, columns, …] of [tiles, rows, columns, …], side by side with a line between them."""
    count, rows, columns = tiles.shape[:3]
    across = int(np.ceil(np.sqrt(count)))
    down = -(-count // across)
    gap = 1
    tiles = tiles.astype(np.float32)
    finite = tiles[np.isfinite(tiles)]
    between = max(0.0, float(finite.min())) if finite.size else 0.0  # zero, or the least where all is more
    canvas = np.full((down * (rows + gap) - gap, across * (columns + gap) - gap, *tiles.shape[3:]), between, np.float32)
    for i, tile in enumerate(tiles):
        y, x = i // across * (rows + gap), i % across * (columns + gap)
        canvas[y : y + rows, x : x + columns] = tile
    return canvas


def _coloured(pixels):
    """Bytes [rows, columns, 3 or 4]: as they are where they can be colours, else from the least to the largest."""
    if pixels.dtype == np.uint8 and pixels.ndim == 3:
        return pixels
    numbers = pixels.astype(np.float32)
    wrong = ~np.isfinite(numbers)
    if wrong.all():
        numbers = np.zeros_like(numbers)
    else:
        numbers = np.where(wrong, np.float32(numbers[~wrong].min()), numbers)
    low, high = float(numbers.min()), float(numbers.max())
    if numbers.ndim == 3:
        if low < 0 or high > 1:
            numbers = (numbers - low) / ((high - low) or 1)
        shown = np.clip(numbers * 255, 0, 255)
    elif low < 0 < high:
        share = (numbers / max(-low, high))[..., None]
        shown = _MIDDLE + np.where(share < 0, _MIDDLE - _LOW, _HIGH - _MIDDLE) * share
    else:
        shown = np.repeat(((numbers - low) / ((high - low) or 1) * 255)[..., None], 3, axis=2)
    if wrong.any():
        shown[wrong if wrong.ndim == 2 else wrong.any(axis=2)] = (*_NOT_A_NUMBER, 255)[: shown.shape[2]]
    return shown.astype(np.uint8)
