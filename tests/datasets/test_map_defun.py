"""map_defun: a function that is called with each row of tensors."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.data.map_defun import map_defun


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def mapped(function, elements, dtypes, shapes):
    """The results for tensors of int32, of which each row is one call."""
    rows = [tf.convert_to_tensor(element) for element in elements]
    signature = [tf.TensorSpec(None if row.shape.ndims is None else row.shape[1:], row.dtype) for row in rows]
    return map_defun(tf.function(function, input_signature=signature), elements, dtypes, shapes)


def test_results_are_stacked_and_captured_values_are_the_same_for_all_rows():
    state = tf.get_variable("state", initializer=5, use_resource=True)
    offset = tf.constant([10, 20])
    doubled, moved = mapped(
        lambda x, y: (2 * x, y + offset + state), [[1, 2, 3], [[1, 1], [2, 2], [3, 3]]], [tf.int32] * 2, [[], [2]]
    )
    assert doubled.shape.as_list() == [3] and moved.shape.as_list() == [3, 2]
    with tf.Session() as session:
        session.run(state.initializer)
        assert session.run(doubled).tolist() == [2, 4, 6]
        assert session.run(moved).tolist() == [[16, 26], [17, 27], [18, 28]]


def test_without_rows_the_declared_shape_counts():
    (nothing,) = mapped(lambda x: x, [tf.zeros([0, 2], tf.int32)], [tf.int32], [[2]])
    with tf.Session() as session:
        assert session.run(nothing).shape == (0, 2)


@pytest.mark.parametrize(
    ("function", "dtype", "shape", "message"),
    [
        (lambda x: x, tf.int32, [3], r"Mismatch in function retval shape, \[2\], and expected output shape, \(3,\)"),
        (lambda x: tf.zeros([x[0]]), tf.float32, [None], r"Mismatch in function retval shape, \[3\]"),
        (lambda x: x, tf.int64, [2], "The function returns int32 where int64 was expected"),
        (lambda x: (x, x), tf.int32, [2], "The function returns 2 tensors, not 1"),
    ],
)
def test_other_results_than_declared_are_refused(function, dtype, shape, message):
    (results,) = mapped(function, [[[1, 2], [3, 4]]], [dtype], [shape])
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=message):
        session.run(results)


def test_arguments_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="Arguments must have the same dimension 0"):
        mapped(lambda x, y: x + y, [[1, 2], [1, 2, 3]], [tf.int32], [[]])
    with pytest.raises(ValueError, match="`elems` must be a list of tensors"):
        mapped(lambda x: x, (np.arange(3),), [tf.int32], [[]])
    fed = tf.placeholder(tf.int32)
    (results,) = mapped(lambda x: x, [fed], [tf.int32], [None])
    with tf.Session() as session:
        assert session.run(results, {fed: [[1], [2]]}).tolist() == [[1], [2]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="must have rank at least 1. Input 0 has a rank of 0"):
            session.run(results, {fed: 1})
