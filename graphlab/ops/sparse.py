"""Sparse tensors that runs feed."""

from graphlab import dtypes
from graphlab.graph.convert import convert_to_tensor
from graphlab.graph.sparse_tensor import SparseTensor
from graphlab.graph.tensor import Tensor
from graphlab.ops.identity import placeholder


def sparse_placeholder(dtype, shape=None, name=None):
    """A SparseTensor that each run gives, as a SparseTensorValue or a tuple of indices, values and shape.

    shape: of the whole; when it is fully known, or a tensor, two arrays are enough to feed.
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
