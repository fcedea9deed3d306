"""scipy.misc as it was until SciPy 1.2: images as arrays, through Pillow; derivatives of functions."""

import importlib
import math

import numpy as np
from PIL import Image

_FILTERS = {
    "nearest": Image.Resampling.NEAREST,
    "lanczos": Image.Resampling.LANCZOS,
    "bilinear": Image.Resampling.BILINEAR,
    "bicubic": Image.Resampling.BICUBIC,
    "cubic": Image.Resampling.BICUBIC,
}


def bytescale(data, cmin=None, cmax=None, high=255, low=0):
    """The numbers as uint8, those from cmin to cmax (the least and the largest) spread from low to high."""
    data = np.asarray(data)
    if data.dtype == np.uint8:
        return data
    if not 0 <= low <= high <= 255:
        raise ValueError("`low` and `high` should be from 0 to 255, `low` not above `high`.")
    cmin = data.min() if cmin is None else cmin
    cmax = data.max() if cmax is None else cmax
    if cmax < cmin:
        raise ValueError("`cmax` should be larger than `cmin`.")
    scale = (high - low) / (float(cmax - cmin) or 1.0)
    return (np.clip((data - cmin) * scale + low, low, high) + 0.5).astype(np.uint8)


def toimage(arr, high=255, low=0, cmin=None, cmax=None, pal=None, mode=None, channel_axis=None):
    """A Pillow Image of an array [height, width] or [height, width, 3 or 4], or with the channels on another axis."""
    data = np.asarray(arr)
    if data.ndim == 2 and mode == "F":
        return Image.fromarray(data.astype(np.float32), "F")
    if data.ndim == 2 and mode in ("1", "I"):
        return Image.fromarray(data.astype(np.int32)) if mode == "I" else Image.fromarray(data > 0)
    if data.ndim == 3:
        axis = (
            channel_axis if channel_axis is not None else next((i for i in (2, 0, 1) if data.shape[i] in (3, 4)), None)
        )
        if axis is None:
            raise ValueError("Could not find channel dimension.")
        data = np.moveaxis(data, axis, 2)
    elif data.ndim != 2:
        raise ValueError("'arr' does not have a suitable array shape for any mode.")
    image = Image.fromarray(bytescale(data, cmin, cmax, high, low))
    if pal is not None and data.ndim == 2:
        image.putpalette(np.asarray(pal, np.uint8).tobytes())
    return image if mode is None or image.mode == mode else image.convert(mode)


def fromimage(im, flatten=False, mode=None):
    """A Pillow Image as an array; with `flatten` as one of float32 with a single channel."""
    if mode is not None and mode != im.mode:
        im = im.convert(mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    return np.array(im.convert("F") if flatten else im.convert("L") if im.mode == "1" else im)


def imread(name, flatten=False, mode=None):
    """The image in a file as an array."""
    with Image.open(name) as image:
        return fromimage(image, flatten, mode)


def imsave(name, arr, format=None):  # noqa: A002
    """Writes an array as an image, its numbers spread from 0 to 255."""
    toimage(arr, channel_axis=2 if np.ndim(arr) == 3 else None).save(name, format)


def imresize(arr, size, interp="bilinear", mode=None):
    """The image in another size. size: percent as int, a factor as float, or (height, width)."""
    image = toimage(arr, mode=mode)
    if np.ndim(size):
        height, width = (int(n) for n in np.asarray(size))
    else:
        factor = size / 100.0 if isinstance(size, (int, np.integer)) else float(size)
        height, width = int(image.height * factor), int(image.width * factor)
    return fromimage(image.resize((width, height), _FILTERS[interp]))


def imrotate(arr, angle, interp="bilinear"):
    """The image rotated counterclockwise by `angle` degrees."""
    return fromimage(toimage(arr).rotate(angle, resample=_FILTERS[interp]))


def derivative(func, x0, dx=1.0, n=1, args=(), order=3):
    """The n-th derivative of func at x0, from `order` points around it that are dx apart."""
    if order < n + 1:
        raise ValueError(
            "'order' (the number of points used to compute the derivative), must be at least the derivative order 'n' + 1."
        )
    if order % 2 == 0:
        raise ValueError("'order' (the number of points used to compute the derivative) must be odd.")
    places = np.arange(order) - order // 2
    weights = math.factorial(n) * np.linalg.inv(np.vander(places, increasing=True))[n]
    return sum(weight * func(x0 + place * dx, *args) for weight, place in zip(weights, places, strict=True)) / dx**n


def __getattr__(name):
    if name in ("comb", "factorial", "factorial2", "logsumexp"):
        return getattr(importlib.import_module("scipy.special"), name)
    raise AttributeError(f"scipy.misc had no {name}, or graphlab knows no other name for it")
