"""Images as arrays, and arrays as Pillow's images."""

import io
import os
from typing import Any

import numpy as np
import PIL.Image

from graphlab._src.base import logging
from graphlab._src.keras.layers.backend_config import floatx, image_data_format

_FORMATS = ("channels_first", "channels_last")
_MODES = {"grayscale": ("L", "I;16", "I"), "rgb": ("RGB",), "rgba": ("RGBA",)}
_RESAMPLING = {
    "nearest": PIL.Image.Resampling.NEAREST,
    "bilinear": PIL.Image.Resampling.BILINEAR,
    "bicubic": PIL.Image.Resampling.BICUBIC,
    "hamming": PIL.Image.Resampling.HAMMING,
    "box": PIL.Image.Resampling.BOX,
    "lanczos": PIL.Image.Resampling.LANCZOS,
}


def array_to_img(x, data_format=None, scale=True, dtype=None):
    """An array of one image as a Pillow image. scale: makes the smallest number 0 and the largest 255."""
    x = np.asarray(x, dtype=dtype or floatx())
    if x.ndim != 3:
        raise ValueError(f"Expected image array to have rank 3 (single image). Got array with shape: {x.shape}")
    data_format = data_format or image_data_format()
    if data_format not in _FORMATS:
        raise ValueError(f"Invalid data_format: {data_format}")
    if data_format == "channels_first":
        x = x.transpose(1, 2, 0)
    if scale:
        x = x - np.min(x)
        highest = np.max(x)
        x = (x / highest if highest != 0 else x) * 255
    channels = x.shape[2]
    if channels not in (1, 3, 4):
        raise ValueError(f"Unsupported channel number: {channels}")
    if channels == 1:
        return PIL.Image.fromarray(x[:, :, 0].astype("int32" if np.max(x) > 255 else "uint8"))
    return PIL.Image.fromarray(x.astype("uint8"))


def img_to_array(img, data_format=None, dtype=None):
    """A Pillow image as an array with three axes."""
    data_format = data_format or image_data_format()
    if data_format not in _FORMATS:
        raise ValueError(f"Unknown data_format: {data_format}")
    x = np.asarray(img, dtype=dtype or floatx())
    if x.ndim not in (2, 3):
        raise ValueError(f"Unsupported image shape: {x.shape}")
    x = x[:, :, np.newaxis] if x.ndim == 2 else x
    return x.transpose(2, 0, 1) if data_format == "channels_first" else x


def save_img(path, x, data_format=None, file_format: Any = None, scale=True, **kwargs):
    """Writes an array of one image to a file."""
    image = array_to_img(x, data_format=data_format, scale=scale)
    if image.mode == "RGBA" and file_format in ("jpg", "jpeg"):
        logging.warning("The JPG format does not support RGBA images, converting to RGB.")
        image = image.convert("RGB")
    image.save(path, format=file_format, **kwargs)


def load_img(path, grayscale=False, color_mode="rgb", target_size=None, interpolation="nearest"):
    """A file as a Pillow image. color_mode: "grayscale", "rgb" or "rgba".  target_size: (height, width)."""
    if grayscale:
        logging.warning('grayscale is deprecated. Please use color_mode = "grayscale"')
        color_mode = "grayscale"
    if color_mode not in _MODES:
        raise ValueError('color_mode must be "grayscale", "rgb", or "rgba"')
    with open(path, "rb") as file:
        image: Any = PIL.Image.open(io.BytesIO(file.read()))
    if image.mode not in _MODES[color_mode]:
        image = image.convert(_MODES[color_mode][0])
    if target_size is not None and image.size != (target_size[1], target_size[0]):
        if interpolation not in _RESAMPLING:
            raise ValueError(
                f"Invalid interpolation method {interpolation} specified. Supported methods are {', '.join(_RESAMPLING)}"
            )
        image = image.resize((target_size[1], target_size[0]), _RESAMPLING[interpolation])
    return image


def files_below(folder, endings, follow_links=False):
    """The paths of all files below a folder whose names have such endings, in order."""
    return [
        os.path.join(root, name)
        for root, _, names in sorted(os.walk(folder, followlinks=follow_links))
        for name in sorted(names)
        if name.lower().endswith(tuple("." + ending for ending in endings))
    ]
