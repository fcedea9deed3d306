"""Shapes that only a run shows not to fit are refused in TensorFlow's words."""

import numpy as np
import pytest

import graphlab as tf

OPERATIONS = [
    (lambda x, y: x + y, (2,), (3,), "Incompatible shapes: [2] vs. [3]"),
    (lambda x, y: tf.maximum(x, y), (2, 3), (2, 4), "Incompatible shapes: [2,3] vs. [2,4]"),
    (lambda x, y: x < y, (2,), (3,), "Incompatible shapes: [2] vs. [3]"),
    (tf.matmul, (2, 3), (2, 3), "In[0] mismatch In[1] shape: 3 vs. 2: [2,3] [2,3]"),
    (tf.matmul, (3,), (3, 2), "In[0] ndims must be >= 2: 1"),
    (lambda x, y: tf.concat([x, y], 0), (2, 2), (2, 3), "Dimensions of inputs should match: shape[0] = [2,2] vs. "),
    (lambda x, y: tf.concat([x, y], 0), (2, 2), (2,), "Ranks of all input tensors should match: shape[0] = [2,2] vs. "),
]


@pytest.mark.parametrize(("operation", "a", "b", "message"), OPERATIONS)
def test_shapes_that_do_not_fit(operation, a, b, message):
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        result = operation(x, y)
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(result, {x: np.ones(a), y: np.ones(b)})
    assert message in raised.value.message
    assert raised.value.op is result.op


def test_matrices_whose_sizes_are_known_late():
    with tf.Graph().as_default(), tf.Session() as session:
        x, y = tf.placeholder(tf.float32, [None, None]), tf.placeholder(tf.float32, [None, None])
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(tf.matmul(x, y), {x: np.ones((2, 3)), y: np.ones((2, 3))})
    assert "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3]" in raised.value.message


@pytest.mark.parametrize(
    ("operation", "axis", "message"),
    [
        (tf.expand_dims, 4, "Tried to expand dim index 4 for tensor with 2 dimensions"),
        (tf.expand_dims, [0, 1], "'dim' must be a tensor with a single value"),
        (tf.reverse, [2], "'axis'[0] = 2 is out of valid range"),
        (tf.reverse, [0, -2], "axis 0 specified more than once"),
        (lambda x, axis: tf.gather(x, 0, axis=axis), 2, "Expected axis in the range [-2, 2), but got 2"),
    ],
)
def test_axes_that_a_tensor_does_not_have(operation, axis, message):
    with tf.Graph().as_default(), tf.Session() as session:
        x, chosen = tf.placeholder(tf.float32), tf.placeholder(tf.int32)
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            session.run(operation(x, chosen), {x: np.ones((2, 3)), chosen: axis})
    assert message in raised.value.message
