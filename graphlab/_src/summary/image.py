"""image: images, as TensorBoard shows them for each step."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops.define import TENSOR, no_gradient, op, scalar
from graphlab._src.ops.image.png import encode_png
from graphlab._src.proto import Summary
from graphlab._src.summary.message import message, numbered, tag_of
from graphlab._src.summary.scopes import collect, skipped, summary_scope

_RED = np.asarray([255, 0, 0, 255], np.uint8)
_DARK = 1e-6  # an image that is nowhere brighter is all 0


@op(
    "ImageSummary",
    "tag: string, tensor: T=float32 -> summary: string",
    types={"T": {dtypes.uint8, dtypes.float16, dtypes.float32, dtypes.float64}},
    infer=scalar,
    host=True,
    grad=no_gradient,
    minimums={"max_images": 1},
)
def _image_summary(tag, tensor, *, max_images: int = 3, bad_color: TENSOR = _RED):  # pyright: ignore[reportArgumentType]
    """A Summary message with the first images of a batch, as PNG."""
    return message(images(tag_of(tag, "ImageSummary"), tensor, max_images, np.asarray(bad_color)))


def images(tag, tensor, most, bad_color):
    """The values of a Summary that hold the first images of a batch. bad_color: of pixels that are not finite."""
    if tensor.ndim != 4 or tensor.shape[3] not in (1, 3, 4):
        raise ValueError(f"Tensor must be 4-D with last dim 1, 3, or 4, not {_sizes(tensor)}")
    if 0 in tensor.shape[1:3]:
        raise ValueError(f"input tensor must have non-zero dims. Found: {_sizes(tensor)}.")
    _, height, width, channels = tensor.shape
    values = []
    for i, image in enumerate(tensor[:most]):
        pixels = image if image.dtype == np.uint8 else _as_bytes(image, bad_color[:channels])
        message = Summary.Image(
            height=height, width=width, colorspace=channels, encoded_image_string=encode_png(pixels, -1)
        )
        values.append(Summary.Value(tag=numbered(tag, "image", most, i), image=message))
    return values


def _sizes(tensor):
    return str(list(tensor.shape)).replace(" ", "")


def _as_bytes(image, bad_color):
    """The image between 0 and 255: the brightest is 255, or, where some are negative, 0 is 128; bad_color if not finite."""
    finite = np.isfinite(image).all(axis=-1, keepdims=True)
    low = np.min(image, where=finite, initial=np.inf)
    high = np.max(image, where=finite, initial=-np.inf)
    most, full, middle = (max(-low, abs(high)), 127, 128) if low < 0 else (high, 255, 0)
    scale = image.dtype.type(0 if most < _DARK else full / np.float32(most))
    scaled = np.where(finite, image, 0) * scale + image.dtype.type(middle)
    return np.where(finite, scaled.astype(np.uint8), bad_color)


def image(name, tensor, max_outputs=3, collections=None, family=None):
    """A Summary message with images: string, scalar.

    name: of the operation; with the scopes around it, of the tags, which end in /image or /image/0, /image/1, …
    tensor: [batch, height, width, channels] with 1 channel (grey), 3 (RGB) or 4 (RGBA); uint8, or floating point: each
    image is scaled by itself so that its brightest value is 255 or, if there are negative ones, that 0 is grey.
    max_outputs: how many images of the batch at most.
    collections: the graph collections to add it to; SUMMARIES when left out.
    family: a word before the tags, which groups them in TensorBoard.
    """
    if max_outputs < 1:
        raise ValueError(f"Attr 'max_images' of 'ImageSummary' Op passed {max_outputs} less than minimum 1.")
    elsewhere = skipped()
    if elsewhere is not None:
        return elsewhere
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        return collect(_image_summary(tag, tensor, max_images=max_outputs, name=scope), collections)
