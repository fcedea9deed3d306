"""What two graphs differ in, found by names first and by what is computed where names have changed."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graphlab as tf
from graphlab._src.cli.file_contents import UnreadableError
from graphlab._src.viz.diff import diff


def net(layers, activation=tf.nn.relu, size=8):
    with tf.Graph().as_default() as graph:
        h = tf.placeholder(tf.float32, [None, 4], name="x")
        for name in layers:
            h = tf.layers.dense(h, size, activation=activation, name=name)
        loss = tf.reduce_mean(tf.square(h), name="loss")
        tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    return graph


def names(operations):
    return [op.name for op in operations]


def test_equal_graphs_have_no_difference():
    found = diff(net(["a", "b"]), net(["a", "b"]))
    assert not found
    assert repr(found) == f"Diff: no difference, {found.after.version} operations"


def test_constants_that_repeat_one_text_are_compared():
    graphs = []
    for text in ("a", "a", "b"):
        with tf.Graph().as_default() as graph:
            tf.constant(text, shape=[1000], name="words")
        with tf.Graph().as_default() as found:
            tf.import_graph_def(graph.as_graph_def(), name="")
        graphs.append(found)
    assert not diff(*graphs[:2])
    assert [str(change).split()[0] for change in diff(*graphs[1:]).changed] == ["words"]


def test_a_layer_more_is_added_and_its_neighbours_are_changed():
    found = diff(net(["a"]), net(["a", "b"]))
    assert not found.removed
    assert {name.split("/")[0] for name in names(found.added)} == {"b", "gradients", "GradientDescent"}
    changes = {change.after.name: change.what for change in found.changed}
    assert ("input 0", "a/Relu", "b/Relu") in changes["Square"]
    assert "b/ (" in repr(found)
    assert "Square  input 0: a/Relu → b/Relu" in repr(found)


def test_a_scope_that_was_renamed_keeps_what_is_in_it():
    found = diff(net(["a", "b"]), net(["a", "c"]))
    assert not found.added
    assert not found.removed
    assert not found.changed
    assert {(ours.name, theirs.name) for ours, theirs in found.renamed.items()} >= {("b/MatMul", "c/MatMul")}
    assert "  b → c\n".strip() in repr(found)


def test_equal_layers_that_are_both_renamed_stay_apart():
    found = diff(net(["a", "b"], size=4), net(["u", "v"], size=4))
    matched = {ours.name: theirs.name for ours, theirs in found.renamed.items()}
    assert {matched["a/MatMul"], matched["a/kernel"].split("/")[0]} == {"u/MatMul", "u"}
    assert matched["b/MatMul"] == "v/MatMul"
    assert not found.added


def test_what_changed_is_said_of_types_attributes_shapes_devices_and_order():
    def graph(device, transpose, wait, kind):
        with tf.Graph().as_default() as made:
            x = tf.placeholder(tf.float32, [3, 3], name="x")
            with tf.device(device):
                y = tf.matmul(x, x, transpose_a=transpose, name="y")
            with tf.control_dependencies([y] if wait else []):
                kind(x, name="z")
            tf.constant([1.0, 2.0] if wait else [1.0], name="c")
        return made

    found = diff(graph("", False, False, tf.nn.relu), graph("/cpu:0", True, True, tf.nn.elu))
    changes = {change.after.name: change.what for change in found.changed}
    assert ("transpose_a", "False", "True") in changes["y"]
    assert ("device", "none", "/device:CPU:0") in changes["y"]
    assert ("type", "Relu", "Elu") in changes["z"]
    assert ("control inputs", "none", "y") in changes["z"]
    assert ("output", "float32 [1]", "float32 [2]") in changes["c"]


def test_large_constants_that_differ_where_no_text_shows_it_are_found():
    def graph(last):
        with tf.Graph().as_default() as made:
            tf.constant(np.r_[np.zeros(99), last].astype(np.float32), name="c")
        return made

    (change,) = diff(graph(1), graph(2)).changed
    assert change.what[0][2].endswith("other values")


def test_texts_are_compared_as_other_constants_are():
    def words(name, text):
        with tf.Graph().as_default() as graph:
            tf.constant(text, name=name)
        return graph

    assert not diff(words("a", b"x"), words("a", b"x"))
    assert diff(words("a", b"x"), words("a", b"y")).changed


def test_files_and_messages_are_taken_too(tmp_path):
    graph = net(["a"])
    tf.train.write_graph(graph, str(tmp_path), "a.pb", as_text=False)
    tf.train.write_graph(graph, str(tmp_path), "a.pbtxt")
    with graph.as_default():
        tf.train.export_meta_graph(str(tmp_path / "a.meta"))
    assert not diff(tmp_path / "a.pb", str(tmp_path / "a.pbtxt"))
    assert not diff(graph.as_graph_def(), tmp_path / "a.meta")
    (tmp_path / "no.pb").write_bytes(b"no graph at all")
    with pytest.raises(UnreadableError, match="is no GraphDef"):
        diff(graph, tmp_path / "no.pb")
    with pytest.raises(ValueError, match="There is no diagram of 3"):
        diff(graph, 3)


def test_the_diagram_holds_both_graphs_and_marks_which_is_whose():
    found = diff(net(["a"], tf.nn.relu), net(["a"], tf.nn.elu))
    graph, copies = found.merged
    assert {"a/Relu", "a/Elu", "x"} <= set(names(graph.get_operations()))
    message = found.message()
    at = {op.name: op.id for op in graph.get_operations()}
    assert [at["a/Elu"], [at["a/Elu"]], []] in message["added"]
    assert [at["a/Relu"], [at["a/Relu"]], []] in message["removed"]
    assert [at["Square"], [at["Square"]], ["input 0: a/Relu → a/Elu"]] in message["changed"]
    gone = copies[found.before.get_operation_by_name("a/Relu")]
    assert [tensor.op.name for tensor in gone.inputs] == ["a/BiasAdd"]
    assert found.before.get_operations()[message["sides"][0]["alone"][0]].name == "a/Relu"


def test_loops_are_compared_and_drawn_together():
    def graph(limit):
        with tf.Graph().as_default() as made:
            tf.while_loop(lambda i: i < limit, lambda i: i + 1, [tf.constant(0)], name="loop")
        return made

    found = diff(graph(3), graph(4))
    assert names(change.after for change in found.changed) == ["loop/Less/y"]
    merge = found.merged[0].get_operation_by_name("loop/Merge")
    assert names(tensor.op for tensor in merge.inputs) == ["loop/Enter", "loop/NextIteration"]


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_what_was_added_and_renamed_is_found_in_random_graphs(seed):
    chance = random.Random(seed)

    def build(prefix, extra):
        chance.seed(seed)
        with tf.Graph().as_default() as graph:
            tensors = [tf.placeholder(tf.float32, [2, i + 1], name=f"x{i}") for i in range(3)]
            for i in range(12):
                taken = chance.choice(tensors)
                scope = f"{prefix}{i % 4}"
                made = chance.choice([tf.nn.relu, tf.tanh, tf.exp, tf.square])(taken, name=f"{scope}/op{i}")
                tensors.append(made)
            for i in range(extra):
                tf.add(tensors[i], 1.0, name=f"more/add{i}")
        return graph

    before, after = build("a", 0), build("b", 2)
    found = diff(before, after)
    assert not found.removed
    assert not found.changed
    assert {op.name.split("/")[0] for op in found.added} == {"more"}
    assert {(a.type, b.type) for a, b in found.pairs.items()} == {(a.type, a.type) for a in before.get_operations()}
    leaves = {(a.name.split("/")[-1], b.name.split("/")[-1]) for a, b in found.renamed.items()}
    assert all(ours == theirs for ours, theirs in leaves)


def test_the_message_names_whole_scopes():
    message = diff(net(["a", "b"]), net(["a", "c", "d"])).message()
    (layer,) = [entry for entry in message["added"] if entry[0] == "d/"]
    assert len(layer[1]) > 5
    assert ["c/", ["was b"]] in [[at, what] for at, _, what in message["renamed"]]
    assert ["b", "c"] in message["scopes"]
