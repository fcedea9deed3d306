"""The copies of operations that runs execute for calls of functions: in order, made once, dropped with their graph."""

import gc
import weakref

import pytest

import graphlab as tf
from graphlab._src.compiler.control_flow.operation_copies import OperationCopy
from tests.io.functional_graph import FEEDS, NAMES
from tests.io.test_functions import GRAPH_DEF


def run_calls():
    """A graph that calls functions in branches and loops, once it has run."""
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(GRAPH_DEF, name="")
        with tf.Session() as session:
            session.run("w/Assign")
            session.run(NAMES, FEEDS[0])
    return graph


def copies_in(graph):
    return {made for made in _flat(graph.operation_copies.values()) if isinstance(made, OperationCopy)}


def _flat(items):
    for item in items:
        members = getattr(item, "members", None)
        yield from (
            members if members is not None else [tensor.op for tensor in item] if isinstance(item, list) else [item]
        )


@pytest.fixture(scope="module")
def graph():
    return run_calls()


def test_each_copy_comes_right_after_its_call(graph):
    copies = copies_in(graph)
    assert copies
    for copy in copies:
        call = graph.get_operations()[copy.id]
        assert call.order < copy.order < (copy.id + 1,)
    assert len({copy.order for copy in copies}) == len(copies)


def test_a_copy_comes_after_its_inputs(graph):
    copies = copies_in(graph)
    for copy in copies:
        for tensor in copy.inputs:
            if tensor.op in copies:
                assert tensor.op.order < copy.order


def test_another_run_finds_the_same_copies(graph):
    before = copies_in(graph)
    with tf.Session(graph=graph) as session:
        session.run("w/Assign")
        session.run(NAMES, FEEDS[0])
    assert copies_in(graph) == before


def test_a_graph_drops_its_copies_with_itself():
    left = weakref.ref(next(iter(copies_in(run_calls()))))
    gc.collect()
    assert left() is None
