"""tf.sparse: tensors that are mostly zero."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.graph.sparse_tensor import SparseTensor
    from graphlab._src.ops.sparse import sparse_placeholder as placeholder
    from graphlab._src.ops.sparse import sparse_retain as retain
    from graphlab._src.ops.sparse_cross import sparse_cross as cross
    from graphlab._src.ops.sparse_cross import sparse_cross_hashed as cross_hashed
    from graphlab._src.ops.sparse_dense import sparse_reorder as reorder
    from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense as to_dense
    from graphlab._src.ops.sparse_merge import sparse_merge as merge
    from graphlab._src.ops.sparse_places import sparse_concat as concat
    from graphlab._src.ops.sparse_places import sparse_reshape as reshape
    from graphlab._src.ops.sparse_places import sparse_slice as slice  # noqa: A004
    from graphlab._src.ops.sparse_places import sparse_split as split
    from graphlab._src.ops.sparse_places import sparse_transpose as transpose
    from graphlab._src.ops.sparse_products import sparse_softmax as softmax
    from graphlab._src.ops.sparse_products import sparse_tensor_dense_matmul as matmul
    from graphlab._src.ops.sparse_products import sparse_tensor_dense_matmul as sparse_dense_matmul
    from graphlab._src.ops.sparse_reduction import sparse_reduce_max as reduce_max
    from graphlab._src.ops.sparse_reduction import sparse_reduce_max_sparse as reduce_max_sparse
    from graphlab._src.ops.sparse_reduction import sparse_reduce_sum as reduce_sum
    from graphlab._src.ops.sparse_reduction import sparse_reduce_sum_sparse as reduce_sum_sparse
    from graphlab._src.ops.sparse_rows import sparse_expand_dims as expand_dims
    from graphlab._src.ops.sparse_rows import sparse_eye as eye
    from graphlab._src.ops.sparse_rows import sparse_fill_empty_rows as fill_empty_rows
    from graphlab._src.ops.sparse_rows import sparse_from_dense as from_dense
    from graphlab._src.ops.sparse_rows import sparse_mask as mask
    from graphlab._src.ops.sparse_rows import sparse_reset_shape as reset_shape
    from graphlab._src.ops.sparse_rows import sparse_to_indicator as to_indicator
    from graphlab._src.ops.sparse_segment import sparse_segment_mean as segment_mean
    from graphlab._src.ops.sparse_segment import sparse_segment_sqrt_n as segment_sqrt_n
    from graphlab._src.ops.sparse_segment import sparse_segment_sum as segment_sum
    from graphlab._src.ops.sparse_sums import sparse_add as add
    from graphlab._src.ops.sparse_sums import sparse_maximum as maximum
    from graphlab._src.ops.sparse_sums import sparse_minimum as minimum
    from graphlab._src.state.conditional_accumulator import SparseConditionalAccumulator
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "SparseConditionalAccumulator",
    "SparseTensor",
    "add",
    "concat",
    "cross",
    "cross_hashed",
    "expand_dims",
    "eye",
    "fill_empty_rows",
    "from_dense",
    "mask",
    "matmul",
    "maximum",
    "merge",
    "minimum",
    "placeholder",
    "reduce_max",
    "reduce_max_sparse",
    "reduce_sum",
    "reduce_sum_sparse",
    "reorder",
    "reset_shape",
    "reshape",
    "retain",
    "segment_mean",
    "segment_sqrt_n",
    "segment_sum",
    "slice",
    "softmax",
    "sparse_dense_matmul",
    "split",
    "to_dense",
    "to_indicator",
    "transpose",
]
