"""What folding of fused and of unfused batch norms share: the correction of the ranges of folded weights."""

import collections
from typing import Any

from graphlab._src.contrib.quantize.common import quantization_step, reroute_tensor
from graphlab._src.graph import get_default_graph
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.ops.convolution.conv2d import conv2d
from graphlab._src.ops.convolution.depthwise import depthwise_conv2d
from graphlab._src.ops.division import divide
from graphlab._src.ops.identity import identity
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import reciprocal, rsqrt

# mean, variance: of the batch, or the moving ones where the graph is not trained.
# mean_decay, variance_decay: how fast the moving ones move, where it is.
BatchNorm = collections.namedtuple(
    "BatchNorm", "gamma mean variance epsilon moving_mean moving_variance mean_decay variance_decay"
)


def corrections(norm, freeze_batch_norm_delay, context=""):
    """(scale, its reciprocal, offset): folded weights are scaled so that their range depends on moving averages.

    freeze_batch_norm_delay: the number of steps after which moving averages take the place of the batch's, or None.
    """
    graph = get_default_graph()
    with graph.name_scope(f"{context}batch_norm_correction"):
        moving = rsqrt(norm.moving_variance + norm.epsilon)
        own = rsqrt(norm.variance + norm.epsilon)
        scale: Any = identity(divide(moving, own, name="scale_compute"), name="correction_scale")
        inverse = reciprocal(scale, name="reciprocal_compute")
        offset = multiply(norm.gamma, norm.mean * own - norm.moving_mean * moving, name="offset_compute")
        frozen = False
        if freeze_batch_norm_delay is not None:
            frozen = greater_equal(quantization_step(), freeze_batch_norm_delay, name="use_moving_average")
        for decay, name in ((norm.mean_decay, "freeze_moving_mean"), (norm.variance_decay, "freeze_moving_var")):
            consumers = list(decay.consumers())
            rate = smart_cond(frozen, lambda: 0.0, lambda decay=decay: decay, name=name)
            if rate is not decay:
                reroute_tensor(rate, decay, can_modify=consumers)
        dims = scale.shape, offset.shape
        inverse = smart_cond(frozen, lambda: ones(dims[0]), lambda: inverse, name="correction_recip")
        offset = smart_cond(frozen, lambda: offset, lambda: zeros(dims[1]), name="correction_offset")
    return scale, inverse, offset


def channels(weights):
    """The shape of what multiplies the weights of a depthwise convolution."""
    return weights.shape.as_list()[2:4]


def with_operands(op, inputs, weights, name):
    """The same product of other tensors."""
    if op.type == "Conv2D":
        return conv2d(
            inputs,
            weights,
            strides=op.get_attr("strides"),
            padding=_text(op.get_attr("padding")),
            use_cudnn_on_gpu=op.get_attr("use_cudnn_on_gpu"),
            data_format=_text(op.get_attr("data_format")),
            name=name,
        )
    if op.type == "MatMul":
        return matmul(
            inputs,
            weights,
            transpose_a=op.get_attr("transpose_a"),
            transpose_b=op.get_attr("transpose_b"),
            name=name,
        )
    if op.type == "DepthwiseConv2dNative":
        return depthwise_conv2d(
            inputs, weights, strides=op.get_attr("strides"), padding=_text(op.get_attr("padding")), name=name
        )
    raise ValueError(f"Cannot handle operation of type: {op.type}")


def _text(value):
    return value.decode() if isinstance(value, bytes) else value
