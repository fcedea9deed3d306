"""Operations that read image files; each of them knows JPEG, PNG and GIF by their first bytes, whatever its name."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_value
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.image import files
from graphlab._src.ops.rules import with_rank

_DCT_METHODS = (b"", b"INTEGER_FAST", b"INTEGER_ACCURATE")
_ON_HOST = {"host": True, "grad": no_gradient}


def _one_file(op):
    with_rank(op.inputs[0].dims, 0, "decode one file at a time, tf.map_fn decodes many")


def _image(op):
    _one_file(op)
    channels = op.attrs["channels"]
    if channels < 0:
        raise ShapeError(f"channels must be non-negative, got {channels}")
    return (None, None, channels or None)


def _cropped(op):
    _, _, channels = _image(op)
    window = with_rank(op.inputs[1].dims, 1)
    if window[0] not in (4, None):
        raise ShapeError(f"Dimension must be 4 but is {window[0]}", "pass [top, left, height, width]")
    known = constant_value(op.inputs[1])
    return (None, None, channels) if known is None else (int(known[2]), int(known[3]), channels)


def _frames(op):
    _one_file(op)
    return (None, None, None, 3)


def _three_numbers(op):
    _one_file(op)
    return (3,)


def _decoded(contents, channels, numpy_type=np.uint8, ratio=1):
    """The image in a file of any of the three kinds."""
    contents = contents.item()
    if channels not in (0, 1, 3, 4):
        raise ValueError(f"channels must be 0, 1, 3, or 4, got {channels}")
    kind = files.kind_of(contents)
    if kind == "png":
        return files.decode_png(contents, channels, numpy_type)
    if kind == "jpeg":
        image = files.decode_jpeg(contents, channels, ratio)
    else:
        frames = files.decode_gif(contents)
        if len(frames) > 1:
            raise ValueError(
                f"Got {len(frames)} frames, but animated gifs can only be decoded by tf.image.decode_gif or "
                "tf.image.decode_image"
            )
        if channels in (1, 4):
            raise ValueError(f"channels must be 0 or 3 for GIF, got {channels}")
        image = frames[0]
    return image if numpy_type == np.uint8 else image.astype(np.uint16) * np.uint16(257)


def _check_jpeg(ratio, dct_method):
    if ratio not in (1, 2, 4, 8):
        raise ValueError(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct_method not in _DCT_METHODS:
        raise ValueError("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}")


@op("DecodeJpeg", "contents: string -> image: uint8", infer=_image, **_ON_HOST)
def decode_jpeg(
    contents,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
):
    """The image in a JPEG file: uint8 [height, width, channels].

    contents: the bytes of the file, a string scalar.  channels: 1 (grey) or 3 (RGB), 0 for those of the file.
    ratio: 1, 2, 4 or 8, how many times smaller the image becomes.
    fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method: have no effect.
    The run fails with InvalidArgumentError for what is no image.
    """
    _check_jpeg(ratio, dct_method)
    return _decoded(contents, channels, ratio=ratio)


@op("DecodeAndCropJpeg", "contents: string, crop_window: int32 -> image: uint8", infer=_cropped, **_ON_HOST)
def decode_and_crop_jpeg(
    contents,
    crop_window,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str = "",
):
    """A part of the image in a JPEG file: uint8 [height, width, channels].

    contents: the bytes of the file, a string scalar.
    crop_window: [top, left, height, width], in pixels after the image became smaller.
    channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method: as in decode_jpeg.
    """
    _check_jpeg(ratio, dct_method)
    image = _decoded(contents, channels, ratio=ratio)
    top, left, height, width = (int(n) for n in crop_window)
    if min(top, left) < 0 or min(height, width) <= 0 or top + height > len(image) or left + width > image.shape[1]:
        raise files.broken(contents.item(), "jpeg")
    return image[top : top + height, left : left + width]


@op(
    "DecodePng",
    "contents: string -> image: dtype",
    types={"dtype": {dtypes.uint8, dtypes.uint16}},
    infer=_image,
    **_ON_HOST,
)
def decode_png(contents, *, channels: int = 0, dtype: dtypes.DType = dtypes.uint8):
    """The image in a PNG file: [height, width, channels].

    contents: the bytes of the file, a string scalar.  dtype: uint8 or uint16, of the result.
    channels: 1 (grey), 3 (RGB) or 4 (RGBA), 0 for those of the file, which may also be 2 (grey and alpha).
    """
    return _decoded(contents, channels, dtype.as_numpy_dtype)


@op("DecodeGif", "contents: string -> image: uint8", infer=_frames, **_ON_HOST)
def decode_gif(contents):
    """The images in a GIF file: uint8 [frames, height, width, 3].

    contents: the bytes of the file, a scalar; a JPEG or PNG file is one frame.
    """
    if files.kind_of(contents.item()) == "gif":
        return files.decode_gif(contents.item())
    return _decoded(contents, 3)[None]


@op("DecodeBmp", "contents: string -> image: uint8", infer=_image, **_ON_HOST)
def decode_bmp(contents, *, channels: int = 0):
    """The image in an uncompressed BMP file: uint8 [height, width, channels].

    contents: the bytes of the file, a scalar.  channels: those of the file, 1, 3 or 4; 0 accepts any.
    """
    return files.decode_bmp(contents.item(), channels)


@op(
    "ExtractJpegShape",
    "contents: string -> image_shape: output_type=int32",
    types={"output_type": dtypes.INDEX},
    infer=_three_numbers,
    **_ON_HOST,
)
def extract_jpeg_shape(contents):
    """[height, width, channels] of a JPEG file, without decoding it.

    contents: the bytes of the file, a scalar.
    output_type: int32 or int64.
    """
    return np.asarray(files.jpeg_shape(contents.item()), np.int64)
