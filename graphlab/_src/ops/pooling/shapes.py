"""Shape rules of pooling."""

from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import constant_dims, constant_value
from graphlab._src.ops.rules import merge, with_rank
from graphlab._src.ops.window import Window, check_per_axis

_IMAGES = "a batch of images has an axis for the batch and one for the channels; tf.expand_dims adds one"


def pooled(rank, outputs=1):
    """The shape rule of pooling images of that rank."""

    def infer(op):
        dims = with_rank(op.inputs[0].dims, rank, _IMAGES)
        check_per_axis(op, rank, strides="stride", ksize="ksize")
        window = Window.everywhere(op.attrs["strides"], op.attrs["padding"])
        found = tuple(window.places(dims, op.attrs["ksize"]))
        return found if outputs == 1 else [found] * outputs

    return infer


def pooled_by_inputs(op):
    """The shape rule where the window comes as inputs."""
    dims = with_rank(op.inputs[0].dims, 4, _IMAGES)
    ksize, strides = (constant_value(tensor) for tensor in op.inputs[-2:])
    if ksize is None or strides is None:
        return None
    if len(ksize) != 4 or len(strides) != 4 or min(*ksize, *strides) < 1:
        raise ShapeError(f"{op.type} requires ksize and strides with 4 positive values, but got: {ksize}, {strides}")
    window = Window.everywhere([int(n) for n in strides], op.attrs["padding"])
    return tuple(window.places(dims, [int(n) for n in ksize]))


def as_images(rank):
    """The output has the dims of the first input, which is an image of that rank."""
    return lambda op: with_rank(op.inputs[0].dims, rank)


def as_highest(of_image, position=1):
    """The output has the dims of the highest of each window: of_image(op), and those of the input at that position."""

    def infer(op):
        dims = of_image(op)
        merge(dims, op.inputs[position].dims, "pass as many gradients as there are windows")
        return dims

    return infer


def said_by_first(rank):
    """The output has the dims that the first input's value says."""
    return lambda op: with_rank(constant_dims(op.inputs[0]), rank)
