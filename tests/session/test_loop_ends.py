"""What is computed between a loop's Switch and its Exit runs once, when the loop has ended.

Values from TensorFlow 1.15.5.
"""

import numpy as np
import pytest

import graphlab as tf


def _plain(v, w):
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * w), [0, v * 1.0])[1] ** 2


def _nested(v, w):
    def body(i, x):
        inner = tf.while_loop(lambda j, q: j < 2, lambda j, q: (j + 1, q * w + v), [0, x * v])
        return i + 1, inner[1]

    return tf.while_loop(lambda i, x: i < 2, body, [0, v])[1] * 0.01


def _with_branch(v, w):
    def body(i, x):
        return i + 1, tf.cond(x > 1.0, lambda: x * w, lambda: x + w * v)

    return tf.while_loop(lambda i, x: i < 3, body, [0, v])[1] ** 2


def _in_branch(v, w):
    return tf.cond(v > 1.0, lambda: _plain(v, w), lambda: v * 3.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("loss_of", "steps", "expected"),
    [
        (_plain, 3, [1.98996, 0.36993]),
        (_nested, 2, [1.99268, 0.47461]),
        (_with_branch, 2, [1.5922, 1.6494]),
        (_in_branch, 1, [1.99375, 0.425]),
    ],
)
def test_an_optimizer_that_waits_for_gradients_trains_what_a_loop_begins_with(loss_of, steps, expected):
    v, w = tf.Variable(2.0), tf.Variable(0.5)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss_of(v, w))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(steps):
            session.run(train)
        np.testing.assert_allclose(session.run([v, w]), expected, atol=2e-5)


def _node(graph_def, name, op, inputs, **attributes):
    node = graph_def.node.add(name=name, op=op)
    node.input.extend(inputs)
    for key, value in attributes.items():
        node.attr[key].CopyFrom(value)


def test_any_operations_may_follow_the_last_iteration_before_the_exit():
    tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2.0), [tf.constant(0), tf.constant(2.0, name="start")])
    graph_def = tf.get_default_graph().as_graph_def()
    (exit_node,) = [node for node in graph_def.node if node.name == "while/Exit_1"]
    of = {"T": exit_node.attr["T"]}
    frame = {"frame_name": tf.AttrValue(s=b"while/while_context"), "is_constant": tf.AttrValue(b=True)}
    _node(graph_def, "while/same", "Identity", [exit_node.input[0], "^while/Switch"], **of)
    _node(graph_def, "while/outside", "Enter", ["start"], **of, **frame)
    _node(graph_def, "while/product", "Mul", ["while/same", "while/outside"], **of)
    _node(graph_def, "while/less", "Sub", ["while/product", "while/Merge_1"], **of)
    _node(graph_def, "while/turns", "Cast", ["while/Switch"], DstT=of["T"], SrcT=tf.AttrValue(type=3))
    _node(graph_def, "while/sum", "Add", ["while/less", "while/turns"], **of)
    exit_node.input[0] = "while/sum"
    with tf.Graph().as_default():
        iterations, result = tf.import_graph_def(graph_def, return_elements=["while/Exit:0", "while/Exit_1:0"], name="")
        with tf.Session() as session:
            assert session.run([iterations, result]) == [3, 19.0]
            assert session.run(result, {iterations: 7}) == 19.0
