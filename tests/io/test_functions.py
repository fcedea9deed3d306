"""Graphs that branch and loop by functions, as TensorFlow 1.15 makes them with control flow v2, keep their form."""

import pathlib

import pytest

import graphlab as tf
from graphlab.proto import GraphDef, text_format
from tests.golden.compare import difference, shape_difference

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
    function = graph._functions[definition.signature.name]
    (y,), (doubled, total) = function.inputs, function.outputs
    assert y.op.type == "Placeholder"
    assert y.dtype is tf.float32
    assert doubled.shape.as_list() == [None, 2]
    assert total.shape.as_list() == []
    assert {op.type for op in function.graph.get_operations()} >= {"Placeholder", "Mul", "Sum"}


def test_bodies_may_call_other_functions_of_the_library(graph):
    bodies = [function.graph for function in graph._functions.values()]
    calls = [op for body in bodies for op in body.get_operations() if op.type in ("If", "PartitionedCall")]
    assert calls
    for op in calls:
        attr = op.get_attr("f" if op.type == "PartitionedCall" else "then_branch")
        assert op.graph._functions[attr.name].outputs


def test_another_function_of_the_same_name_is_refused(graph):
    other = GraphDef()
    other.library.CopyFrom(GRAPH_DEF.library)
    del other.library.function[0].node_def[0]
    with pytest.raises(ValueError, match="a different function with the same name already exists"):
        tf.import_graph_def(other, name="")
