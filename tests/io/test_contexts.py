"""Branches and loops in a MetaGraphDef: gradients flow through those of an imported graph."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.proto.control_flow import WhileContextDef


def build():
    with tf.variable_scope("net"):
        x = tf.placeholder(tf.float32, [2], name="x")
        n = tf.placeholder(tf.int32, [], name="n")
        w = tf.get_variable("w", initializer=[0.5, -2.0])

        def body(i, a):
            return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: a * w, lambda: tf.sin(a) + w)

        _, a = tf.while_loop(lambda i, a: i < n, body, (0, x), maximum_iterations=9)
        inner = lambda: tf.while_loop(lambda z: z < 9.0, lambda z: z * z + 1.0, [tf.reduce_sum(a)])  # noqa: E731
        tf.cond(n > 2, lambda: tf.reduce_sum(a * w), inner, name="y")
        tf.add_to_collection("y", tf.get_default_graph().get_tensor_by_name("net/y/Merge:0"))


def gradients(scope):
    graph = tf.get_default_graph()
    names = [f"{scope}{name}:0" for name in ("y/Merge", "x", "w", "n")]
    y, x, w, n = (graph.get_tensor_by_name(name) for name in names)
    tensors = [y, *tf.gradients(y, [x, w])]
    with tf.Session(graph=graph) as session:
        session.run(tf.global_variables_initializer())
        return [session.run(tensors, {x: [0.1, 0.7], n: count}) for count in (1, 4)]


@pytest.mark.slow
@pytest.mark.parametrize("part", [None, "net"])
@pytest.mark.parametrize("scope", ["net", "other/below"])
def test_gradients_go_through_what_was_exported(part, scope):
    with tf.Graph().as_default():
        build()
        message = tf.train.export_meta_graph(export_scope=part)
        expected = gradients("net/")
    with tf.Graph().as_default() as graph:
        tf.train.import_meta_graph(message, import_scope=scope)
        assert len(graph.get_collection("while_context")) == 1
        got = gradients(f"{scope}/" if part else f"{scope}/net/")
    for ours, theirs in zip(got, expected, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_loop_is_exported_as_tensorflow_does():
    with tf.Graph().as_default():
        build()
        (value,) = tf.train.export_meta_graph().collection_def["while_context"].bytes_list.value
    message = WhileContextDef.FromString(value)
    assert message.context_name == "net/while/while_context"
    assert message.back_prop
    assert message.parallel_iterations == 10
    assert message.maximum_iterations_name == "net/while/maximum_iterations:0"
    assert list(message.loop_enter_names) == ["net/while/Enter:0", "net/while/Enter_1:0", "net/while/Enter_2:0"]
    assert message.pivot_name == "net/while/LoopCond:0"
    assert [nested.WhichOneof("ctxt") for nested in message.nested_contexts] == ["cond_ctxt", "cond_ctxt"]


def test_contexts_have_messages_and_come_from_them():
    with tf.Graph().as_default() as graph:
        build()
        contexts = {op.control_flow_context for op in graph.get_operations()} - {None}
        assert len(contexts) == 6
        for context in contexts:
            again = type(context).from_proto(context.to_proto())
            assert again.name == context.name
            assert again.to_proto(export_scope="net") == context.to_proto("net")
