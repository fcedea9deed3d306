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
