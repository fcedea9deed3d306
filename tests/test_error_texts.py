"""The texts of errors, as a reader meets them: tests/golden/errors.txt shows them all, and changing one shows in review.

`python -m tests.test_error_texts` writes the file anew.
"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import graphlab as tf

GOLDEN = Path(__file__).parent / "golden" / "errors.txt"


def unfed_placeholder(sess):
    x = tf.placeholder(tf.float32, [None, 784], name="images")
    sess.run(tf.identity(x, name="copy"))


def wrong_feed_shape(sess):
    x = tf.placeholder(tf.float32, [None, 784], name="images")
    sess.run(tf.identity(x), {x: np.zeros([2, 28, 28])})


def wrong_feed_type(sess):
    x = tf.placeholder(tf.float32, [2], name="x")
    sess.run(tf.identity(x), {x: ["one", "two"]})


def ragged_feed(sess):
    x = tf.placeholder(tf.float32, name="x")
    sess.run(tf.identity(x), {x: [[1, 2], [3]]})


def too_large_feed(sess):
    x = tf.placeholder(tf.uint8, [], name="pixel")
    sess.run(tf.identity(x), {x: 256})


def fed_tensor(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    sess.run(tf.identity(x), {x: tf.constant(1.0, name="one")})


def uninitialized_variable(sess):
    w = tf.Variable([1.0, 2.0], name="weights")
    sess.run(tf.identity(w))


def other_graph(sess):
    tf.constant(1.0)
    with tf.Graph().as_default():
        stranger = tf.constant(2.0, name="stranger")
    sess.run(stranger)


def restored_by_the_class(sess):
    tf.Variable(1.0, name="w")
    tf.train.Saver.restore(sess, "model")  # pyright: ignore[reportCallIssue]


def graph_as_context(_sess):
    with tf.Graph():  # pyright: ignore[reportGeneralTypeIssues]
        pass


def initialized_too_early(sess):
    w = tf.Variable(1.0, name="w")
    sess.run(tf.global_variables_initializer())
    sess.run(tf.train.AdamOptimizer().minimize(w))


def local_variable(sess):
    _, update = tf.metrics.mean([1.0])
    sess.run(tf.global_variables_initializer())
    sess.run(update)


def fetched_none(sess):
    x = tf.constant(1.0)
    sess.run({"x": x, "gradient": tf.gradients(x, tf.constant(2.0))[0]})


def fetched_value(sess):
    loss = tf.constant(1.0)
    loss = sess.run(loss)
    sess.run(loss)


def misspelt_fetch(sess):
    tf.constant(1.0, name="tower/loss")
    sess.run("tower/los:0")


def fed_value(sess):
    x = tf.placeholder(tf.float32, name="x")
    y = tf.identity(x)
    x = 3.0
    sess.run(y, {x: x})


def fed_name(sess):
    y = tf.identity(tf.placeholder(tf.float32, name="x"))
    sess.run(y, {"x": 3.0})


def fed_none(sess):
    x = tf.placeholder(tf.float32, [2], name="x")
    sess.run(tf.identity(x), {x: None})


def assigned_element(_sess):
    x = tf.zeros([3], name="x")
    x[0] = 1.0


def lower_case_padding(_sess):
    tf.nn.conv2d(tf.zeros([1, 4, 4, 1]), tf.zeros([2, 2, 1, 1]), [1, 1, 1, 1], "same")


def closed_session(sess):
    c = tf.constant(1.0)
    sess.close()
    sess.run(c)


def missing_name(sess):
    tf.constant(1.0)
    sess.run("loss:0")


def no_kernel(sess):
    x = tf.constant([1.0], name="x")
    sess.run(sess.graph.create_op("MatMull", [x], [tf.float32], name="typo"))


def missing_device(sess):
    with tf.device("/device:GPU:3"):
        x = tf.identity(tf.constant(1.0), name="far")
    sess.run(x)


def shapes_do_not_broadcast(sess):
    a = tf.placeholder(tf.float32, [None, 3], name="a")
    b = tf.placeholder(tf.float32, [4], name="b")
    tf.add(a, b, name="sum")


def types_do_not_match(sess):
    a = tf.placeholder(tf.float32, name="a")
    b = tf.placeholder(tf.int32, name="b")
    tf.add(a, b)


def wrong_constant_type(sess):
    tf.constant(1.5, dtype=tf.int32)


def tensor_as_bool(sess):
    x = tf.placeholder(tf.bool, [], name="flag")
    return 1 if x else 0


def iterated_tensor(sess):
    list(tf.placeholder(tf.float32, [2], name="pair"))


def contradicting_shape(sess):
    tf.placeholder(tf.float32, [None, 2], name="x").set_shape([3, 3])


def bad_name(sess):
    tf.constant(1.0, name="my constant")


def finalized_graph(sess):
    sess.graph.finalize()
    tf.constant(1.0)


def no_default_session(sess):
    tf.constant(1.0, name="c").eval()


def wrong_assigned_shape(sess):
    tf.assign(tf.Variable([1.0, 2.0], name="w"), [1.0, 2.0, 3.0])


def bad_device_name(sess):
    with tf.device("gpu0"):
        tf.constant(1.0)


def matmul_sizes(sess):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    w = tf.placeholder(tf.float32, [1, 3], name="w")
    tf.matmul(x, w, name="hidden/MatMul")


def no_gradient(sess):
    x = tf.Variable(1.0, name="x")
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.stop_gradient(x, name="loss"))


def existing_variable(sess):
    tf.get_variable("w", [2])
    tf.get_variable("w", [2])


def missing_variable(sess):
    with tf.variable_scope("hidden", reuse=True):
        tf.get_variable("w", [2])


def missing_key(sess):
    with TemporaryDirectory() as folder:
        v = tf.Variable(1.0, name="v")
        sess.run(v.initializer)
        saved = tf.train.Saver().save(sess, f"{folder}/model")
        w = tf.Variable(1.0, name="w")
        tf.train.Saver([w]).restore(sess, saved)


def empty_queue(sess):
    queue = tf.FIFOQueue(3, tf.float32, name="queue")
    sess.run(queue.close())
    sess.run(queue.dequeue())


def dataset_end(sess):
    following = tf.data.Dataset.range(1).make_one_shot_iterator().get_next()
    sess.run(following)
    sess.run(following)


CASES = [
    value for value in list(globals().values()) if getattr(value, "__code__", None) and value.__module__ == __name__
]


def texts():
    """All the messages, one after the other."""
    parts = []
    for case in CASES:
        with tf.Graph().as_default() as graph:
            sess = tf.Session(graph=graph)
            try:
                case(sess)
            except Exception as error:
                parts.append(f"# {case.__name__}\n{_text(error)}\n")
            else:
                raise AssertionError(f"{case.__name__} raised nothing")
    return "\n".join(parts)


def _text(error):
    """The message, in which a program of that name represents this file, and its own frames are the only ones."""
    text = re.sub(r"test_error_texts\.py:\d+", "program.py:20", f"{type(error).__name__}: {error}")
    text = re.sub(r'File "[^"]*test_error_texts\.py", line \d+, in \w+', 'File "program.py", line 20, in build', text)
    text = re.sub(r"(?s)(\n  File [^\n]*\n[^\n]*)\n  File .*", r"\1", text)
    text = re.sub(r"'_\d+_queue'", "'_0_queue'", text)  # a number of the process
    return re.sub(r"[^ ]*/tmp\w*/model", "folder/model", text)


def test_errors_say_what_the_golden_file_shows():
    assert texts() == GOLDEN.read_text()


if __name__ == "__main__":
    GOLDEN.write_text(texts())
