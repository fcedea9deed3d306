"""Pixels of images between pixels, by bilinear interpolation."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape


def resampler(data, warp, name="resampler"):
    """data at the points of warp, [batch, …, channels]; outside of an image it is 0.

    data: floating point [batch, height, width, channels].  warp: [batch, …, 2], points (x, y).
    """
    with name_scope(name, "resampler", [data, warp]):
        data = convert_to_tensor(data, name="data")
        warp = convert_to_tensor(warp, name="warp")
        if data.shape.ndims not in (None, 4):
            raise ValueError(
                "Only bilinear interpolation is currently supported. The input data shape must be "
                f"[batch_size, data_height, data_width, data_channels], but is: {data.shape}"
            )
        last = warp.shape.as_list()[-1] if warp.shape.ndims else None
        if last not in (None, 2):
            raise ValueError(f"warp must be at least a matrix, shape is of: {warp.shape}")
        sizes = shape(data)
        batch, height, width, channels = (sizes[i] for i in range(4))
        flat = reshape(data, [-1, channels])
        points = reshape(warp, [batch, -1, 2])
        x, y = points[..., 0], points[..., 1]
        left, top = stop_gradient(floor(x)), stop_gradient(floor(y))
        near = logical_and(x > -1, y > -1)  # at -1 the weight is 0, and so is TensorFlow's gradient
        offsets = expand_dims(range_(batch) * height * width, 1)

        def corner(down, right):
            column, row = left + right, top + down
            inside = logical_and(
                logical_and(column >= 0, column < cast(width, x.dtype)),
                logical_and(row >= 0, row < cast(height, y.dtype)),
            )
            place_x = cast(clip_by_value(column, zeros_like(column), cast(width - 1, x.dtype)), dtypes.int32)
            place_y = cast(clip_by_value(row, zeros_like(row), cast(height - 1, y.dtype)), dtypes.int32)
            weight = (x - left if right else 1 - (x - left)) * (y - top if down else 1 - (y - top))
            weight = weight * cast(logical_and(near, inside), x.dtype)
            return gather(flat, offsets + place_y * width + place_x) * expand_dims(weight, -1)

        result = corner(0, 0) + corner(0, 1) + corner(1, 0) + corner(1, 1)
        result = reshape(result, concat([shape(warp)[:-1], [channels]], 0))
        if warp.shape.ndims is not None and data.shape.ndims is not None:
            result.set_shape(warp.shape[:-1].concatenate(data.shape[-1:]))
        return result
