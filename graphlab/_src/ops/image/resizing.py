"""resize_images and relatives, by one of four methods."""

from functools import partial

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.former_names import reordered
from graphlab._src.graph import convert_to_tensor, name_scope, static_dims
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.image.checks import as_batch, dimensions, either_max, image_checks, requires
from graphlab._src.ops.image.cropping import pad_to_bounding_box
from graphlab._src.ops.image.resize_ops import resize_area, resize_bicubic, resize_bilinear, resize_nearest_neighbor
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.rounding import round as round_


class ResizeMethod:
    """The methods of resize_images."""

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


_METHODS = {
    ResizeMethod.BILINEAR: resize_bilinear,
    ResizeMethod.NEAREST_NEIGHBOR: resize_nearest_neighbor,
    ResizeMethod.BICUBIC: resize_bicubic,
    ResizeMethod.AREA: resize_area,
    "bilinear": resize_bilinear,
    "nearest": resize_nearest_neighbor,
    "bicubic": resize_bicubic,
    "area": resize_area,
}


def resize_images(
    images, size, method=ResizeMethod.BILINEAR, align_corners=False, preserve_aspect_ratio=False, name=None
):
    """Images of another size: float32, or their own type where they have that size already or by NEAREST_NEIGHBOR.

    images: [batch, height, width, channels] or [height, width, channels].  size: [new height, new width].
    method: one of ResizeMethod.  align_corners: the middle of the corner pixels stays.
    preserve_aspect_ratio: the largest size within `size` that has the proportions of the images.
    """
    method = _METHODS.get(method)
    return resized(images, size, method and partial(method, align_corners=align_corners), preserve_aspect_ratio, name)


def resized(images, size, resize, preserve_aspect_ratio, name, always=False):
    """Images of another size by `resize`, a function of a batch and a size; unchanged at their own size, unless `always`."""
    with name_scope(name, "resize", [images, size]):
        images = convert_to_tensor(images, name="images")
        if images.shape.ndims is None:
            raise ValueError("'images' contains no shape.")
        if images.shape.ndims not in (3, 4):
            raise ValueError("'images' must have either 3 or 4 dimensions.")
        images, unbatched = as_batch(images)
        try:
            size = convert_to_tensor(size, dtypes.int32, name="size")
        except (TypeError, ValueError):
            raise ValueError("'size' must be a 1-D int32 Tensor") from None
        if not size.shape.is_compatible_with([2]):
            message = "'size' must be a 1-D Tensor of 2 elements: new_height, new_width"
            fix = reordered("tf.image.resize_images(images, [height, width])") if size.dims == () else None
            raise ValueError(explain(message, fix=fix))
        known = static_dims(size) or (None, None)
        if preserve_aspect_ratio:
            size = _in_proportion(images, size)
            known = None, None
        if not always and None not in known and list(known) == images.shape.as_list()[1:3]:
            return unbatched(images)
        if resize is None:
            raise ValueError("Resize method is not implemented.")
        images = resize(images, size)
        images.set_shape([None, *known, None])
        return unbatched(images)


def _in_proportion(images, size):
    _, height, width, _ = dimensions(images)
    wanted = static_dims(size) or (None, None)
    high, wide = (size[i] if n is None else n for i, n in enumerate(wanted))
    by_height = cast(high, dtypes.float32) / cast(height, dtypes.float32)
    by_width = cast(wide, dtypes.float32) / cast(width, dtypes.float32)
    scale = minimum(by_height, by_width)
    new_height = cast(round_(scale * cast(height, dtypes.float32)), dtypes.int32)
    new_width = cast(round_(scale * cast(width, dtypes.float32)), dtypes.int32)
    return convert_to_tensor([new_height, new_width], dtypes.int32, name="size")


def resize_image_with_pad(image, target_height, target_width, method=ResizeMethod.BILINEAR, align_corners=False):
    """The image, or each one of a batch, as large as fits into the size, with zeros beside it or above and below.

    image: [height, width, channels] or [batch, height, width, channels].  method: one of ResizeMethod.
    align_corners: the middle of the corner pixels stays.
    target_height, target_width: pixels.
    """
    resize = partial(resize_images, method=method, align_corners=align_corners)
    return resized_with_pad(image, target_height, target_width, resize)


def resized_with_pad(image, target_height, target_width, resize):
    """The image, or each one of a batch, made as large as fits by resize(images, size), with zeros around it."""
    with name_scope(None, "resize_image_with_pad", [image]):
        image, unbatched = as_batch(convert_to_tensor(image, name="image"))
        checks = image_checks(image)
        checks += requires(target_width > 0, "target_width must be > 0.")
        checks += requires(target_height > 0, "target_height must be > 0.")
        image = with_dependencies(checks, image)
        _, height, width, _ = dimensions(image)
        height, width = cast(height, dtypes.float64), cast(width, dtypes.float64)
        high, wide = cast(target_height, dtypes.float64), cast(target_width, dtypes.float64)
        ratio = either_max(width / wide, height / high)
        fitting = height / ratio, width / ratio
        size = [cast(floor(side), dtypes.int32) for side in fitting]
        spare = [(high - fitting[0]) / 2, (wide - fitting[1]) / 2]
        above, left = (either_max(0, cast(side, dtypes.int32)) for side in [floor(side) for side in spare])
        padded = pad_to_bounding_box(resize(image, size), above, left, target_height, target_width)
        dimensions(padded)  # TensorFlow reads them once more, which seeds count
        return unbatched(padded)
