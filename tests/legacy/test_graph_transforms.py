"""TransformGraph: what each transform makes of a graph, as TensorFlow 1.15's does, and that the rest computes the same."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat.graph_transforms import TransformGraph


def layer():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    with tf.device("/cpu:0"):
        w = tf.constant(np.arange(12, dtype="f").reshape(4, 3), name="w")
    weights = tf.identity(w, name="wi")
    c = tf.add(tf.constant([1.0, 2.0, 3.0], name="a"), tf.constant([1.0, 1.0, 1.0], name="b"), name="ab")
    with tf.control_dependencies([tf.no_op("nop")]):
        y = tf.matmul(x, weights, name="mm")
    tf.identity(tf.multiply(tf.check_numerics(y, "bad", name="cn"), c, name="mul"), name="out")
    tf.identity(tf.split(tf.identity(y, name="sp_in"), 3, 1, name="sp")[1], name="o2")


def transformed(*transforms, build=layer, inputs=("x",), outputs=("out", "o2")):
    with tf.Graph().as_default() as graph:
        build()
    before = graph.as_graph_def().SerializeToString()
    found = TransformGraph(graph.as_graph_def(), inputs, outputs, transforms)
    assert graph.as_graph_def().SerializeToString() == before
    return {node.name: node for node in found.node}, found


def run(graph_def, outputs, feeds):
    with tf.Graph().as_default():
        tf.import_graph_def(graph_def, name="")
        with tf.Session() as session:
            return session.run([f"{name}:0" for name in outputs], {f"{name}:0": value for name, value in feeds.items()})


def numbers(*shape):
    return np.random.default_rng(0).random(shape, np.float32)


def convolution(kind=None, shared=False):
    def build():
        x = tf.placeholder(tf.float32, [1, 6, 6, 2], name="x")
        k = tf.constant(numbers(3, 3, 2, 2), name="k")
        product = tf.nn.conv2d(x, k, 1, "SAME", name="conv")
        if kind is None:
            y = tf.multiply(product, [2.0, 3.0], name="mul")
        else:
            mean, variance, beta, gamma = (tf.constant(one) for one in ([0.1, 0.2], [1.0, 2.0], [0.3, 0.4], [2.0, 3.0]))
            norm = {"x": product, "scale": gamma, "offset": beta, "mean": mean, "variance": variance}
            y = kind(**norm, is_training=False, name="bn")[0]
        tf.identity(y, name="out")
        if shared:
            tf.nn.conv2d(x, k, 1, "SAME", name="o2")

    return build


@pytest.mark.parametrize(
    "transform, build, outputs",
    [
        ("strip_unused_nodes remove_device sort_by_execution_order", layer, ["out", "o2"]),
        ("remove_nodes(op=Identity, op=CheckNumerics)", layer, ["out", "o2"]),
        ("fold_constants(ignore_errors=true) merge_duplicate_nodes obfuscate_names", layer, ["out", "o2"]),
        ("fold_batch_norms", convolution(), ["out"]),
        ("fold_batch_norms", convolution(shared=True), ["out", "o2"]),
        ("fold_old_batch_norms", convolution(tf.raw_ops.FusedBatchNorm), ["out"]),
        ("fold_old_batch_norms", convolution(tf.raw_ops.FusedBatchNormV3, shared=True), ["out", "o2"]),
    ],
)
def test_what_is_transformed_computes_the_same(transform, build, outputs):
    with tf.Graph().as_default() as graph:
        build()
    shape = (2, 4) if build is layer else (1, 6, 6, 2)
    feeds = {"x": numbers(*shape)}
    _, changed = transformed(transform, build=build, outputs=outputs)
    for found, expected in zip(run(changed, outputs, feeds), run(graph.as_graph_def(), outputs, feeds), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_nodes_that_outputs_do_not_need_go_and_inputs_become_placeholders():
    nodes, _ = transformed('strip_unused_nodes(type=half, shape="1,4")', inputs=["mm"], outputs=["out"])
    assert list(nodes) == ["a", "b", "ab", "mm", "cn", "mul", "out"]
    assert nodes["mm"].op == "Placeholder" and nodes["mm"].attr["dtype"].type == tf.float16.as_datatype_enum
    assert [dim.size for dim in nodes["mm"].attr["shape"].shape.dim] == [1, 4]
    named = "strip_unused_nodes(name=mm, type_for_name=int32, shape_for_name=7)"
    nodes, _ = transformed(named, outputs=["out"])
    assert nodes["mm"].attr["dtype"].type == tf.int32.as_datatype_enum


def test_removed_nodes_are_passed_by():
    nodes, _ = transformed("remove_nodes(op=Identity)")
    assert list(nodes["mm"].input) == ["x", "w", "^nop"] and list(nodes["sp"].input) == ["sp/split_dim", "mm"]
    assert list(nodes["o2"].input) == ["sp:1"] and nodes["out"].op == "Identity"
    nodes, _ = transformed("remove_nodes(op=Mul, max_inputs=2)", "remove_control_dependencies")
    assert list(nodes["out"].input) == ["cn"] and list(nodes["mm"].input) == ["x", "wi"]


def test_constants_are_folded_up_to_what_a_run_feeds():
    nodes, _ = transformed("fold_constants")
    folded, factors = (nodes[nodes[name].input[1]] for name in ("mm", "mul"))
    assert folded.op == factors.op == "Const" and "a" not in nodes and "w" not in nodes
    np.testing.assert_array_equal(tf.make_ndarray(factors.attr["value"].tensor), [2.0, 3.0, 4.0])
    assert nodes["nop"].op == "NoOp"


def test_errors_while_folding_can_be_ignored():
    def build():
        tf.placeholder(tf.float32, name="x")
        tf.identity(tf.gather([1.0, 2.0], 5, name="g"), name="out")

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 5 is not in \[0, 2\)"):
        transformed("fold_constants", build=build, outputs=["out"])
    nodes, _ = transformed("fold_constants(ignore_errors=true)", build=build, outputs=["out"])
    assert nodes["g"].op == "GatherV2"


def weights():
    tf.constant(np.linspace(-1, 1, 21).astype("f"), name="w")
    tf.constant(np.full(20, 3.0, "f"), name="three")
    tf.constant(np.linspace(-2, -1, 21).astype("f"), name="n")
    tf.constant([1.0, 2.0], name="few")


def test_weights_are_rounded_to_the_steps_of_tensorflow():
    nodes, _ = transformed("round_weights(num_steps=4)", build=weights, inputs=[], outputs=["w"])
    rounded = {name: tf.make_ndarray(node.attr["value"].tensor) for name, node in nodes.items()}
    np.testing.assert_allclose(rounded["w"], np.repeat([-0.75, -0.25, 0.25, 0.75, 1.25], [5, 5, 5, 5, 1]), rtol=1e-6)
    np.testing.assert_allclose(rounded["three"], np.full(20, 3.375))
    np.testing.assert_allclose(rounded["n"], np.repeat([-1.75, -1.25, -0.75], [10, 10, 1]), rtol=1e-6)
    np.testing.assert_array_equal(rounded["few"], [1.0, 2.0])


def test_quantized_weights_have_the_bytes_of_tensorflow_and_come_back_as_they_were():
    nodes, changed = transformed("quantize_weights(minimum_size=20)", build=weights, inputs=[], outputs=["w"])
    found = tf.make_ndarray(nodes["w_quantized_const"].attr["value"].tensor).astype(int)
    assert found.tolist() == [
        *(0, 13, 26, 39, 51, 64, 77, 90, 102, 115, 128, 141, 154, 166, 179, 192, 205, 217, 230, 243, 255)
    ]
    assert nodes["few"].op == "Const" and nodes["w"].op == "Dequantize"
    values = run(changed, ["w", "three", "n"], {})
    np.testing.assert_allclose(values[0], np.linspace(-1, 1, 21), atol=2 / 255)
    np.testing.assert_allclose(values[1], np.full(20, 3.0), atol=1e-6)
    np.testing.assert_allclose(values[2], np.linspace(-2, -1, 21), atol=2 / 255)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_an_atrous_convolution_becomes_one_with_zeros_in_its_kernel(padding):
    def build():
        x = tf.placeholder(tf.float32, [1, 8, 8, 1], name="x")
        k = tf.constant(numbers(3, 3, 1, 1), name="k")
        pads, crops = ([[2, 2], [2, 2]], [[0, 0]] * 2) if padding == "SAME" else ([[0, 0]] * 2, [[0, 0]] * 2)
        inner = tf.nn.conv2d(tf.space_to_batch_nd(x, [2, 2], pads), k, 1, "VALID")
        tf.batch_to_space_nd(inner, [2, 2], crops, name="out")

    nodes, changed = transformed("flatten_atrous_conv", build=build, outputs=["out"])
    assert sorted(nodes) == ["k", "out", "x"] and nodes["out"].attr["padding"].s == padding.encode()
    with tf.Graph().as_default() as graph:
        build()
    feeds = {"x": numbers(1, 8, 8, 1)}
    np.testing.assert_allclose(run(changed, ["out"], feeds), run(graph.as_graph_def(), ["out"], feeds), rtol=1e-5)


def test_names_devices_and_attributes():
    nodes, _ = transformed(
        'set_device(device="/gpu:0", if_default=true)', "rename_op(old_op_name=Mul, new_op_name=Big)"
    )
    assert nodes["w"].device == "/device:CPU:0" and nodes["mm"].device == "/gpu:0" and nodes["mul"].op == "Big"
    nodes, _ = transformed(
        "remove_attribute(attribute_name=transpose_a)", "rename_attribute(old_attribute_name=T, new_attribute_name=U)"
    )
    assert sorted(nodes["mm"].attr) == ["U", "transpose_b"]
    nodes, _ = transformed("remove_attribute(attribute_name=transpose_a) add_default_attributes")
    assert not nodes["mm"].attr["transpose_a"].b and "transpose_a" in nodes["mm"].attr
    nodes, _ = transformed("obfuscate_names")
    assert list(nodes)[:4] == ["x", "0", "1", "2"] and {"out", "o2"} <= set(nodes)


@pytest.mark.parametrize(
    "transform, outputs, message",
    [
        ("nonesuch", ["out"], "Transform 'nonesuch' not recognized"),
        ("quantize_nodes", ["out"], "quantize_weights"),
        ("strip_unused_nodes", ["y"], "Input node y not found in graph"),
        ("remove_nodes", ["out"], "expects at least one 'op'argument"),
        ("remove_nodes(op=Identity", ["out"], "Looking for \\), but found the end"),
        ("remove_nodes(op=Identity, max_inputs=a)", ["out"], "Couldn't interpret the max_inputs argument"),
        ("rename_op", ["out"], "exactly one 'old_op_name' and 'new_op_name' argument"),
        ("strip_unused_nodes)", ["out"], "Looking for transform name, but found \\)"),
        ("fold_constants(ignore_errors=maybe)", ["out"], "ignore_errors should be true or false, found maybe"),
    ],
)
def test_what_cannot_be_applied_is_refused(transform, outputs, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        transformed(transform, outputs=outputs)
