"""Broadcasting: the shape of a result, and its gradient summed to the shape of each operand."""

import weakref

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import Tensor, constant_dims, constant_value, get_default_graph
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.rules import merge_size, sizes_of, with_rank, with_rank_at_most
from graphlab._src.ops.shape import shape


def _broadcast_two(s0, s1):
    return np.asarray(_together(tuple(s0), tuple(s1)), np.asarray(s0).dtype)


def _together(a, b):
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        raise ValueError(f"Incompatible shapes: {shapes.text(a)} vs. {shapes.text(b)}") from None


def _length_of_longer(op):
    a, b = (with_rank(tensor.dims, 1)[0] for tensor in op.inputs)
    return (None if a is None or b is None else max(a, b),)


@op(
    "BroadcastArgs",
    "s0: T=int32, s1: T=int32 -> r0: T",
    types={"T": dtypes.INDEX},
    infer=_length_of_longer,
    static=["s0", "s1"],
    fold=_broadcast_two,
    grad=no_gradient,
)
def broadcast_args(s0, s1):
    """The shape that tensors of the shapes s0 and s1 broadcast to."""
    return _broadcast_two(s0, s1)


def broadcast_dynamic_shape(shape_x, shape_y):
    """The shape that tensors of two shapes broadcast to, as a tensor.

    shape_x, shape_y: integer vectors.
    """
    return broadcast_args(shape_x, shape_y)


def broadcast_static_shape(shape_x, shape_y):
    """The TensorShape that two TensorShapes broadcast to; ValueError when they don't.

    shape_x, shape_y: TensorShapes.
    """
    dims = shapes.broadcast(shapes.of(shape_x), shapes.of(shape_y))
    if dims is False:
        raise ValueError(f"Incompatible shapes for broadcasting: {shape_x} and {shape_y}")
    return shapes.TensorShape(dims)


def _reduced_axes(s0, s1):
    """The axes that each of two shapes was stretched along, counted in the result."""
    a, b = tuple(int(n) for n in s0), tuple(int(n) for n in s1)
    if a == b:
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    rank = len(_together(a, b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    # Where both are 1 nothing was stretched, yet summing over such an axis changes nothing; TensorFlow does so too.
    first = [i for i in range(rank) if a[i] == 1]
    second = [i for i in range(rank) if b[i] == 1]
    return np.asarray(first, np.int32), np.asarray(second, np.int32)


@op(
    "BroadcastGradientArgs",
    "s0: T=int32, s1: T=int32 -> r0: T, r1: T",
    types={"T": dtypes.INDEX},
    infer=lambda op: [(None,), (None,)],
    static=["s0", "s1"],
    fold=_reduced_axes,
    grad=no_gradient,
    interpret="fold",
)
def broadcast_gradient_args(s0, s1):
    """The axes to sum a gradient over so that it fits operands of the shapes s0 and s1."""
    return _reduced_axes(s0, s1)


def _broadcast_to_shape(op):
    dims, target = op.inputs[0].dims, constant_dims(op.inputs[1])
    if dims is not None and target is not None:
        with_rank_at_most(dims, len(target))
        start = len(target) - len(dims)
        known = [
            wanted if size == 1 else merge_size(size, wanted, "only axes of size 1 can be repeated")
            for size, wanted in zip(reversed(dims), reversed(target[start:]), strict=True)
        ]
        return (*target[:start], *reversed(known))
    return target


@op(
    "BroadcastTo",
    "input: T, shape: Tidx=int32 -> output: T",
    types={"Tidx": dtypes.INDEX},
    infer=_broadcast_to_shape,
    static=["shape"],
    fold=lambda x, dims: np.broadcast_to(x, _checked_target(x, dims)),
    grad=lambda op, dy: [_sum_to_input(op, dy), None],
    interpret="fold",
    barrier=False,
)
def broadcast_to(input, shape):
    """The input repeated along axes of size 1 until it has that shape."""
    return jnp.broadcast_to(input, _checked_target(input, shape))


def _checked_target(x, sizes):
    """The sizes to broadcast to, as a tuple."""
    if np.ndim(sizes) != 1:
        raise ValueError(f"shape must be a vector of {{int32,int64}}, got shape {shapes.text(np.shape(sizes))}")
    if len(sizes) < x.ndim:
        raise ValueError(f"Rank of input ({x.ndim}) must be no greater than rank of output shape ({len(sizes)}).")
    sizes = sizes_of(sizes)
    for size, wanted in zip(x.shape[::-1], sizes[::-1], strict=False):
        if size != wanted and shapes.is_number(size) and shapes.is_number(wanted) and size != 1:
            raise ValueError(f"Incompatible shapes: {shapes.text(x.shape)} vs. {shapes.text(sizes)}")
    return sizes


def _sum_to_input(op, dy):
    x = op.inputs[0]
    target = shape(x, out_type=op.inputs[1].dtype.base_dtype)
    _, axes = broadcast_gradient_args(op.inputs[1], target)
    return raw_ops.Reshape(raw_ops.Sum(dy, axes, keep_dims=True), target)


# What follows is for the gradients of elementwise operations with two operands.


def same_static_shape(x, y, dy):
    """True when both operands and the gradient have one shape that is known."""
    return isinstance(dy, Tensor) and shapes.fully_defined(x.dims) and x.dims == y.dims == dy.dims


def back_to_operands(x, y, dx, dy):
    """Gradients of the broadcast operands x and y in their own shapes, through operations that read the shapes."""
    sx, sy = shape(x), shape(y)
    rx, ry = broadcast_gradient_args(sx, sy)
    return _back(dx(), rx, sx), _back(dy(), ry, sy)


def _back(gradient, axes, target):
    return raw_ops.Reshape(raw_ops.Sum(gradient, axes), target)


class Reductions:
    """The gradients of a broadcast result for x and y: `to_x` and `to_y` sum and reshape where needed."""

    def __init__(self, x, y, gradient):
        self._x, self._y = _reductions(x, y, gradient)

    def to_x(self, gradient):
        """A gradient of the result, in the shape of x."""
        return self._to(self._x, gradient)

    def to_y(self, gradient):
        """A gradient of the result, in the shape of y."""
        return self._to(self._y, gradient)

    @property
    def reduces_x(self):
        """True unless x has the shape of the result."""
        return self._x[2]

    @property
    def reduces_y(self):
        """True unless y has the shape of the result."""
        return self._y[2]

    @staticmethod
    def _to(plan, gradient):
        target, axes, needed = plan
        return _back(gradient, axes, target) if needed else gradient


_known_axes = weakref.WeakKeyDictionary()  # Graph -> {(dims of x, dims of y): axes}: the operation is made once


def _reductions(x, y, gradient):
    if not isinstance(gradient, Tensor):
        sx, sy = shape(x), shape(y)
    elif shapes.fully_defined(x.dims) and shapes.fully_defined(y.dims):
        axes = _axes_of(x.dims, y.dims)
        return (x.dims, axes[0], x.dims != gradient.dims), (y.dims, axes[1], y.dims != gradient.dims)
    else:
        sx, sy = shape(x, optimize=False), shape(y, optimize=False)
    rx, ry = broadcast_gradient_args(sx, sy)
    return (sx, rx, True), (sy, ry, True)


def _axes_of(a, b):
    known = _known_axes.setdefault(get_default_graph(), {})
    if (a, b) not in known:
        known[a, b] = tuple(constant_value(axes) for axes in broadcast_gradient_args(a, b))
    return known[a, b]
