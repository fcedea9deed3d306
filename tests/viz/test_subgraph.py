"""What can be looked into, and what is seen there."""

import jax
import jax.numpy as jnp
import pytest

import graphlab as tf
from graphlab._src.viz import protocol
from graphlab._src.viz.subgraph import has_subgraph, subgraph, subgraph_names


def summed(x):
    with jax.named_scope("loop"):
        total, _ = jax.lax.scan(lambda total, row: (total + jnp.sin(row), None), x[0], x)
    return jax.lax.cond(total.sum() > 0, jnp.tanh, jnp.negative, total)


def names(graph):
    return [op.name for op in graph.get_operations()]


@pytest.fixture
def call():
    return tf.jax_call(summed, tf.placeholder(tf.float32, [5, 4]), name="summed").op


def test_a_jax_function_holds_its_equations(call):
    assert subgraph_names(call) == ["jaxpr"]
    assert "loop/scan" in names(subgraph(call, "jaxpr"))
    assert subgraph(call, "jaxpr") is subgraph(call, "jaxpr")


def test_an_equation_holds_what_it_calls(call):
    graph = subgraph(call, "jaxpr")
    scan, cond = graph.get_operation_by_name("loop/scan"), graph.get_operation_by_name("cond")
    assert subgraph_names(scan) == ["jaxpr"]
    assert {"sin", "add"} <= set(names(subgraph(scan, "jaxpr")))
    assert subgraph_names(cond) == ["branches_0", "branches_1"]
    assert "neg" in names(subgraph(cond, "branches_0"))
    assert "tanh" in names(subgraph(cond, "branches_1"))
    body = subgraph(scan, "jaxpr")
    assert not has_subgraph(body.get_operation_by_name("sin"))


def test_an_equation_says_which_line_it_came_from(call):
    found = subgraph(call, "jaxpr").get_operation_by_name("loop/scan").source
    assert found.file == __file__
    assert found.traceback[-1][3].startswith("total, _ = jax.lax.scan")


def test_a_function_of_the_library_holds_its_body():
    dataset = tf.data.Dataset.range(3).map(lambda value: tf.square(value, name="squared"))
    op = dataset._variant_tensor.op
    assert subgraph_names(op) == ["f"]
    assert "squared" in names(subgraph(op, "f"))


def test_what_is_saved_as_compiled_code_holds_nothing(call):
    message = call.graph.as_graph_def()
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        assert not has_subgraph(graph.get_operation_by_name("summed"))


def test_the_browser_receives_which_operations_have_subgraphs(call):
    piece = protocol.unpacked(protocol.packed(call.graph))
    assert [piece["names"][number] for number in piece["subgraphs"]] == ["summed"]


def test_a_loop_holds_its_condition_and_its_body():
    x, w = tf.placeholder(tf.float32, [None, 3], name="x"), tf.ones([3, 3], name="w")

    def doubled(t):
        return tf.while_loop(lambda j, u: j < 2, lambda j, u: (j + 1, u * 2.0), [0, t], name="inner")[1]

    def step(i, t):
        return i + 1, doubled(tf.matmul(t, w))

    _, out = tf.while_loop(lambda i, t: i < 5, step, [0, x], name="loop")
    for op in (out.op, out.graph.get_operation_by_name("loop/LoopCond"), out.graph.get_operation_by_name("loop/Enter")):
        assert subgraph_names(op) == ["condition", "body"]
    condition, body = subgraph(out.op, "condition"), subgraph(out.op, "body")
    assert {"variable_0", "variable_1", "Less", "Less/y", "goes_on"} == set(names(condition))
    matmul = body.get_operation_by_name("MatMul")
    assert [tensor.op.name for tensor in matmul.inputs] == ["Identity_1", "w"]
    assert [tensor.op.name for tensor in body.get_operation_by_name("Identity_1").inputs] == ["variable_1"]
    assert [tensor.op.type for tensor in body.get_operation_by_name("next_1").inputs] == ["Exit"]
    assert subgraph(out.op, "body") is body
    within = subgraph(body.get_operation_by_name("inner/Exit_1"), "body")
    assert {"variable_0", "variable_1", "mul", "next_1"} <= set(names(within))
    assert not has_subgraph(out.graph.get_operation_by_name("loop/MatMul/Enter"))
    assert protocol.packed(within)
