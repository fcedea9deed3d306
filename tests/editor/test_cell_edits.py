"""Edits of the lines of a %%graph cell: sources before and after, and what is refused."""

from typing import Any

import pytest

from graphlab._src.editor.cell_edits import scope_form
from tests.editor.conftest import changes

CELL = """\
%%graph
# a network
x = tf.placeholder(tf.float32, [None, 4], name="x")  # the input

with tf.name_scope("body"):
    h = tf.layers.dense(
        x,
        8,  # units
        activation=tf.nn.relu,
        name="hidden",
    )
    z = tf.nn.relu(h)  # twice
# the end
y = tf.layers.dense(z, 2, name="out")
s = tf.reduce_sum(tf.square(y), name="s") + 1.0"""
HIDDEN = "body/hidden/MatMul"


@pytest.fixture
def network(notebook):
    assert notebook.run(CELL) is None, notebook.outputs
    return notebook


def test_rename_changes_the_name_of_the_call(network):
    assert changes(CELL, network.edit(HIDDEN, "rename", name="first")) == [
        '-         name="hidden",',
        '+         name="first",',
    ]


def test_rename_adds_a_name_where_the_call_has_none(network):
    after = network.edit("body/Relu", "rename", name="again")
    assert changes(CELL, after) == [
        "-     z = tf.nn.relu(h)  # twice",
        '+     z = tf.nn.relu(h, name="again")  # twice',
    ]


def test_rename_of_the_variable_renames_it_wherever_the_cell_uses_it(network):
    after = network.edit(HIDDEN, "rename", name="hidden", variable="first")
    assert changes(CELL, after) == [
        "-     h = tf.layers.dense(",
        "+     first = tf.layers.dense(",
        "-     z = tf.nn.relu(h)  # twice",
        "+     z = tf.nn.relu(first)  # twice",
    ]


def test_rename_refuses_names_that_are_taken_or_are_none(network):
    assert network.refusal(HIDDEN, "rename", name="Relu").startswith(
        "The name 'body/Relu' is taken by 'body/Relu' (cell ["
    )
    assert "is no name of a node" in network.refusal(HIDDEN, "rename", name="a b")
    assert "variable y already in line 14" in network.refusal(HIDDEN, "rename", name="first", variable="y")
    assert "made by an operator" in network.refusal("add", "rename", name="total")


def test_a_scope_is_renamed_in_its_block_and_where_it_is_entered_again(notebook):
    cell = """\
%%graph
with tf.name_scope("a"):
    p = tf.constant(1.0, name="p")
with tf.name_scope('a/'):  # again
    q = tf.sqrt(p, name="q")"""
    notebook.run(cell)
    graph = notebook.names["graph"]
    found: Any = scope_form(graph, "a", notebook.shell)
    assert (found["kinds"], found["line"], found["name"]) == (["rename"], 2, "a")
    assert notebook.edit("a/p", "rename", path="a", name="b") == cell.replace('"a"', '"b"').replace("'a/'", "'b/'")
    assert scope_form(graph, "a/p", notebook.shell) is None


def test_a_layer_is_edited_by_its_scope(network):
    found: Any = scope_form(network.names["graph"], "body/hidden", network.shell)
    assert (found["name"], found["variable"], found["line"]) == ("hidden", "h", 6)


def test_arguments_are_changed_added_and_removed_with_their_layout(network):
    after = network.edit(HIDDEN, "arguments", arguments={"units": "16", "activation": "", "use_bias": "False"})
    assert changes(CELL, after) == [
        "-         8,  # units",
        "-         activation=tf.nn.relu,",
        "+         16,  # units",
        "+         use_bias=False,",
    ]


def test_an_edit_that_the_cell_can_not_be_built_with_is_refused(network):
    assert network.refusal(HIDDEN, "arguments", arguments={"units": "-1"}) == (
        "The cell would fail in line 6: ValueError: Dimension -1 must be >= 0"
    )
    assert network.refusal(HIDDEN, "arguments", arguments={"units": "8 +"}) == "'8 +' is no Python expression"
    assert network.refusal(HIDDEN, "arguments", arguments={"units": ""}) == "tf.layers.dense needs its argument `units`"
    assert "has no argument `unit` (line 6: h = tf.layers.dense( …)" in network.refusal(
        HIDDEN, "arguments", arguments={"unit": "2"}
    )


def test_a_trial_leaves_graph_names_and_random_numbers_as_they_are(network):
    names, graph = dict(network.names), network.names["graph"]
    count = graph.version
    network.edit(HIDDEN, "arguments", arguments={"units": "16"})
    assert network.names == names and graph.version == count and network.names["graph"] is graph


def test_of_a_cell_that_does_more_than_build_only_the_call_is_tried(notebook):
    notebook.run("runs = []")
    cell = '%%graph\nx = tf.ones([2, 3], name="x")\nruns.append(1)\ny = tf.reduce_sum(x, 1, name="y")'
    notebook.run(cell)
    assert 'tf.reduce_sum(x, 0, name="y")' in notebook.edit("y", "arguments", arguments={"axis": "0"})
    assert "The line would fail: ValueError" in notebook.refusal("y", "arguments", arguments={"axis": "5"})
    assert notebook.names["runs"] == [1]


def test_move_into_a_scope_and_out_of_it(network):
    assert changes(CELL, network.edit("body/Relu", "move", scope="body/deep")) == [
        "-     z = tf.nn.relu(h)  # twice",
        '+     with tf.name_scope("deep"):',
        "+         z = tf.nn.relu(h)  # twice",
    ]
    assert changes(CELL, network.edit("body/Relu", "move", scope="")) == [
        "-     z = tf.nn.relu(h)  # twice",
        "+ z = tf.nn.relu(h)  # twice",
    ]


def test_move_joins_the_block_beside_it_and_enters_a_distant_scope_again(network):
    assert network.edit("out/MatMul", "move", scope="body").split("\n")[11:14] == [
        "    z = tf.nn.relu(h)  # twice",
        "    # the end",
        '    y = tf.layers.dense(z, 2, name="out")',
    ]
    assert 'with tf.name_scope("body/"):\n    s = ' in network.edit("add", "move", scope="body")


def test_move_out_of_a_scope_is_refused_where_the_order_would_break(notebook):
    cell = (
        "%%graph\nwith tf.name_scope('a'):\n    p = tf.constant(1.0, name='p')\n    q = tf.sqrt(p, name='q')\n"
        "    r = tf.exp(q, name='r')"
    )
    notebook.run(cell)
    assert notebook.refusal("a/q", "move", scope="") == (
        "The line uses p of its scope, and line 5 there use what it makes: it can't leave the scope"
    )


def test_rewire_takes_another_tensor_that_was_made_before(network):
    assert changes(CELL, network.edit("out/MatMul", "rewire", input="inputs", tensor="h"))[1] == (
        '+ y = tf.layers.dense(h, 2, name="out")'
    )
    assert network.refusal("body/Relu", "rewire", input="features", tensor="y") == (
        "'out/BiasAdd:0' is made in line 14, after line 12, which would use it"
    )
    assert changes(CELL, network.edit("add", "rewire", input="left", tensor="y"))[1] == "+ s = y + 1.0"


def test_delete_names_the_lines_that_need_it(network):
    assert network.refusal("body/Relu", "delete") == "'body/Relu' can't be deleted: z is used in line 14"
    assert "is a part of line 15" in network.refusal("s", "delete")
    assert changes(CELL, network.edit("add", "delete")) == ['- s = tf.reduce_sum(tf.square(y), name="s") + 1.0']


def test_delete_of_a_step_between_two_assignments_of_one_variable(notebook):
    cell = "%%graph\nh = tf.ones([2], name='h')\n# a comment\nh = tf.nn.dropout(h, 0.5, name='drop')\nh = tf.exp(h, name='e')"
    notebook.run(cell)
    assert notebook.edit("drop/mul_1", "delete") == (
        "%%graph\nh = tf.ones([2], name='h')\n# a comment\nh = tf.exp(h, name='e')"
    )


@pytest.mark.parametrize(
    ("cell", "name", "why"),
    [
        ("%%graph\nfor i in range(2):\n    a = tf.constant(1.0, name='a')", "a", "is made in a loop (line 3: a = "),
        ("%%graph\na = [tf.constant(i, name='a') for i in range(2)]", "a", "is made in a comprehension"),
        (
            "%%graph\ndef f():\n    return tf.constant(1.0, name='a')\nf(), f()",
            "a",
            "is made in the function f, which is called several times",
        ),
        ("%%graph\na = tf.constant(1.0, name='a'); b = a", "a", "Line 2 has several statements"),
    ],
)
def test_lines_that_are_no_plain_call_are_refused(notebook, cell, name, why):
    notebook.run(cell)
    assert why in notebook.refusal(name, "delete")


def test_a_function_that_is_called_once_can_be_edited(notebook):
    notebook.run("%%graph\ndef f():\n    return tf.constant(1.0, name='a')\nf()")
    assert "return tf.constant(1.0, name='b')" in notebook.edit("a", "rename", name="b")


def test_other_cells_are_refused(notebook):
    notebook.run("%%graph\na = tf.constant(1.0, name='a')")
    notebook.run("b = tf.constant(1.0, name='b')")
    assert "which is no %%graph cell: running it again would build a copy" in notebook.refusal("b", "rename", name="c")


def test_lines_with_magics_and_blank_lines_keep_their_place(notebook):
    cell = "%%graph\n\n%matplotlib inline\né = 'äöü'; a = tf.constant(1.0, name='a')  # ü"
    notebook.run("%%graph\n\na = tf.constant(1.0, name='a')")
    assert str(notebook.names["a"].op.source).endswith("line 3")
    notebook.run(cell.replace("%matplotlib inline", "%time None"))
    after = notebook.edit("a", "rename", name="b")
    assert after == cell.replace("%matplotlib inline", "%time None").replace("name='a'", "name='b'")
