"""cond: captured tensors, nesting, variables assigned in a branch, structures, operations and TensorArrays as results."""

import numpy as np


def build(tf):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    other = tf.placeholder(tf.bool, [], name="other")
    w = tf.Variable([1.0, 2.0, 3.0], name="w")
    small = tf.less(tf.reduce_sum(x), 3.0, name="small")
    with tf.device("/cpu:0"):
        y = tf.cond(small, lambda: x * w, lambda: x - 1.0, name="y")
    tf.identity(y, name="plain")

    def yes():
        with tf.control_dependencies([x]):
            one = tf.constant(1.0)
            more = one + x
        inner = tf.cond(other, lambda: more, lambda: one + tf.constant(1.0, shape=[2, 3]), name="inner")
        return {"more": tf.identity(more), "both": (one, inner)}

    def no():
        return {"more": x * tf.ones([3]), "both": (tf.reduce_sum(x), x)}

    nested = tf.cond(small, yes, no, name="nested")
    tf.identity(nested["more"], name="more")
    tf.identity(nested["both"][0], name="first")
    tf.identity(nested["both"][1], name="second")
    with tf.control_dependencies([y]):
        updated = tf.cond(
            small, lambda: tf.assign(w, [4.0, 5.0, 6.0]), lambda: tf.assign_add(w, [1.0, 1.0, 1.0]), strict=True
        )
    tf.identity(updated, name="updated")
    tf.cond(small, lambda: tf.no_op(), lambda: tf.group(updated, y), name="operations")
    array = tf.TensorArray(tf.float32, 2, element_shape=[2]).write(0, [1.0, 2.0])
    array = tf.cond(other, lambda: array.write(1, [3.0, 4.0]), lambda: array.write(1, [5.0, 6.0]), name="array")
    tf.identity(array.stack(), name="stacked")
    tf.global_variables_initializer()


X = np.array([[0.5, 1.0, -1.0], [0.25, 0.0, 1.0]], np.float32)
NAMES = ["plain:0", "more:0", "first:0", "second:0", "updated:0", "stacked:0"]
RUNS = [(["init"], {})] + [(NAMES, {"x:0": X * scale, "other:0": other}) for scale in (1, 9) for other in (True, False)]
