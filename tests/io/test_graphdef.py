"""GraphDefs in and out."""

import numpy as np
import pytest
from google.protobuf import text_format

import graphlab as tf


def program():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        v = tf.Variable([1.0, 2.0], name="v")
        with tf.device("/cpu:0"), tf.name_scope("scope"), tf.control_dependencies([v.initializer]):
            tf.identity(x, name="y")
        tf.constant(["a", b"b"], name="words")
        tf.constant(np.arange(6, dtype=np.float64).reshape(2, 3), name="numbers")
        tf.constant(2.5, tf.bfloat16, [3], name="same")
    return graph


def test_a_graph_comes_back_the_same():
    message = program().as_graph_def()
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
    assert graph.as_graph_def() == message
    again = tf.GraphDef()
    text_format.Parse(text_format.MessageToString(message), again)
    assert again == message


def test_imported_names_go_under_a_scope():
    message = program().as_graph_def()
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message)
        tf.import_graph_def(message)
        tf.import_graph_def(message, name="mine")
    names = {op.name for op in graph.get_operations()}
    assert {"import/scope/y", "import_1/scope/y", "mine/scope/y"} <= names
    y = graph.get_operation_by_name("mine/scope/y")
    assert y.device == "/device:CPU:0"
    assert [op.name for op in y.control_inputs] == ["mine/v/Assign"]
    assert graph.get_operation_by_name("mine/v/read").colocation_groups() == [b"loc:@mine/v"]


def test_an_imported_graph_runs():
    message = program().as_graph_def()
    with tf.Graph().as_default(), tf.Session() as sess:
        x, y, words, init = tf.import_graph_def(message, return_elements=["x:0", "scope/y:0", "words:0", "v/Assign"])
        np.testing.assert_array_equal(sess.run(y, {x: [[1, 2]]}), [[1, 2]])
        assert sess.run(words).tolist() == [b"a", b"b"]
        sess.run(init)
        np.testing.assert_array_equal(sess.run("import/v:0"), [1, 2])


def test_inputs_can_be_mapped():
    message = program().as_graph_def()
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        mine = tf.constant([[5.0, 6.0]])
        (y,) = tf.import_graph_def(message, {"x:0": mine}, ["scope/y:0"])
        np.testing.assert_array_equal(sess.run(y), [[5, 6]])
        with pytest.raises(ValueError, match="Attempted to map inputs that were not found in graph_def"):
            tf.import_graph_def(message, {"nothing:0": mine})
    assert graph.get_operation_by_name("import/scope/y").inputs[0] is mine


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"graph_def": "text"}, TypeError, "graph_def must be a GraphDef proto"),
        ({"input_map": [1]}, TypeError, "input_map must be a dictionary"),
        ({"return_elements": [7]}, TypeError, "return_elements must be a list of strings"),
        ({"return_elements": ["nope"]}, ValueError, "Requested return node 'nope' not found in graph def"),
        ({"return_elements": ["x:1"]}, ValueError, "Invalid return output 1 of node 'x'"),
    ],
)
def test_bad_arguments_are_refused(arguments, error, text):
    with tf.Graph().as_default(), pytest.raises(error, match=text):
        tf.import_graph_def(**{"graph_def": program().as_graph_def(), **arguments})


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        (
            'node { name: "a" op: "Identity" input: "b" attr { key: "T" value { type: DT_FLOAT } } }',
            "Unknown input node 'b'",
        ),
        ('node { name: "a" op: "NoOp" } node { name: "a" op: "NoOp" }', "Node 'a' is not unique"),
        (
            'node { name: "a" op: "Identity" attr { key: "T" value { type: DT_FLOAT } } }',
            "do not match 0 inputs specified",
        ),
        ('node { name: "a" op: "Placeholder" }', "missing attr 'dtype'"),
        (
            'node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } } '
            'node { name: "a" op: "Identity" input: "p" attr { key: "T" value { type: DT_FLOAT } } }',
            "incompatible with expected float",
        ),
        (
            'node { name: "a" op: "Identity" input: "b" attr { key: "T" value { type: DT_FLOAT } } } '
            'node { name: "b" op: "Identity" input: "a" attr { key: "T" value { type: DT_FLOAT } } }',
            "cycle",
        ),
    ],
)
def test_a_graph_that_is_not_whole_is_refused(nodes, text):
    message = text_format.Parse(nodes, tf.GraphDef())
    with tf.Graph().as_default(), pytest.raises(ValueError, match=text):
        tf.import_graph_def(message)


def test_types_that_do_not_run_are_preserved():
    message = text_format.Parse(
        'node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } } '
        'node { name: "a" op: "Exotic" input: "p" attr { key: "n" value { i: 3 } } } '
        'node { name: "b" op: "Exotic" input: "a:1" input: "^p" attr { key: "n" value { i: 3 } } }',
        tf.GraphDef(),
    )
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
    assert [node.SerializeToString(deterministic=True) for node in graph.as_graph_def().node[1:]] == [
        node.SerializeToString(deterministic=True) for node in message.node[1:]
    ]


@pytest.mark.parametrize("as_text", [True, False])
def test_a_graph_can_be_written_to_a_file(tmp_path, as_text):
    graph = program()
    path = tf.io.write_graph(graph, str(tmp_path / "new"), "graph.pb", as_text)
    message = tf.GraphDef()
    with open(path, "rb") as file:
        content = file.read()
    if as_text:
        text_format.Parse(content, message)
    else:
        message.ParseFromString(content)
    assert message == graph.as_graph_def()


def test_shapes_can_be_written_along():
    message = program().as_graph_def(add_shapes=True)
    x = next(node for node in message.node if node.name == "x")
    assert [dim.size for dim in x.attr["_output_shapes"].list.shape[0].dim] == [-1, 2]
    with tf.Graph().as_default():
        (y,) = tf.import_graph_def(message, return_elements=["scope/y:0"])
    assert y.shape.as_list() == [None, 2]


def sums(colocated=False):
    """A GraphDef of a, b, and c = a + b."""
    with tf.Graph().as_default() as graph:
        a = tf.constant(1.0, name="a")
        with tf.colocate_with(a) if colocated else tf.name_scope(""):
            tf.add(a, tf.constant(2.0, name="b"), name="c")
    return graph.as_graph_def()


def test_names_that_are_taken_get_a_number():
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.constant(10.0, name="a")
        tf.import_graph_def(sums(), name="")
        tf.import_graph_def(sums(colocated=True), name="")
        assert [op.name for op in graph.get_operations()] == ["a", "a_1", "b", "c", "a_2", "b_1", "c_1"]
        assert graph.get_operation_by_name("c_1").colocation_groups() == [b"loc:@a_2"]
        assert session.run(["c:0", "c_1:0"]) == [3, 3]


def test_what_is_colocated_takes_the_device_of_what_it_is_with():
    def device(op):
        return "/device:CPU:0" if op.name.endswith("/a") else "/device:CPU:1"

    with tf.Graph().as_default() as graph, tf.device(device):
        tf.import_graph_def(sums(colocated=True), name="i")
        tf.import_graph_def(sums(), name="j")
    places = {op.name: op.device[-1] for op in graph.get_operations()}
    assert places == {"i/a": "0", "i/b": "0", "i/c": "0", "j/a": "0", "j/b": "1", "j/c": "1"}
    with tf.Graph().as_default(), tf.colocate_with(tf.constant(1.0, name="here")):
        assert tf.import_graph_def(sums(), return_elements=["c"])[0].colocation_groups() == [b"loc:@here"]


def test_a_mapped_tensor_is_what_is_returned_in_its_place():
    with tf.Graph().as_default():
        mine = tf.constant(5.0)
        found = tf.import_graph_def(sums(), input_map={"b": mine}, return_elements=["b:0", "c"])
    assert found[0] is mine
    assert found[1].inputs[1] is mine


def test_a_graph_is_as_old_as_the_oldest_that_came_into_it():
    message = sums()
    message.versions.producer, message.versions.min_consumer = 9, 3
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message)
        tf.import_graph_def(sums())
    assert (graph.graph_def_versions.producer, graph.as_graph_def().versions.min_consumer) == (9, 3)


def test_attributes_that_are_no_text_come_in_and_go_out():
    message = text_format.Parse(
        r"node{name:'s/a' op:'NoOp' attr{key:'_class' value{list{s:'loc:@s/a' s:'\377' s:'other'}}}}", tf.GraphDef()
    )
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        assert graph.as_graph_def().node[0].attr["_class"].list.s[1:] == [b"\xff", b"other"]
        inside = tf.train.export_meta_graph(export_scope="s").graph_def
    assert inside.node[0].attr["_class"].list.s[:] == [b"loc:@a"]


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ("node{name:'b' op:'NoOp' attr{key:'_class' value{list{s:'loc:@x'}}}}", "colocated with unknown node 'x'"),
        (
            r"node{name:'b' op:'NoOp' attr{key:'_class' value{list{s:'loc:@\377'}}}}",
            r"colocated with unknown node '\\xff'",
        ),
        ("node{name:'a' op:'NoOp' input:'^b'} node{name:'b' op:'NoOp' input:'^a'}", "2 nodes in a cycle"),
        (
            "node{name:'a' op:'Placeholder' attr{key:'dtype' value{type:DT_FLOAT}}}"
            "node{name:'b' op:'Identity' input:'^a' input:'a' attr{key:'T' value{type:DT_FLOAT}}}",
            "Control dependencies must come after regular dependencies",
        ),
    ],
)
def test_nodes_that_do_not_make_a_graph_are_refused(nodes, said):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=said):
        tf.import_graph_def(text_format.Parse(nodes, tf.GraphDef()))
