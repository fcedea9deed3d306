"""tf.sparse: tensors that are mostly zero."""

from graphlab.graph.sparse_tensor import SparseTensor
from graphlab.ops.sparse import sparse_placeholder as placeholder
from graphlab.ops.sparse import sparse_retain as retain

__all__ = ["SparseTensor", "placeholder", "retain"]
