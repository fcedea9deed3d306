"""GraphDefs made smaller for inference: what does not lead from inputs to outputs is left out, batch norms are folded."""

import collections
import logging

import numpy as np

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
    """A GraphDef for inference: strip_unused, tf.graph_util.remove_training_nodes and fold_batch_norms, one after the other.

    toco_compatible: no resizing is fused with a convolution; none is in any case.
    """
    ensure_graph_is_valid(input_graph_def)
    found = strip_unused(input_graph_def, input_node_names, output_node_names, placeholder_type_enum)
    found = fold_batch_norms(remove_training_nodes(found, output_node_names), output_node_names)
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
    nodes = {node.name: node for node in input_graph_def.node}
    if len(nodes) != len(input_graph_def.node):
        raise ValueError("Duplicate node names detected")
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
    result = GraphDef(versions=input_graph_def.versions, library=input_graph_def.library)
    for node in [*(node for node in input_graph_def.node if node.name not in skipped), *added]:
        result.node.add().CopyFrom(node)
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
