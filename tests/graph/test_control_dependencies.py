"""Control dependencies: which operations wait for which, and in what order they are listed."""

import graphlab as tf


def names(tensor):
    return [op.name for op in tensor.op.control_inputs]


def test_outer_blocks_are_listed_before_inner_ones():
    with tf.Graph().as_default():
        a, b, c, d = (tf.constant(1.0, name=name) for name in "abcd")
        with tf.control_dependencies([a, b]), tf.control_dependencies([c, d]):
            assert names(tf.constant(2.0)) == ["a", "b", "c", "d"]
            assert names(tf.identity(c)) == ["a", "b", "d"]
