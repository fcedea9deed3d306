"""Graphs that branch and loop by functions, as TensorFlow 1.15 makes them with control flow v2, keep their form."""

import pathlib

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.proto import GraphDef, text_format
from tests.golden.compare import difference, shape_difference
from tests.io.functional_graph import FEEDS, NAMES

GRAPH_DEF = text_format.Parse((pathlib.Path(__file__).parent / "functional_graph.pbtxt").read_text(), GraphDef())


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(GRAPH_DEF, name="")
        yield graph


def test_what_comes_in_goes_out_with_its_library(graph):
    exported = graph.as_graph_def(add_shapes=True)
    assert difference(GRAPH_DEF, exported) == ""
    assert shape_difference(GRAPH_DEF, exported) == ""
    assert exported.library == GRAPH_DEF.library


def test_a_function_has_a_body_with_inputs_and_outputs(graph):
    definition = next(one for one in GRAPH_DEF.library.function if "double" in one.signature.name)
    function = graph.functions[definition.signature.name]
    (y,), (doubled, total) = function.inputs, function.outputs
    assert y.op.type == "Placeholder"
    assert y.dtype is tf.float32
    assert doubled.shape.as_list() == [None, 2]
    assert total.shape.as_list() == []
    assert {op.type for op in function.graph.get_operations()} >= {"Placeholder", "Mul", "Sum"}


def test_bodies_may_call_other_functions_of_the_library(graph):
    bodies = [function.graph for function in graph.functions.values()]
    calls = [op for body in bodies for op in body.get_operations() if op.type in ("If", "PartitionedCall")]
    assert calls
    for op in calls:
        attr = op.get_attr("f" if op.type == "PartitionedCall" else "then_branch")
        assert op.graph.functions[attr.name].outputs


def test_another_function_of_the_same_name_is_refused(graph):
    other = GraphDef()
    other.library.CopyFrom(GRAPH_DEF.library)
    del other.library.function[0].node_def[0]
    with pytest.raises(ValueError, match="a different function with the same name already exists"):
        tf.import_graph_def(other, name="")


@pytest.mark.parametrize("number", [0, 1])
def test_runs_give_the_values_that_tensorflow_gave(graph, number):
    expected = np.load(pathlib.Path(__file__).parent / "functional_graph.npz")
    with tf.Session(graph=graph) as session:
        session.run(["w/Assign"])
        for name, value in zip(NAMES, session.run(NAMES, FEEDS[number]), strict=True):
            np.testing.assert_allclose(value, expected[f"{number}/{name}"], 1e-5, err_msg=name)


def test_gradients_flow_through_branches_loops_and_calls(graph):
    """TensorFlow 1.15's of the branch, the case and the call; of the loops it has none for While of a file."""
    x, w = graph.get_tensor_by_name("x:0"), graph.get_tensor_by_name("w:0")
    expected = {
        "branch:0": ([[[3, 7], [3, 7]], [[1, 1], [1, 1]]], [[[1.5, 1.5], [1, 1]], [[0, 0], [0, 0]]]),
        "powers:0": ([3 * FEEDS[0]["x:0"] ** 2, 5 * FEEDS[1]["x:0"] ** 4], None),
        "case:0": ([np.full((2, 2), 3), np.full((2, 2), -1)], None),
        "called:0": ([np.ones((2, 2)), np.ones((2, 2))], None),
        "nested:0": ([np.full((2, 2), 2), np.full((2, 2), 2)], [np.full((2, 2), 2), np.full((2, 2), 4)]),
    }
    found = {name: tf.gradients(graph.get_tensor_by_name(name), [x, w]) for name in expected}
    with tf.Session(graph=graph) as session:
        session.run("w/Assign")
        for name, by in expected.items():
            for tensor, values in zip(found[name], by, strict=True):
                assert (tensor is None) == (values is None), name
                for feeds, value in zip(FEEDS, values or (), strict=False):
                    np.testing.assert_allclose(session.run(tensor, feeds), value, 1e-5, err_msg=name)
    # what they compute they compute as before, and once: what was drawn, or changed, counts for both
    assert graph.get_operation_by_name("while").type == "While"


def test_functions_that_work_on_text_run_too():
    with tf.Graph().as_default():
        message = GraphDef()
        add_function(message, "shout", "StringJoin", ["s", "s"])
        add_function(message, "whisper", "StringJoin", ["s"])
        for name, dtype in (("loud", tf.bool), ("text", tf.string)):
            node = message.node.add(name=name, op="Placeholder")
            node.attr["dtype"].type = dtype.as_datatype_enum
        node = message.node.add(name="said", op="If", input=["loud", "text"])
        node.attr["Tcond"].type = tf.bool.as_datatype_enum
        for key in ("Tin", "Tout"):
            node.attr[key].list.type.append(tf.string.as_datatype_enum)
        node.attr["then_branch"].func.name = "shout"
        node.attr["else_branch"].func.name = "whisper"
        tf.import_graph_def(message, name="")
        with tf.Session() as session:
            assert session.run("said:0", {"loud:0": True, "text:0": "a"}) == b"aa"
            assert session.run("said:0", {"loud:0": False, "text:0": "a"}) == b"a"


def test_the_value_that_a_branch_does_not_have_can_be_fetched():
    with tf.Graph().as_default(), tf.Session() as session:
        for shape, expected in (([2, 3], (2, 3)), ([2, None], (2, 0)), (None, ())):
            for dtype in (tf.float32, tf.string):
                assert np.shape(session.run(tf.raw_ops.FakeParam(dtype=dtype, shape=shape))) == expected


def add_function(message, name, op_type, inputs):
    function = message.library.function.add()
    function.signature.name = name
    function.signature.input_arg.add(name="s", type=tf.string.as_datatype_enum)
    function.signature.output_arg.add(name="out", type=tf.string.as_datatype_enum)
    node = function.node_def.add(name="joined", op=op_type, input=inputs)
    node.attr["N"].i = len(inputs)
    node.attr["separator"].s = b""
    function.ret["out"] = "joined:output:0"
