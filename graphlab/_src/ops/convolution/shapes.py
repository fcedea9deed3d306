"""Shape rules of convolutions."""

from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_dims
from graphlab._src.ops.rules import image_fix, merge_size, with_rank
from graphlab._src.ops.window import Window, check_per_axis

_IMAGES = "a batch of images has an axis for the batch and one for the channels; tf.expand_dims adds one"
_CHANNELS = "filters are [height, width, channels in, channels out]: their channels in must divide those of the input"


def window_of(op, rank):
    """The Window that an operation's attributes say; ShapeError when one does not fit."""
    check_per_axis(op, rank, strides="stride", dilations="dilations")
    attrs = op.attrs
    explicit = attrs.get("explicit_paddings") or []
    if attrs["padding"] == b"EXPLICIT":
        if len(explicit) != 2 * rank:
            raise ShapeError(f"explicit_paddings attribute must contain {2 * rank} values, but got: {len(explicit)}")
        if min(explicit) < 0:
            raise ShapeError("All elements of explicit_paddings must be nonnegative")
        channel = 1 if attrs["data_format"].startswith(b"NC") else rank - 1
        if any(explicit[2 * i] or explicit[2 * i + 1] for i in (0, channel)):
            raise ShapeError("Nonzero explicit padding in the batch or depth dimensions is not supported")
    elif explicit:
        raise ShapeError("explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT")
    return Window.of(rank, attrs["strides"], attrs["padding"], attrs["data_format"], attrs["dilations"], explicit)


def as_images(op, rank):
    """What to do about an input without an axis for channels, or with one axis for all pixels of square images."""
    tensor, filters = op.inputs[0], op.inputs[1].dims
    channels = filters[-2] if filters is not None and len(filters) == rank else None
    return image_fix("input", tensor, rank, channels, _IMAGES)


def convolved(rank):
    """The shape rule of convolutions of images of that rank."""

    def infer(op):
        images = with_rank(op.inputs[0].dims, rank, lambda: as_images(op, rank))
        filters = with_rank(op.inputs[1].dims, rank, "filters have two axes for channels, after the spatial ones")
        window = window_of(op, rank)
        given, taken = images[window.channel], filters[-2]
        if given is not None and taken and given % taken:
            raise ShapeError(
                f"Depth of input ({given}) is not a multiple of input depth of filter ({taken})", _CHANNELS
            )
        return window.dims(images[0], window.places(window.spatial(images), filters[:-2]), filters[-1])

    return infer


def convolved_by_channel(op):
    """The shape rule of a convolution with filters for each channel."""
    images = with_rank(op.inputs[0].dims, 4, lambda: as_images(op, 4))
    filters = with_rank(op.inputs[1].dims, 4, "filters are [height, width, channels, multiplier]")
    window = window_of(op, 4)
    channels = merge_size(images[window.channel], filters[2], "pass a filter for each channel of the input")
    made = None if channels is None or filters[3] is None else channels * filters[3]
    return window.dims(images[0], window.places(window.spatial(images), filters[:-2]), made)


def said_by(index, rank):
    """The output has the dims that this input's value says."""

    def infer(op):
        with_rank(op.inputs[index].dims, 1)
        return with_rank(constant_dims(op.inputs[index]), rank)

    return infer
