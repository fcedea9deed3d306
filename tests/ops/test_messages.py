"""Inputs that don't fit are refused while the graph is built, in TensorFlow's words, with the place and a way out."""

import pytest

import graphlab as tf


def matrix(rows, columns, name=None):
    return tf.placeholder(tf.float32, [rows, columns], name)


CASES = [
    (
        lambda: tf.reshape(tf.zeros([2, 3]), [4, -1]),
        r"\[2\] and with input tensors computed as partial shapes: input\[1\] = \[4,\?\]\.",
    ),
    (lambda: tf.reduce_sum(matrix(2, 3), [4, 0]), r"\[2\] and with computed input tensors: input\[1\] = <4 0>\."),
    (lambda: tf.space_to_batch_nd(tf.zeros([1, 3]), [2], [[0, 0]]), r"input\[1\] = <2>, input\[2\] = <\[0 0\]>\."),
    (lambda: tf.matmul(matrix(2, 3), matrix(1, 2)), "Dimensions must be equal, but are 3 and 1"),
    (lambda: matrix(2, 3) + matrix(2, 4), "Dimensions must be equal, but are 3 and 4"),
    (
        lambda: tf.reshape(tf.zeros([2, 3]), [4]),
        r"Cannot reshape a tensor with 6 elements to shape \[4\] \(4 elements\)",
    ),
    (lambda: tf.reshape(tf.zeros([2, 3]), [4, -1]), "Dimension size must be evenly divisible by 4 but is 6"),
    (lambda: tf.nn.bias_add(matrix(2, 3), tf.zeros([4])), "Dimensions must be equal, but are 3 and 4"),
    (lambda: tf.concat([matrix(2, 3), matrix(3, 4)], 0), "Dimension 0 in both shapes must be equal, but are 3 and 4"),
    (lambda: tf.stack([matrix(2, 3), matrix(3, 2)]), "Dimension 0 in both shapes must be equal, but are 2 and 3"),
    (lambda: tf.split(matrix(2, 3), 2, 1), "Dimension size must be evenly divisible by 2 but is 3"),
    (lambda: tf.squeeze(matrix(2, 3), [1]), r"Can not squeeze dim\[1\], expected a dimension of 1, got 3"),
    (lambda: tf.transpose(matrix(2, 3), [0]), "Dimension must be 2 but is 1"),
    (lambda: tf.expand_dims(matrix(2, 3), 5), r"dim 5 not in the interval \[-3, 2\]"),
    (lambda: tf.expand_dims(matrix(2, 3), [0, 1]), "'dim' input must be a tensor with a single value"),
    (lambda: tf.reverse(matrix(2, 3), [-30]), r"'axis'\[0\] = -30 is out of valid range"),
    (lambda: tf.reverse(matrix(2, 3), [0, -2]), "axis 0 specified more than once"),
    (lambda: tf.unsorted_segment_sum(matrix(2, 3), [0, 1], -2), "must be non-negative but is -2"),
    (
        lambda: tf.sparse_segment_sum(matrix(2, 3), [0, 1], [0, 1], num_segments=-2),
        "Cannot specify a negative value for num_segments",
    ),
    (lambda: tf.reduce_sum(matrix(2, 3), 4), "Invalid reduction dimension 4 for input with 2 dimensions"),
    (
        lambda: tf.raw_ops.SpaceToBatch(input=tf.ones([1, 2, 2, 1]), paddings=[0, 1], block_size=2),
        "Shapes must be equal rank",
    ),
    (lambda: tf.random_normal([2, -3]), "Invalid value in tensor used for shape: -3"),
    (lambda: tf.broadcast_to(1.0, [2, -3]), "Invalid value in tensor used for shape: -3"),
    (lambda: tf.multinomial(matrix(2, 3), -1), "given by scalar input 1, must be non-negative but is -1"),
    (lambda: tf.split(matrix(2, 3), [-2, 4]), "Dimension -2 must be >= 0"),
    (lambda: tf.strided_slice(matrix(2, 3), [0, 0], -1), "Shape must be rank 1 but is rank 0"),
    (lambda: tf.strided_slice(matrix(2, 3), [0, 0], [1]), "Dimensions must be equal, but are 2 and 1"),
    (lambda: matrix(2, 3)[5], "slice index 5 of dimension 0 out of bounds"),
    (lambda: tf.nn.softmax_cross_entropy_with_logits_v2(labels=matrix(2, 3), logits=matrix(2, 4)), "must be equal"),
    (lambda: tf.nn.in_top_k(tf.zeros([3]), [1], 1), "Shape must be rank 2 but is rank 1"),
    (lambda: tf.sparse_to_dense([0], 4, 1), "Shape must be rank 1 but is rank 0"),
    (lambda: tf.deserialize_many_sparse(["a", "b", "c"], tf.float32), "Shape must be rank 2 but is rank 1"),
    (lambda: tf.image.draw_bounding_boxes(tf.zeros([1, 2, 2, 3]), tf.zeros([1, 1, 3])), "Dimension must be 4 but is 3"),
    (
        lambda: tf.edit_distance(tf.SparseTensor([[0, 0]], [1], [1, 1]), tf.SparseTensor([[0, 0, 0]], [1], [1, 1, 1])),
        "Num elements of hypothesis_shape does not match truth_shape: 2 vs. 3",
    ),
    (
        lambda: tf.scatter_nd_update(tf.Variable([[1, 2]]), [[0]], [[3]]),
        r"The inner 1 dimensions of input\.shape=\[1,2\] must match the inner 1 dimensions of updates\.shape=\[1,1\]",
    ),
    (lambda: tf.gather(tf.zeros([]), [0]), "Shape must be at least rank 1 but is rank 0"),
    (lambda: tf.where([True, False], matrix(3, 2), matrix(3, 2)), "Dimensions must be equal, but are 2 and 3"),
    (lambda: tf.slice(tf.zeros([3]), [4], [-1]), "Negative dimension size caused by subtracting 4 from 3"),
    (lambda: tf.roll(tf.zeros([3]), [1, 2], [0]), "Dimension 0 in both shapes must be equal, but are 2 and 1"),
    (lambda: tf.roll(tf.zeros([]), 1, 0), "Shape must be at least rank 1 but is rank 0"),
    (lambda: tf.diag(tf.zeros([])), "Shape must be at least rank 1 but is rank 0"),
    (
        lambda: tf.raw_ops.SoftmaxCrossEntropyWithLogits(features=tf.zeros([2, 1, 4]), labels=tf.zeros([2, 1, 4])),
        "Shape must be broadcasted with rank 2, but is rank 3 for",
    ),
    (lambda: tf.cross(tf.zeros([2]), tf.zeros([2])), "Dimension must be 3 but is 2"),
    (lambda: tf.bitcast(tf.zeros([3]), tf.float64), "Cannot bitcast due to shape. 3 does not match 2"),
    (lambda: tf.one_hot([1], -3), "Dimension size, given by scalar input 1, must be non-negative but is -3"),
    (lambda: tf.one_hot([1], [3, 4]), "Input must be scalar but has rank 1"),
    (lambda: tf.fill([-1], 5), "Fill dimensions must be >= 0"),
    (lambda: tf.scatter_nd([[1]], [1.0], [0]), "Indices and updates specified for empty output shape"),
    (lambda: tf.scatter_nd([[0], [0]], [1.0], [1]), r"The outer 1 dimensions of indices.shape=\[2,1\] must match"),
    (lambda: tf.scatter_nd([1], [1.0], [2]), r"The inner 0 dimensions of output.shape=\[2\] must match the inner 1"),
    (lambda: tf.tensor_scatter_add(tf.zeros([4, 0]), [[1]], tf.zeros([1, 0])), "specified for empty output shape"),
]


@pytest.mark.parametrize(("build", "message"), CASES)
def test_shapes_that_do_not_fit(build, message):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=message) as raised:
        build()
    assert "  created test_messages.py:" in str(raised.value)


def test_a_message_names_the_node_the_shapes_the_line_and_the_fix():
    with tf.Graph().as_default(), tf.name_scope("hidden"), pytest.raises(ValueError) as raised:
        tf.matmul(matrix(None, 3, "x"), matrix(1, 3, "w"))
    first, at, created, fix = str(raised.value).splitlines()
    assert first == (
        "Dimensions must be equal, but are 3 and 1 for 'hidden/MatMul' (op: 'MatMul') with input shapes: [?,3], [1,3]."
    )
    assert at == "  at      hidden/MatMul: MatMul(hidden/x:0 float32[?,3], hidden/w:0 float32[1,3])"
    assert created.startswith("  created test_messages.py:")
    assert "transpose_b" in fix


TYPES = [
    (lambda: tf.constant(1.0) + tf.constant(1), "has type int32 that does not match type float32 of argument 'x'"),
    (lambda: tf.constant(1) + 1.5, "has type float32 that does not match type int32 of argument 'x'"),
    (lambda: tf.exp(tf.constant(1)), "Value passed to parameter 'x' has DataType int32 not in list of allowed values"),
    (lambda: tf.matmul(tf.constant([["a"]]), tf.constant([["b"]])), "has DataType string not in list of allowed"),
    (lambda: tf.logical_and(tf.constant(True), 1), "Expected bool"),
    (lambda: tf.add(tf.constant(1), 2.5), "Expected int32"),
    (lambda: tf.constant(1.0) / tf.constant(1), "x and y must have the same dtype, got tf.float32 != tf.int32"),
]


@pytest.mark.parametrize(("build", "message"), TYPES)
def test_types_that_do_not_fit(build, message):
    with tf.Graph().as_default(), pytest.raises(TypeError, match=message):
        build()


def test_arguments_that_exclude_each_other():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Cannot specify both 'reduction_indices' and 'axis'"):
            tf.reduce_sum([1.0], axis=0, reduction_indices=0)
        with pytest.raises(ValueError, match="Only call `softmax_cross_entropy_with_logits` with named arguments"):
            tf.nn.softmax_cross_entropy_with_logits([1.0], [1.0])
        with pytest.raises(ValueError, match="x and y must both be non-None or both be None"):
            tf.where([True], [1])


def test_old_argument_names_mean_the_same():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        assert session.run(tf.reduce_sum(x, reduction_indices=[1], keep_dims=True)).tolist() == [[3.0], [7.0]]
        assert session.run(tf.argmax(x, dimension=1)).tolist() == [1, 1]
        assert session.run(tf.expand_dims(x, dim=0)).shape == (1, 2, 2)
        assert session.run(tf.squeeze(tf.expand_dims(x, 0), squeeze_dims=[0])).shape == (2, 2)
        np_softmax = session.run(tf.nn.softmax(x, dim=1))
        assert np_softmax.sum(1).tolist() == [1.0, 1.0]


def test_arguments_go_by_name_and_by_place():
    with tf.Graph().as_default():
        x = tf.constant([1.0])
        assert tf.exp(x, "by_place").op.name == "by_place"
        assert tf.nn.relu(features=x, name="by_name").op.name == "by_name"
        assert tf.multiply(y=x, x=x).op.type == "Mul"
        with pytest.raises(TypeError, match="missing a required argument: 'y'"):
            tf.multiply(x)
