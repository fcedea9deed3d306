"""Makes functional_graph.pbtxt and .npz beside this file with TensorFlow 1.15: If, While, Case and calls of functions.

scratch/bin/python tests/io/functional_graph.py        (tests/golden/README.md says how to make `scratch`)
"""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
NAMES = ["branch:0", "count:0", "powers:0", "case:0", "called:0", "nested:0", "added:0"]
X = np.array([[1.0, 2.0], [0.5, -1.0]], np.float32)
FEEDS = [{"x:0": X, "p:0": True, "n:0": np.int32(2)}, {"x:0": -X, "p:0": False, "n:0": np.int32(4)}]


def build(tf):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    p = tf.placeholder(tf.bool, [], name="p")
    n = tf.placeholder(tf.int32, [], name="n")
    w = tf.get_variable("w", initializer=[[1.0, 2.0], [3.0, 4.0]], use_resource=True)
    tf.identity(tf.cond(p, lambda: tf.matmul(x, w), lambda: x - 1.0), name="branch")
    i, a = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [tf.constant(0), x])
    tf.identity(i, name="count")
    tf.identity(a, name="powers")
    tf.identity(tf.switch_case(n, [lambda: x, lambda: x * 2.0, lambda: x * 3.0], default=lambda: -x), name="case")

    @tf.function
    def double(y):
        return y * 2.0, tf.reduce_sum(y)

    tf.identity(double(x)[1], name="called")

    def body(i, a):
        return i + 1, tf.cond(tf.equal(i, 1), lambda: double(a)[0], lambda: a + w)

    tf.identity(tf.while_loop(lambda i, a: i < n, body, [0, x])[1], name="nested")
    with tf.control_dependencies([tf.cond(p, lambda: w.assign_add(tf.ones([2, 2])), lambda: w.assign_sub(x))]):
        tf.identity(w.read_value(), name="added")


if __name__ == "__main__":
    import tensorflow as tf  # pyright: ignore[reportMissingImports]
    from google.protobuf import text_format

    assert tf.__version__.startswith("1.15")
    tf.enable_control_flow_v2()
    build(tf)
    graph = tf.get_default_graph()
    init = tf.global_variables_initializer()
    (HERE / "functional_graph.pbtxt").write_text(text_format.MessageToString(graph.as_graph_def(add_shapes=True)))
    results = {}
    with tf.Session() as session:
        for number, feeds in enumerate(FEEDS):
            session.run(init)
            for names in (NAMES[:-1], NAMES[-1:]):  # the last one changes what the others read
                for name, value in zip(names, session.run(names, feeds)):
                    results[f"{number}/{name}"] = value
    np.savez_compressed(str(HERE / "functional_graph.npz"), **results)
