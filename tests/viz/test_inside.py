"""What can be looked into, and what is seen there."""

import jax
import jax.numpy as jnp
import pytest

import graphlab as tf
from graphlab.viz import protocol
from graphlab.viz.inside import has_inside, inside, rooms


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
    assert rooms(call) == ["jaxpr"]
    assert "loop/scan" in names(inside(call, "jaxpr"))
    assert inside(call, "jaxpr") is inside(call, "jaxpr")


def test_an_equation_holds_what_it_calls(call):
    graph = inside(call, "jaxpr")
    scan, cond = graph.get_operation_by_name("loop/scan"), graph.get_operation_by_name("cond")
    assert rooms(scan) == ["jaxpr"]
    assert {"sin", "add"} <= set(names(inside(scan, "jaxpr")))
    assert rooms(cond) == ["branches_0", "branches_1"]
    assert "neg" in names(inside(cond, "branches_0"))
    assert "tanh" in names(inside(cond, "branches_1"))
    body = inside(scan, "jaxpr")
    assert not has_inside(body.get_operation_by_name("sin"))


def test_an_equation_says_which_line_it_came_from(call):
    found = inside(call, "jaxpr").get_operation_by_name("loop/scan").source
    assert found.file == __file__
    assert found.traceback[-1][3].startswith("total, _ = jax.lax.scan")


def test_a_function_of_the_library_holds_its_body():
    dataset = tf.data.Dataset.range(3).map(lambda value: tf.square(value, name="squared"))
    op = dataset._variant_tensor.op
    assert rooms(op) == ["f"]
    assert "squared" in names(inside(op, "f"))


def test_what_is_saved_as_compiled_code_holds_nothing(call):
    message = call.graph.as_graph_def()
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        assert not has_inside(graph.get_operation_by_name("summed"))


def test_the_browser_is_told_what_opens(call):
    piece = protocol.unpacked(protocol.packed(call.graph))
    assert [piece["names"][number] for number in piece["insides"]] == ["summed"]
