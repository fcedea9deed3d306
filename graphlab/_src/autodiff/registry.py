"""Gradient rules by name: those that come with operations, and those that programs register."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, KeysView, Mapping, MutableMapping
from typing import Any

from graphlab._src.autodiff.gradient_rules import Entry, GradientRules
from graphlab._src.autodiff.library_gradients import library_gradient
from graphlab._src.base.errors import text_of
from graphlab._src.graph import Operation, get_default_graph
from graphlab._src.graph.opdef import GradientRule
from graphlab._src.ops.define import no_gradient

_rules = GradientRules()
_preparations: list[Callable[[Operation], bool]] = []


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


def prepares_calls(prepare: Callable[[Operation], bool]) -> Callable[[Operation], bool]:
    """A decorator: prepare(op) is called before gradients flow through a call of a function.

    It may build what the call computes by other operations, which become its inputs; it returns whether it did.
    """
    _preparations.append(prepare)
    return prepare


def prepare_for_gradients(ys: list[Any], xs: list[Any], recorded: Callable[[Operation], bool] | None) -> None:
    """Prepares the calls of the default graph between xs and ys, and those that this makes."""
    graph = get_default_graph()
    settled: set[Operation] = set()
    while True:
        above = _above(ys) - settled
        found = {op for op in above if op.graph is graph and _calls(op)}
        found &= _below(xs, recorded) if found else found
        if not found:
            return
        with graph.lock:  # what another thread has prepared meanwhile is no call any more
            calls = [op for op in sorted(found, key=lambda op: op.id) if _calls(op)]
            changed = [prepare(op) for op in calls for prepare in _preparations]
        if True not in changed and len(calls) == len(found):
            return
        settled |= found


def _calls(op: Operation) -> bool:
    return op.definition.calls is not None if op.definition else op.graph.is_function(op.type)


def _above(ys: list[Any]) -> set[Operation]:
    waiting = [y.op for y in ys]
    seen = set(waiting)
    while waiting:
        for tensor in waiting.pop().inputs:
            if tensor.op not in seen:
                seen.add(tensor.op)
                waiting.append(tensor.op)
    return seen


def _below(xs: list[Any], recorded: Callable[[Operation], bool] | None) -> set[Operation]:
    waiting = [x.op for x in xs]
    seen = set(waiting)
    while waiting:
        for tensor in waiting.pop().outputs:
            for op in tensor.consumer_list:
                if op not in seen and (recorded is None or recorded(op)):
                    seen.add(op)
                    waiting.append(op)
    return seen


def not_differentiable(op_type: Any) -> None:
    """Says that nothing flows back through operations of this type."""
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, no_gradient)


def _register(op_type: str, function: GradientRule) -> None:
    if not _rules.is_free(op_type):
        raise KeyError(f"Registering two gradient with name '{op_type}'!")
    _rules.add(op_type, function)


def gradient_function(op: Operation) -> GradientRule | None:
    """The rule for an operation: rule(op, *output gradients) -> a gradient or None per input.

    None when nothing flows back through it. Raises LookupError when it has neither a rule nor a kernel to derive one.
    """
    if not op.inputs:
        return None
    named = "_gradient_op_type" in op.attrs
    found = None if named else library_gradient(op)
    if found is not None:
        return found
    name = text_of(op.get_attr("_gradient_op_type")) if named else op.type
    rule = rule_of_type(name, derived=name == op.type)
    if rule is None:
        raise LookupError(f"gradient registry has no entry for: {name}")
    return None if rule is no_gradient else rule


def is_differentiable(op: Operation) -> bool:
    """Whether gradients flow back through the operation."""
    try:
        return gradient_function(op) is not None
    except LookupError:
        return False


def rule_of_type(name: str, derived: bool = True) -> GradientRule | None:
    """The rule that is registered for an operation type, or another name; else, if `derived`, the one of its kernel; or None."""
    return _rules.rule(name, derived)


class GradientRegistry:
    """The registry itself, as programs reach for it: `_registry` maps names to entries, and may be changed or replaced."""

    @property
    def _registry(self) -> MutableMapping[str, Entry]:
        return _rules

    @_registry.setter
    def _registry(self, entries: Mapping[str, Entry]) -> None:
        global _rules
        _rules = entries if isinstance(entries, GradientRules) else GradientRules(entries)

    def register(self, candidate: GradientRule, name: str | None = None) -> None:
        """Registers a rule under a name, or its __name__. KeyError where there is one of that name."""
        _register(name or candidate.__name__, candidate)

    def list(self) -> KeysView[str]:
        """The names."""
        return _rules.keys()

    def lookup(self, name: str) -> GradientRule | None:
        """The rule of that name, None where nothing flows back. LookupError where there is none."""
        if name not in _rules:
            raise LookupError(f"gradient registry has no entry for: {name}")
        return _rules[name]["type"]


gradient_registry = GradientRegistry()
