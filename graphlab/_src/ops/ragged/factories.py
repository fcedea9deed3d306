"""tf.ragged.constant, constant_value and placeholder: ragged tensors from nested lists, and ones that are fed."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant as dense_constant
from graphlab._src.graph import name_scope
from graphlab._src.graph.ragged_tensor import RaggedTensorValue, is_ragged
from graphlab._src.ops.identity import placeholder as dense_placeholder
from graphlab._src.ops.ragged.tensor import RaggedTensor


def constant(pylist, dtype=None, ragged_rank=None, inner_shape=None, name=None, row_splits_dtype=dtypes.int64):
    """A RaggedTensor of the numbers in nested lists, which may differ in length.

    ragged_rank: how many axes are ragged; all but the first and those of inner_shape when left out.
    inner_shape: of the innermost values, which have one shape.  A list without ragged axes makes a Tensor.
    ValueError for numbers that are not nested equally deep, or otherwise than ragged_rank and inner_shape say.
    """

    def rows(values, splits):
        return RaggedTensor.from_row_splits(values, dense_constant(splits, row_splits_dtype), validate=False)

    def dense(values, dtype, shape, name="Const"):
        return dense_constant(values, dtype, shape, name, verify_shape=shape is not None)

    with name_scope(name, "RaggedConstant"):
        return _nested(rows, dense, pylist, dtype, ragged_rank, inner_shape)


def constant_value(pylist, dtype=None, ragged_rank=None, inner_shape=None, row_splits_dtype="int64"):
    """A RaggedTensorValue of the numbers in nested lists: the arguments are those of tf.ragged.constant."""
    numpy_dtype = dtype.as_numpy_dtype if isinstance(dtype, dtypes.DType) else dtype
    splits_dtype = dtypes.as_dtype(row_splits_dtype).as_numpy_dtype

    def rows(values, splits):
        return RaggedTensorValue(values, np.array(splits, splits_dtype))

    def dense(values, dtype, shape, name=None):
        return np.reshape(np.array(values, dtype), shape if shape is not None else np.shape(values))

    return _nested(rows, dense, pylist, numpy_dtype, ragged_rank, inner_shape)


def placeholder(dtype, ragged_rank, value_shape=None, name=None):
    """A RaggedTensor that is fed: a RaggedTensorValue, or with ragged_rank 0 a Tensor.

    value_shape: of the innermost values.
    """
    if ragged_rank == 0:
        return dense_placeholder(dtype, value_shape, name)
    with name_scope(name, "RaggedPlaceholder", []):
        flat = dense_placeholder(dtype, TensorShape([None]).concatenate(value_shape), "flat_values")
        splits = [dense_placeholder(dtypes.int64, [None], f"row_splits_{i}") for i in reversed(range(ragged_rank))]
        return RaggedTensor.from_components([flat, *reversed(splits)])


def _is_list(value):
    return isinstance(value, (list, tuple)) or np.ndim(value) != 0


def _nested(ragged_factory, inner_factory, pylist, dtype, ragged_rank, inner_shape):
    """ragged_factory(values, splits) and inner_factory(values, dtype, shape, name) make what a constant consists of."""
    if is_ragged(pylist):
        raise TypeError("pylist may not be a RaggedTensor or RaggedTensorValue.")
    if not _is_list(pylist):
        if ragged_rank:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank}")
        if inner_shape:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)={len(inner_shape)}")
        return inner_factory(pylist, dtype, ())
    if ragged_rank is not None and ragged_rank < 0:
        raise ValueError(f"Invalid ragged_rank={ragged_rank!r}: must be nonnegative")
    depth, most = depths(pylist)
    inner = tuple(inner_shape or ())
    if depth is not None and most > depth:
        raise ValueError(f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value nesting")
    if None not in (inner_shape, ragged_rank):
        expected = (ragged_rank or 0) + len(inner) + 1
        if depth is not None and expected != depth or depth is None and expected < most:
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank} and "
                f"dim(inner_shape)={len(inner)}"
            )
    if ragged_rank == 0 or ragged_rank is None and most - len(inner) < 2:
        return inner_factory(pylist, dtype, inner_shape)
    if ragged_rank is None:
        ragged_rank = max(1, most - 1 if depth is None else depth - 1 - len(inner))
    elif inner_shape is None:
        inner = default_inner_shape(pylist, ragged_rank)
    nested = []
    for _ in range(ragged_rank):
        nested.append(np.cumsum([0, *map(len, pylist)]))
        pylist = [item for row in pylist for item in row]
    values = inner_factory(pylist, dtype=dtype, shape=(len(pylist), *inner), name="values")
    for splits in reversed(nested):
        values = ragged_factory(values, splits)
    return values


def depths(pylist):
    """How deep the scalars are nested, None without scalars, and how deep lists are, with empty ones."""
    if not _is_list(pylist):
        return 0, 0
    depth, most = None, 1
    for child in pylist:
        below, deepest = depths(child)
        if below is not None:
            if depth not in (None, below + 1):
                raise ValueError("all scalar values must have the same nesting depth")
            depth = below + 1
        most = max(most, deepest + 1)
    return depth, most


def default_inner_shape(pylist, ragged_rank):
    """The shape of the innermost values below the ragged axes; ValueError when it is not one."""
    values = pylist
    for axis in range(ragged_rank):
        if not all(_is_list(value) for value in values):
            raise ValueError(
                f"pylist has scalar values depth {axis + 1}, but ragged_rank={ragged_rank} requires scalar value depth "
                f"greater than {ragged_rank}"
            )
        values = [item for value in values for item in value]
    shape, first = [], values
    while _is_list(first):
        shape.append(len(first))
        if not len(first):
            break
        first = first[0]
    _check_shape(values, shape)
    return tuple(shape[1:])


def _check_shape(value, shape):
    if _is_list(value) != bool(shape):
        raise ValueError("inner values have inconsistent shape")
    if shape:
        if len(value) != shape[0]:
            raise ValueError("inner values have inconsistent shape")
        for child in value:
            _check_shape(child, shape[1:])
