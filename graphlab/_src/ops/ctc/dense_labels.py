"""dense_labels_to_sparse: the labels of a matrix as a sparse one, as ctc_loss expects them."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.ctc.repeated import size_at
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape


def dense_labels_to_sparse(dense, length):
    """The first `length` labels of each row of an int matrix: an int32 SparseTensor, as wide as the longest.

    dense: [batch, labels].  length: int [batch].
    """
    dense, length = convert_to_tensor(dense), convert_to_tensor(length)
    used = sequence_mask(length, maxlen=size_at(dense, 1))
    sizes = stack([shape(dense, out_type=dtypes.int64)[0], cast(reduce_max(length), dtypes.int64)])
    return SparseTensor(where(used), cast(boolean_mask(dense, used), dtypes.int32), sizes)
