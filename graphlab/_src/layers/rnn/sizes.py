"""Sizes of states and outputs: a number, a shape or a tensor, with the batch size in front."""

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import Tensor, constant, nest, static_value
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import expand_dims


def with_prefix(prefix, suffix):
    """The shape [*prefix, *suffix] as an int32 tensor; each is a number, a shape or a tensor. ValueError for None."""
    front, back = _as_vector(prefix, "prefix"), _as_vector(suffix, "suffix")
    if front is None or back is None:
        raise ValueError(f"Provided a prefix or suffix of None: {prefix} and {suffix}")
    return concat((front, back), 0)


def static_with_prefix(prefix, suffix):
    """The shape [*prefix, *suffix] as far as it is known before a run."""
    for size, what in ((prefix, "prefix"), (suffix, "suffix")):
        _as_vector(size, what)  # TensorFlow makes these constants here too, and the names after them count them
    return static_size(prefix).concatenate(static_size(suffix))


def static_size(size):
    """A number, a shape or a tensor as a TensorShape; unknown when a tensor has no constant value."""
    if isinstance(size, Tensor):
        value = static_value(size)
        if value is None:
            dims = size.dims
            if dims is None or dims == (None,):
                return shapes.unknown_shape()
            return shapes.unknown_shape(dims[0] if dims else 1)
        return shapes.TensorShape(value.reshape(-1).tolist())
    return shapes.as_shape([size] if size is None else size)


def _as_vector(size, what):
    if isinstance(size, Tensor):
        if size.shape.ndims == 0:
            return expand_dims(size, 0)
        if size.shape.ndims != 1:
            raise ValueError(f"{what} tensor must be either a scalar or vector, but saw tensor: {size}")
        return size
    size = shapes.as_shape(size)
    return constant(size.as_list(), dtypes.int32) if size.is_fully_defined() else None


def zero_state_tensors(state_size, batch_size, dtype):
    """Zeros [batch, size…] for each size of a nested structure."""

    def zeros_of(size):
        result = zeros(with_prefix(batch_size, size), dtype=dtype)
        result.set_shape(static_with_prefix(batch_size, size))
        return result

    return nest.map_structure(zeros_of, state_size)


ASSERT_LIKE_RNNCELL_ERROR_REGEXP = "is not an RNNCell"


def assert_like_rnncell(cell_name, cell):
    """TypeError unless the object can be run as a cell."""
    missing = []
    if not hasattr(cell, "output_size"):
        missing.append("'output_size' property is missing")
    if not hasattr(cell, "state_size"):
        missing.append("'state_size' property is missing")
    if not hasattr(cell, "zero_state") and not hasattr(cell, "get_initial_state"):
        missing.append("either 'zero_state' or 'get_initial_state' method is required")
    if not callable(cell):
        missing.append("is not callable")
    if missing:
        raise TypeError(f"The argument {cell_name!r} ({cell}) is not an RNNCell: {', '.join(missing)}.")
