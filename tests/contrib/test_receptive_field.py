"""tf.contrib.receptive_field: the part of an image that a feature sees."""

import numpy as np
import pytest

import graphlab as tf

compute = tf.contrib.receptive_field.compute_receptive_field_from_graph_def


def conv(x, size, stride, padding="VALID"):
    return tf.nn.conv2d(x, tf.Variable(tf.zeros([*size, 1, 1])), [1, stride, stride, 1], padding)


def aligned(x):
    """Two paths, whose features have the same strides and centers."""
    padded = tf.pad(x, [[0, 0], [1, 0], [1, 0], [0, 0]])
    return tf.nn.relu(conv(x, [1, 1], 4) + conv(conv(padded, [3, 3], 2), [1, 1], 2))


def image():
    return tf.placeholder(tf.float32, [None, None, None, 1], name="image")


def test_paths_that_are_aligned_have_the_largest_field():
    y = aligned(image())
    field = compute(tf.get_default_graph(), "image", y)
    assert list(field) == [3, 3, 4, 4, 1, 1]
    centers = field.compute_input_center_coordinates([[0, 1], [2, 3]])
    assert centers.tolist() == [[0, 4], [8, 12]]
    assert field.compute_feature_coordinates(centers).tolist() == [[0, 1], [2, 3]]


def test_paths_of_other_centers_are_refused():
    x = image()
    y = conv(x, [1, 1], 4, "SAME") + conv(conv(x, [3, 3], 2, "SAME"), [1, 1], 2, "SAME")
    with pytest.raises(ValueError, match="center shift"):
        compute(tf.get_default_graph(), x, y, input_resolution=[100, 101])


def test_sizes_are_those_of_the_layers():
    x = image()
    y = tf.nn.max_pool(conv(x, [5, 3], 2, "SAME"), [1, 2, 2, 1], [1, 2, 2, 1], "VALID", name="pool")
    graph = tf.get_default_graph()
    assert list(compute(graph, x, y, input_resolution=[31, 40])) == [5, 7, 4, 4, 0, 2]
    found, _ = tf.contrib.receptive_field.get_compute_order(graph.as_graph_def(), "image", [31, 40])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        shape = session.run(y, {x: np.zeros([1, 31, 40, 1])}).shape
    assert found["pool"].output_size == list(shape[1:3])


def test_unknown_operations_are_refused():
    x = image()
    y = tf.nn.softmax(conv(x, [3, 3], 1))
    with pytest.raises(ValueError, match="Unknown layer"):
        compute(tf.get_default_graph(), x, y)
