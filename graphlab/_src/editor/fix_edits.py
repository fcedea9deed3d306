"""Repairs: what an Edit of a Fix makes of the call that raised the error; modules beside this one register each kind."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import libcst as cst

from graphlab._src.base.fixes import Edit
from graphlab._src.editor.call_arguments import place
from graphlab._src.editor.cell_source import CellSource
from graphlab._src.editor.new_sessions import inserted, session_lines
from graphlab._src.editor.notebook_names import ALIASES, Names
from graphlab._src.editor.op_site import parameters_of, value_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.base_session import BaseSession

SLOT = "SLOT_OF_A_FIX"  # in the place of a value that the reader may change


@dataclass(frozen=True)
class Failed:
    """The expression of a cell that raised an error. names: the variables that it sees."""

    cell: CellSource
    node: Any
    names: Mapping[str, Any]

    @property
    def statement(self) -> Any:
        """The statement that it is in."""
        return self.cell.statement(self.node)


@dataclass(frozen=True)
class Repair:
    """One way to repair a cell. module: its new tree.  slot: a value in it, as text, that the reader may change.

    top: a line before all others.
    """

    module: cst.Module
    slot: str = ""
    call: cst.BaseExpression | None = None  # the edited call, which can be tried
    top: str = ""


def repairs(edit: Edit, failed: Failed) -> Iterator[Repair]:
    """The repairs that an edit makes; none where the line is of another form than the edit expects."""
    handler = _HANDLERS.get(edit.kind)
    graph = getattr(edit.operand, "graph", None)
    if handler is None:
        return
    if "{session}" not in edit.text or session_name(failed.names, graph):
        yield from handler(edit, failed)
        return
    names = Names(failed.names)
    name = names.free("sess")
    lines = session_lines(names, graph, name)
    for repair in handler(replace(edit, text=edit.text.replace("{session}", name)), failed) if lines else ():
        module = inserted(failed.cell, failed.node, repair.module, lines)
        if module is not None:
            yield replace(repair, module=module, call=None)


def replacing(failed: Failed, old: cst.CSTNode, new: Any, slot: str = "", tried: bool = True) -> Repair:
    call = new if tried and old is failed.node else None
    return Repair(failed.cell.replaced((old, new)), slot, call)


def filled(text: str, failed: Failed, value: str = "", graph: Any = None) -> str | None:
    """A text of an Edit in the words of the notebook; None where it has no name for something in it."""
    if "{session}" in text:
        session = session_name(failed.names, graph)
        if not session:
            return None
        text = text.replace("{session}", session)
    text = re.sub(r"\btf\.", f"{alias_of(failed)}.", text)
    if re.search(r"\bnp\.", text):
        numpy = module_name(failed.names, "numpy")
        if not numpy:
            return None
        text = re.sub(r"\bnp\.", f"{numpy}.", text)
    return text.replace("{}", value)


def alias_of(failed: Failed) -> str:
    """What the notebook calls graphlab."""
    return Names(failed.names).module() or ALIASES[0]


def module_name(names: Mapping[str, Any], module: str) -> str:
    """What a notebook calls a module; "" where it has not imported it."""
    found = [name for name, value in names.items() if inspect.ismodule(value) and value.__name__ == module]
    return min(found, key=len) if found else ""


def session_name(names: Mapping[str, Any], graph: Any) -> str:
    """What the notebook calls an open session of a graph; "" where it has none."""
    for name, value in names.items():
        if isinstance(value, BaseSession) and value.is_open and not name.startswith("_"):
            if graph is None or value.graph is graph:
                return name
    return ""


def call_of(failed: Failed) -> cst.Call | None:
    return failed.node if isinstance(failed.node, cst.Call) else None


def argument(edit: Edit, failed: Failed) -> tuple[cst.CSTNode, cst.BaseExpression] | None:
    """(what holds the argument of an Edit: a call's Arg, or the node itself, its expression); None where it is not found."""
    node = failed.node
    graph = getattr(edit.operand, "graph", None)
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        if edit.operand is not None:
            for side in sides:
                if _is(side, edit.operand, failed):
                    return node, side
        return node, sides[edit.argument not in ("x", "a", 0)]
    if isinstance(node, cst.Comparison):
        sides = (node.left, node.comparisons[0].comparator)
        for side in sides:
            if edit.operand is not None and _is(side, edit.operand, failed):
                return node, side
        return node, sides[edit.argument not in ("x", "a", 0)]
    if isinstance(node, cst.Subscript):
        for index in (one.slice for one in node.slice):
            if isinstance(index, cst.Index) and edit.operand is not None and _is(index.value, edit.operand, failed):
                return index, index.value
    call = call_of(failed)
    if call is None:
        return (node, node) if edit.operand is not None and graph is not None else None
    for arg in call.args:
        if edit.operand is not None and not arg.star and _is(arg.value, edit.operand, failed):
            return arg, arg.value
    at = place_of(str(edit.argument), call, failed)
    if at is None and edit.operand is not None and len(call.args) == 1:
        at = 0
    return None if at is None else (call.args[at], call.args[at].value)


# Parameters that mean the same under several names.
_SAME = (
    {"axis", "dim", "dimension", "reduction_indices", "axes"},
    {"x", "a", "input", "features", "value", "values", "input_tensor"},
)


def place_of(name: str, call: cst.Call, failed: Failed) -> int | None:
    """Where a call has the argument of a parameter, by this name or another for the same."""
    order = list(parameters_of(value_of(call.func, dict(failed.names))))
    same = next((names for names in _SAME if name in names), {name})
    for one in [name, *sorted(same - {name})]:
        at = place(call, one, order.index(one) if one in order else None)
        if at is not None:
            return at
    return None


def _is(node: cst.CSTNode, operand: Any, failed: Failed) -> bool:
    """Whether an expression is what made a tensor, or a name of it."""
    value = value_of(node, dict(failed.names))
    if value is not None:
        return value is operand or element_of(value) is operand
    if not isinstance(operand, Tensor):
        return False
    frames = operand.op.frames[0]
    if not frames or not isinstance(node, (cst.Call, cst.BinaryOperation, cst.Subscript, cst.Comparison)):
        return False
    found = failed.cell.node_at(*frames[0], (cst.Call, cst.BinaryOperation, cst.Subscript, cst.Comparison))
    return found is node


def element_of(value: Any) -> Any:
    """The tensor that a variable or tensor is converted to."""
    known = getattr(value, "_as_graph_element", None)
    return known() if callable(known) else value


_HANDLERS: dict[str, Callable[[Edit, Failed], Iterator[Repair]]] = {}


def handles(kind: str) -> Callable[[Any], Any]:
    """Decorates a function (edit, failed) that yields the repairs of this kind of Edit."""

    def register(handler: Callable[[Edit, Failed], Iterator[Repair]]) -> Any:
        _HANDLERS[kind] = handler
        return handler

    return register
