"""What the accumulators of sparse gradients take, by the shape that they were made with."""

import numpy as np
import pytest

import graphlab as tf


@pytest.mark.parametrize(
    "shape, gradient_shape, expected",
    [
        ([None], None, [-1, 2]),
        ([3], [3, 2], [3, 2]),
        ([3, 2, None], None, "expected values rank at least 3, got 2"),
        ([3, 2, 2], [3, 2], "expected shape rank at least 3, got 2"),
        ([3, 3], None, "expected values dim 1 to be 3, got 2"),
    ],
)
def test_values_may_have_more_dimensions_than_the_shape_says(shape, gradient_shape, expected):
    accumulator = tf.SparseConditionalAccumulator(tf.float32, shape=tf.TensorShape(shape))
    add = accumulator.apply_grad([0], np.array([[1.0, 2.0]], np.float32), gradient_shape)
    taken = accumulator.take_grad(1)
    with tf.Session() as session:
        if isinstance(expected, str):
            with pytest.raises(tf.errors.InvalidArgumentError, match=expected):
                session.run(add)
        else:
            session.run(add)
            assert session.run(taken).shape.tolist() == expected


def test_rows_lie_within_the_shape_of_the_accumulator():
    accumulator = tf.SparseConditionalAccumulator(tf.float32, shape=[2, 2])
    row = np.ones((1, 2), np.float32)
    with tf.Session() as session:
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="slice 0 exceeded limits of shape; index is 3 exceeded 2"
        ):
            session.run(accumulator.apply_grad([3], row))
        session.run(accumulator.apply_grad([1], row))
        assert session.run(accumulator.take_grad(1)).indices.tolist() == [1]
