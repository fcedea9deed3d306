"""The gradient rules of all operation types as a mapping that programs may change."""

# The operation library states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import functools
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from graphlab._src.autodiff.vjp import vjp_rule
from graphlab._src.graph import Operation, opdef
from graphlab._src.graph.op_types import OP_MODULES
from graphlab._src.graph.opdef import GradientRule, OpDef
from graphlab._src.ops.define import contrib_gradients, no_gradient, undefined_gradient

Entry = dict[str, Any]  # {"type": the rule, None where nothing flows back; "location": where it was registered}


def _alone(rule: GradientRule) -> GradientRule:
    """The rule as programs call it: the gradient of a single input is no list, as in TensorFlow."""

    def unpacked(op: Any, *grads: Any) -> Any:
        found = rule(op, *grads)
        return found[0] if isinstance(found, (list, tuple)) and len(found) == 1 else found

    return functools.update_wrapper(unpacked, rule)


def _completed(definition: OpDef, stated: GradientRule) -> GradientRule:
    """The rule that a type states; where that returns NotImplemented, the one of its kernel."""
    if stated in (no_gradient, undefined_gradient):
        return stated

    def rule(op: Operation, *grads: Any) -> Any:
        found: Any = stated(op, *grads)
        return vjp_rule(definition)(op, *grads) if found is NotImplemented else found

    return functools.update_wrapper(rule, stated)


class GradientRules(MutableMapping[str, Entry]):
    """Entries by the name of an operation type, or of a rule for gradient_override_map.

    It holds those that programs register or look at; the others are those that come with the operations. An entry that is
    changed in place counts immediately, and one that is deleted can be registered anew.
    """

    def __init__(self, entries: Mapping[str, Entry] | None = None) -> None:
        self._own: dict[str, Entry] = dict(entries or {})
        self._deleted: set[str] = set()

    def rule(self, name: str, derived: bool = True) -> GradientRule | None:
        """The rule of that name; else, if `derived`, the one of the type's kernel; or None."""
        if name in self._own:
            return self._own[name]["type"] or no_gradient
        definition = None if name in self._deleted else opdef.lookup(name)
        if definition is None:
            return None
        if definition.gradient is not None:
            return _completed(definition, definition.gradient)
        return vjp_rule(definition) if derived and definition.kernel is not None else None

    def is_free(self, name: str) -> bool:
        """Whether a rule of that name may be registered.

        What makes way: a type's derived rule, one that says that nothing flows back, and one that TensorFlow has in tf.contrib.
        """
        if name in self._own:
            return False
        definition = opdef.lookup(name)
        stated = None if name in self._deleted or definition is None else definition.gradient
        return stated in (None, no_gradient, undefined_gradient) or stated in contrib_gradients

    def add(self, name: str, rule: GradientRule) -> None:
        """Registers a rule."""
        self._own[name] = {"type": None if rule is no_gradient else rule, "location": ()}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._own:
            rule = self._shipped(name)
            if rule is None:
                raise KeyError(name)
            self.add(name, rule if rule is no_gradient else _alone(rule))
        return self._own[name]

    def _shipped(self, name: str) -> GradientRule | None:
        rule = self.rule(name)
        if rule is undefined_gradient:
            return None
        derived = self.rule(name, derived=False) is None
        definition = opdef.lookup(name)
        return None if derived and rule is no_gradient and definition and not definition.updates else rule

    def __setitem__(self, name: str, entry: Entry) -> None:
        self._own[name] = entry

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._own.pop(name, None)
        self._deleted.add(name)

    def __contains__(self, name: object) -> bool:
        return name in self._own or isinstance(name, str) and self._shipped(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in {**OP_MODULES, **self._own} if name in self])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __copy__(self) -> "GradientRules":
        found = GradientRules(self._own)
        found._deleted = set(self._deleted)
        return found

    copy = __copy__
