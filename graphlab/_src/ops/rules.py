"""Shape rules that families of operations share, with TensorFlow's error messages."""

import math
from typing import Any

import numpy as np

from graphlab._src.base import shapes
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.size_limits import MOST, OversizedError
from graphlab._src.graph.constant import constant_dims, constant_value


def with_rank(dims, rank, fix=None):
    """dims, known to have that rank; ShapeError when they have another."""
    if dims is None:
        return (None,) * rank
    if len(dims) != rank:
        raise ShapeError(f"Shape must be rank {rank} but is rank {len(dims)}", fix)
    return dims


def with_rank_at_least(dims, rank, fix=None):
    """dims; ShapeError when they are known to have a lower rank."""
    if dims is not None and len(dims) < rank:
        raise ShapeError(f"Shape must be at least rank {rank} but is rank {len(dims)}", fix)
    return dims


def with_rank_at_most(dims, rank, fix=None):
    """dims; ShapeError when they are known to have a higher rank."""
    if dims is not None and len(dims) > rank:
        raise ShapeError(f"Shape must be at most rank {rank} but is rank {len(dims)}", fix)
    return dims


def last_two(dims):
    """The sizes of the matrices in the last two axes."""
    return (None, None) if dims is None else dims[-2:]


def merge_size(a, b, fix=None):
    """The size that both say, None when neither does; ShapeError when they differ."""
    if a is None or b is None or a == b:
        return b if a is None else a
    raise ShapeError(f"Dimensions must be equal, but are {a} and {b}", fix)


def merge(a, b, fix=None) -> Any:
    """The dims that say what both say; ShapeError when they differ."""
    if a is None or b is None:
        return b if a is None else a
    if len(a) != len(b):
        raise ShapeError(f"Shapes must be equal rank, but are {len(a)} and {len(b)}", fix)
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        if x is not None and y is not None and x != y:
            raise ShapeError(
                f"Dimension {i} in both shapes must be equal, but are {x} and {y}. "
                f"Shapes are {shapes.text(a)} and {shapes.text(b)}.",
                fix,
            )
    return shapes.merge(a, b)


def merged_inputs(op):
    """The output has the shape that all inputs have."""
    dims = op.inputs[0].dims
    for tensor in op.inputs[1:]:
        dims = merge(dims, tensor.dims, "pass inputs of one shape")
    return dims


def broadcast(op):
    """The output is as the two inputs broadcast against each other, as in NumPy."""
    a, b = op.inputs[0].dims, op.inputs[1].dims
    return broadcast_dims(a, b)


def _operands_that_do_not_broadcast(a, b):
    return f"Incompatible shapes: {shapes.text(a)} vs. {shapes.text(b)}" if shapes.broadcast(a, b) is False else None


# What is said when only a run shows that the shapes do not fit.
broadcast.at_run_time = _operands_that_do_not_broadcast  # pyright: ignore[reportFunctionMemberAccess]


def broadcast_dims(a, b):
    """The dims of an elementwise result of two operands; ShapeError when they don't broadcast."""
    dims = shapes.broadcast(a, b)
    if dims is False:
        pairs = reversed(list(zip(reversed(a), reversed(b), strict=False)))
        x, y = next((x, y) for x, y in pairs if x != y and x is not None and y is not None and 1 not in (x, y))
        raise ShapeError(
            f"Dimensions must be equal, but are {x} and {y}", "pass both in the same size, or one of them in size 1"
        )
    return dims


def solution(op):
    """The output is the x with matmul(matrix, x) = rhs, for the matrices in the last two axes of the first two inputs."""
    matrix, rhs = (with_rank_at_least(tensor.dims, 2) for tensor in op.inputs[:2])
    batch = merge(matrix and matrix[:-2], rhs and rhs[:-2], "pass `matrix` and `rhs` with the same first axes")
    rows, columns = last_two(matrix)
    size = merge_size(rows, last_two(rhs)[0], "matrix is […, m, n] and rhs […, m, k]")
    if not op.type.endswith("MatrixSolveLs"):
        columns = merge_size(size, columns, "the matrices must be square")
    return None if batch is None else (*batch, columns, last_two(rhs)[1])


def check_least(op, attribute, least):
    """ShapeError where a number among the attributes of an operation is below its minimum."""
    number = op.attrs[attribute]
    if number < least:
        raise ShapeError(f"Attr '{attribute}' of '{op.type}' Op passed {number} less than minimum {least}.")


def check_sizes(**wanted):
    """ValueError where an array has other sizes than it must have. wanted: name=(array, sizes)."""
    for name, (value, sizes) in wanted.items():
        if shapes.differ(value.shape, sizes):
            raise ValueError(f"{name} must have the shape {shapes.text(sizes)}, it has {shapes.text(value.shape)}")


def sparse_ranks(indices, values, dense_shape):
    """The `ranks` of an operation type that has a sparse tensor in inputs of these names."""
    return {
        indices: (2, "Input indices should be a matrix but received shape {shape}"),
        values: (1, "Input values should be a vector but received shape {shape}"),
        dense_shape: (1, "Input shape should be a vector but received shape {shape}"),
    }


def check_rows(indices, values):
    """ValueError unless a sparse tensor has a value for each row of indices."""
    if shapes.differ(indices.shape[:1], values.shape[:1]):
        raise ValueError(
            "indices and values rows (indexing dimension) must match. "
            f"(indices = {indices.shape[0]}, values = {values.shape[0]})"
        )


def check_sparse(indices, values, dense_shape):
    """ValueError unless the parts of a sparse tensor go together; their ranks are right."""
    check_rows(indices, values)
    if shapes.differ(indices.shape[1:], np.shape(dense_shape)):
        raise ValueError("Order length must be SparseTensor rank.")


def only_axis(axis, rank, wrong_rank, wrong_axis):
    """The axis that a value names, counted from 0; ValueError where it is none of a tensor of that rank.

    wrong_rank, wrong_axis: TensorFlow's words, with {shape}; with {low}, {high} and {axis}.
    """
    if np.ndim(axis):
        raise ValueError(wrong_rank.format(shape=shapes.text(np.shape(axis))))
    axis = int(axis)
    if not -rank <= axis < rank:
        raise ValueError(wrong_axis.format(low=-rank, high=rank, axis=axis))
    return axis % rank


def image_fix(name, tensor, rank, channels, said):
    """The fix for the argument `name`, a tensor that is no batch of images of that rank.

    channels: of the images, None where they are not known.  said: the fix where there is no single way to make it one.
    """
    dims = tensor.dims
    if dims is None or rank != 4:
        return said
    if len(dims) == 3 and channels in (None, 1) and not (channels is None and dims[0] is not None):
        text = "tf.expand_dims({}, -1)"
        return Fix(f"{said}; {text.format(name)} adds one channel", Edit("wrap", name, text, tensor))
    side = math.isqrt((dims[1] or 0) // (channels or 1)) if len(dims) == 2 else 0
    if side and side * side * (channels or 1) == dims[1]:
        text = f"tf.reshape({{}}, [-1, {side}, {side}, {channels or 1}])"
        return Fix(f"{said}; {text.format(name)} makes them of rows of pixels", Edit("wrap", name, text, tensor))
    return said


def other_axis(rank):
    """The fix for an axis that a tensor of that rank does not have."""
    if not rank:
        return "a scalar has no axes"
    return Fix(f"axes count from 0: the last of {rank} is {rank - 1}, or -1", Edit("replace", "axis", "-1"))


def axis_in(axis, rank, what="axis"):
    """axis counted from 0; ShapeError when a tensor of that rank has no such axis."""
    if not -rank <= axis < rank:
        raise ShapeError(f"Invalid {what} {axis}: it must be in the range [-{rank}, {rank})", other_axis(rank))
    return axis % rank


def reduction(op):
    """The output lacks the reduced axes, or keeps them with size 1."""
    dims = op.inputs[0].dims
    keep = op.attrs["keep_dims"]
    axes = constant_value(op.inputs[1])
    index_dims = op.inputs[1].dims
    with_rank_at_most(index_dims, 1)
    if dims is None:
        return None
    if axes is None:
        return (None,) * len(dims) if keep else None
    rank = len(dims)
    reduced = set()
    for axis in np.reshape(axes, -1).tolist():
        if not -rank <= axis < rank:
            raise ShapeError(f"Invalid reduction dimension {axis} for input with {rank} dimensions.", other_axis(rank))
        reduced.add(axis % rank)
    if keep:
        return tuple([1 if i in reduced else size for i, size in enumerate(dims)])
    return tuple([size for i, size in enumerate(dims) if i not in reduced])


def all_or_none(sizes):
    """The sizes, or as many None where one is not known: TensorFlow's rule then says nothing of the others."""
    return (None,) * len(sizes) if None in sizes else sizes


def size_said(tensor):
    """(height, width) that a vector says, or (None, None) where not both are known; -1: only a run determines it."""
    value = constant_value(tensor)
    if value is None:
        return None, None
    for size in value[:2].tolist():
        if size < -1:
            raise ShapeError(f"Dimension {size} must be >= 0", "pass [height, width]")
    height, width = (None if size == -1 else size for size in value[:2].tolist())
    return height, width


def scalar_size(op, position):
    """The size that the scalar input at that position says; None where it is not known."""
    tensor = op.inputs[position]
    if tensor.dims:
        raise ShapeError(f"Input must be scalar but has rank {len(tensor.dims)}", "pass one number")
    size = constant_value(tensor)
    if size is not None and size < 0:
        raise ShapeError(f"Dimension size, given by scalar input {position}, must be non-negative but is {int(size)}")
    return None if size is None else int(size)


def sizes_of(shape, name="shape must be a vector of {int32,int64}"):
    """The sizes in the value of a shape tensor, as a tuple.  name: what TensorFlow says that it must be."""
    if np.ndim(shape) != 1:
        raise ValueError(f"{name}, got shape {shapes.text(np.shape(shape))}")
    sizes = shape.tolist() if isinstance(shape, np.ndarray) else shape
    for size in sizes:
        if isinstance(size, (int, np.integer)) and size < 0:
            raise ValueError(f"Dimension {size} must be >= 0")
    if all(isinstance(size, (int, np.integer)) for size in sizes) and math.prod(map(int, sizes)) > MOST:
        raise OversizedError(tuple(map(int, sizes)))
    return tuple(sizes)


def product(sizes) -> Any:
    """The number of elements, None when a size is unknown and none is 0."""
    total = 1
    for size in sizes:
        if size is None:
            return 0 if 0 in sizes else None
        total *= size
    return total


def dims_of_input(op):
    """For `partial_value=`: the output is the shape that the input is."""
    return None if op.inputs[0].dims == () else constant_dims(op.inputs[0])
