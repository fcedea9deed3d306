"""sparse_placeholder and sparse_retain."""

from graphlab._src.base import dtypes
from graphlab._src.graph.convert import convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity, placeholder
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape


def sparse_placeholder(dtype, shape=None, name=None):
    """A SparseTensor that is fed to each run, as a SparseTensorValue or a tuple of indices, values and shape.

    dtype: of the values.  shape: of the whole; when it is fully known, or a tensor, two arrays are enough to feed.
    """
    named = (lambda part: None) if name is None else (lambda part: f"{name}/{part}")
    rank = None
    if shape is not None:
        rank = shape.shape[0] if isinstance(shape, Tensor) else len(shape)
    if shape is None or not isinstance(shape, Tensor) and any(_size(size) is None for size in shape):
        dense_shape = placeholder(dtypes.int64, [rank], named("shape"))
    else:
        dense_shape = convert_to_tensor(shape, dtypes.int64, named("shape"))
    values = placeholder(dtype, [None], named("values"))
    indices = placeholder(dtypes.int64, [None, rank], named("indices"))
    return SparseTensor(indices, values, dense_shape)


def _size(size):
    return getattr(size, "value", size)


def sparse_retain(sp_input, to_retain):
    """A SparseTensor with those values of sp_input for which to_retain, a bool vector, is True."""
    sparse = convert_to_tensor_or_sparse_tensor(sp_input)
    if not isinstance(sparse, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    to_retain = convert_to_tensor(to_retain)
    to_retain.shape.assert_has_rank(1)
    if sparse.values.shape.ndims is not None:
        sparse.values.shape[:1].merge_with(to_retain.shape)
    rows = reshape(where(to_retain), [-1])
    return SparseTensor(gather(sparse.indices, rows), gather(sparse.values, rows), identity(sparse.dense_shape))
