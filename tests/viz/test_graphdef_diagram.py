"""A file that states its shapes is drawn as the graph that is made of it would be."""

import pytest

import graphlab as tf
from graphlab._src.viz import protocol
from graphlab._src.viz.graphdef_diagram import graph_def_piece


@pytest.fixture
def graph_def():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        w = tf.get_variable("layer/w", [4, 3], use_resource=False)
        with tf.device("/cpu:0"):
            parts = tf.split(tf.matmul(x, w), 3, axis=1)
        loss = tf.while_loop(lambda s: s < 10.0, lambda s: s + tf.reduce_sum(parts[1]), [tf.reduce_mean(parts[2])])
        with tf.control_dependencies([tf.Print(loss, [loss])]):
            tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(loss))
        return graph.as_graph_def(add_shapes=True)


def test_a_sketch_says_what_the_graph_would(graph_def):
    sketch = graph_def_piece(graph_def)
    assert sketch is not None
    uid, piece = sketch
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
    described, expected = protocol.unpacked(piece), protocol.unpacked(protocol.packed(graph, alone=True))
    assert described.pop("graph") == uid
    expected.pop("graph")
    order = [described["names"].index(name) for name in expected["names"]]  # an import puts what is needed first
    place = {number: at for at, number in enumerate(order)}

    def moved(key, value):
        if key == "inputs":
            return [(place[op], output) for op, output in value]
        return [place[op] for op in value] if key == "controls" else value

    for key in ("names", "types", "devices", "inputs", "controls", "outputs", "attributes"):
        assert [moved(key, described[key][number]) for number in order] == expected[key], key


@pytest.mark.parametrize("change", ["no shapes", "unknown type", "unknown input", "twice"])
def test_a_file_that_states_too_little_has_no_sketch(graph_def, change):
    node = graph_def.node[-1] if change == "unknown type" else graph_def.node[0]
    if change == "no shapes":
        del node.attr["_output_shapes"]
    elif change == "unknown type":
        node.op = "NobodyKnowsIt"
    elif change == "unknown input":
        node.input.append("nobody")
    else:
        graph_def.node.append(node)
    assert graph_def_piece(graph_def) is None
