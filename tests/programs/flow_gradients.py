"""Gradients through cond, while_loop, TensorArray, map_fn, scan and the folds, and a training step through a loop."""

import numpy as np


def build(tf):
    x = tf.placeholder(tf.float32, [4, 3], name="x")
    p = tf.placeholder(tf.bool, [], name="p")
    n = tf.placeholder(tf.int32, [], name="n")
    w = tf.Variable([0.5, 1.0, 1.5], name="w")
    v = tf.Variable(tf.eye(3), name="v")
    ys = {}
    ys.update(branches(tf, x, p, w))
    ys.update(loops(tf, x, n, w, v))
    ys.update(rows(tf, x, w))
    for name in sorted(ys):
        with tf.name_scope("of_" + name):
            dx, dw = tf.gradients(ys[name], [x, w], unconnected_gradients="zero")
            tf.identity(dx, name="dx")
            tf.identity(tf.convert_to_tensor(dw), name="dw")
    x2, w2 = tf.gradients(tf.gradients(ys["nested_cond"], x)[0], [x, w])
    tf.identity(x2, name="second")
    loss = tf.reduce_mean(ys["layers"], name="loss")
    tf.train.AdamOptimizer(0.1).minimize(loss, name="train")
    tf.global_variables_initializer()


def branches(tf, x, p, w):
    yield "cond", tf.cond(p, lambda: x * w, lambda: x - 1.0)
    yield (
        "nested_cond",
        tf.cond(p, lambda: tf.cond(tf.reduce_sum(x) > 1.0, lambda: x * x * x, lambda: w * 2.0 + x), lambda: x),
    )
    yield "rows_of_branch", tf.cond(p, lambda: tf.gather(w, [0, 1]), lambda: tf.constant([1.0, 2.0]))
    yield (
        "loop_in_cond",
        tf.cond(p, lambda: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])[1], lambda: x * x),
    )


def loops(tf, x, n, w, v):
    yield "power", tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, x])[1]
    layers = tf.while_loop(
        lambda i, a, b: i < n,
        lambda i, a, b: (i + 1, tf.tanh(tf.matmul(a, v) + w), b + tf.reduce_sum(a)),
        [0, x, tf.constant(0.0)],
    )
    yield "layers", layers[1]
    yield "both", layers[1] + layers[2]

    def body(i, a):
        _, b = tf.while_loop(lambda j, _: j < n, lambda j, b: (j + 1, b * x + tf.cast(i, tf.float32)), [0, a])
        return [i + 1, tf.cond(tf.equal(i, 1), lambda: b * w[0] * x, lambda: tf.tanh(b) * tf.constant(2.0) + a)]

    yield "nested", tf.while_loop(lambda i, a: i < n, body, [0, x])[1]
    yield (
        "rows_of_loop",
        tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a + tf.reduce_sum(tf.gather(w, [1, i]))), [0, 0.0])[1],
    )
    yield (
        "stopped",
        tf.while_loop(
            lambda i, a, b: i < n, lambda i, a, b: (i + 1, tf.stop_gradient(a) * x, tf.constant(2.0)), [0, x, w[0]]
        )[1:],
    )


def rows(tf, x, w):
    yield "map", tf.map_fn(lambda row: row * w, x)
    yield "scan", tf.scan(lambda a, row: a * w + row, x, tf.zeros([3]))
    yield "scan_back", tf.scan(lambda a, row: a * w + row, x, reverse=True)
    yield "foldl", tf.foldl(lambda a, row: a * w + row, x)
    yield "foldr", tf.foldr(lambda a, row: a * w + row, x)
    split = tf.TensorArray(tf.float32, 2, clear_after_read=False, infer_shape=False).split(x, [1, 3])
    yield "split", [split.concat(), split.read(0)]
    written = tf.TensorArray(tf.float32, 2, clear_after_read=False).write(0, x).write(1, x * w)
    yield "written", [written.stack(), written.gather([1]), written.read(0)]


X = np.random.RandomState(0).normal(size=(4, 3)).astype(np.float32)
YS = (
    "both cond foldl foldr layers loop_in_cond map nested nested_cond power rows_of_branch rows_of_loop scan scan_back "
)
YS += "split stopped written"
NAMES = [f"of_{y}/{dx}:0" for y in YS.split() for dx in ("dx", "dw")] + ["second:0", "loss:0"]
FEEDS = {"x:0": X, "p:0": True, "n:0": np.int32(3)}
OTHERS = {"x:0": X, "p:0": False, "n:0": np.int32(2)}
RUNS = [(["init"], {}), (NAMES, FEEDS), (["train"], FEEDS), (NAMES, OTHERS)]
