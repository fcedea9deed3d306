"""GraphDefs made smaller for inference: what does not lead from inputs to outputs is left out, batch norms are folded."""

import collections
import logging

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph.tensor_proto import decode, make_tensor_proto
from graphlab._src.io.freeze import extract_sub_graph, node_name_from_input, remove_training_nodes
from graphlab._src.proto import AttrValue, GraphDef, NodeDef

_log = logging.getLogger("graphlab")

# Type of a batch norm -> (the numbers of its inputs: product, mean, variance, beta, gamma; the attribute with epsilon).
_NORMS = {
    "BatchNormWithGlobalNormalization": ((0, 1, 2, 3, 4), "variance_epsilon"),
    "FusedBatchNorm": ((0, 3, 4, 2, 1), "epsilon"),
    "FusedBatchNormV3": ((0, 3, 4, 2, 1), "epsilon"),
}
_EPSILON = 1e-4  # of a FusedBatchNorm that does not say it


def strip_unused(input_graph_def, input_node_names, output_node_names, placeholder_type_enum):
    """A GraphDef of what leads from some nodes, which become placeholders, to others.

    placeholder_type_enum: the number of the dtype of the placeholders, or a list with one for each.
    KeyError when a node is not there, ValueError for the name of a tensor.
    """
    for name in input_node_names:
        if ":" in name:
            raise ValueError(f"Name '{name}' appears to refer to a Tensor, not a Operation.")
    missing = set(input_node_names) - {node.name for node in input_graph_def.node}
    if missing:
        raise KeyError(f"The following input nodes were not found: {missing}")
    replaced = GraphDef()
    for node in input_graph_def.node:
        if node.name not in input_node_names:
            replaced.node.add().CopyFrom(node)
            continue
        place = replaced.node.add(op="Placeholder", name=node.name)
        kinds = placeholder_type_enum
        kind = kinds[list(input_node_names).index(node.name)] if isinstance(kinds, list) else kinds
        place.attr["dtype"].type = kind
        for key in ("_output_shapes", "shape"):
            if key in node.attr:
                place.attr[key].CopyFrom(node.attr[key])
    return extract_sub_graph(replaced, output_node_names)


def optimize_for_inference(
    input_graph_def, input_node_names, output_node_names, placeholder_type_enum, toco_compatible=False
):
    """A GraphDef for inference: strip_unused, tf.graph_util.remove_training_nodes, fold_batch_norms and fuse_resize_and_conv.

    toco_compatible: without fuse_resize_and_conv.
    """
    ensure_graph_is_valid(input_graph_def)
    found = strip_unused(input_graph_def, input_node_names, output_node_names, placeholder_type_enum)
    found = fold_batch_norms(remove_training_nodes(found, output_node_names), output_node_names)
    if not toco_compatible:
        found = fuse_resize_and_conv(found, output_node_names)
    ensure_graph_is_valid(found)
    return found


def ensure_graph_is_valid(graph_def):
    """ValueError when two nodes have one name, or an input comes from nowhere."""
    names = set()
    for node in graph_def.node:
        if node.name in names:
            raise ValueError("Duplicate node names detected for ", node.name)
        names.add(node.name)
    for node in graph_def.node:
        for value in node.input:
            if node_name_from_input(value) not in names:
                raise ValueError("Input for ", node.name, " not found: ", value)


def fold_batch_norms(input_graph_def, retained=()):
    """A GraphDef whose batch norms of constants, behind a convolution with a constant kernel, are in the kernel and a bias.

    A convolution or kernel that something else needs too, or whose name is in `retained`, is left as it is.
    """
    nodes = _by_name(input_graph_def)
    uses = uses_of(input_graph_def)
    uses.update(retained)
    outputs = {value for node in input_graph_def.node for value in node.input}
    skipped, added, spent = set(), [], collections.Counter()
    for node in input_graph_def.node:
        if node.op in _NORMS and not any(f"{node.name}:{i}" in outputs for i in range(1, 6)):
            found = _folded(node, nodes, uses)
            if found:
                replaced, constants, new = found
                skipped.update(replaced)
                spent.update(constants)
                added += new
    skipped.update(name for name, count in spent.items() if count == uses[name])
    return _with_nodes(input_graph_def, [*(n for n in input_graph_def.node if n.name not in skipped), *added])


def fuse_resize_and_conv(input_graph_def, output_node_names):
    """A GraphDef whose convolutions resize and mirror their images themselves, where operations of their own did so before.

    Nodes that nothing needs, and whose names are not in `output_node_names`, are left out. TensorFlow also fuses what the
    fused operation computes otherwise: dilated convolutions, channels before rows, pixels with half centers, other types.
    """
    nodes = _by_name(input_graph_def)
    uses = uses_of(input_graph_def)
    uses.update(output_node_names)
    added = []
    for conv in input_graph_def.node:
        before = _fusible(conv, nodes)
        if before:
            del uses[conv.name]
            uses.subtract(node.name for node in before)
            added += _fused(conv, before)
    return _with_nodes(input_graph_def, [*(n for n in input_graph_def.node if uses[n.name] > 0), *added])


def _fusible(conv, nodes):
    """The ResizeBilinear and the MirrorPad that a convolution follows and can do itself: both, one or none of them."""
    plain = _attr(conv, "data_format").s in (b"", b"NHWC") and _attr(conv, "padding").s != b"EXPLICIT"
    if conv.op != "Conv2D" or not plain or any(rate != 1 for rate in _attr(conv, "dilations").list.i):
        return []
    found = []
    for op in ("MirrorPad", "ResizeBilinear"):
        node = nodes[node_name_from_input((found[0] if found else conv).input[0])]
        exact = _attr(node, "T") == _attr(conv, "T") and not _attr(node, "half_pixel_centers").b
        if node.op == op and exact:
            found.insert(0, node)
    return found


def _attr(node, key):
    """An attribute of a node, an empty one where it has none. (A look-up in the node itself would add it.)"""
    return node.attr[key] if key in node.attr else AttrValue()


def _fused(conv, before):
    """The nodes in the place of a convolution and of what is before it: its paddings, where there were none, and itself."""
    by_type = {node.op: node for node in before}
    resize, pad = by_type.get("ResizeBilinear"), by_type.get("MirrorPad")
    fused = NodeDef(op="FusedResizeAndPadConv2D" if resize else "FusedPadConv2D", name=conv.name)
    made = []
    if pad is None:
        paddings = NodeDef(op="Const", name=f"{conv.name}_dummy_paddings")
        paddings.attr["dtype"].type = dtypes.int32.as_datatype_enum
        paddings.attr["value"].tensor.CopyFrom(make_tensor_proto(np.zeros([4, 2], np.int32)))
        made.append(paddings)
        fused.attr["mode"].s = b"REFLECT"
    else:
        fused.attr["mode"].CopyFrom(pad.attr["mode"])
    if resize is not None:
        fused.attr["resize_align_corners"].CopyFrom(_attr(resize, "align_corners"))
    paddings_name = made[0].name if pad is None else pad.input[1]
    fused.input.extend([*before[0].input[: 2 if resize else 1], paddings_name, conv.input[1]])
    for key in ("T", "strides", "padding"):
        fused.attr[key].CopyFrom(conv.attr[key])
    return [*made, fused]


def _by_name(graph_def):
    nodes = {node.name: node for node in graph_def.node}
    if len(nodes) != len(graph_def.node):
        raise ValueError("Duplicate node names detected")
    return nodes


def _with_nodes(graph_def, nodes):
    """A GraphDef with the library and the versions of another one, and copies of these nodes."""
    result = GraphDef(node=nodes)
    for part in ("library", "versions"):
        if graph_def.HasField(part):
            getattr(result, part).CopyFrom(getattr(graph_def, part))
    return result


def uses_of(graph_def):
    """{name of a node: how many inputs of others it is}, control dependencies included."""
    return collections.Counter(node_name_from_input(value) for node in graph_def.node for value in node.input)


def _folded(norm, nodes, uses):
    """(names of the nodes that a folded batch norm replaces, of the constants that it needs no more, the new nodes), or None."""
    places, epsilon = _NORMS[norm.op]
    sources = [nodes[node_name_from_input(norm.input[i])] for i in places]
    product = sources[0]
    fused = norm.op != "BatchNormWithGlobalNormalization"
    if fused and ("is_training" not in norm.attr or norm.attr["is_training"].b):
        return None
    if product.op not in ("Conv2D", "DepthwiseConv2dNative"):
        _log.warning("Didn't find expected Conv2D or DepthwiseConv2dNative input to '%s'", norm.name)
        return None
    kernel = nodes[node_name_from_input(product.input[1])]
    constants = [kernel, *sources[1:]]
    if any(node.op != "Const" for node in constants):
        _log.warning(
            "Didn't find expected Constant inputs to '%s'. Maybe because freeze_graph wasn't run first?", norm.name
        )
        return None
    if uses[product.name] > 1 or uses[kernel.name] > 1:
        _log.warning(
            "Something else needs '%s' or its kernel, too: '%s' is not folded into it", product.name, norm.name
        )
        return None
    weights, mean, variance, beta, gamma = (decode(node.attr["value"].tensor) for node in constants)
    channels = weights.shape[3] if product.op == "Conv2D" else weights.shape[2] * weights.shape[3]
    if any(value.shape != (channels,) for value in (mean, variance, beta, gamma)):
        _log.warning("Incorrect shape of a constant for node %s, expected %s", norm.name, (channels,))
        return None
    scale = 1.0 / np.sqrt(variance + (norm.attr[epsilon].f if epsilon in norm.attr else _EPSILON))
    if fused or norm.attr["scale_after_normalization"].b:
        scale = scale * gamma
    factors = scale if product.op == "Conv2D" else scale.reshape(weights.shape[2:])
    bias = NodeDef(op="BiasAdd", name=norm.name, input=[product.name, f"{product.name}_bn_offset"])
    bias.attr["T"].CopyFrom(product.attr["T"])
    if "data_format" in product.attr:
        bias.attr["data_format"].CopyFrom(product.attr["data_format"])
    offset = beta - mean * scale
    new = [
        _constant(kernel.name, kernel, weights * factors),
        product,
        _constant(bias.input[1], sources[1], offset),
        bias,
    ]
    return [norm.name, product.name, kernel.name], [node.name for node in sources[1:]], new


def _constant(name, like, value):
    node = NodeDef(op="Const", name=name)
    node.attr["dtype"].CopyFrom(like.attr["dtype"])
    dtype = decode(like.attr["value"].tensor).dtype
    node.attr["value"].CopyFrom(AttrValue(tensor=make_tensor_proto(value.astype(dtype))))
    return node
