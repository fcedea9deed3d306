"""Arrays from the bytes of image files, and JPEG files from arrays, mostly by Pillow."""

import io
import struct
import zlib

import numpy as np
from PIL import Image, ImageSequence

from graphlab._src.ops.image.png import decode_wide_png

_MODES = {1: "L", 3: "RGB", 4: "RGBA"}
# What Pillow says of a file that is not whole; a size that no memory is for is an exception of its own.
_DAMAGED = (
    *(OSError, SyntaxError, ValueError, KeyError, IndexError, TypeError, OverflowError, struct.error, zlib.error),
    Image.DecompressionBombError,
)
# Pixels that a byte of a file can encode at most: 1032 bytes of PNG's compression are 8 pixels each. A GIF can say in
# few bytes that an image differs little from the one before it, so there are more in all of its images together.
_PIXELS, _PIXELS_OF_ALL = 1 << 13, 1 << 15
_GRAY = np.asarray([9798, 19235, 3735])  # red, green and blue in 1/32768, as libpng has them


def kind_of(contents):
    """jpeg, png or gif; ValueError for anything else."""
    for start, kind in ((b"\xff\xd8\xff", "jpeg"), (b"\x89PNG\r\n\x1a\n", "png"), (b"GIF8", "gif")):
        if contents.startswith(start):
            return kind
    got = "empty file" if not contents else f"unknown format starting with {repr(contents[:16])[1:]}"
    raise ValueError(f"Expected image (JPEG, PNG, or GIF), got {got}")


def _open(contents, kind):
    try:
        image = Image.open(io.BytesIO(contents), formats=[kind])
        return image
    except _DAMAGED:
        raise broken(contents, kind) from None


def broken(contents, kind):
    """The error for a file that is not whole."""
    what = "Invalid JPEG data or crop window, data" if kind == "jpeg" else f"Invalid {kind.upper()} data,"
    return ValueError(f"{what} size {len(contents)}")


def _check_size(pixels, contents, kind, most=_PIXELS):
    """Raises the error for a file that says to be larger than it can be, before anything is made for it."""
    if pixels > most * len(contents):
        raise broken(contents, kind)


def _pixels(image, contents, kind):
    try:
        array = np.asarray(image)
    except _DAMAGED:
        raise broken(contents, kind) from None
    return array if array.ndim == 3 else array[:, :, None]


def decode_jpeg(contents, channels, ratio=1):
    """The image in a JPEG: uint8 [height, width, channels].

    channels: 1 or 3, 0 for those of the file.  ratio: 1, 2, 4 or 8, how many times smaller it becomes.
    """
    if channels == 4:
        raise ValueError("channels must be 0, 1, or 3 for JPEG, got 4")
    image = _open(contents, "jpeg")
    _check_size(image.width * image.height, contents, "jpeg")
    mode = _MODES[channels or (1 if image.mode == "L" else 3)]
    image.draft(mode, (max(image.width // ratio, 1), max(image.height // ratio, 1)))
    try:
        image.load()
    except _DAMAGED:
        raise broken(contents, "jpeg") from None
    return _pixels(image if image.mode == mode else image.convert(mode), contents, "jpeg")


def jpeg_shape(contents):
    """(height, width, channels) of a JPEG, from its header."""
    image = _open(contents, "jpeg")
    return image.height, image.width, len(image.getbands())


def decode_png(contents, channels, numpy_type):
    """The image in a PNG: [height, width, channels] of uint8 or uint16.

    channels: 1, 3 or 4, 0 for those of the file.
    """
    try:
        array = decode_wide_png(contents)
    except _DAMAGED:
        raise broken(contents, "png") from None
    if array is None:
        image = _open(contents, "png")
        _check_size(image.width * image.height, contents, "png")
        try:
            array = _pixels(image.convert(_png_mode(image)), contents, "png")
        except _DAMAGED:
            raise broken(contents, "png") from None
    array = with_channels(array, channels)
    if array.dtype == numpy_type:
        return array
    return (array >> 8).astype(np.uint8) if array.dtype == np.uint16 else array.astype(np.uint16) * np.uint16(257)


def _png_mode(image):
    clear = "transparency" in image.info
    if image.mode == "P":
        return "RGBA" if clear else "RGB"
    if image.mode in ("1", "L"):
        return "LA" if clear else "L"
    return "RGBA" if clear and image.mode == "RGB" else image.mode


def with_channels(array, channels):
    """The image with 1, 3 or 4 channels, or with those that it has for 0."""
    own = array.shape[2]
    if channels in (0, own):
        return array
    if channels == 1:
        if own == 2:
            return array[:, :, :1]
        half = 1 << 14 if array.dtype == np.uint16 else 0
        return ((array[:, :, :3] @ _GRAY + half) >> 15).astype(array.dtype)[:, :, None]
    colors = array[:, :, :3] if own > 2 else np.repeat(array[:, :, :1], 3, axis=2)
    if channels == 3:
        return colors
    full = np.full_like(array[:, :, :1], np.iinfo(array.dtype).max)
    return np.concatenate([colors, array[:, :, -1:] if own in (2, 4) else full], axis=2)


def decode_gif(contents):
    """All images in a GIF: uint8 [frames, height, width, 3]."""
    image, frames, pixels = _open(contents, "gif"), [], 0
    try:
        for frame in ImageSequence.Iterator(image):
            pixels += frame.width * frame.height
            _check_size(frame.width * frame.height, contents, "gif")
            _check_size(pixels, contents, "gif", _PIXELS_OF_ALL)
            frames.append(np.asarray(frame.convert("RGB")))
        return np.stack(frames)
    except _DAMAGED:
        raise broken(contents, "gif") from None


def decode_bmp(contents, channels):
    """The image in an uncompressed BMP with 8, 24 or 32 bits a pixel: uint8 [height, width, 1, 3 or 4]."""
    if len(contents) < 32:
        raise ValueError(
            "Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, and bpp, got "
            f"{len(contents)} bytes"
        )
    (start,) = struct.unpack_from("<i", contents, 10)
    width, height, _, bits = struct.unpack_from("<iiHH", contents, 18)
    found = bits // 8
    if channels and channels != found:
        raise ValueError(f"channels attribute {channels} does not match bits per pixel from file {found}")
    if found not in (1, 3, 4):
        raise ValueError(f"Number of channels must be 1, 3 or 4, was {found}")
    row_size = (width * found + 3) // 4 * 4
    needed = start + row_size * abs(height)
    if width <= 0 or height == 0 or start < 0 or len(contents) < needed:
        raise ValueError(f"Incomplete bmp content, requires at least {needed} bytes, got {len(contents)} bytes")
    rows = np.frombuffer(contents, np.uint8, row_size * abs(height), start).reshape(abs(height), row_size)
    pixels = rows[:: -1 if height > 0 else 1, : width * found].reshape(abs(height), width, found)
    return pixels if found == 1 else pixels[:, :, [2, 1, 0, 3][:found]]


def encode_jpeg(image, quality, progressive=False, optimize=False, halve_color=True, density=(300, 300), xmp=b""):
    """The image as JPEG.

    image: uint8 [height, width, 1 or 3].  quality: 0 to 100.  halve_color: colours have half the resolution.
    density: pixels an inch, across and down.  xmp: metadata to put into the file.
    """
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(image[:, :, 0] if image.shape[2] == 1 else image)).save(
        file,
        "JPEG",
        quality=quality,
        progressive=progressive,
        optimize=optimize,
        subsampling=2 if halve_color else 0,
        dpi=density,
        **({"xmp": xmp} if xmp else {}),
    )
    return file.getvalue()
