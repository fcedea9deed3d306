"""tf.sparse: tensors that are mostly zero."""

from graphlab.graph.sparse_tensor import SparseTensor
from graphlab.ops.sparse import sparse_placeholder as placeholder
from graphlab.ops.sparse import sparse_retain as retain
from graphlab.ops.sparse_dense import sparse_reorder as reorder
from graphlab.ops.sparse_dense import sparse_tensor_to_dense as to_dense
from graphlab.ops.sparse_merge import sparse_merge as merge

__all__ = ["SparseTensor", "merge", "placeholder", "reorder", "retain", "to_dense"]
