"""while_loop: captured tensors, nesting with branches, changing shapes, TensorArrays, IndexedSlices, variables."""

import collections

import numpy as np

Pair = collections.namedtuple("Pair", "j k")


def build(tf):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    n = tf.placeholder(tf.int32, [], name="n")
    w = tf.Variable(tf.ones([2, 2]), name="w")
    tf.identity(tf.while_loop(lambda i: tf.less(i, n), lambda i: tf.add(i, 1), [tf.constant(0)]), name="count")
    with tf.control_dependencies([x]):
        _, pair = tf.while_loop(
            lambda i, p: i < n,
            lambda i, p: (i + 1, Pair(tf.matmul(p.j, w) + tf.constant(2.0), p.k - 1)),
            (tf.constant(0), Pair(x, tf.constant(3))),
            name="pair",
            parallel_iterations=3,
            swap_memory=True,
        )
    tf.identity(pair.j, name="j")
    tf.identity(pair.k, name="k")
    nested(tf, x, n)
    start = tf.ones([2, 2])
    _, doubled = tf.while_loop(
        lambda i, m: i < n,
        lambda i, m: [i + 1, tf.concat([m, m], 0)],
        [tf.constant(0), start],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 2])],
    )
    tf.identity(doubled, name="doubled")
    tf.identity(
        tf.while_loop(lambda i: i < 10, lambda i: i + 1, [tf.constant(0)], maximum_iterations=n), name="limited"
    )
    rows = tf.TensorArray(tf.float32, 4).unstack(tf.reshape(tf.range(8.0), [4, 2]))
    _, squares = tf.while_loop(
        lambda i, a: i < 4,
        lambda i, a: (i + 1, a.write(i, rows.read(i) ** 2.0)),
        [0, tf.TensorArray(tf.float32, 4, clear_after_read=False)],
    )
    tf.identity(squares.stack(), name="squares")
    tf.identity(squares.concat(), name="joined")
    slices = tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 1]), tf.constant([5, 3]))
    _, slices = tf.while_loop(
        lambda i, s: i < 3,
        lambda i, s: [i + 1, tf.IndexedSlices(s.values * 2.0, s.indices, s.dense_shape)],
        [0, slices],
    )
    tf.identity(slices.values, name="slice_values")
    total = tf.Variable(1.0, name="total")

    def add_two(i):
        with tf.control_dependencies([total.assign_add(2.0)]):
            return i + 1

    with tf.control_dependencies([tf.while_loop(lambda i: i < n, add_two, [0])]):
        tf.identity(total.read_value(), name="added")
    tf.global_variables_initializer()


def nested(tf, x, n):
    def inner(i, j, b):
        return j + 1, b * x + tf.cast(i, tf.float32)

    def body(i, a):
        _, b = tf.while_loop(lambda j, _: j < n, lambda j, b: inner(i, j, b), [0, a])
        return [i + 1, tf.cond(tf.equal(i, 1), lambda: b, lambda: b * tf.constant(2.0))]

    _, a = tf.while_loop(lambda i, a: tf.logical_and(i < n, tf.reduce_sum(a) < 1e5), body, [tf.constant(0), x])
    tf.identity(a, name="nested")
    branch = tf.cond(n > 3, lambda: tf.while_loop(lambda i: i < n, lambda i: i + 2, [0]), lambda: n)
    tf.identity(branch, name="in_branch")


X = np.array([[0.5, 1.0], [0.25, 0.0]], np.float32)
NAMES = ["count:0", "j:0", "k:0", "nested:0", "in_branch:0", "doubled:0", "limited:0", "squares:0", "joined:0"]
NAMES += ["slice_values:0", "added:0"]
RUNS = [(["init"], {})] + [(NAMES, {"x:0": X, "n:0": np.int32(n)}) for n in (0, 2, 4)]
