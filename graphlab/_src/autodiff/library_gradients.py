"""The gradients that a graph's library names: functions of an imported GraphDef that are the gradients of others."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.graph import Operation, Tensor, get_default_graph
from graphlab._src.graph.opdef import GradientRule
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.identity import identity
from graphlab._src.ops.seed import counted_as


def library_gradient(op: Operation) -> GradientRule | None:
    """The rule of a call of an imported function whose library has a GradientDef for it; None for all else.

    The gradient function's arguments are the inputs of the call and a gradient for each output; it returns one for each input.
    """
    name = _called(op)
    functions: Any = op.graph.functions
    function = functions.get(op.graph.function_gradients.get(name, ""))
    # A function of this program has a rule of its own, which calls the gradient function.
    if not getattr(functions.get(name), "gradient_inlines", False) or not hasattr(function, "build"):
        return None

    def rule(op: Operation, *grads: Any) -> list[Tensor]:
        pairs = zip(op.outputs, grads, strict=True)
        given = [zeros_like(output) if grad is None else grad for output, grad in pairs]
        with counted_as(1):  # TensorFlow's SymbolicGradient
            results, effects = function.build([*op.inputs, *given], in_place=False)
            with get_default_graph().control_dependencies(effects):
                return [identity(result) for result in results]

    return rule


def _called(op: Operation) -> str:
    """The name of the function that an operation calls, "" where it calls none or chooses among several."""
    if op.definition is None:
        return op.type
    return op.attrs["f"].name if op.definition.calls == "function" else ""
