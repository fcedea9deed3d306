"""Name scopes: nested, entered again, absolute, emptied, and names that differ by case alone."""


def build(tf):
    one = tf.constant(1.0, name="one")
    tf.constant(1.0, name="one")
    tf.constant(1.0, name="One")
    tf.constant(1.0, name="one_1")
    with tf.name_scope("outer") as outer:
        two = tf.constant(2.0)
        tf.add(one, two)
        with tf.name_scope("inner"):
            tf.add(one, two, name="sum")
            tf.add(one, two, name="sum")
        with tf.name_scope("inner"):
            tf.add(one, two, name="sum")
        with tf.name_scope("Inner") as inner:
            tf.add(one, two, name="sum")
        with tf.name_scope(None):
            tf.add(one, two, name="at_the_top")
        with tf.name_scope(""):
            tf.add(one, two, name="at_the_top")
    with tf.name_scope("outer"):
        tf.add(one, two, name="second")
    with tf.name_scope(outer):
        tf.add(one, two, name="second")
        with tf.name_scope("inner"):
            tf.add(one, two)
    with tf.name_scope(inner):
        tf.add(one, two, name="sum")
    tf.add(one, two, name="outer/inner/")
    with tf.name_scope("a.b-c/d"):
        tf.negative(one, name="deep/down")
        tf.negative(one, name="deep/down")
    with tf.name_scope("scope", "default", [one]):
        -one
    with tf.name_scope(None, "default", [one]):
        -one
        one + 1
        1 - one
    with tf.name_scope(None, "default", [one]):
        _ = one * two / one
    with tf.get_default_graph().name_scope("graph"):
        tf.no_op()
    with tf.name_scope("variables"):
        tf.Variable(1.0, name="v")
        tf.Variable(1.0, name="v")


RUNS = [(["outer/Add:0", "default_1/truediv:0", "outer/inner:0"], {})]
