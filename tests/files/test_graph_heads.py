"""The nodes of a stored GraphDef are those that protobuf reads."""

import random

import pytest
from google.protobuf.message import DecodeError

import graphlab as tf
from graphlab._src.proto import NodeDef
from graphlab._src.proto.graph_heads import StoredGraph


@pytest.fixture
def graph_def():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        with tf.device("/cpu:0"):
            y = tf.layers.dense(tf.layers.dense(x, 4), 4)
        tf.train.AdamOptimizer().minimize(tf.reduce_sum(y))
    message = graph.as_graph_def(add_shapes=True)
    message.node[0].name = "größe"
    return message


def read(stored):
    """The nodes as NodeDefs."""
    nodes = stored.nodes
    rows = zip(nodes.names, nodes.types, nodes.inputs, nodes.devices, nodes.attribute_sets, strict=True)
    return [
        NodeDef(name=name, op=op, input=inputs, device=device, attr=attributes(nodes, number))
        for name, op, inputs, device, number in rows
    ]


def attributes(nodes, number):
    stated = [nodes.attributes[i] for i in nodes.sets[number]]
    return {attribute.key: attribute.value for attribute in stated}


def test_nodes_are_those_of_the_message(graph_def):
    stored = StoredGraph.of(graph_def)
    assert read(stored) == list(graph_def.node)
    dtype = stored.nodes.attribute(0, "dtype")
    assert dtype is not None
    assert dtype.type == tf.float32.as_datatype_enum
    assert stored.nodes.attribute(0, "T") is None


def test_what_is_beside_the_nodes_is_that_of_the_message(graph_def):
    graph_def.library.function.add().signature.name = "f"
    stored = StoredGraph.of(graph_def)
    assert stored.without_nodes.library == graph_def.library
    assert stored.without_nodes.versions.producer == graph_def.versions.producer
    assert not stored.without_nodes.node
    assert stored.message == graph_def


def test_damaged_bytes_are_read_as_protobuf_reads_them_or_not_at_all(graph_def):
    data, choose = graph_def.SerializeToString(), random.Random(0)
    outcomes = set()
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(choose.randint(1, 2)):
            damaged[choose.randrange(len(data))] = choose.randrange(256)
        expected, found = outcome(tf.GraphDef.FromString, damaged), outcome(StoredGraph, damaged)
        outcomes.add((expected is None, found is None))
        if expected and found:
            nodes = [(node.name, node.op, node.device, node.input) for node in expected.node]
            assert list(zip(*found.nodes[:4], strict=True)) == nodes
    assert {(False, False), (True, True)} <= outcomes
    assert (False, True) not in outcomes


def outcome(read, data):
    """What `read` returns; None when the bytes are no message."""
    try:
        return read(bytes(data))
    except DecodeError:
        return None
