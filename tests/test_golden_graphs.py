"""The graphs that programs build are TensorFlow's, node by node; TensorFlow's graphs come in and go out unchanged."""

import functools

import pytest

import graphlab as tf
from graphlab._src.proto import GraphDef, text_format
from tests import golden
from tests.golden.compare import difference, shape_difference


@pytest.fixture(params=golden.NAMES, scope="module")
def name(request):
    """The tests of one program come one after the other, so that they share what is made of it."""
    return request.param


@functools.lru_cache(1)
def built(name):
    with tf.Graph().as_default() as graph:
        golden.program(name).build(tf)
    return graph


@functools.lru_cache(1)
def imported(name):
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(golden.graph_def(name), name="")
    return graph


def by_name(graph_def):
    """The same with its nodes sorted: an import makes inputs first, a branch or loop brings them in afterwards."""
    nodes = sorted(graph_def.node, key=lambda node: node.name)
    return GraphDef(node=nodes)


def placed(graph_def):
    """The nodes where TensorFlow's import puts them: what is colocated is on the device of its group."""
    devices = {node.name: node.device for node in graph_def.node}
    for node in graph_def.node:
        groups = (
            [item.decode().removeprefix("loc:@") for item in node.attr["_class"].list.s]
            if "_class" in node.attr
            else []
        )
        others = [group for group in groups if group != node.name]
        if others:
            node.device = next((devices[other] for other in others if devices[other]), "")
    return graph_def


def test_every_program_has_a_golden():
    programs = {path.stem for path in (golden.HERE.parent / "programs").glob("[a-z]*.py")}
    assert programs == set(golden.NAMES)


def test_a_program_builds_tensorflows_nodes(name):
    assert difference(golden.graph_def(name), built(name).as_graph_def()) == ""


def test_a_program_gets_tensorflows_static_shapes(name):
    assert shape_difference(golden.graph_def(name), built(name).as_graph_def(add_shapes=True)) == ""


def test_an_imported_graph_is_exported_unchanged(name):
    assert difference(by_name(placed(golden.graph_def(name))), by_name(imported(name).as_graph_def())) == ""


def test_an_imported_graph_keeps_tensorflows_static_shapes(name):
    theirs, ours = golden.graph_def(name), imported(name).as_graph_def(add_shapes=True)
    assert shape_difference(by_name(theirs), by_name(ours)) == ""


@pytest.mark.slow
def test_a_graph_survives_text_and_binary(name):
    graph_def = built(name).as_graph_def()
    assert text_format.Parse(text_format.MessageToString(graph_def), GraphDef()) == graph_def
    assert GraphDef.FromString(graph_def.SerializeToString()) == graph_def


def test_a_graph_says_which_tensorflow_reads_it(name):
    assert built(name).as_graph_def().versions.producer == golden.graph_def(name).versions.producer
