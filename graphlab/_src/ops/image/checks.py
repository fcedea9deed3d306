"""Checks of the inputs of image functions: of the static shape as far as it is known, else by assertions in a run."""

from graphlab._src.graph import Tensor
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.values import assert_greater_equal, assert_positive
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.joining import unstack
from graphlab._src.ops.shape import expand_dims, rank, shape, squeeze

_EITHER = "'image' must have either 3 or 4 dimensions."


def is_tensor(value):
    """True for what only a run can evaluate: tensors and variables."""
    return isinstance(value, Tensor) or hasattr(value, "_as_graph_element")


def dimensions(image):
    """The sizes of [batch, height, width, channels]: numbers where they are known, else tensors."""
    static = image.shape.with_rank(4).as_list()
    if None not in static:
        return static
    return [known if known is not None else size for known, size in zip(static, unstack(shape(image), 4), strict=True)]


def image_checks(image):
    """Operations that check that an image has three axes or more, none of them empty; ValueError if that is known."""
    dims = image.dims
    if dims is not None and len(dims) < 3:
        raise ValueError("'image' must be at least three-dimensional.")
    if dims is not None and 0 in dims:
        raise ValueError(f"all dims of 'image.shape' must be > 0: {image.shape}")
    if dims is not None and None not in dims:
        return []
    return [
        assert_positive(shape(image), ["all dims of 'image.shape' must be > 0."]),
        assert_greater_equal(rank(image), 3, message="'image' must be at least three-dimensional."),
    ]


def checked(image):
    """The image, behind operations that check it."""
    return with_dependencies(image_checks(image), image)


def requires(condition, message):
    """An operation that checks the condition in a run; none when it is known. ValueError when it is known not to hold."""
    if is_tensor(condition):
        return [assert_(condition, [message])]
    if not condition:
        raise ValueError(message)
    return []


def count_axes(image):
    """3 for one image, or one of unknown rank, 4 for a batch; ValueError for anything else."""
    ndims = image.shape.ndims
    if ndims not in (None, 3, 4):
        raise ValueError(_EITHER)
    return ndims or 3


def as_batch(image):
    """(a batch of images, the function that removes the batch axis again if this was a single one)."""
    count = count_axes(image)
    if count == 4:
        return image, lambda result: result
    known = image.shape.ndims
    image = expand_dims(image, 0)
    if known is None:
        image.set_shape([None] * 4)
    return image, lambda result: squeeze(result, axis=[0])


def either_max(x, y):
    """The larger of two numbers or tensors."""
    return maximum(x, y) if is_tensor(x) or is_tensor(y) else max(x, y)


def either_min(x, y):
    """The smaller of two numbers or tensors."""
    return minimum(x, y) if is_tensor(x) or is_tensor(y) else min(x, y)
