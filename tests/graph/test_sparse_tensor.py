"""Sparse tensors: made, fetched and fed."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.graph.type_spec import type_spec_from_value

INDICES, VALUES, SHAPE = [[1, 2], [2, 0], [3, 4]], [b"a", b"b", b"c"], [4, 5]


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def check(value, indices=INDICES, values=VALUES, shape=SHAPE):
    assert isinstance(value, tf.SparseTensorValue)
    np.testing.assert_array_equal(value.indices, indices)
    np.testing.assert_array_equal(value.values, values)
    np.testing.assert_array_equal(value.dense_shape, shape)


@pytest.mark.parametrize(
    "make",
    [
        tf.SparseTensor,
        lambda *parts: tf.SparseTensor.from_value(tf.SparseTensorValue(*parts)),
        lambda *parts: tf.SparseTensor.from_value(tf.SparseTensor(*parts)),
        lambda *parts: tf.convert_to_tensor_or_sparse_tensor(tf.SparseTensorValue(*parts)),
    ],
)
def test_it_is_three_tensors(sess, make):
    sparse = make(INDICES, VALUES, SHAPE)
    assert (sparse.indices.dtype, sparse.values.dtype, sparse.dense_shape.dtype) == (tf.int64, tf.string, tf.int64)
    assert sparse.get_shape() == sparse.shape == (4, 5)
    assert sparse.dtype is tf.string and sparse.op is sparse.values.op and sparse.graph is sess.graph
    check(sparse.eval())
    check(sess.run({"a": [sparse, sparse]})["a"][1])


def test_names_stand_in_a_scope_of_its_own():
    sparse = tf.SparseTensor(INDICES, VALUES, SHAPE)
    names = [tensor.name for tensor in (sparse.indices, sparse.values, sparse.dense_shape)]
    assert names == ["SparseTensor/indices:0", "SparseTensor/values:0", "SparseTensor/dense_shape:0"]
    assert str(sparse).startswith(
        'SparseTensor(indices=Tensor("SparseTensor/indices:0", shape=(3, 2), dtype=int64), val'
    )


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (([[0, 0]], [1.0], [3]), "Dimensions 2 and 1 are not compatible"),
        (([[0]], [1.0, 2.0], [3]), "Dimensions 1 and 2 are not compatible"),
        (([0], [1.0], [3]), r"Shape \(1,\) must have rank 2"),
        (([[0]], 1.0, [3]), r"Shape \(\) must have rank 1"),
    ],
)
def test_parts_that_contradict_each_other_are_refused(parts, text):
    with pytest.raises(ValueError, match=text):
        tf.SparseTensor(*parts)


def test_only_what_is_sparse_makes_one():
    with pytest.raises(TypeError, match="Neither a SparseTensor nor SparseTensorValue: 3."):
        tf.SparseTensor.from_value(3)
    sparse = tf.SparseTensor(INDICES, VALUES, SHAPE)
    assert tf.convert_to_tensor_or_sparse_tensor(sparse, tf.string) is sparse
    assert isinstance(tf.convert_to_tensor_or_sparse_tensor([1, 2]), tf.Tensor)
    with pytest.raises(RuntimeError, match="Sparse dtype: requested = int32, actual = string"):
        tf.convert_to_tensor_or_sparse_tensor(sparse, tf.int32)
    assert tf.is_tensor(sparse) and tf.sparse.SparseTensor is tf.SparseTensor


def test_a_sparse_tensor_is_not_converted_where_indexed_slices_are_not():
    sparse = tf.SparseTensor([[0, 1]], ["a"], [1, 2])
    assert tf.convert_to_tensor_or_indexed_slices(sparse, tf.string) is sparse
    with pytest.raises(ValueError, match="Tensor conversion requested dtype int32"):
        tf.convert_to_tensor_or_indexed_slices(sparse, tf.int32)
    v = tf.get_variable("v", [1, 2])
    with pytest.raises(TypeError, match="Gradient must be a Tensor, IndexedSlices, or None"):
        tf.train.GradientDescentOptimizer(0.1).apply_gradients([(tf.SparseTensor([[0, 1]], [1.0], [1, 2]), v)])


def test_consumers_are_those_of_its_parts():
    sparse = tf.SparseTensor(INDICES, VALUES, SHAPE)
    a, b = tf.identity(sparse.indices), tf.identity(sparse.values)
    assert sparse.consumers() == [a.op, b.op]


@pytest.mark.parametrize("shape", [None, [None, 9, 2]])
def test_a_placeholder_takes_a_value_or_a_tuple(sess, shape):
    sparse = tf.sparse_placeholder(tf.float32, shape, name="p")
    assert [op.name for op in sess.graph.get_operations()] == ["p/shape", "p/values", "p/indices"]
    copy = tf.SparseTensor(*[tf.identity(part) for part in (sparse.indices, sparse.values, sparse.dense_shape)])
    parts = np.array([[3, 2, 0], [4, 5, 1]]), np.array([1.0, 2.0]), np.array([7, 9, 2])
    for _ in range(2):
        check(sess.run(copy, {sparse: parts}), *parts)
        check(sess.run(sparse, {sparse: tf.SparseTensorValue(*parts)}), *parts)
    with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value for placeholder tensor 'p/shape'"):
        sess.run(copy, {sparse: parts[:2]})


def test_a_placeholder_of_known_shape_takes_two_arrays(sess):
    sparse = tf.sparse.placeholder(tf.float32, np.array([7, 9, 2]))
    assert sparse.shape == (7, 9, 2) and sparse.dense_shape.op.type == "Const"
    check(sess.run(sparse, {sparse: ([[3, 2, 0]], [1.0])}), [[3, 2, 0]], [1], [7, 9, 2])


def test_the_spec_of_a_value_of_python_numbers_is_that_of_the_tensor_they_become():
    """int32, not NumPy's int64."""
    spec = tf.SparseTensorSpec([5], tf.int32)
    for values in ([1, 2], np.array([1, 2], np.int32)):
        value = tf.SparseTensorValue([[0], [4]], values, [5])
        assert type_spec_from_value(value) == spec and spec.is_compatible_with(value)
    assert not spec.is_compatible_with(tf.SparseTensorValue([[0], [4]], [1.0, 2.0], [5]))
