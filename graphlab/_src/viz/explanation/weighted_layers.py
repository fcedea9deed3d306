"""Layers with weights: dense, convolutional, and embeddings."""

from collections.abc import Collection
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.constant import constant_value
from graphlab._src.viz.explanation.expressions import formula, short_name
from graphlab._src.viz.explanation.matching import source
from graphlab._src.viz.explanation.phrases import phrase
from graphlab._src.viz.explanation.sentences import Sentence, variable_of

_SUMS = ("Add", "AddV2", "BiasAdd")
_ACTIVATIONS = (
    *("Relu", "Relu6", "Elu", "Selu", "LeakyRelu", "Sigmoid", "Tanh"),
    *("Softmax", "LogSoftmax", "Softplus", "Softsign"),
)


def weighted(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    """A dense or convolutional layer: what enters times a variable, plus another if it has a bias, then an activation."""
    active = source(output, *_ACTIVATIONS)
    at = output if active is None else active.inputs[0]
    added = source(at, *_SUMS)
    if added is not None and variable_of(added.inputs[1]) is not None:
        at = added.inputs[0]
    product = source(at, "MatMul", "Conv2D", "Conv3D", "DepthwiseConv2dNative")
    if product is None:
        product = _over_last_axis(at)
        if product is None:
            return None
        return _dense_over_last_axis(product, added, active, at, inside)
    entering, weights = product.inputs[:2]
    if product not in inside or variable_of(entering) is not None or variable_of(weights) is None:
        return None
    if entering.op in inside and entering.op.inputs:  # what else there is would not be spoken of
        return None
    text = formula(output, inside)
    if product.type != "MatMul":
        return [f"Convolutional layer: {text}, {phrase(product)}."] if text else None
    inputs, units = _sizes(product.inputs[1], product.attrs["transpose_b"])
    return [f"Dense layer: {text}{_units(inputs, units)}."] if text else None


def _sizes(kernel: Tensor, transposed: bool) -> tuple[Any, Any]:
    dims = kernel.dims
    if dims is None or len(dims) != 2:
        return None, None
    return (dims[1], dims[0]) if transposed else (dims[0], dims[1])


def _units(inputs: Any, units: Any) -> str:
    if inputs is None or units is None:
        return ""
    return f", {inputs} input{'' if inputs == 1 else 's'} to {units} unit{'' if units == 1 else 's'}"


def _over_last_axis(tensor: Tensor) -> Any:
    """The MatMul of tf.tensordot of a tensor's last axis with a variable: both are reshaped to matrices, and the product back."""
    back = source(tensor, "Reshape")
    product = None if back is None else source(back.inputs[0], "MatMul")
    if product is None or product.attrs["transpose_a"] or product.attrs["transpose_b"]:
        return None
    x, kernel = (_before_reshape(one) for one in product.inputs)
    if x is None or kernel is None or variable_of(kernel) is None or variable_of(x) is not None:
        return None
    sizes, weights, result = x.dims, kernel.dims, tensor.dims
    if sizes is None or weights is None or result is None or len(weights) != 2 or len(sizes) != len(result):
        return None
    known = sizes[-1] is not None and sizes[-1] == weights[0] and result[-1] == weights[1]
    # The axes before the last are as they were: their product is the rows of the matrix.
    return product if known and tuple(product.inputs[1].dims or ()) == tuple(weights) else None


def _before_reshape(tensor: Tensor) -> Tensor | None:
    """What is reshaped to a matrix, past a transposition that leaves all axes where they are; None for other tensors."""
    op = source(tensor, "Reshape")
    if op is None:
        return None
    moved = source(op.inputs[0], "Transpose")
    if moved is None:
        return op.inputs[0]
    order = constant_value(moved.inputs[1])
    if order is None or [int(axis) for axis in order] != list(range(len(order))):
        return None
    return moved.inputs[0]


def _dense_over_last_axis(
    product: Any, added: Any, active: Any, at: Tensor, inside: Collection[Operation]
) -> Sentence | None:
    if product not in inside:
        return None
    x, kernel = (_before_reshape(one) for one in product.inputs)
    if x is None or kernel is None or x.op in inside:
        return None
    text = f"{short_name(x)}·{short_name(kernel)}"
    if added is not None and at is added.inputs[0]:
        text += f" + {short_name(added.inputs[1])}"
    if active is not None:
        text = f"{active.type.lower()}({text})"
    return [f"Dense layer over the last axis: {text}{_units(*_sizes(kernel, False))}."]


def embedding(output: Tensor, inside: Collection[Operation]) -> Sentence | None:
    op = source(output, "GatherV2", "Gather", "ResourceGather")
    table = None if op is None else variable_of(op.inputs[0])
    if op is None or table is None or op not in inside:
        return None
    return [f"Embedding: the rows of the variable {table.name} at the positions {short_name(op.inputs[1])}."]
