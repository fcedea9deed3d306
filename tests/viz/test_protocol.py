"""What goes to the browser: columns, compressed, from any cursor on."""

import zlib
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphlab as tf
from graphlab._src.viz import columns, protocol


def small_graph():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 784], name="x")
        with tf.name_scope("hidden"), tf.device("/cpu:0"):
            y = tf.identity(x, name="y")
        tf.group(y, name="done")
    return graph


def read(graph, since=0, alone=False):
    return protocol.unpacked(protocol.packed(graph, since, alone))


def test_piece_holds_one_column_per_property():
    piece = read(small_graph())
    assert (piece["version"], piece["from"], piece["to"]) == (3, 0, 3)
    assert piece["ids"] == [0, 1, 2]
    assert piece["names"] == ["x", "hidden/y", "done"]
    assert piece["types"] == ["Placeholder", "Identity", "NoOp"]
    assert piece["devices"] == ["", "/device:CPU:0", "/device:CPU:0"]
    assert piece["inputs"] == [[], [(0, 0)], []]
    assert piece["controls"] == [[], [], [1]]
    assert piece["outputs"] == [[("float32", "?,784")], [("float32", "?,784")], []]
    assert piece["attributes"][0] == {"dtype": "float32", "shape": "(?, 784)"}


def test_source_is_a_file_and_a_line_outside_a_notebook():
    cell, file, line = read(small_graph())["sources"][0]
    assert cell == -1
    assert file.endswith("test_protocol.py")
    assert line > 0


def test_piece_of_its_own_has_no_lines_of_code_and_all_attributes(monkeypatch):
    monkeypatch.setattr(protocol, "ATTRIBUTES_UP_TO", 0)
    piece = read(small_graph(), alone=True)
    assert set(piece["sources"]) == {(-1, "", 0)}
    assert None not in piece["attributes"]


def test_piece_from_a_cursor_holds_what_is_new_and_what_changed():
    graph = small_graph()
    cursor = len(graph.log)
    with graph.as_default():
        tf.no_op(name="later")
    graph.get_operations()[0].outputs[0].set_shape([32, 784])
    piece = read(graph, cursor)
    assert (piece["from"], piece["to"]) == (cursor, len(graph.log))
    assert dict(zip(piece["names"], piece["outputs"], strict=True)) == {"later": [], "x": [("float32", "32,784")]}


def test_nothing_new_is_an_empty_piece():
    graph = small_graph()
    assert read(graph, len(graph.log))["ids"] == []


@pytest.mark.parametrize("size", [1, 1000])
def test_packed_piece_is_deflated_when_large(size):
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(size):
            tf.no_op()
    data = protocol.packed(graph)
    assert data.startswith(columns.MAGIC) == (size == 1)
    assert read(graph)["names"] == [op.name for op in graph.get_operations()]


def test_piece_of_another_version_is_refused():
    with pytest.raises(ValueError, match="protocol 3, the piece was written as 1"):
        protocol.unpacked(columns.write({"version": 1}, {}))
    with pytest.raises(ValueError, match="not columns"):
        protocol.unpacked(zlib.compress(b'{"version":1}'))


def test_attributes_of_a_large_graph_stay_in_the_kernel():
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(protocol.ATTRIBUTES_UP_TO + 1):
            tf.no_op()
    assert set(read(graph)["attributes"]) == {None}


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=6), st.lists(st.integers(-(2**31), 2**31 - 1), max_size=40), max_size=4))
def test_columns_are_read_as_they_were_written(written):
    header, read = columns.read(columns.write({"what": "é\U0001f600"}, written))
    assert header == {"what": "é\U0001f600"}
    assert {name: numbers.tolist() for name, numbers in read.items()} == written


# What TensorFlow accepts as a name, and what a graph of another program may hold.
NAMES = st.text(st.sampled_from("ab/é\U0001f600\n\0\ud800<"), max_size=9)


@st.composite
def operations(draw):
    """Operations as the protocol sees them: of any names, with any edges, also backwards and in loops."""
    ops = [
        SimpleNamespace(
            id=number,
            name=name,
            definition=None,
            attrs={},
            device=draw(NAMES),
            frames=((), None),
        )
        for number, name in enumerate(draw(st.lists(NAMES, unique=True, max_size=12)))
    ]
    for op in ops:
        op.type = draw(NAMES)
        dims = st.none() | st.lists(st.none() | st.integers(0, 2**40), max_size=3).map(tuple)
        op.outputs = [
            SimpleNamespace(op=op, value_index=index, dtype=tf.float32, dims=draw(dims))
            for index in range(draw(st.integers(0, 3)))
        ]
        op.graph = SimpleNamespace(functions={})
    tensors = [tensor for op in ops for tensor in op.outputs]
    for op in ops:
        op.inputs = draw(st.lists(st.sampled_from(tensors), max_size=4)) if tensors else []
        op.control_inputs = draw(st.lists(st.sampled_from(ops), max_size=4))
    return ops


@pytest.mark.slow
@given(operations())
def test_any_graph_comes_out_as_it_went_in(ops):
    piece = protocol.unpacked(protocol.encode("any", ops, 0, len(ops)))
    assert piece["ids"] == [op.id for op in ops]
    assert piece["names"] == [op.name for op in ops]
    assert piece["types"] == [op.type for op in ops]
    assert piece["devices"] == [op.device for op in ops]
    assert piece["inputs"] == [[(tensor.op.id, tensor.value_index) for tensor in op.inputs] for op in ops]
    assert piece["controls"] == [[other.id for other in op.control_inputs] for op in ops]
    assert piece["outputs"] == [[("float32", protocol.shape_code(tensor.dims)) for tensor in op.outputs] for op in ops]


def test_shapes_are_written_short():
    assert protocol.shape_code(None) == "*"
    assert protocol.shape_code(()) == ""
    assert protocol.shape_code((None, 3)) == "?,3"
