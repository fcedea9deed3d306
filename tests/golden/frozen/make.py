"""Makes NAME.pb (a GraphDef), or NAME.meta (a MetaGraphDef), and NAME.npz beside this file with TensorFlow 1.15.

scratch/bin/python tests/golden/frozen/make.py        (tests/golden/README.md says how to make `scratch`)

The .npz holds the runs of one session, in order: `0/feed/x:0` is fed and `0/fetch/y:0` was the value fetched; a run's
operations, which have no value, are there as `0/run/train`.
"""

import pathlib

import numpy as np
import tensorflow as tf  # pyright: ignore[reportMissingImports]

HERE = pathlib.Path(__file__).parent
RANDOM = np.random.RandomState(0)


def numbers(*shape):
    return RANDOM.randn(*shape).astype(np.float32)


def mlp():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    h = tf.layers.dense(x, 8, tf.nn.relu)
    logits = tf.layers.dense(tf.layers.dense(h, 6, tf.tanh), 3)
    tf.nn.softmax(logits, name="probabilities")
    tf.argmax(logits, 1, name="class")
    return ["probabilities:0", "class:0"], [{"x:0": numbers(5, 4)}, {"x:0": numbers(1, 4)}]


def cnn_batch_norm():
    x = tf.placeholder(tf.float32, [None, 12, 12, 2], name="images")
    h = x
    for filters in (4, 6):
        h = tf.layers.conv2d(h, filters, 3, padding="same", use_bias=False)
        h = tf.nn.relu(tf.layers.batch_normalization(h, training=False))
        h = tf.layers.max_pooling2d(h, 2, 2)
    h = tf.contrib.layers.batch_norm(h, fused=False, is_training=False, scale=True)
    tf.layers.dense(tf.layers.flatten(h), 3, name="logits")
    return ["logits/BiasAdd:0"], [{"images:0": numbers(3, 12, 12, 2)}]


def recurrent():
    x = tf.placeholder(tf.float32, [None, None, 3], name="x")
    length = tf.placeholder(tf.int32, [None], name="length")
    cells = [tf.nn.rnn_cell.LSTMCell(4, use_peepholes=True), tf.nn.rnn_cell.GRUCell(3)]
    outputs, states = tf.nn.dynamic_rnn(tf.nn.rnn_cell.MultiRNNCell(cells), x, length, dtype=tf.float32)
    tf.identity(outputs, name="outputs")
    tf.identity(states[0].c, name="memory")
    feeds = [{"x:0": numbers(2, 5, 3), "length:0": [5, 3]}, {"x:0": numbers(1, 2, 3), "length:0": [1]}]
    return ["outputs:0", "memory:0"], feeds


def functional():
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    n = tf.placeholder(tf.int32, [], name="n")
    w = tf.get_variable("w", [3, 3]).read_value()

    @tf.function
    def step(a):
        return tf.tanh(tf.matmul(a, w))

    def body(i, a, total):
        a = tf.cond(tf.equal(i % 2, 0), lambda: step(a), lambda: a + 0.5)
        return i + 1, a, total + tf.reduce_sum(a)

    _, a, total = tf.while_loop(lambda i, *_: i < n, body, [0, x, 0.0])
    tf.identity(a, name="last")
    tf.identity(total, name="total")
    tf.identity(tf.switch_case(n, [lambda: x, lambda: step(x)], default=lambda: -x), name="chosen")
    return ["last:0", "total:0", "chosen:0"], [{"x:0": numbers(2, 3), "n:0": n} for n in (1, 4)]


def mobile():
    x = tf.placeholder(tf.float32, [None, 16, 16, 3], name="images")
    h = tf.nn.relu6(tf.layers.batch_normalization(tf.layers.conv2d(x, 4, 3, 2, "same", use_bias=False)))
    for i, (filters, stride) in enumerate([(6, 1), (8, 2)]):
        kernel = tf.get_variable(f"depthwise{i}", [3, 3, h.shape[-1].value, 1])
        h = tf.nn.depthwise_conv2d(h, kernel, [1, stride, stride, 1], "SAME")
        h = tf.nn.relu6(tf.layers.batch_normalization(h))
        h = tf.nn.relu6(tf.layers.batch_normalization(tf.layers.conv2d(h, filters, 1, use_bias=False)))
    h = tf.nn.avg_pool(h, [1, 4, 4, 1], [1, 1, 1, 1], "VALID")
    h = tf.squeeze(tf.layers.conv2d(h, 5, 1), [1, 2])
    tf.nn.softmax(h, name="predictions")
    return ["predictions:0"], [{"images:0": 3 * numbers(2, 16, 16, 3)}]


def training():
    tf.set_random_seed(7)
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    y = tf.placeholder(tf.int32, [None], name="y")
    keep = tf.placeholder_with_default(1.0, [], name="keep")
    h = tf.nn.dropout(tf.layers.dense(x, 16, tf.nn.elu), keep_prob=keep)
    h = tf.layers.dropout(h, 0.2, training=keep < 1.0)
    h = tf.layers.batch_normalization(tf.layers.dense(h, 8, use_bias=False), training=True)
    loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(h, 3))
    step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(0.1, step, 2, 0.5)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        tf.train.AdamOptimizer(rate).minimize(loss, step, name="train")
    tf.group(tf.global_variables_initializer(), name="init")
    tf.identity(loss, name="loss")
    batch = {"x:0": numbers(6, 4), "y:0": RANDOM.randint(0, 3, 6).astype(np.int32)}
    yield ["init"], {}
    for _ in range(3):
        yield ["train", "loss:0", "global_step:0"], {"keep:0": np.float32(0.7), **batch}
    yield ["loss:0", "dense/kernel:0", "batch_normalization/moving_mean:0"], batch


def loops():
    x = tf.placeholder(tf.float32, [3], name="x")
    n = tf.placeholder(tf.int32, [], name="n")
    w = tf.get_variable("w", initializer=np.array([1.1, 0.9, 1.2], np.float32))

    def body(i, a):
        return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: a * w, lambda: tf.sin(a) + w)

    _, a = tf.while_loop(lambda i, a: i < n, body, [tf.constant(0), x], name="loop")

    def until_large():
        return tf.while_loop(lambda z: z < 50.0, lambda z: z * z + 1.0, [tf.reduce_sum(a * a)])

    y = tf.add(tf.cond(n > 3, lambda: tf.reduce_sum(a * w), until_large), tf.reduce_sum(a), name="y")
    tf.add_to_collection("result", y)
    return [y, x, w], [{"x:0": numbers(3), "n:0": np.int32(n)} for n in (2, 5)]


def keep(values, index, fetches, feeds, got):
    for name, value in feeds.items():
        values[f"{index}/feed/{name}"] = np.asarray(value)
    for name, value in zip(fetches, got):  # noqa: B905  (Python 3.7)
        kind = "run" if value is None else "fetch"
        values[f"{index}/{kind}/{name}"] = np.zeros(0) if value is None else value


def frozen(build):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        fetches, runs = build()
        for variable in tf.global_variables():
            value = 0.5 * numbers(*variable.shape.as_list())
            variable.load(np.abs(value) + 0.5 if "variance" in variable.name else value, session)
        names = [name.partition(":")[0] for name in fetches]
        message = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), names)
    values = {}
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(message, name="")
        for i, feeds in enumerate(runs):
            keep(values, i, fetches, feeds, session.run(fetches, feeds))
    write(build.__name__ + ".pb", message, values)


def trained(build):
    values = {}
    with tf.Graph().as_default() as graph, tf.Session() as session:
        runs = list(build())
        for i, (fetches, feeds) in enumerate(runs):
            keep(values, i, fetches, feeds, session.run(fetches, feeds))
        write(build.__name__ + ".pb", graph.as_graph_def(), values)


def with_contexts(build):
    values = {}
    with tf.Graph().as_default():
        (y, *xs), runs = build()
        message = tf.train.export_meta_graph()
        message.meta_info_def.ClearField("stripped_op_list")
        session = tf.Session()
        session.run(tf.global_variables_initializer())
        tensors = [y] + tf.gradients(y, xs)
        names = ["y:0", "gradient of x", "gradient of w"]
        for i, feeds in enumerate(runs):
            keep(values, i, names, feeds, session.run(tensors, feeds))
    write(build.__name__ + ".meta", message, values)


def write(name, message, values):
    (HERE / name).write_bytes(message.SerializeToString(deterministic=True))
    np.savez_compressed(str((HERE / name).with_suffix(".npz")), **values)


if __name__ == "__main__":
    assert tf.__version__.startswith("1.15")
    tf.logging.set_verbosity(tf.logging.ERROR)
    for program in (mlp, cnn_batch_norm, recurrent, mobile):
        frozen(program)
    trained(training)
    with_contexts(loops)
    tf.enable_control_flow_v2()
    frozen(functional)
