"""tf.sparse: tensors that are mostly zero."""

from graphlab.later import later

with later(__name__):
    from graphlab.graph.sparse_tensor import SparseTensor
    from graphlab.ops.sparse import sparse_placeholder as placeholder
    from graphlab.ops.sparse import sparse_retain as retain
    from graphlab.ops.sparse_cross import sparse_cross as cross
    from graphlab.ops.sparse_cross import sparse_cross_hashed as cross_hashed
    from graphlab.ops.sparse_dense import sparse_reorder as reorder
    from graphlab.ops.sparse_dense import sparse_tensor_to_dense as to_dense
    from graphlab.ops.sparse_merge import sparse_merge as merge
    from graphlab.ops.sparse_places import sparse_concat as concat
    from graphlab.ops.sparse_places import sparse_reshape as reshape
    from graphlab.ops.sparse_places import sparse_slice as slice  # noqa: A004
    from graphlab.ops.sparse_places import sparse_split as split
    from graphlab.ops.sparse_places import sparse_transpose as transpose
    from graphlab.ops.sparse_products import sparse_softmax as softmax
    from graphlab.ops.sparse_products import sparse_tensor_dense_matmul as matmul
    from graphlab.ops.sparse_products import sparse_tensor_dense_matmul as sparse_dense_matmul
    from graphlab.ops.sparse_reduction import sparse_reduce_max as reduce_max
    from graphlab.ops.sparse_reduction import sparse_reduce_max_sparse as reduce_max_sparse
    from graphlab.ops.sparse_reduction import sparse_reduce_sum as reduce_sum
    from graphlab.ops.sparse_reduction import sparse_reduce_sum_sparse as reduce_sum_sparse
    from graphlab.ops.sparse_rows import sparse_expand_dims as expand_dims
    from graphlab.ops.sparse_rows import sparse_eye as eye
    from graphlab.ops.sparse_rows import sparse_fill_empty_rows as fill_empty_rows
    from graphlab.ops.sparse_rows import sparse_from_dense as from_dense
    from graphlab.ops.sparse_rows import sparse_mask as mask
    from graphlab.ops.sparse_rows import sparse_reset_shape as reset_shape
    from graphlab.ops.sparse_rows import sparse_to_indicator as to_indicator
    from graphlab.ops.sparse_segment import sparse_segment_mean as segment_mean
    from graphlab.ops.sparse_segment import sparse_segment_sqrt_n as segment_sqrt_n
    from graphlab.ops.sparse_segment import sparse_segment_sum as segment_sum
    from graphlab.ops.sparse_sums import sparse_add as add
    from graphlab.ops.sparse_sums import sparse_maximum as maximum
    from graphlab.ops.sparse_sums import sparse_minimum as minimum
    from graphlab.state.conditional_accumulator import SparseConditionalAccumulator

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
