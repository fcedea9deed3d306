"""What goes to the browser: columns, compressed, from any cursor on."""

import json

import pytest

import graphlab as tf
from graphlab.viz import protocol


def small_graph():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 784], name="x")
        with tf.name_scope("hidden"), tf.device("/cpu:0"):
            y = tf.identity(x, name="y")
        tf.group(y, name="done")
    return graph


def test_piece_holds_one_column_per_property():
    piece = protocol.piece(small_graph())
    strings = piece["strings"]
    assert (piece["version"], piece["from"], piece["to"]) == (1, 0, 3)
    assert piece["ids"] == [0, 1, 2]
    assert piece["names"] == ["x", "hidden/y", "done"]
    assert [strings[i] for i in piece["types"]] == ["Placeholder", "Identity", "NoOp"]
    assert [strings[i] for i in piece["devices"]] == ["", "/device:CPU:0", "/device:CPU:0"]
    assert piece["inputs"] == [0, 1, 0, 0, 0]  # none; one: output 0 of operation 0; none
    assert piece["controls"] == [0, 0, 1, 1]
    count, dtype, shape = piece["outputs"][:3]
    assert (count, strings[dtype], strings[shape]) == (1, "float32", "?,784")
    shown = [strings[i] for i in piece["attributeSets"][piece["attributes"][0]]]
    assert shown == ["dtype", "float32", "shape", "(?, 784)"]


def test_source_is_a_file_and_a_line_outside_a_notebook():
    piece = protocol.piece(small_graph())
    cell, file, line = piece["sources"][:3]
    assert cell == -1
    assert piece["strings"][file].endswith("test_protocol.py")
    assert line > 0


def test_piece_from_a_cursor_holds_what_is_new_and_what_changed():
    graph = small_graph()
    cursor = len(graph.log)
    with graph.as_default():
        tf.no_op(name="later")
    graph.get_operations()[0].outputs[0].set_shape([32, 784])
    piece = protocol.piece(graph, cursor)
    assert (piece["from"], piece["to"]) == (cursor, len(graph.log))
    assert sorted(piece["names"]) == ["later", "x"]
    assert "32,784" in piece["strings"]


def test_nothing_new_is_an_empty_piece():
    graph = small_graph()
    assert protocol.piece(graph, len(graph.log))["ids"] == []


@pytest.mark.parametrize("size", [1, 1000])
def test_packed_piece_is_json_and_deflated_when_large(size):
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(size):
            tf.no_op()
    data = protocol.packed(graph)
    assert data.startswith(b"{") == (size == 1)
    assert protocol.unpacked(data) == json.loads(json.dumps(protocol.piece(graph)))


def test_attributes_of_a_large_graph_stay_in_the_kernel():
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(protocol.ATTRIBUTES_UP_TO + 1):
            tf.no_op()
    assert set(protocol.piece(graph)["attributes"]) == {-1}


def test_shapes_are_written_short():
    assert protocol.shape_code(tf.TensorShape(None)) == "*"
    assert protocol.shape_code(tf.TensorShape([])) == ""
    assert protocol.shape_code(tf.TensorShape([None, 3])) == "?,3"
