"""A run that fails marks its operation; a cell that builds the same again is reported."""

from types import SimpleNamespace

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.viz import commands, live
from graphlab._src.viz.failures import failure_of, show_failure


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.identity(x, name="y")
        yield graph


def failure(graph, fetches, feed_dict=None):
    with pytest.raises(Exception) as raised:
        tf.Session(graph=graph).run(fetches, feed_dict)
    message = failure_of(raised.value, graph)
    assert message is not None
    return message


def test_failure_names_the_operation_the_text_and_the_fix(graph):
    message = failure(graph, "y:0")
    assert message["name"] == "x"
    assert message["kind"] == "InvalidArgumentError"
    assert message["text"].startswith("You must feed a value for placeholder tensor 'x'")
    assert message["fix"] == "pass feed_dict={x: value} to run()"
    assert message["fetches"] == [graph.get_operation_by_name("y").id]


def test_feed_of_the_wrong_shape_marks_what_it_was_for(graph):
    message = failure(graph, "y:0", {"x:0": np.ones(3)})
    assert message["name"] == "x"
    assert message["feeds"] == [[graph.get_operation_by_name("x").id, 0]]


def test_failure_of_another_graph_marks_nothing(graph):
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        tf.Session(graph=graph).run("y:0")
    assert failure_of(raised.value, tf.Graph()) is None
    assert failure_of(ValueError("of something else"), graph) is None
    assert failure_of(None, graph) is None


def test_page_that_loads_after_the_failure_gets_it(graph):
    session, heard = tf.Session(graph=graph), []
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        session.run("y:0")
    view = live.View(graph, SimpleNamespace(send=heard.append))
    loads = {"type": "sync", "cursor": len(graph.log)}
    commands.answer(view, loads)
    assert heard == []
    show_failure(view, SimpleNamespace(error_in_exec=raised.value))
    commands.answer(view, loads)
    assert [message["name"] for message in heard] == ["x", "x"]
    session.run("y:0", {"x:0": np.ones((1, 2))})
    commands.answer(view, loads)
    assert heard[2:] == [{"type": "error", "op": None}] * 2


def test_next_run_that_succeeds_is_reported_once():
    with tf.Graph().as_default():
        one = tf.constant(1.0)
        session = tf.Session()
        calls = []
        session.after_next_success(lambda: calls.append(True))
        with pytest.raises(tf.errors.InvalidArgumentError):
            session.run(tf.placeholder(tf.float32, name="p"))
        assert not calls
        assert [session.run(one), session.run(one)] == [1.0, 1.0]
        assert calls == [True]
