"""space_to_depth and depth_to_space: blocks of an image's positions as channels, and back."""

from graphlab._src.base.shapes import ShapeError, is_number
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.rules import product, with_rank

_FORMATS = (b"NHWC", b"NCHW", b"NCHW_VECT_C")


def _sizes(op):
    """(batch, height, width, channels, the block's size, whether channels come second)."""
    attrs = op.attrs
    second, size = attrs["data_format"] == b"NCHW", attrs["block_size"]
    if attrs["data_format"] == b"NCHW_VECT_C":
        raise ShapeError("NCHW_VECT_C is for quantized integers on a GPU", 'pass data_format "NHWC" or "NCHW"')
    if size < 2:
        raise ShapeError(f"Value for attr 'block_size' of {size} must be at least minimum 2")
    dims = with_rank(op.inputs[0].dims, 4)
    batch, *rest = dims
    height, width, channels = (*rest[1:], rest[0]) if second else rest
    return batch, height, width, channels, size, second


def _divided(size, by):
    if size is not None and size % by:
        raise ShapeError(f"Dimension size must be evenly divisible by {by} but is {size}")
    return None if size is None else size // by


def _deeper(op):
    batch, height, width, channels, size, second = _sizes(op)
    height, width, channels = _divided(height, size), _divided(width, size), product([channels, size, size])
    return (batch, channels, height, width) if second else (batch, height, width, channels)


def _wider(op):
    batch, height, width, channels, size, second = _sizes(op)
    height, width = product([height, size]), product([width, size])
    channels = _divided(channels, size * size)
    return (batch, channels, height, width) if second else (batch, height, width, channels)


def _back(function):
    return lambda op, dy: [function(dy, block_size=op.get_attr("block_size"), data_format=op.get_attr("data_format"))]


@op(
    "SpaceToDepth",
    "input: T -> output: T",
    types={"data_format": _FORMATS},
    infer=_deeper,
    grad=_back(lambda *args, **attrs: raw_ops.DepthToSpace(*args, **attrs)),
    minimums={"block_size": 2},
)
def _space_to_depth(input, *, block_size: int, data_format: str = "NHWC"):
    """The places of each block of an image side by side as channels."""
    size = block_size
    if input.ndim != 4:
        raise ValueError(f"Input rank should be 4 instead of {input.ndim}")
    high, wide = input.shape[2:] if data_format == b"NCHW" else input.shape[1:3]
    if is_number(high) and high % size or is_number(wide) and wide % size:
        raise ValueError(f"Image width {wide} and height {high} should be divisible by block_size: {size}")
    if data_format == b"NCHW":
        n, c, h, w = input.shape
        apart = input.reshape(n, c, h // size, size, w // size, size)
        return apart.transpose(0, 3, 5, 1, 2, 4).reshape(n, size * size * c, h // size, w // size)
    n, h, w, c = input.shape
    apart = input.reshape(n, h // size, size, w // size, size, c)
    return apart.transpose(0, 1, 3, 2, 4, 5).reshape(n, h // size, w // size, size * size * c)


@op(
    "DepthToSpace",
    "input: T -> output: T",
    types={"data_format": _FORMATS},
    infer=_wider,
    grad=_back(lambda *args, **attrs: _space_to_depth(*args, **attrs)),
    minimums={"block_size": 2},
)
def _depth_to_space(input, *, block_size: int, data_format: str = "NHWC"):
    """Channels laid out as the places of blocks."""
    size = block_size
    if input.ndim != 4:
        raise ValueError(f"Input rank should be: 4 instead of: {input.ndim}")
    deep = input.shape[1 if data_format == b"NCHW" else 3]
    if is_number(deep) and deep % size**2:
        raise ValueError(f"Input depth dimension {deep} should be divisible by: {size**2}")
    if data_format == b"NCHW":
        n, c, h, w = input.shape
        apart = input.reshape(n, size, size, c // size**2, h, w)
        return apart.transpose(0, 3, 4, 1, 5, 2).reshape(n, c // size**2, h * size, w * size)
    n, h, w, c = input.shape
    apart = input.reshape(n, h, w, size, size, c // size**2)
    return apart.transpose(0, 1, 3, 2, 4, 5).reshape(n, h * size, w * size, c // size**2)


def space_to_depth(input, block_size, name=None, data_format="NHWC"):
    """The places of each block of an image side by side as channels.

    input: [batch, height, width, channels], height and width multiples of block_size.
    data_format: "NHWC", "NCHW" or "NCHW_VECT_C".
    """
    return _space_to_depth(input, block_size=block_size, data_format=data_format, name=name)


def depth_to_space(input, block_size, name=None, data_format="NHWC"):
    """Channels laid out as the places of blocks: what space_to_depth did, undone.

    input: [batch, height, width, channels], channels a multiple of block_size².
    block_size: the side of a block, at least 2.  data_format: "NHWC", "NCHW" or "NCHW_VECT_C".
    """
    return _depth_to_space(input, block_size=block_size, data_format=data_format, name=name)
