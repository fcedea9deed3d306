"""Sizes as arguments: numbers of rows and columns and shapes of batches, which may be tensors."""

import numpy as np

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import static_value
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.checks.ranks import assert_rank
from graphlab._src.ops.checks.values import assert_non_negative
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.linear_operators.batches import joined
from graphlab._src.ops.linear_operators.references import assert_not_ref_type, shape_tensor


def _checked(value, name, tensor_name, rank, assert_proper_shapes):
    """(the value as a tensor, its known value or None), an integer tensor of that rank without negative numbers."""
    assert_not_ref_type(value, name)
    tensor = shape_tensor(value, name=tensor_name)
    known = static_value(tensor)
    if assert_proper_shapes:
        checks = [
            assert_rank(tensor, rank, message=f"Argument {name} must be a {rank}-D Tensor."),
            assert_non_negative(tensor, message=f"Argument {name} must be non-negative."),
        ]
        tensor = with_dependencies(checks, tensor)
    if not tensor.dtype.is_integer:
        raise TypeError(f"Argument {name} must be integer type.  Found: {tensor}")
    if known is not None:
        if np.ndim(known) != rank:
            raise ValueError(f"Argument {name} must be a {rank}-D Tensor.  Found: {known}")
        if np.any(np.asarray(known) < 0):
            raise ValueError(f"Argument {name} must be non-negative.  Found: {known}")
    return tensor, known


def size_argument(value, name, assert_proper_shapes):
    """(a number of rows or columns as a scalar tensor, the number or None where it isn't known).

    assert_proper_shapes: check in a run, too, that it is one. ValueError or TypeError where it is known not to be.
    """
    tensor, known = _checked(value, name, name, 0, assert_proper_shapes)
    return tensor, None if known is None else int(known)


class BatchShape:
    """The leading axes as an argument says them; none when it is None."""

    def __init__(self, value, assert_proper_shapes):
        self.tensor, self.shape = None, TensorShape([])
        if value is not None:
            value = value.as_list() if isinstance(value, TensorShape) else value
            self.tensor, known = _checked(value, "batch_shape", "batch_shape_arg", 1, assert_proper_shapes)
            self.shape = TensorShape(None if known is None else [int(size) for size in known])

    def before(self, sizes):
        """The shape tensor of the batch and these sizes of a matrix."""
        return sizes if self.tensor is None else joined(self.tensor, sizes)

    def broadcast(self, x, dtype):
        """x […, m, n] with the axes of this batch, too."""
        if self.tensor is None:
            return x
        ones = self.shape.concatenate([1, 1])
        if ones.is_fully_defined():
            if broadcast_static_shape(x.shape, ones) == x.shape:
                return x
            return x + zeros(ones, dtype)
        return x + zeros(joined(self.tensor, [1, 1]), dtype)
