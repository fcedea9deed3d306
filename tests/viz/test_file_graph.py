"""The graph of a file is shown as the Graph that is made of it would be, with the same numbers for its operations."""

import itertools

import pytest

import graphlab as tf
from graphlab._src.proto.graph_heads import StoredGraph
from graphlab._src.viz import commands, svg
from graphlab._src.viz.file_graph import FileGraph, opened
from graphlab._src.viz.live import View
from graphlab._src.viz.outline import outline


@pytest.fixture(params=["shapes", "loop"])
def graph_def(request):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        if request.param == "loop":
            x = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * 2.0), [0, x])[1]
        for layer in range(4):
            x = tf.layers.dense(x, 4, tf.nn.relu, name=f"layer_{layer}")
        with tf.control_dependencies([tf.Print(x, [x])]):
            tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(x, name="loss"))
        return graph.as_graph_def(add_shapes=True)


def test_text_and_still_diagram_are_those_of_the_graph(graph_def):
    shown = opened(StoredGraph.of(graph_def))
    assert isinstance(shown, FileGraph)
    assert outline(shown) == outline(shown.whole)
    assert outline(shown, "layer_0", 1) == outline(shown.whole, "layer_0", 1)
    assert svg.fallback(shown, {}) == svg.fallback(shown.whole, {})


def test_operations_have_the_numbers_of_those_of_the_graph(graph_def):
    shown = opened(StoredGraph.of(graph_def))
    assert isinstance(shown, FileGraph)
    for op, made in itertools.zip_longest(shown.get_operations(), shown.whole.get_operations()):
        assert (op.id, op.name) == (made.id, made.name)


def test_a_command_makes_the_graph_and_what_only_looks_does_not(graph_def):
    shown, sent = opened(StoredGraph.of(graph_def)), []
    assert isinstance(shown, FileGraph)

    class Widget:
        def send(self, message, buffers=None):
            sent.append(message)

    view = View(shown, Widget())
    for content in ({"type": "confirm", "cursor": shown.version}, {"type": "watch-sync"}, {"type": "overlays"}):
        commands.answer(view, content)
    assert shown.made is None
    number = shown.operations_by_name["layer_0/MatMul"].id
    commands.answer(view, {"type": "attributes", "op": number})
    assert sent[-1]["texts"][:2] == ["T", "float32"]
    assert shown.made is shown.whole


def test_a_file_that_names_what_comes_later_is_a_graph(graph_def):
    nodes = list(graph_def.node)
    del graph_def.node[:]
    graph_def.node.extend(reversed(nodes))
    assert isinstance(opened(StoredGraph.of(graph_def)), tf.Graph)
