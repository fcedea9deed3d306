"""tensorflow.python.framework.common_shapes: shape functions of operations, as ops.RegisterShape was once given them."""

from collections.abc import Callable

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Operation, Tensor


def rank(tensor: Tensor) -> int | None:
    """The rank of a tensor; None where it is unknown."""
    return tensor.shape.ndims


def scalar_shape(unused_op: Operation) -> list[TensorShape]:
    """The shape of operations that return a scalar."""
    return [TensorShape([])]


def unchanged_shape(op: Operation) -> list[TensorShape]:
    """The shape of the first input."""
    return [op.inputs[0].shape]


def unchanged_shape_with_rank(rank: int) -> Callable[[Operation], list[TensorShape]]:
    """A shape function: the shape of the first input, which has that rank."""
    return lambda op: [op.inputs[0].shape.with_rank(rank)]


def unchanged_shape_with_rank_at_least(rank: int) -> Callable[[Operation], list[TensorShape]]:
    """A shape function: the shape of the first input, whose rank is at least that."""
    return lambda op: [op.inputs[0].shape.with_rank_at_least(rank)]


def unchanged_shape_with_rank_at_most(rank: int) -> Callable[[Operation], list[TensorShape]]:
    """A shape function: the shape of the first input, whose rank is at most that."""
    return lambda op: [op.inputs[0].shape.with_rank_at_most(rank)]


def no_outputs(unused_op: Operation) -> list[TensorShape]:
    """The shapes of an operation without outputs."""
    return []


def unknown_shape(op: Operation) -> list[TensorShape]:
    """Nothing is known of the shapes of the outputs."""
    return [TensorShape(None) for _ in op.outputs]


def call_cpp_shape_fn(op: Operation, require_shape_fn: bool = True) -> list[TensorShape]:
    """The shapes that the operation's own type infers for the outputs."""
    return [output.shape for output in op.outputs]


def has_fully_defined_shape(tensor: Tensor) -> bool:
    """Whether each size of a tensor is known."""
    return tensor.shape.is_fully_defined()
