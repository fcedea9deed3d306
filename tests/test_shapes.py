"""TensorShape and Dimension, as TensorFlow 1 programs see them."""

import pickle
from typing import Any, cast

import pytest

import graphlab as tf


def test_every_dimension_is_true_because_it_is_there():
    assert tf.Dimension(0)
    assert tf.Dimension(None)


def test_text_that_says_a_number_is_a_dimension():
    assert tf.Dimension("12").value == 12
    with pytest.raises(ValueError, match="invalid literal for int"):
        tf.Dimension("x")
    with pytest.raises(TypeError, match="Dimension value must be integer or None"):
        tf.Dimension([1])


def test_shapes_of_unknown_rank_are_equal_but_inequality_is_undefined():
    unknown, known = tf.TensorShape(None), tf.TensorShape([3, 4])
    assert unknown == tf.TensorShape(None)
    assert not unknown == known
    with pytest.raises(ValueError, match="inequality of unknown TensorShapes is undefined"):
        _ = unknown != known
    assert known != "a string"


def test_set_shape_says_which_sizes_contradict_each_other():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2, 3])
        message = r"Dimension 0 in both shapes must be equal, but are 2 and 4. Shapes are \[2,3\] and \[4,3\]."
        with pytest.raises(ValueError, match=message):
            x.set_shape([4, 3])
        with pytest.raises(ValueError, match="Shapes must be equal rank, but are 2 and 1"):
            x.set_shape([2])


def test_a_dimension_repeats_lists_and_travels():
    three: Any = tf.Dimension(3)
    assert [4] * three == three * [4] == [4, 4, 4]
    assert pickle.loads(pickle.dumps(tf.Dimension(5))) == 5
    with pytest.raises(TypeError, match="Cannot convert <dtype: 'string'> to Dimension"):
        tf.Dimension(tf.string)
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for /: 'int' and 'Dimension', please use //"):
        6 / cast(Any, tf.Dimension(2))


def test_the_value_of_a_dimension_is_a_plain_number():
    assert tf.dimension_value(tf.Dimension(3)) == tf.dimension_value(3) == 3
    assert tf.dimension_at_index(tf.TensorShape([1, 2]), 1) == 2
    unknown: Any = tf.dimension_at_index(tf.TensorShape(None), 1)
    assert unknown.value is None


def test_unknown_sizes_of_two_tensors_are_not_equal():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 3, None])
        y = tf.identity(x)
    assert x.shape != y.shape and not x.shape == y.shape and x.shape not in [y.shape]
    assert x.shape != x.shape.as_list() and tf.TensorShape([None]) != tf.TensorShape([None])
    assert x.shape.with_rank(3) != x.shape and x.shape.merge_with(None) != x.shape
    assert x.shape[1:2] == y.shape[1:2] == [3]


def test_the_shape_of_one_tensor_is_equal_to_itself_and_to_what_has_its_dimensions():
    with tf.Graph().as_default():
        shape = tf.placeholder(tf.float32, [None, 3, None]).shape
    assert shape == shape and not shape != shape and shape in [shape]
    assert shape[:2] == shape[:2] == shape[:1] + [3] and shape[:1].concatenate(shape[1:]) == shape
    assert tf.TensorShape(shape) == tf.TensorShape(shape.dims) == tf.TensorShape(list(shape)) == shape
    assert shape[0] is shape.dims[0] and shape.dims == list(shape)
