"""The structure of a model in a static diagram: equal to what the live diagram finds, on the fixtures of the extension."""

import importlib.util
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import graphlab as tf
from graphlab._src.viz import dot, svg
from graphlab._src.viz.roles import SETTING
from graphlab._src.viz.still_diagram import boxes, leaves
from graphlab._src.viz.structure import Structure

FIXTURES = Path(__file__).parents[2] / "extension" / "tests" / "fixtures"
SPEC = importlib.util.spec_from_file_location("structures", FIXTURES / "structures.py")
assert SPEC is not None and SPEC.loader is not None
structures = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(structures)


@pytest.mark.parametrize("name", structures.MODELS)
def test_static_diagrams_have_the_structure_of_live_ones(name):
    expected = json.loads((FIXTURES / "structures.json").read_text(encoding="utf-8"))[name]
    graph = structures.graph_of(structures.MODELS[name])
    assert structures.structure(graph.get_operations()) == expected


def drawn(graph, depth=None, **options):
    """The DOT source of a graph, and its boxes without inner ones."""
    operations = graph.get_operations()
    structure = Structure(operations, **options)
    found = boxes(structure, operations, depth)
    return dot.source(structure, found), found


def ends(source):
    """`from → to label` of each edge."""
    found = re.findall(r'^\t+("[^"]+"|\S+) -> ("[^"]+"|\S+) \[label="? ?(.*?)"?(?: color.*)?\]$', source, re.MULTILINE)
    return {" ".join((start.strip('"'), "→", end.strip('"'), label)) for start, end, label in found}


def test_a_cond_is_its_predicate_its_branches_and_the_choice_between_them():
    with tf.Graph().as_default() as graph:
        x, y = (tf.placeholder(tf.float32, [4], name=name) for name in "xy")
        flag = tf.placeholder(tf.bool, [], name="flag")
        tf.cond(flag, lambda: tf.square(x, name="square"), lambda: y)
    source, _ = drawn(graph, 1)
    assert ends(source) == {
        "x → cond/square [4]",
        "cond/square → cond/Merge true",
        "y → cond/Merge false",
        "flag → cond/Merge predicate",
    }


def test_a_variable_in_no_scope_is_drawn_in_the_only_scope_that_uses_it():
    with tf.Graph().as_default() as graph:
        table = tf.get_variable("table", [8, 4])
        with tf.name_scope("embed"):
            tf.nn.embedding_lookup(table, tf.placeholder(tf.int32, [None]))
    assert Structure(graph.get_operations()).path(table.op) == "embed/table"


def test_a_recurrent_network_is_its_cell():
    with tf.Graph().as_default() as graph:
        words = tf.placeholder(tf.float32, [None, 5, 3], name="words")
        outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.BasicRNNCell(4), words, dtype=tf.float32)
        tf.nn.relu(outputs, name="out")
    source, found = drawn(graph)
    assert "Enter" not in source and "TensorArray" not in source and "Switch" not in source
    assert leaves(found) < 10
    assert {"rnn/transpose_1 → out ?×5×4", "words → rnn/transpose ?×5×3"} <= ends(source)


@pytest.mark.parametrize("rnn", ["dynamic", "static", "bidirectional"])
def test_lengths_of_sequences_and_zero_states_are_no_part_of_a_recurrent_network(rnn):
    with tf.Graph().as_default() as graph:
        words = tf.placeholder(tf.float32, [None, 5, 3], name="words")
        lengths = tf.placeholder(tf.int32, [None], name="lengths")
        cell = tf.nn.rnn_cell.LSTMCell(4)
        if rnn == "dynamic":
            outputs, _ = tf.nn.dynamic_rnn(cell, words, lengths, dtype=tf.float32)
        elif rnn == "static":
            steps = tf.unstack(words, axis=1)
            outputs, _ = tf.nn.static_rnn(cell, steps, dtype=tf.float32, sequence_length=lengths)
        else:
            back = tf.nn.rnn_cell.LSTMCell(4)
            outputs, _ = tf.nn.bidirectional_dynamic_rnn(cell, back, words, lengths, dtype=tf.float32)
        tf.nn.relu(outputs if rnn == "dynamic" else outputs[-1], name="out")
    source, found = drawn(graph, 9)
    for part in ("CheckSeqLen", "zeros", "ZeroState", "Min", "Max", "Equal", "Select", "/Merge"):
        assert part not in source
    assert [box.name for box in found if box.auxiliary] == ["lengths"]
    assert any(edge.startswith("words →") for edge in ends(source))
    assert any("→ out" in edge and not edge.startswith("words") for edge in ends(source))
    if rnn == "dynamic":
        assert any(re.match(r"rnn/while/.* → rnn/transpose_1 ", edge) for edge in ends(source)), "the cell's output"


def test_lengths_may_be_computed_by_any_number_of_operations():
    with tf.Graph().as_default() as graph:
        lengths = tf.placeholder(tf.int32, [None], name="lengths")
        length = lengths
        for _ in range(1500):
            length = tf.identity(length)
        words = tf.placeholder(tf.float32, [None, 5, 3])
        tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(4), words, length, dtype=tf.float32)
    structure = Structure(graph.get_operations())
    assert structure.is_hidden(length.op)
    assert structure.role(lengths.op) == SETTING


@pytest.mark.parametrize(("layers", "opens"), [(2, True), (15, False)])
def test_the_calls_of_one_network_open_together_where_they_fit(layers, opens):
    def network(x):
        with tf.variable_scope("critic", reuse=tf.AUTO_REUSE):
            for i in range(layers):
                x = tf.layers.dense(x, i + 2, name="abcdefghijklmno"[i])
        return x

    with tf.Graph().as_default() as graph:
        for name in ("real", "fake"):
            network(tf.placeholder(tf.float32, [None, 8], name=name))
    _, found = drawn(graph)
    assert [bool(box.inner) for box in found if box.name.startswith("critic")] == [opens, opens]


def test_the_variables_of_a_layer_in_a_name_scope_are_in_it():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 8], name="x")
        with tf.name_scope("head"):
            tf.nn.relu(tf.layers.dense(x, 4, name="fc"), name="out")
    source, found = drawn(graph, 1)
    assert [box.group.path for box in found] == ["x", "head"]
    assert r'label="fc\nkernel 8×4 · bias [4]"' in source


def test_a_network_that_shares_variables_says_so_in_place_of_an_edge():
    source, _ = drawn(structures.graph_of(structures.gan))
    assert not any(edge.startswith("judge") and "→ judge_1" in edge for edge in ends(source))
    assert "variables of judge/hidden" in source


def test_layers_have_no_edges_to_a_sum_of_their_penalties_with_another_loss():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        for name in ("first", "second"):
            x = tf.layers.dense(x, 4, kernel_regularizer=tf.keras.regularizers.l2(1e-4), name=name)
        tf.losses.mean_squared_error(tf.zeros([1, 4]), x)
        tf.losses.get_total_loss()
    source, _ = drawn(graph)
    assert [edge for edge in ends(source) if "→ total_loss" in edge] == ["mean_squared_error/value → total_loss scalar"]


def test_plumbing_that_is_highlighted_is_drawn():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        tf.reshape(x, [tf.shape(x, name="of_x")[0], 2, 2], name="out")
    assert "of_x" not in drawn(graph)[0]
    assert "of_x" in drawn(graph, shown=[graph.get_operation_by_name("of_x")])[0]


def test_what_says_how_a_model_runs_is_auxiliary():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        tf.layers.dropout(x, training=tf.placeholder(tf.bool, [], name="is_training"))
    _, found = drawn(graph)
    assert [box.group.path for box in found if box.auxiliary] == ["is_training"]


@pytest.mark.skipif(not svg.rendered("digraph {}", 5), reason="Graphviz's dot is optional")
def test_edges_do_not_run_through_the_titles_of_scopes():
    with tf.Graph().as_default() as graph:
        y = tf.placeholder(tf.float32, [None, 4], name="x")
        for name in ("features", "a_scope_with_a_long_name"):
            with tf.name_scope(name):
                y = tf.nn.relu(tf.square(y))
    operations = graph.get_operations()
    structure = Structure(operations)
    diagram = svg.drawing(structure, boxes(structure, operations, 1), (), None, 5)
    assert diagram is not None and svg.crossed_titles(diagram) == []
    assert "features" in {(one.text or "").strip() for one in ElementTree.fromstring(diagram).iter()}
