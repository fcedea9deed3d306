"""Images rotated, translated and transformed; transforms made and composed; connected components."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.image.flat_transforms import flat_transforms_to_matrices, matrices_to_flat_transforms
from graphlab._src.contrib.image.projective import image_connected_components, image_projective_transform
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.trigonometry import cos, sin

_IMAGE_TYPES = {dtypes.uint8, dtypes.int32, dtypes.int64, dtypes.float16, dtypes.float32, dtypes.float64}


def _batch(images):
    """(images as [n, height, width, channels], a function that undoes that)."""
    if images.dtype.base_dtype not in _IMAGE_TYPES:
        raise TypeError(f"Invalid dtype {images.dtype}.")
    rank = images.shape.ndims
    if rank is None:
        raise TypeError("image_or_images rank must be statically known")
    if rank == 2:
        return images[None, :, :, None], lambda result: result[0, :, :, 0]
    if rank == 3:
        return images[None, :, :, :], lambda result: result[0, :, :, :]
    if rank != 4:
        raise TypeError("Images should have rank between 2 and 4.")
    return images, lambda result: result


def rotate(images, angles, interpolation="NEAREST", name=None):
    """Images rotated counterclockwise about their centers; what comes from outside is 0.

    images: [n, height, width, channels], [height, width, channels] or [height, width].  angles: in radians, one or [n].
    interpolation: "NEAREST" or "BILINEAR".
    """
    with name_scope(name, "rotate"):
        images = convert_to_tensor(images)
        batch, undone = _batch(images)
        height, width = (cast(shape(batch)[axis], dtypes.float32)[None] for axis in (1, 2))
        return undone(transform(batch, angles_to_projective_transforms(angles, height, width), interpolation))


def translate(images, translations, interpolation="NEAREST", name=None):
    """Images moved by (dx, dy), one vector for all or [n, 2]; the other arguments are rotate's."""
    with name_scope(name, "translate"):
        return transform(images, translations_to_projective_transforms(translations), interpolation)


def angles_to_projective_transforms(angles, image_height, image_width, name=None):
    """The flat transforms [n, 8] that rotate images of a size by angles, in radians."""
    with name_scope(name, "angles_to_projective_transforms"):
        angles = convert_to_tensor(angles, name="angles", dtype=dtypes.float32)
        if angles.shape.ndims == 0:
            angles = angles[None]
        elif angles.shape.ndims != 1:
            raise TypeError("Angles should have rank 0 or 1.")
        # Each sine and each size - 1 is an operation of its own, as in TensorFlow: seeds of later operations count them.
        x = ((image_width - 1) - (cos(angles) * (image_width - 1) - sin(angles) * (image_height - 1))) / 2.0
        y = ((image_height - 1) - (sin(angles) * (image_width - 1) + cos(angles) * (image_height - 1))) / 2.0
        count = shape(angles)[0]
        columns = [
            cos(angles)[:, None],
            -sin(angles)[:, None],
            x[:, None],
            sin(angles)[:, None],
            cos(angles)[:, None],
            y[:, None],
        ]
        return concat([*columns, zeros((count, 2), dtypes.float32)], axis=1)


def translations_to_projective_transforms(translations, name=None):
    """The flat transforms [n, 8] that move images by (dx, dy)."""
    with name_scope(name, "translations_to_projective_transforms"):
        moves = convert_to_tensor(translations, name="translations", dtype=dtypes.float32)
        if moves.shape.ndims is None:
            raise TypeError("translation_or_translations rank must be statically known")
        if moves.shape.ndims == 1:
            moves = moves[None]
        elif moves.shape.ndims != 2:
            raise TypeError("Translations should have rank 1 or 2.")
        count = shape(moves)[0]
        columns = [
            ones((count, 1), dtypes.float32),
            zeros((count, 1), dtypes.float32),
            -moves[:, 0, None],
            zeros((count, 1), dtypes.float32),
            ones((count, 1), dtypes.float32),
            -moves[:, 1, None],
            zeros((count, 2), dtypes.float32),
        ]
        return concat(columns, axis=1)


def transform(images, transforms, interpolation="NEAREST", output_shape=None, name=None):
    """Images after projective transforms, see ImageProjectiveTransformV2; what comes from outside is 0.

    transforms: [8] for all images, or [n, 8]; they lead from pixels of the result to pixels of the images.
    output_shape: height and width of the result, the images' own when left out.  images, interpolation: as in rotate.
    """
    with name_scope(name, "transform"):
        images = convert_to_tensor(images, name="images")
        transforms = convert_to_tensor(transforms, name="transforms", dtype=dtypes.float32)
        batch, undone = _batch(images)
        if output_shape is None:
            output_shape = shape(batch)[1:3]
        output_shape = convert_to_tensor(output_shape, dtypes.int32, name="output_shape")
        if not output_shape.shape.is_compatible_with([2]):
            raise ValueError("output_shape must be a 1-D Tensor of 2 elements: new_height, new_width")
        if transforms.shape.ndims is None:
            raise TypeError("transform_or_transforms rank must be statically known")
        if transforms.shape.ndims == 1:
            transforms = transforms[None]
        elif transforms.shape.ndims != 2:
            raise TypeError("Transforms should have rank 1 or 2.")
        return undone(image_projective_transform(batch, transforms, output_shape, interpolation=interpolation.upper()))


def compose_transforms(*transforms):
    """The flat transforms that apply all of them, the first one first."""
    assert transforms, "transforms cannot be empty"
    with name_scope("compose_transforms"):
        composed = flat_transforms_to_matrices(transforms[0])
        for other in transforms[1:]:
            composed = matmul(composed, flat_transforms_to_matrices(other))
        return matrices_to_flat_transforms(composed)


def connected_components(images):
    """Numbers 1, 2, … for the parts of equal pixels that touch at edges, in the order of their first pixels; 0 for pixels of 0.

    images: [height, width] or [n, height, width], numbered together.  Returns int64 of that shape.
    """
    with name_scope("connected_components"):
        images = convert_to_tensor(images, name="images")
        if images.shape.ndims not in (2, 3):
            raise TypeError(f"images should have rank 2 (HW) or 3 (NHW). Static shape is {images.shape}")
        batch = images[None, :, :] if images.shape.ndims == 2 else images
        components = image_connected_components(batch)
        ids, places = unique(reshape(components, [-1]))
        zeros_at = where_v2(equal(ids, 0))[:, 0]
        numbers = range_(shape(ids)[0] - shape(zeros_at)[0]) + 1

        def with_zero():
            place = cast(zeros_at[0], dtypes.int32)
            before, after = numbers[:place], numbers[place:]
            return concat([before, [0], after], axis=0)

        of_ids = cond(equal(shape(zeros_at)[0], 0), lambda: numbers, with_zero)
        result = reshape(gather(of_ids, places), shape(components))
        return result[0, :, :] if images.shape.ndims == 2 else result
