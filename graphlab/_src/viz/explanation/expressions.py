"""What a few operations compute together, as a formula: `relu(x·kernel + bias)`.

A formula is exact but for the names of what enters: it is read off the graph from the output backward, as far as the
operations of the selection go.
"""

import re
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.constant import constant_value
from graphlab._src.viz.explanation.sentences import variable_of

_MOST = 14  # operations in a formula
_LONGEST = 110  # characters
_OR, _AND, _COMPARISON, _SUM, _PRODUCT, _ATOM = range(6)  # how strongly a formula holds together
_BINARY = {
    "Add": (" + ", _SUM),
    "AddV2": (" + ", _SUM),
    "BiasAdd": (" + ", _SUM),
    "Sub": (" - ", _SUM),
    "RealDiv": (" / ", _PRODUCT),
    "MatMul": ("·", _PRODUCT),
    "BatchMatMul": ("·", _PRODUCT),
    "BatchMatMulV2": ("·", _PRODUCT),
    "Less": (" < ", _COMPARISON),
    "LessEqual": (" ≤ ", _COMPARISON),
    "Greater": (" > ", _COMPARISON),
    "GreaterEqual": (" ≥ ", _COMPARISON),
    "Equal": (" = ", _COMPARISON),
    "NotEqual": (" ≠ ", _COMPARISON),
    "LogicalAnd": (" and ", _AND),
    "LogicalOr": (" or ", _OR),
}
_TRANSPOSED = {"MatMul": ("transpose_a", "transpose_b")}
_ADJOINT = ("adj_x", "adj_y")
# Of these the first inputs are what a formula says, the others say how: axes, a shape.
_FIRST = {
    "Mean": 1,
    "Sum": 1,
    "Max": 1,
    "Min": 1,
    "Prod": 1,
    "ArgMax": 1,
    "ArgMin": 1,
    "Reshape": 1,
    "Transpose": 1,
    "ExpandDims": 1,
    "StridedSlice": 1,
    "Tile": 1,
    "Pad": 1,
    "GatherV2": 2,
    "FusedBatchNorm": 1,
    "FusedBatchNormV2": 1,
    "FusedBatchNormV3": 1,
}
_NAMES = {
    "Conv2D": "conv2d",
    "DepthwiseConv2dNative": "depthwise_conv2d",
    "FusedBatchNorm": "batch_norm",
    "FusedBatchNormV2": "batch_norm",
    "FusedBatchNormV3": "batch_norm",
    "GatherV2": "gather",
    "Pack": "stack",
    "SoftmaxCrossEntropyWithLogits": "softmax_cross_entropy",
    "SparseSoftmaxCrossEntropyWithLogits": "softmax_cross_entropy",
    "RealDiv": "divide",
}


class TooLongError(Exception):
    """A formula would be longer than a reader wants."""


def formula(tensor: Tensor, inside: Collection[Operation], name: Callable[[Tensor], str] | None = None) -> str:
    """The formula of a tensor that the operations `inside` compute; "" where it would be long, or is one name.

    name(tensor): what a tensor that enters is called; the last part of its operation's name when left out.
    """
    writer = _Writer(inside, name or short_name)
    try:
        text, _ = writer.write(tensor)
        if name is None and writer.is_ambiguous:
            writer = _Writer(inside, _longer_name)
            text, _ = writer.write(tensor)
    except TooLongError:
        return ""
    return text if writer.written and not writer.is_ambiguous and len(text) <= _LONGEST else ""


def short_name(tensor: Tensor) -> str:
    """`kernel` for the value of the variable dense/kernel, `x`; an operation's output keeps its scope: `dense/Relu`."""
    variable = variable_of(tensor)
    op = tensor.op if variable is None else variable
    name = op.name.rpartition("/")[2] if variable is not None else "/".join(op.name.split("/")[-2:])
    return name if not tensor.value_index or variable is not None else f"{name}:{tensor.value_index}"


def _longer_name(tensor: Tensor) -> str:
    """`dense/kernel`, where several tensors are called kernel."""
    variable = variable_of(tensor)
    return short_name(tensor) if variable is None else "/".join(variable.name.split("/")[-2:])


class _Writer:
    def __init__(self, inside: Collection[Operation], name: Callable[[Tensor], str]) -> None:
        self._inside = inside
        self._call = name
        self._called: dict[str, set[Any]] = {}
        self.written = 0

    @property
    def is_ambiguous(self) -> bool:
        """Whether different tensors have the same name."""
        return any(len(tensors) > 1 for tensors in self._called.values())

    def _name(self, tensor: Tensor) -> str:
        name = self._call(tensor)
        self._called.setdefault(name, set()).add(variable_of(tensor) or tensor)
        return name

    def write(self, tensor: Tensor) -> tuple[str, int]:
        """(formula, how strongly it holds together)"""
        op = tensor.op
        number = _number(tensor)
        if number:
            return number, _ATOM
        if variable_of(tensor) is not None or op not in self._inside or not op.inputs:
            return self._name(tensor), _ATOM
        if op.definition is not None and op.definition.of_shape or _is_size(op):
            return self._name(tensor), _ATOM
        if op.type in ("Identity", "Enter"):
            return self.write(op.inputs[0])
        if tensor.value_index and len(op.outputs) > 1:
            return self._name(tensor), _ATOM
        if op.definition is None or op.definition.control_flow is not None or op.type in ("Split", "SplitV", "Unpack"):
            return self._name(tensor), _ATOM
        self.written += 1
        if self.written > _MOST:
            raise TooLongError
        return self._operation(op)

    def _operation(self, op: Any) -> tuple[str, int]:
        if op.type in _BINARY:
            sign, strength = _BINARY[op.type]
            return self._binary(op, sign, strength), strength
        if op.type == "Mul":
            scalar = any(one.shape.ndims == 0 for one in op.inputs)
            return self._binary(op, "·" if scalar else " ⊙ ", _PRODUCT), _PRODUCT
        if op.type == "Square":
            return f"{self._in(op.inputs[0], _ATOM)}²", _ATOM
        if op.type == "SquaredDifference":
            return f"({self._in(op.inputs[0], _SUM)} - {self._in(op.inputs[1], _PRODUCT)})²", _ATOM
        if op.type == "Neg":
            return f"-{self._in(op.inputs[0], _PRODUCT)}", _SUM
        if op.type == "ConcatV2":
            return f"[{', '.join(self.write(one)[0] for one in op.inputs[:-1])}]", _ATOM
        given = op.inputs[: _FIRST.get(op.type, len(op.inputs))]
        return f"{_function(op.type)}({', '.join(self.write(one)[0] for one in given)})", _ATOM

    def _binary(self, op: Any, sign: str, strength: int) -> str:
        # Only sums read the same with the second part in parentheses or without.
        right = strength + (op.type not in ("Add", "AddV2", "BiasAdd"))
        parts = [self._in(op.inputs[0], strength), self._in(op.inputs[1], right)]
        flags = _TRANSPOSED.get(op.type, _ADJOINT if op.type.startswith("BatchMatMul") else ())
        for i, flag in enumerate(flags):
            if op.attrs[flag]:
                parts[i] = f"{self._in_again(parts[i])}ᵀ"
        return sign.join(parts)

    def _in(self, tensor: Tensor, least: int) -> str:
        text, strength = self.write(tensor)
        return text if strength >= least else f"({text})"

    def _in_again(self, text: str) -> str:
        return text if re.fullmatch(r"[\w/:]+|\w+\(.*\)|\(.*\)", text) else f"({text})"


def _number(tensor: Tensor) -> str:
    """A scalar that is known before a run; "" for others."""
    if tensor.shape.ndims != 0:
        return ""
    value = constant_value(tensor)
    if value is None or np.asarray(value).dtype.kind not in "biuf":
        return ""
    value = np.asarray(value).item()
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _is_size(op: Operation) -> bool:
    """Whether an operation reads one size of a shape."""
    source = op.inputs[0].op.definition if op.type == "StridedSlice" else None
    return source is not None and source.of_shape is not None


def _function(op_type: str) -> str:
    """`leaky_relu` for "LeakyRelu"."""
    found = _NAMES.get(op_type)
    return found or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", re.sub(r"V\d+$", "", op_type)).lower()
