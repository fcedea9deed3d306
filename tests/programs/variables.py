"""Variables: kinds of initial value, assignment and its returned reference, initializers by collection."""


def build(tf):
    a = tf.Variable([1.0, 2.0], name="a")
    b = tf.Variable(lambda: tf.constant(3.0), dtype=tf.float32, name="b")
    c = tf.Variable(a.initial_value * 2.0, name="c")
    count = tf.Variable(0, trainable=False, name="count", dtype=tf.int64)
    tf.Variable("word", trainable=False, name="word")
    tf.Variable(tf.zeros([2, 2]), collections=[tf.GraphKeys.LOCAL_VARIABLES], name="local")
    free = tf.Variable(tf.placeholder(tf.float32, name="start"), validate_shape=False, name="free")
    assigned = a.assign([5.0, 6.0])
    tf.add(assigned, 1.0, name="after")
    a.assign_add([1.0, 1.0])
    a.assign_sub(tf.ones([2]), use_locking=True)
    tf.assign(count, 7, name="seven")
    tf.assign_add(count, 1, name="up")
    tf.assign_sub(count, 2, name="down")
    tf.assign(free, [[1.0]], validate_shape=False, name="reshaped")
    tf.add(a, b, name="sum")
    tf.identity(c, name="copy")
    tf.identity(tf.is_variable_initialized(a), name="ready")
    tf.variables_initializer([a, b], name="some")
    tf.global_variables_initializer()
    tf.local_variables_initializer()


RUNS = [
    (["ready:0"], {}),
    (["some"], {}),
    (["ready:0", "sum:0"], {}),
    (["init", "init_1"], {"start:0": [1.0, 2.0, 3.0]}),
    (["a:0", "b:0", "copy:0", "count:0", "word:0", "local:0", "free:0"], {}),
    (["after:0"], {}),
    (["AssignAdd:0"], {}),
    (["AssignSub:0"], {}),
    (["seven:0"], {}),
    (["up"], {}),
    (["down:0"], {}),
    (["reshaped:0"], {}),
    (["a:0", "count:0", "free:0", "sum:0"], {}),
]
