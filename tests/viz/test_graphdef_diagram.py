"""A file that states its shapes is drawn as the graph that is made of it would be."""

import pytest

import graphlab as tf
from graphlab._src.proto.graph_heads import StoredGraph
from graphlab._src.viz import graphdef_diagram, protocol
from graphlab._src.viz.graphdef_diagram import sketch


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
    found = sketch(StoredGraph.of(graph_def).nodes)
    assert found is not None
    assert not found.shapeless
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
    described, expected = protocol.unpacked(found.piece), protocol.unpacked(protocol.packed(graph, alone=True))
    assert described.pop("graph") == found.uid
    expected.pop("graph")
    order = [described["names"].index(name) for name in expected["names"]]  # an import puts what is needed first
    place = {number: at for at, number in enumerate(order)}

    def moved(key, value):
        if key == "inputs":
            return [(place[op], output) for op, output in value]
        return [place[op] for op in value] if key == "controls" else value

    for key in ("names", "types", "devices", "inputs", "controls", "outputs", "attributes"):
        assert [moved(key, described[key][number]) for number in order] == expected[key], key


@pytest.mark.parametrize("change", ["no shapes", "unknown type", "unknown input", "unknown output", "twice"])
def test_a_file_that_states_too_little_has_no_sketch(graph_def, change):
    node = graph_def.node[-1] if change == "unknown type" else graph_def.node[0]
    if change == "no shapes":
        node = next(node for node in graph_def.node if node.name == "MatMul")
        del node.attr["_output_shapes"]
    elif change == "unknown type":
        node.op = "NobodyKnowsIt"
    elif change == "unknown input":
        node.input.append("nobody")
    elif change == "unknown output":
        node.input.append(f"{graph_def.node[0].name}:1")
    else:
        graph_def.node.append(node)
    assert sketch(StoredGraph.of(graph_def).nodes) is None


def test_a_large_file_without_shapes_is_drawn_with_those_that_its_attributes_have(graph_def, monkeypatch):
    for node in graph_def.node:
        node.attr.pop("_output_shapes", None)
    monkeypatch.setattr(graphdef_diagram, "INFERRED_UP_TO", 10)
    found = sketch(StoredGraph.of(graph_def).nodes)
    assert found is not None
    piece = protocol.unpacked(found.piece)
    dims = {name: [shape for _, shape in of] for name, of in zip(piece["names"], piece["outputs"], strict=True)}
    assert (dims["x"], dims["layer/w"], dims["MatMul"]) == (["?,4"], ["4,3"], ["*"])
    assert found.shapeless == sum("*" in of for of in dims.values())
    assert sketch(StoredGraph.of(graph_def).nodes, infers=True) is None
