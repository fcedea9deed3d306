"""resize and resize_with_pad of TensorFlow 2, for which a pixel is where its middle is."""

from functools import partial

from graphlab._src.ops.image.resize_ops import resize_area, resize_bicubic, resize_bilinear, resize_nearest_neighbor
from graphlab._src.ops.image.resizing import resized, resized_with_pad
from graphlab._src.ops.image.scaling import scaled


class ResizeMethod:
    """The methods of resize."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_PLAIN = {
    ResizeMethod.BILINEAR: partial(resize_bilinear, half_pixel_centers=True),
    ResizeMethod.NEAREST_NEIGHBOR: partial(resize_nearest_neighbor, half_pixel_centers=True),
    ResizeMethod.BICUBIC: partial(resize_bicubic, half_pixel_centers=True),
    ResizeMethod.AREA: resize_area,
}
_SMOOTHED = {ResizeMethod.BILINEAR: "triangle", ResizeMethod.BICUBIC: "keyscubic"}
_KERNELS = {name: name for name in ("lanczos3", "lanczos5", "gaussian", "mitchellcubic")}


def resize(images, size, method=ResizeMethod.BILINEAR, preserve_aspect_ratio=False, antialias=False, name=None):
    """Images of another size: float32, or their own type by NEAREST_NEIGHBOR.

    images: [batch, height, width, channels] or [height, width, channels].  size: [new height, new width].
    method: one of ResizeMethod.  preserve_aspect_ratio: the largest size within `size` that has the proportions of the images.
    antialias: what is made smaller is smoothed first; by NEAREST_NEIGHBOR and AREA nothing is.
    """
    kernel = _KERNELS.get(method) or (_SMOOTHED.get(method) if antialias else None)
    if kernel is None:
        function = _PLAIN.get(method)
    else:
        function = partial(scaled, kernel_type=kernel, antialias=antialias)
    return resized(images, size, function, preserve_aspect_ratio, name, always=True)


def resize_with_pad(image, target_height, target_width, method=ResizeMethod.BILINEAR, antialias=False):
    """The image, or each one of a batch, as large as fits into the size, with zeros beside it or above and below.

    image: [height, width, channels] or [batch, height, width, channels].  target_height, target_width: pixels.
    method, antialias: as in resize.
    """
    return resized_with_pad(image, target_height, target_width, partial(resize, method=method, antialias=antialias))
