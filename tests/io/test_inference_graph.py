"""GraphDefs for inference: what is stripped and folded, and that they compute the same."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.inference_graph import optimize_for_inference, strip_unused


def waves(shape, phase):
    return np.sin(np.arange(np.prod(shape)) * 0.7 + phase).reshape(shape).astype(np.float32)


def frozen():
    x = tf.identity(tf.placeholder(tf.float32, [None, 5, 5, 2]), name="in")
    gamma, beta, mean, variance = [tf.constant(np.abs(waves([4], k)) + 0.1) for k in range(4)]
    norm = {"is_training": False, "epsilon": 0.01}
    y = tf.identity(tf.nn.conv2d(x, waves([3, 3, 2, 4], 1), 1, "SAME", name="conv"))
    y = tf.raw_ops.FusedBatchNorm(x=y, scale=gamma, offset=beta, mean=mean, variance=variance, name="bn", **norm)[0]
    y = tf.nn.depthwise_conv2d(y, waves([3, 3, 4, 1], 2), [1, 1, 1, 1], "SAME", name="dw")
    y = tf.raw_ops.FusedBatchNorm(x=y, scale=gamma, offset=mean, mean=beta, variance=variance, name="bn2", **norm)[0]
    return x, tf.nn.relu(y, name="out")


def test_folded_batch_norms_compute_the_same():
    x, y = frozen()
    graph_def = tf.get_default_graph().as_graph_def()
    small = optimize_for_inference(graph_def, ["in"], ["out"], tf.float32.as_datatype_enum)
    inputs = waves([1, 5, 5, 2], 3)
    with tf.Session() as session:
        expected = session.run(y, {x: inputs})
    ops = {node.name: node.op for node in small.node}
    assert ops["in"] == "Placeholder" and ops["bn"] == ops["bn2"] == "BiasAdd"
    assert "conv_bn_offset" in ops and "Identity" not in ops.values()
    with tf.Graph().as_default():
        place, result = tf.import_graph_def(small, return_elements=["in:0", "out:0"])
        with tf.Session() as session:
            np.testing.assert_allclose(session.run(result, {place: inputs}), expected, rtol=1e-3, atol=1e-5)


def test_names_that_are_no_nodes_are_refused():
    tf.placeholder(tf.float32, name="x")
    graph_def = tf.get_default_graph().as_graph_def()
    with pytest.raises(ValueError, match="appears to refer to a Tensor, not a Operation"):
        strip_unused(graph_def, ["x:0"], ["x"], 1)
    with pytest.raises(KeyError, match="input nodes were not found"):
        strip_unused(graph_def, ["y"], ["x"], 1)


@pytest.mark.parametrize("op", ["FusedResizeAndPadConv2D", "FusedPadConv2D", "resize", "Conv2D"])
def test_convolutions_resize_and_mirror_their_images_themselves(op):
    x = y = tf.placeholder(tf.float32, [1, 5, 5, 2], name="in")
    if op != "FusedPadConv2D":
        half = op == "Conv2D"  # what the fused operation does not compute
        y = tf.raw_ops.ResizeBilinear(images=y, size=[9, 7], align_corners=not half, half_pixel_centers=half)
    if op.startswith("Fused"):
        y = tf.pad(y, [[0, 0], [1, 2], [3, 1], [0, 0]], mode="SYMMETRIC", name="pad")
    y = tf.nn.conv2d(y, waves([3, 3, 2, 4], 1), 2, "VALID", name="out")
    graph_def = tf.get_default_graph().as_graph_def()
    small = optimize_for_inference(graph_def, ["in"], ["out"], tf.float32.as_datatype_enum)
    kinds = [node.op for node in small.node]
    assert kinds[-1] == {"resize": "FusedResizeAndPadConv2D"}.get(op, op)
    assert ("out_dummy_paddings" in [node.name for node in small.node]) == (op == "resize")
    assert ("MirrorPad" in kinds, "ResizeBilinear" in kinds) == (False, op == "Conv2D")
    compatible = optimize_for_inference(graph_def, ["in"], ["out"], tf.float32.as_datatype_enum, toco_compatible=True)
    assert "Conv2D" in [node.op for node in compatible.node]
    inputs = waves([1, 5, 5, 2], 3)
    with tf.Session() as session:
        expected = session.run(y, {x: inputs})
    with tf.Graph().as_default(), tf.Session() as session:
        place, result = tf.import_graph_def(small, return_elements=["in:0", "out:0"])
        np.testing.assert_allclose(session.run(result, {place: inputs}), expected, rtol=1e-5, atol=1e-5)
