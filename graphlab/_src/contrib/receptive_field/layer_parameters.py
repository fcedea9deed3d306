"""What a layer does to positions: its kernel, stride and padding, of its NodeDef."""

import math
from typing import Any, NamedTuple

from graphlab._src.graph.tensor_proto import decode

# These change no position.
_UNCHANGED = frozenset(
    "Add AddV2 BiasAdd Cast Ceil ConcatV2 Const Floor FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 GreaterEqual Identity "
    "LRN Log Mul Pow RealDiv Relu Relu6 Round Rsqrt Softplus Sub VariableV2 VarHandleOp ReadVariableOp".split()
)
_POOLS = ("MaxPool", "MaxPoolV2", "AvgPool")
_READS = ("Identity", "ReadVariableOp", "Enter")


class LayerParameters(NamedTuple):
    """kernel, stride, padding before the first position, padding on both sides, each (x, y); None is not known."""

    kernel: tuple[Any, Any]
    stride: tuple[Any, Any]
    padding: tuple[Any, Any]
    total_padding: tuple[Any, Any]


def node_of(name):
    """The name of the node that an input of a NodeDef names."""
    return name.removeprefix("^").partition(":")[0]


def _xy(values):
    """(x, y) of [batch, height, width, depth], where batch and depth are 1."""
    if values[0] != 1:
        raise ValueError("pool ksize for first dim is not 1")
    if values[3] != 1:
        raise ValueError("pool ksize for last dim is not 1")
    return int(values[2]), int(values[1])


def _constant(node, index, name_to_node, what):
    found = name_to_node[node_of(node.input[index])]
    if found.op != "Const":
        raise ValueError(f"{what} of {node.name} is not a constant: {found.name} is of type {found.op}")
    return decode(found.attr["value"].tensor)


def _stride(node, name_to_node):
    if node.op == "MaxPoolV2":
        strides = _constant(node, 2, name_to_node, "strides")
    else:
        strides = node.attr["strides"].list.i
    return int(strides[2]), int(strides[1])


def _kernel(node, name_to_node):
    if node.op == "MaxPoolV2":
        return _xy(_constant(node, 1, name_to_node, "ksize"))
    if node.op in _POOLS:
        return _xy(node.attr["ksize"].list.i)
    weights = name_to_node[node_of(node.input[1])]
    while weights.op in _READS:
        weights = name_to_node[node_of(weights.input[0])]
    if weights.op in ("VariableV2", "Variable", "VarHandleOp"):
        dims = weights.attr["shape"].shape.dim
    elif weights.op == "Const":
        dims = weights.attr["value"].tensor.tensor_shape.dim
    else:
        raise ValueError(f"Weight layer {weights.name} is not of type VariableV2 or Const: {weights.op}")
    if len(dims) != 4:
        raise ValueError(f"Weight layer {weights.name} does not have rank 4. Instead, it has: {len(dims)}")
    return dims[1].size, dims[0].size


def _padding(mode, kernel, stride, size):
    """(before, on both sides) of one axis. size: of the input, or None."""
    if mode == b"VALID":
        return 0, 0
    if mode != b"SAME":
        raise ValueError(f"Invalid padding operation {mode}")
    if size is not None:
        total = max(kernel - (size % stride or stride), 0)
        return total // 2, total
    if kernel == 1:
        return 0, 0
    if stride == 1:
        return (kernel - 1) // 2, kernel - 1
    # Of an even kernel and a stride of 2 the padding before is the same for any size.
    return (math.floor((kernel - 1) / 2), None) if stride == 2 and kernel % 2 == 0 else (None, None)


def _pads(node, name_to_node):
    pads = _constant(node, 1, name_to_node, "paddings")
    if pads[0].any():
        raise ValueError("padding is not zero for first tensor dim")
    if pads[3].any():
        raise ValueError("padding is not zero for last tensor dim")
    x, y = pads[2].tolist(), pads[1].tolist()
    return LayerParameters((1, 1), (1, 1), (x[0], y[0]), (sum(x), sum(y)))


def layer_parameters(node, name_to_node, input_resolution=None, force=False):
    """The LayerParameters of a NodeDef.

    name_to_node: all of the graph, by name.  input_resolution: [height, width] of the input, or None.
    force: where the type is not known, nothing is known of it; else that is a ValueError.
    """
    if node.op in ("Conv2D", "DepthwiseConv2dNative", *_POOLS):
        stride, kernel = _stride(node, name_to_node), _kernel(node, name_to_node)
        sizes = (None, None) if input_resolution is None else (input_resolution[1], input_resolution[0])
        mode = node.attr["padding"].s
        found = [_padding(mode, *axis) for axis in zip(kernel, stride, sizes, strict=True)]
        return LayerParameters(kernel, stride, (found[0][0], found[1][0]), (found[0][1], found[1][1]))
    if node.op == "Pad":
        return _pads(node, name_to_node)
    if node.op in _UNCHANGED:
        return LayerParameters((1, 1), (1, 1), (0, 0), (0, 0))
    if force:
        nothing = (None, None)
        return LayerParameters(nothing, nothing, nothing, nothing)
    raise ValueError(f"Unknown layer for operation '{node.name}': {node.op}")


def get_layer_params(node, name_to_node, input_resolution=None, force=False):
    """(kernel x, kernel y, stride x, stride y, padding x, padding y, both paddings x, both paddings y) of a NodeDef."""
    found = layer_parameters(node, name_to_node, input_resolution, force)
    return (*found.kernel, *found.stride, *found.padding, *found.total_padding)
