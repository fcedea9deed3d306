"""Shapes of tensors: shape, size, rank, reshape, expand_dims, squeeze."""

import math

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.overrides import overridable
from graphlab._src.base.shapes import ShapeError
from graphlab._src.graph import apply_op, constant, constant_dims, constant_value, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.define import no_gradient, op, raw_ops
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.numpy_forms import only_first
from graphlab._src.ops.rules import product, with_rank


def _vector_of_rank(op):
    dims = op.inputs[0].dims
    return (None if dims is None else len(dims),)


@op(
    "Shape",
    "input: T -> output: out_type=int32",
    types={"out_type": dtypes.INDEX},
    infer=_vector_of_rank,
    fold=lambda x: np.asarray(np.shape(x)),
    grad=no_gradient,
    of_shape="shape",
    static_value=True,
    interpret="fold",
)
def _shape(input):
    """The sizes of a tensor, as a vector."""
    return _sizes(jnp.shape(input))


def _sizes(dims):
    """Sizes as a vector; those that an export leaves open, as what they will be."""
    if all(isinstance(size, int) for size in dims):
        return np.asarray(dims, np.int64)
    return jnp.stack([jnp.asarray(size, np.int64) for size in dims])


@op(
    "ShapeN",
    "input: N*T -> output: N*out_type=int32",
    types={"out_type": dtypes.INDEX},
    infer=lambda op: [(None if tensor.dims is None else len(tensor.dims),) for tensor in op.inputs],
    fold=lambda xs: [np.asarray(np.shape(x)) for x in xs],
    grad=no_gradient,
    of_shape="shapes",
    interpret="fold",
    minimums={"N": 1},
)
def shape_n(input):
    """The sizes of each tensor of the list `input`, as vectors of out_type, int32 or int64."""
    return [_sizes(jnp.shape(item)) for item in input]


@op(
    "Size",
    "input: T -> output: out_type=int32",
    types={"out_type": dtypes.INDEX},
    infer=lambda op: (),
    fold=lambda x: np.asarray(np.size(x)),
    grad=no_gradient,
    of_shape="size",
    static_value=True,
    interpret="fold",
)
def _size(input):
    """The number of elements of a tensor."""
    count = math.prod(jnp.shape(input))
    return np.asarray(count, np.int64) if isinstance(count, int) else jnp.asarray(count, np.int64)


@op(
    "Rank",
    "input: T -> output: int32",
    infer=lambda op: (),
    fold=lambda x: np.asarray(np.ndim(x)),
    grad=no_gradient,
    of_shape="rank",
    static_value=True,
    interpret="fold",
)
def _rank(input):
    """The number of axes of a tensor."""
    return np.asarray(jnp.ndim(input), np.int32)


def shape(input, name=None, out_type=dtypes.int32, optimize=True):
    """The sizes of a tensor, as a vector [rank]; a constant when they are known statically.

    input: a tensor or SparseTensor.  out_type: int32 or int64.  optimize: False always makes an operation.
    """
    with name_scope(name, "Shape", [input]) as scope:
        if isinstance(input, (SparseTensor, SparseTensorValue)):
            return apply_op("Cast", convert_to_tensor(input.dense_shape, dtypes.int64), DstT=dtypes.as_dtype(out_type))
        tensor = convert_to_tensor(input)
        if optimize and shapes.fully_defined(tensor.dims):
            return constant(np.asarray(tensor.dims, np.int64), out_type, name=scope)
        return _shape(input, out_type=out_type, name=scope)  # TensorFlow converts it, and reads a variable, once more


@overridable
def size(input, name=None, out_type=dtypes.int32):
    """The number of elements of `input`, a scalar; a constant when it is known statically.

    out_type: int32 or int64.
    """
    with name_scope(name, "Size", [input]) as scope:
        if isinstance(input, (SparseTensor, SparseTensorValue)):
            sizes = apply_op("Cast", convert_to_tensor(input.dense_shape, dtypes.int64), DstT=dtypes.as_dtype(out_type))
            return apply_op("Prod", sizes, 0, name=scope)
        tensor = convert_to_tensor(input)
        count = None if tensor.dims is None else product(tensor.dims)
        if count is not None:
            return constant(count, out_type, name=scope)
        return _size(input, out_type=out_type, name=scope)


@overridable
def rank(input, name=None):
    """The number of axes of `input`, an int32 scalar; a constant when it is known statically."""
    with name_scope(name, "Rank", [input]) as scope:
        if isinstance(input, (SparseTensor, SparseTensorValue)):
            return _size(convert_to_tensor(input.dense_shape, dtypes.int64), name=scope)
        tensor = convert_to_tensor(input)
        if tensor.dims is not None:
            return constant(len(tensor.dims), dtypes.int32, name=scope)
        return _rank(input, name=scope)


def _reshaped(op):
    old = op.inputs[0].dims
    with_rank(op.inputs[1].dims, 1, "pass the new shape as a vector: [2, 3]")
    new = constant_dims(op.inputs[1])
    if new is None:
        return None
    value = constant_value(op.inputs[1])
    if value is not None and np.any(value < -1):
        raise ShapeError(f"Size {int(np.argmax(value < -1))} must be non-negative, not {int(value.min())}")
    elements = None if old is None else product(old)
    if elements is None:
        return new
    known = product([size for size in new if size is not None])
    if None not in new:
        if known != elements:
            raise ShapeError(
                f"Cannot reshape a tensor with {elements} elements to shape {shapes.text(new)} ({known} elements)",
                "use -1 for one size that follows from the rest",
            )
        return new
    if new.count(None) > 1:
        return new
    if value is None and None in new and not known:
        return new
    if known == 0:
        if elements == 0:
            return new
        raise ShapeError(f"Cannot reshape a tensor with {elements} elements to shape {shapes.text(new)} (0 elements)")
    if elements % known:
        raise ShapeError(
            f"Dimension size must be evenly divisible by {known} but is {elements}",
            f"{elements} elements do not fill rows of {known}",
        )
    return tuple([elements // known if size is None else size for size in new])


def back_to_input(op, dy):
    """A gradient in the shape of the operation's first input."""
    return raw_ops.Reshape(dy, shape(op.inputs[0]))


def _check_sizes(sizes):
    if np.ndim(sizes) != 1:
        raise ValueError(f"sizes input must be 1-D, not {shapes.text(np.shape(sizes))}")
    open_at = None
    for i, size in enumerate(sizes):
        if not isinstance(size, (int, np.integer)):
            continue  # an export leaves it open
        if size < -1:
            raise ValueError(f"Size {i} must be non-negative, not {size}")
        if size == -1 and open_at is not None:
            raise ValueError(f"Only one input size may be -1, not both {open_at} and {i}")
        open_at = i if size == -1 else open_at


def _numpy_reshape(tensor, target):
    sizes = target.tolist()
    if target.ndim != 1 or target.dtype == object or sizes and min(sizes) < 0:
        _check_sizes(target)
    return np.reshape(tensor, whole_sizes(tensor.shape, sizes))


@only_first
def _reshape_of_rows(step, inputs):
    return inputs[0].reshape(len(inputs[0]), *inputs[1].tolist())


@op(
    "Reshape",
    "tensor: T, shape: Tshape=int32 -> output: T",
    types={"Tshape": dtypes.INDEX},
    infer=_reshaped,
    static=["shape"],
    fold=_numpy_reshape,
    grad=lambda op, dy: [back_to_input(op, dy), None],
    interpret="fold",
    arranges=True,
    barrier=False,
    vectorize=_reshape_of_rows,
)
def reshape(tensor, shape):
    """The same elements in another shape, in row-major order.

    tensor: any dtype.  shape: integers or an integer vector; one size may be -1, which is computed from the others.
    ValueError when static sizes do not fit; else the run fails with InvalidArgumentError.
    """
    _check_sizes(shape)
    elements, requested = math.prod(tensor.shape), math.prod(shape.tolist())
    if not (isinstance(elements, int) and isinstance(requested, int)):  # an export leaves sizes open
        return jnp.reshape(tensor, tuple(shape.tolist()))
    return jnp.reshape(tensor, whole_sizes(tensor.shape, shape.tolist()))


def whole_sizes(dims, sizes):
    """The sizes requested of reshape, with -1 computed; ValueError where they do not fit.

    Next to a size of 0, -1 means what the other sizes leave of the input's sizes that are not 0.
    """
    start = f"Input to reshape is a tensor with {math.prod(dims)} values, but the requested shape"
    if -1 in sizes:
        empty = 0 in sizes
        count = math.prod(size for size in dims if size or not empty)
        known = math.prod(size for size in sizes if size > 0)
        if count % known and not (empty and 0 in dims):
            raise ValueError(f"{start} requires a multiple of {known}")
        sizes = [count // known if size == -1 else size for size in sizes]
    if math.prod(sizes) != math.prod(dims):
        raise ValueError(f"{start} has {math.prod(sizes)}")
    return tuple(sizes)


def _expanded(op):
    dims = op.inputs[0].dims
    axis = constant_value(op.inputs[1])
    if axis is not None and axis.size != 1:
        raise ShapeError("'dim' input must be a tensor with a single value", "pass one axis at a time")
    if dims is None or axis is None:
        return None
    axis = int(axis.reshape(()))
    if not -len(dims) - 1 <= axis <= len(dims):
        raise ShapeError(f"dim {axis} not in the interval [{-len(dims) - 1}, {len(dims)}].")
    axis %= len(dims) + 1
    return (*dims[:axis], 1, *dims[axis:])


@only_first
def _expand_dims_of_rows(step, inputs):
    axis = inputs[1].item()
    return np.expand_dims(inputs[0], axis if axis < 0 else axis + 1)


@op(
    "ExpandDims",
    "input: T, dim: Tdim=int32 -> output: T",
    types={"Tdim": dtypes.INDEX},
    infer=_expanded,
    static=["dim"],
    fold=lambda x, axis: np.expand_dims(x, axis.item()),
    grad=lambda op, dy: [back_to_input(op, dy), None],
    interpret="fold",
    arranges=True,
    barrier=False,
    vectorize=_expand_dims_of_rows,
)
def _expand_dims(input, dim):
    """The same elements with an axis of size 1 at position `dim`."""
    if dim.size != 1:
        raise ValueError("'dim' must be a tensor with a single value")
    axis = int(dim.reshape(()))
    if not -input.ndim - 1 <= axis <= input.ndim:
        raise ValueError(f"Tried to expand dim index {axis} for tensor with {input.ndim} dimensions.")
    return jnp.expand_dims(input, axis)


@overridable
def expand_dims(input, axis=None, name=None, dim=None):
    """The same elements with one more axis, of size 1.

    input: any dtype.  axis: its index in the result; negative ones count from the end.  dim: the old name of axis.

        tf.expand_dims(tf.zeros([2, 3]), 1)  # [2, 1, 3]
    """
    axis = renamed("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("Must specify an axis argument to tf.expand_dims()")
    return _expand_dims(input, axis, name=name)


def _squeezed(op):
    dims = op.inputs[0].dims
    axes = op.attrs["squeeze_dims"]
    if dims is None:
        return None
    if not axes:
        # An unknown size might be 1, and then its axis would be gone.
        return None if None in dims else tuple([size for size in dims if size != 1])
    for i, axis in enumerate(axes):
        if not -len(dims) <= axis < len(dims):
            raise ShapeError(f"squeeze_dims[{i}] not in [{-len(dims)},{len(dims)}).")
    gone = {axis % len(dims) for axis in axes}
    for axis in sorted(gone):
        if dims[axis] not in (1, None):
            raise ShapeError(
                f"Can not squeeze dim[{axis}], expected a dimension of 1, got {dims[axis]}",
                "squeeze axes of size 1 only",
            )
    return tuple([size for i, size in enumerate(dims) if i not in gone])


@op(
    "Squeeze",
    "input: T -> output: T",
    infer=_squeezed,
    fold=lambda x, *, squeeze_dims: np.squeeze(x, tuple(squeeze_dims) or None),
    grad=lambda op, dy: [back_to_input(op, dy)],
    interpret="fold",
    arranges=True,
    barrier=False,
)
def _squeeze(input, *, squeeze_dims: list[int] = []):  # noqa: B006
    """The same elements without the axes of size 1."""
    for axis in squeeze_dims:
        if not -input.ndim <= axis < input.ndim:
            raise ValueError(f"Tried to squeeze dim index {axis} for tensor with {input.ndim} dimensions.")
        if input.shape[axis] != 1:
            raise ValueError(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {input.shape[axis]}")
    return jnp.squeeze(input, tuple(squeeze_dims) or None)


@overridable
def squeeze(input, axis=None, name=None, squeeze_dims=None):
    """The same elements without axes of size 1.

    input: any dtype.  axis: which of them, one or a list; all when left out.  squeeze_dims: the old name of axis.
    ValueError for an axis with another static size.
    """
    axis = renamed("axis", axis, "squeeze_dims", squeeze_dims)
    axes = [] if axis is None else [axis] if np.isscalar(axis) else list(axis)
    return _squeeze(input, squeeze_dims=axes, name=name)


def dimension_size(x, axis):
    """The size of an axis, as a number where it is known."""
    size = x.shape.with_rank_at_least(abs(axis)).as_list()[axis] if x.shape.ndims is not None else None
    return shape(x)[axis] if size is None else size
