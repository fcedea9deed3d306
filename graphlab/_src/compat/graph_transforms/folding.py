"""Transforms that compute in advance: constants, and batch norms as part of the layers before them."""

import collections
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compat.graph_transforms.parameters import GraphMessage, NodeMessage, Transform
from graphlab._src.compat.graph_transforms.structure import is_pure, needed_by
from graphlab._src.compat.graph_transforms.weights import constant
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.tensor_proto import decode
from graphlab._src.io import inference_graph
from graphlab._src.io.freeze import node_name_from_input as source_of
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.proto import GraphDef, NodeDef
from graphlab._src.session.session import Session

_LARGEST = 10 << 20  # bytes of one folded constant
_PRODUCTS = ("Conv2D", "DepthwiseConv2dNative", "MatMul")


def fold_constants(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """What outputs need, with constants for what is computed from constants, or from shapes that are known.

    clear_output_shapes: without the attribute `_output_shapes`, true when left out.  Outputs, strings and what is
    larger than 10 MB stay as they are. The constant for the output 0 of the first folded node, `a`, is `a/_0__cf__0`.
    """
    needed = needed_by(graph_def, outputs)
    retained = GraphDef(versions=graph_def.versions, library=graph_def.library)
    retained.node.extend(node for node in graph_def.node if node.name in needed or node.name in inputs)
    if transform.flag("clear_output_shapes", True):
        for node in retained.node:
            node.attr.pop("_output_shapes", None)
    values = _folded(retained, {*inputs, *outputs})
    replaced, added = dict[str, str](), list[NodeMessage]()
    for tensor, value in values.items():
        port = "" if tensor.value_index == 0 else f":{tensor.value_index}"
        made = constant(f"{tensor.op.name}/_{len(added)}__cf__{len(added)}", value)
        replaced[tensor.op.name + port] = made.name
        added.append(made)
    whole = GraphDef()
    for node in retained.node:
        copy = whole.node.add()
        copy.CopyFrom(node)
        copy.input[:] = [replaced.get(value.removesuffix(":0"), value) for value in node.input]
    whole.node.extend(added)
    still = needed_by(whole, [*outputs, *(node.name for node in retained.node if node.name in inputs)])
    result = GraphDef()
    result.node.extend(node for node in whole.node if node.name in still)
    return result


def _folded(graph_def: GraphMessage, retained: set[str]) -> dict[Tensor, Any]:
    """{tensor that something else than constants uses: its value} of the tensors that are known before a run."""
    graph = Graph()
    with graph.as_default():
        import_graph_def(graph_def, name="")
    known: dict[Operation, bool] = {}  # whether it is computed, and no constant already
    for op in graph.get_operations():
        of_constants = all(item.op in known for item in op.inputs)
        if op.name in retained or op.control_inputs or op.definition is None or not is_pure(op.node_def):
            continue
        if op.definition.of_shape and all(item.shape.is_fully_defined() for item in op.inputs):
            known[op] = True
        elif of_constants and op.definition.kernel is not None and not _is_structure(op):
            known[op] = bool(op.inputs)
    frontier = [
        item
        for op, is_computed in known.items()
        for item in op.outputs
        if is_computed and item.dtype is not dtypes.string and any(user not in known for user in item.consumers())
    ]
    if not frontier:
        return {}
    with Session(graph=graph) as session:
        values = session.run(frontier)
    return {item: value for item, value in zip(frontier, values, strict=True) if np.asarray(value).nbytes <= _LARGEST}


def _is_structure(op: Operation) -> bool:
    definition = op.definition
    return definition is None or bool(definition.control_flow or definition.calls or definition.structural)


def fold_batch_norms(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With the constant that a convolution or matrix product is multiplied by, for each column, in its constant weights.

    Where something else needs the product or its weights, too, they stay as they are.
    """
    nodes = {node.name: node for node in graph_def.node}
    uses = inference_graph.uses_of(graph_def)
    uses.update([*inputs, *outputs])
    products: dict[str, tuple[str, NodeMessage]] = {}  # name of the multiplication -> (of the product, the new weights)
    for node in graph_def.node:
        found = _scaled(node, nodes, uses)
        if found is not None:
            products[node.name] = found
    gone = {name for name, _ in products.values()}
    weights = {made.name: made for _, made in products.values()}
    factors = [source_of(nodes[name].input[1]) for name in products]
    gone.update(name for name in factors if uses[name] == 1)
    result = GraphDef()
    for node in graph_def.node:
        if node.name in gone:
            continue
        copy = result.node.add()
        if node.name in products:
            copy.CopyFrom(nodes[products[node.name][0]])
            copy.name = node.name
        else:
            copy.CopyFrom(weights.get(node.name, node))
    return result


def _scaled(
    node: NodeMessage, nodes: Mapping[str, NodeMessage], uses: Mapping[str, int]
) -> tuple[str, NodeMessage] | None:
    """(name of the product that a node multiplies by constants, its weights multiplied by them), or None."""
    if node.op != "Mul" or len(node.input) != 2:
        return None
    product, factors = (nodes[source_of(value)] for value in node.input)
    if product.op not in _PRODUCTS or factors.op != "Const" or uses[product.name] > 1 or len(product.input) != 2:
        return None
    weights = nodes[source_of(product.input[1])]
    if weights.op != "Const" or uses[weights.name] > 1 or weights.input or factors.input:
        return None
    if product.op == "MatMul" and product.attr["transpose_b"].b:
        return None
    if product.op != "MatMul" and product.attr["data_format"].s == b"NCHW":
        return None
    before, scale = decode(weights.attr["value"].tensor), decode(factors.attr["value"].tensor)
    columns = before.shape[2] * before.shape[3] if product.op == "DepthwiseConv2dNative" else before.shape[-1]
    if scale.shape != (columns,):
        return None
    by_column = scale.reshape(before.shape[2:]) if product.op == "DepthwiseConv2dNative" else scale
    return product.name, constant(weights.name, before * by_column)


def fold_old_batch_norms(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With the batch norms of constants behind convolutions in their kernels and a BiasAdd."""
    return inference_graph.fold_batch_norms(graph_def, [*inputs, *outputs])


def flatten_atrous_conv(
    graph_def: GraphMessage, inputs: Sequence[str], outputs: Sequence[str], transform: Transform
) -> GraphMessage:
    """With one convolution, whose kernel has zeros between its elements, for SpaceToBatchND, Conv2D and BatchToSpaceND."""
    nodes = {node.name: node for node in graph_def.node}
    uses = inference_graph.uses_of(graph_def)
    uses.update([*inputs, *outputs])
    replaced: dict[str, list[NodeMessage]] = {}
    gone: set[str] = set()
    spent = collections.Counter[str]()
    for node in graph_def.node:
        if node.op != "BatchToSpaceND":
            continue
        product = nodes[source_of(node.input[0])]
        if product.op not in _PRODUCTS[:2] or uses[product.name] > 1 or set(product.attr["strides"].list.i) != {1}:
            continue
        spread, kernel = (nodes[source_of(value)] for value in product.input[:2])
        if spread.op != "SpaceToBatchND" or uses[spread.name] > 1 or kernel.op != "Const":
            continue
        sizes = [nodes[source_of(value)] for value in (*node.input[1:3], spread.input[2])]
        if any(one.op != "Const" for one in sizes):
            continue
        rates, crops, pads = (decode(one.attr["value"].tensor) for one in sizes)
        value = _dilated(decode(kernel.attr["value"].tensor), rates)
        padding = _padding(value.shape[:2], pads, crops) if rates.shape == (2,) else None
        if padding is None or product.attr["padding"].s != b"VALID":
            continue
        wide = constant(kernel.name, value)
        if uses[kernel.name] == 1:
            gone.add(kernel.name)
        else:
            wide.name = f"{node.name}/{kernel.name}_flattened"
        flat = NodeDef()
        flat.CopyFrom(product)
        flat.name = node.name
        flat.input[:2] = [spread.input[0], wide.name]
        flat.attr["padding"].s = padding
        replaced[node.name] = [wide, flat]
        gone.update([product.name, spread.name])
        spent.update(source_of(value) for value in (*node.input[1:3], *spread.input[1:3]))
    gone.update(name for name, count in spent.items() if count == uses[name])
    result = GraphDef()
    for node in graph_def.node:
        if node.name not in gone:
            result.node.extend(replaced.get(node.name, [node]))
    return result


def _dilated(value: Any, rates: Any) -> Any:
    rows, columns = (int(rate) for rate in rates) if rates.shape == (2,) else (1, 1)
    height, width = value.shape[:2]
    wide = np.zeros(((height - 1) * rows + 1, (width - 1) * columns + 1, *value.shape[2:]), value.dtype)
    wide[::rows, ::columns] = value
    return wide


def _padding(sizes: Any, pads: Any, crops: Any) -> bytes | None:
    """The padding of the one convolution that has the same result, by the sizes of its kernel; None for neither."""
    margins = pads.sum(1) - crops.sum(1)
    if not margins.any() and not (pads[:, 0] - crops[:, 0]).any():
        return b"VALID"
    same = all(
        margin == size - 1 and before == (size - 1) // 2 and not crop
        for size, margin, before, crop in zip(sizes, margins, pads[:, 0], crops[:, 0], strict=True)
    )
    return b"SAME" if same else None
