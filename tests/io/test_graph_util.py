"""tf.graph_util: what TensorFlow 1.15 returns for the same graphs."""

import pytest

import graphlab as tf


def nodes(graph_def):
    return [f"{node.name} {node.op} {' '.join(node.input)}".strip() for node in graph_def.node]


def test_an_identity_that_waits_for_checks_alone_is_removed():
    """TensorFlow 1.15 answers the same."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, name="x")
        with tf.control_dependencies([tf.check_numerics(x, "m", name="check")]):
            checked = tf.identity(x, name="checked")
        with tf.control_dependencies([tf.no_op("first")]):
            waiting = tf.identity(x, name="waiting")
        tf.add(checked, waiting, name="sum")
    small = tf.graph_util.remove_training_nodes(graph.as_graph_def())
    assert nodes(small) == ["x Placeholder", "first NoOp", "waiting Identity x ^first", "sum Add x waiting"]


def test_a_frozen_graph_gives_the_same_without_variables():
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        b = tf.get_variable("b", [2], initializer=tf.ones_initializer(), use_resource=True)
        table = tf.get_variable("table", [5, 2], initializer=tf.ones_initializer(), use_resource=True)
        y = tf.identity(tf.check_numerics(tf.matmul(x, w), "m") + b + tf.gather(table, [1]), name="y")
        tf.nn.relu(y, name="out")
        sess.run(tf.global_variables_initializer())
        frozen = tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), ["out"])
        partly = tf.graph_util.convert_variables_to_constants(
            sess, graph.as_graph_def(), ["out"], variable_names_blacklist=["w"]
        )
    assert [node.op for node in partly.node if node.name == "w"] == ["VariableV2"]
    assert not {node.op for node in frozen.node} & {"VariableV2", "VarHandleOp", "ReadVariableOp", "ResourceGather"}
    small = tf.graph_util.remove_training_nodes(frozen, ["out"])
    assert nodes(small) == [
        "x Placeholder",
        "w Const",
        "b Const",
        "table Const",
        "MatMul MatMul x w",
        "add AddV2 MatMul b",
        "Gather/indices Const",
        "Gather/axis Const",
        "Gather GatherV2 table Gather/indices Gather/axis",
        "add_1 AddV2 add Gather",
        "out Relu add_1",
    ]
    for graph_def in (frozen, small):
        with tf.Graph().as_default(), tf.Session() as sess:
            (out,) = tf.import_graph_def(graph_def, return_elements=["out:0"])
            assert sess.run(out, {"import/x:0": [[1, 1]]}).tolist() == [[6.0, 8.0]]


def test_a_part_of_a_graph():
    with tf.Graph().as_default() as graph:
        a = tf.constant(1, name="a")
        b = tf.identity(a, name="b")
        with tf.control_dependencies([b]):
            tf.identity(a, name="c")
        tf.identity(b, name="d")
        graph_def = graph.as_graph_def()
        assert nodes(tf.graph_util.extract_sub_graph(graph_def, ["c"])) == [
            "a Const",
            "b Identity a",
            "c Identity a ^b",
        ]
        assert tf.graph_util.must_run_on_cpu(a.op)
        assert tf.graph_util.tensor_shape_from_node_def_name(graph, "d") == []
    with pytest.raises(AssertionError, match="e is not in graph"):
        tf.graph_util.extract_sub_graph(graph_def, ["e"])
    with pytest.raises(TypeError, match=r"dest_nodes must be a list\."):
        tf.graph_util.extract_sub_graph(graph_def, "c")


def test_a_graph_without_variables_is_frozen_without_a_run():
    with tf.Graph().as_default() as graph, tf.Session() as session:
        with tf.device("/cpu:7"):
            tf.constant(1.0, name="elsewhere")
        tf.constant(2.0, name="out")
        frozen = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["out"])
    assert [node.name for node in frozen.node] == ["out"]


def test_a_part_of_a_graph_has_what_its_nodes_are_placed_with():
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        v = tf.Variable(2.0, name="v")
        with tf.colocate_with(v):
            b = tf.identity(tf.constant(1.0, name="a"), name="b")
        tf.identity(b, name="c")
        sess.run(tf.global_variables_initializer())
        frozen = tf.graph_util.convert_variables_to_constants(sess, graph.as_graph_def(), ["c"])
    assert nodes(frozen) == ["v Const", "a Const", "b Identity a", "c Identity b"]
    [other.attr["_class"] for other in frozen.node]  # reading adds an attribute without a value, which imports ignore
    with tf.Graph().as_default(), tf.Session() as sess:
        (c,) = tf.import_graph_def(frozen, return_elements=["c:0"])
        assert sess.run(c) == 1
        assert c.op.inputs[0].op.colocation_groups() == [b"loc:@import/v"]
        assert c.op.colocation_groups() == [b"loc:@import/c"]
