"""Gradient rules by name: those that come with operations, and those that programs register."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from graphlab._src.autodiff.vjp import vjp_rule
from graphlab._src.base.errors import text_of
from graphlab._src.graph import Operation, opdef
from graphlab._src.graph.opdef import GradientRule
from graphlab._src.ops.define import no_gradient

_registered: dict[str, GradientRule] = {}


class RegisterGradient:
    """A decorator that makes a function the gradient of an operation type, or of a name for gradient_override_map.

    @RegisterGradient("Sub")
    def _sub_grad(op, grad): return grad, -grad
    """

    def __init__(self, op_type: Any) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, function: GradientRule) -> GradientRule:
        _register(self._op_type, function)
        return function


def not_differentiable(op_type: Any) -> None:
    """Says that nothing flows back through operations of this type."""
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, no_gradient)


def _register(op_type: str, function: GradientRule) -> None:
    definition = opdef.lookup(op_type)
    if op_type in _registered or definition is not None and definition.gradient is not None:
        raise KeyError(f"Registering two gradient with name '{op_type}'!")
    _registered[op_type] = function


def gradient_function(op: Operation) -> GradientRule | None:
    """The rule for an operation: rule(op, *output gradients) -> a gradient or None per input.

    None when nothing flows back through it. Raises LookupError when it has neither a rule nor a kernel to derive one.
    """
    if not op.inputs:
        return None
    name = text_of(op.get_attr("_gradient_op_type")) if "_gradient_op_type" in op.attrs else op.type
    rule = _registered.get(name)
    if rule is None:
        definition = opdef.lookup(name)
        rule = definition.gradient if definition is not None else None
        if rule is None:
            if definition is None or definition.kernel is None or name != op.type:
                raise LookupError(f"gradient registry has no entry for: {name}")
            rule = vjp_rule(definition)
    return None if rule is no_gradient else rule
