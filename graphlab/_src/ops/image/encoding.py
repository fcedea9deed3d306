"""Encoding of images as JPEG and PNG, and adjust_jpeg_quality."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.image import files, png
from graphlab._src.ops.image.checks import is_tensor
from graphlab._src.ops.image.conversion import convert_image_dtype
from graphlab._src.ops.image.decode_ops import decode_jpeg
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.rules import with_rank

_CENTIMETRES = 2.54  # in an inch
_FORMATS = {b"": (1, 3), b"grayscale": (1,), b"rgb": (3,)}


def _one_image(op):
    with_rank(op.inputs[0].dims, 3, "pass one image: [height, width, channels]")
    return ()


_ON_HOST = {"infer": _one_image, "host": True, "grad": no_gradient}


def _check_jpeg(image, quality, format=b""):
    if image.ndim != 3:
        raise ValueError(f"image must be 3-dimensional, its shape is {list(image.shape)}")
    channels = image.shape[2]
    if not 0 <= quality <= 100:
        raise ValueError(f"quality must be in range [0,100], got {quality}")
    if channels not in _FORMATS[format]:
        wanted = " or ".join(map(str, _FORMATS[format]))
        raise ValueError(f"image must have {wanted} channels, got {channels}: format '{format.decode()}'")


def _scalar(contents):
    return np.asarray(contents, object)


@op(
    "EncodeJpeg",
    "image: uint8 -> contents: string",
    **_ON_HOST,
    types={"format": tuple(_FORMATS), "density_unit": (b"in", b"cm")},
)
def encode_jpeg(
    image,
    *,
    format: bytes = b"",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: bytes = b"in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: bytes = b"",
):
    """The bytes of a JPEG file with the image: string, scalar.

    image: uint8 [height, width, 1 or 3].  format: 'grayscale' or 'rgb', '' for what the channels say.
    quality: 0 to 100.  progressive: a file that can be shown before it is there as a whole.
    optimize_size: smaller, slower.  chroma_downsampling: colours have half the resolution.
    density_unit: 'in' or 'cm'.  x_density, y_density: pixels in one.  xmp_metadata: to put into the file.
    """
    _check_jpeg(image, quality, format)
    per_inch = _CENTIMETRES if density_unit == b"cm" else 1
    density = round(x_density * per_inch), round(y_density * per_inch)
    options = {"progressive": progressive, "optimize": optimize_size, "halve_color": chroma_downsampling}
    return _scalar(files.encode_jpeg(image, quality, density=density, xmp=xmp_metadata, **options))


@op(
    "EncodeJpegVariableQuality",
    "images: uint8, quality: int32 -> contents: string",
    scalars={"quality": "quality must be scalar: {shape}"},
    **_ON_HOST,
)
def _encode_jpeg_variable_quality(images, quality):
    """The bytes of a JPEG file with the image, whose quality is a tensor: string, scalar."""
    _check_jpeg(images, int(quality))
    return _scalar(files.encode_jpeg(images, int(quality)))


@op(
    "EncodePng",
    "image: T=uint8 -> contents: string",
    types={"T": {dtypes.uint8, dtypes.uint16}},
    **_ON_HOST,
)
def encode_png(image, *, compression: int = -1):
    """The bytes of a PNG file with the image: string, scalar.

    image: uint8 or uint16 [height, width, channels]: grey, grey and alpha, RGB or RGBA.
    compression: 0 (none) to 9 (small, slow), -1 for the usual.
    """
    if image.ndim != 3:
        raise ValueError(f"image must be 3-dimensional, its shape is {list(image.shape)}")
    if not -1 <= compression <= 9:
        raise ValueError(f"compression should be in [0,9], got {compression}")
    if not 1 <= image.shape[2] <= 4:
        raise ValueError(f"image must have 1, 2, 3, or 4 channels, got {image.shape[2]}")
    if not image.size:
        raise ValueError(f"image is empty: its shape is {list(image.shape)}")
    return _scalar(png.encode_png(image, compression))


def adjust_jpeg_quality(image, jpeg_quality, name=None):
    """The image as it comes out of a JPEG file of that quality.

    image: [height, width, 1 or 3], real.  jpeg_quality: 0 to 100.
    """
    with name_scope(name, "adjust_jpeg_quality", [image]):
        image = convert_to_tensor(image, name="image")
        dtype = image.dtype
        image = convert_image_dtype(image, dtypes.uint8)
        if not is_tensor(jpeg_quality):
            jpeg_quality = convert_to_tensor(jpeg_quality, dtypes.int32)
        image = decode_jpeg(_encode_jpeg_variable_quality(image, jpeg_quality))
        return convert_image_dtype(image, dtype)


def random_jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, seed=None):
    """The image as it comes out of a JPEG file of some quality from min_jpeg_quality up to, not including, the other.

    image: [height, width, 1 or 3], real.  seed: see set_random_seed.
    min_jpeg_quality, max_jpeg_quality: Python ints, from 0 to 100.
    """
    if not (0 <= min_jpeg_quality <= 100 and 0 <= max_jpeg_quality <= 100):
        raise ValueError("jpeg encoding range must be between 0 and 100.")
    if min_jpeg_quality >= max_jpeg_quality:
        raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")
    quality = random_uniform([], min_jpeg_quality, max_jpeg_quality, seed=seed, dtype=dtypes.int32)
    return adjust_jpeg_quality(image, quality)
