"""SymbolicGradient: the gradients of a function of the graph's library, by its name, as an operation."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import Any

from graphlab._src.autodiff.functional_bodies import zeros_of
from graphlab._src.autodiff.gradients import gradients
from graphlab._src.autodiff.trainable import is_trainable
from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dims, ShapeError
from graphlab._src.graph import Graph, Operation, Tensor, convert_to_tensor
from graphlab._src.graph.func_graph import FuncGraph
from graphlab._src.ops.define import FUNCTION, op, undefined_gradient


def _of_arguments(op: Operation) -> Sequence[Dims | None]:
    count = len(op.attrs["Tout"])
    if len(op.inputs) < count:
        raise ShapeError("len(inputs) < len(outputs)")
    return [None if tensor.dtype is dtypes.resource else tensor.dims for tensor in op.inputs[:count]]


@op(
    "SymbolicGradient",
    "input: *Tin -> output: *Tout",
    infer=_of_arguments,
    structural=True,
    grad=undefined_gradient,
    calls="gradient",
)
def symbolic_gradient(*, f: FUNCTION):
    """The gradients of the arguments of f. `input`: these arguments, and then a gradient for each result of f."""


def gradient_of(function: Any, graph: Graph) -> FuncGraph:
    """A function that computes the gradients of one of the library: what it does once more, and back from its results."""
    body = FuncGraph("symbolic_gradient", graph)
    with body.as_default():
        arguments, flowing = (
            [body.add_argument(one.dtype.base_dtype, one.dims, f"{label}_{i}") for i, one in enumerate(tensors)]
            for label, tensors in (("argument", function.inputs), ("gradient", function.outputs))
        )
        results, _ = function.build(arguments, in_place=False)
        pairs = [(y, dy) for y, dy in zip(results, flowing, strict=True) if is_trainable(y)]
        found = gradients([y for y, _ in pairs], arguments, [dy for _, dy in pairs]) if pairs else []
        body.outputs = [_dense(x, dx) for x, dx in zip(arguments, found or [None] * len(arguments), strict=True)]
    return body


def _dense(x: Tensor, dx: Any) -> Tensor:
    return zeros_of(x) if dx is None else convert_to_tensor(dx)
