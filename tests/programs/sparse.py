"""Sparse tensors: put together, cut, reduced, multiplied, looked up; rows by segment; gradients of all that has one."""

import numpy as np


def build(tf):
    x = tf.sparse_placeholder(tf.float32, [3, 4], name="x")
    y = tf.SparseTensor([[0, 1], [2, 0]], [5.0, -1.0], [3, 4])
    ids = tf.sparse_placeholder(tf.int64, name="ids")
    dense = tf.placeholder(tf.float32, [4, 2], name="dense")
    row = tf.constant([1.0, 2.0, 4.0, 8.0], name="row")
    words = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], ["a", "b", "c"], [2, 2])
    numbers = tf.constant([[1, 2], [3, 4]], tf.int64)

    def keep(sparse, name):
        tf.identity(sparse.indices, name=f"{name}_places")
        tf.identity(sparse.values, name=f"{name}_values")
        tf.identity(sparse.dense_shape, name=f"{name}_shape")

    product = tf.sparse_tensor_dense_matmul(x, dense, name="product")
    tf.sparse_tensor_dense_matmul(y, dense[:3], adjoint_a=True, name="adjoint")
    keep(tf.sparse_add(x, y), "sum")
    keep(tf.sparse_add(x, y, threshold=3.0), "large")
    tf.identity(tf.sparse_add(x, tf.ones([3, 4])), name="dense_sum")
    keep(tf.sparse_concat(1, [x, y]), "joined")
    keep(tf.sparse_slice(x, [0, 1], [2, 2]), "part")
    first, _ = tf.sparse_split(sp_input=x, num_split=2, axis=1)
    keep(first, "half")
    keep(tf.sparse_reshape(x, [2, -1]), "reshaped")
    keep(tf.sparse_transpose(x, [1, 0]), "turned")
    keep(tf.sparse_softmax(y), "softmax")
    keep(tf.sparse_maximum(x, y), "maximum")
    keep(tf.sparse_minimum(x, y), "minimum")
    keep(tf.sparse_reset_shape(x), "tight")
    keep(tf.sparse_reset_shape(x, [3, 7]), "wide")
    filled, empty = tf.sparse_fill_empty_rows(x, 9.0)
    keep(filled, "filled")
    tf.identity(empty, name="empty")
    sums = tf.sparse_reduce_sum(x, 1)
    tf.identity(sums, name="sums")
    tf.identity(tf.sparse_reduce_sum(x, [0], keepdims=True), name="kept_sums")
    tf.identity(tf.sparse_reduce_sum(x), name="total")
    tf.identity(tf.sparse_reduce_max(y, -1), name="highest")
    keep(tf.sparse_reduce_sum_sparse(x, 0), "sparse_sums")
    keep(tf.sparse_reduce_max_sparse(x, [1], keepdims=True), "sparse_highest")
    keep(tf.sparse.from_dense([[0, 3], [4, 0]]), "from_dense")
    keep(tf.sparse.eye(2, 3), "eye")
    keep(tf.sparse.cross([words, numbers]), "crossed")
    keep(tf.sparse.cross_hashed([words, numbers], num_buckets=1000), "hashed")
    keep(tf.sparse.cross_hashed([words], hash_key=7), "hashed_whole")
    tf.sparse_to_indicator(ids, 5, name="indicator")
    keep(x * row, "times")
    keep(x / tf.constant([[2.0], [1.0], [4.0]]), "over")
    text = tf.serialize_many_sparse(x)
    keep(tf.deserialize_many_sparse(text, tf.float32, rank=2), "again")
    tf.sparse_matmul(dense, dense, transpose_b=True, a_is_sparse=True, name="dense_product")
    tf.sparse_mask(tf.IndexedSlices(dense, [3, 1, 2, 0]), [1, 3], name="mask")

    bag = tf.nn.embedding_lookup_sparse(dense, ids, None, combiner="mean", name="bag")
    weights = tf.SparseTensor(ids.indices, tf.to_float(ids.values) + 0.5, ids.dense_shape)
    tf.nn.embedding_lookup_sparse(dense, ids, weights, combiner="sqrtn", name="heavy")
    parts = [tf.sparse_segment_sum(dense, [0, 3, 1], [0, 0, 2], name="chosen")]
    parts.append(tf.sparse_segment_sqrt_n(dense, [0, 3, 1], [0, 0, 2], num_segments=4, name="numbered"))
    for name in ("sum", "mean", "max", "min", "prod"):
        parts.append(getattr(tf, f"segment_{name}")(dense, [0, 0, 2, 2], name=f"segment_{name}"))
    parts.append(tf.unsorted_segment_mean(dense, [1, 0, -1, 1], 3, name="mean"))
    parts.append(tf.unsorted_segment_sqrt_n(dense, [1, 0, -1, 1], 3, name="sqrt_n"))

    tf.gradients([product, sums, bag, x.values * (x * row).values], [dense, x.values], name="slopes")
    tf.gradients([part for part in parts if "prod" not in part.name], dense, name="segment_slopes")
    tf.gradients([filled.values, tf.sparse_softmax(x).values, tf.sparse_add(x, y).values], x.values, name="more_slopes")


PARTS = (
    "sum large joined part half reshaped turned softmax maximum minimum tight wide filled sparse_sums "
    "sparse_highest from_dense eye crossed hashed hashed_whole times over again"
)
NAMES = [f"{name}_{part}" for name in PARTS.split() for part in ("places", "values", "shape")] + (
    "product/SparseTensorDenseMatMul adjoint/SparseTensorDenseMatMul dense_sum empty sums kept_sums total highest "
    "indicator dense_product mask bag heavy chosen numbered segment_sum segment_mean segment_max segment_min "
    "segment_prod mean/truediv sqrt_n/truediv"
).split()
FEEDS = {
    "x/indices:0": np.array([[0, 0], [0, 2], [1, 1]]),
    "x/values:0": np.array([1.5, 2.0, -3.0], np.float32),
    "ids/indices:0": np.array([[0, 0], [0, 1], [1, 0], [2, 0]]),
    "ids/values:0": np.array([1, 3, 1, 0]),
    "ids/shape:0": np.array([3, 2]),
    "dense:0": np.array([[0.5, -1.5], [2.0, 1.5], [0.75, -0.5], [3.0, 1.0]], np.float32),
}
RUNS = [([name + ":0" for name in NAMES], FEEDS)]
