"""shape, size and rank of a SparseTensor are those of the dense tensor that it represents."""

import graphlab as tf


def test_shape_size_and_rank_of_a_sparse_tensor():
    sparse = tf.SparseTensor([[0, 1]], [2.0], [3, 4])
    with tf.Session() as session:
        value = session.run(sparse)
        found = [tf.shape(sparse), tf.shape(value, out_type=tf.int64), tf.size(sparse), tf.rank(value)]
        assert [tensor.op.type for tensor in found] == ["Cast", "Cast", "Prod", "Size"]
        assert [array.tolist() for array in session.run(found)] == [[3, 4], [3, 4], 12, 2]


def test_a_transposed_sparse_placeholder_of_known_shape_can_be_fed():
    sparse = tf.sparse_placeholder(tf.float32, [3, 4])
    turned = tf.sparse_tensor_to_dense(tf.sparse_transpose(sparse))
    with tf.Session() as session:
        value = session.run(turned, {sparse: tf.SparseTensorValue([[0, 3]], [2.0], [3, 4])})
    assert value.tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [2, 0, 0]]
