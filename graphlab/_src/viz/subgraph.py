"""Subgraphs of an operation: the JAX function that it calls, the functions that its attributes name, or its loop's body.

Each subgraph has a name: "jaxpr", the attribute's name, or "condition" and "body" of a loop.
"""

import weakref
from collections.abc import Sequence
from typing import Any

from graphlab._src.base.lazy_imports import on_first_call
from graphlab._src.graph import opdef
from graphlab._src.graph.attrs import Later
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.viz import loops

JAX = "jaxpr"

_expand_into = on_first_call("graphlab._src.ops.functional.from_jax:expand_into")  # needs JAX, which a diagram does not

# JAX function -> {name: Graph}
_expanded: weakref.WeakKeyDictionary[Any, dict[str, Graph]] = weakref.WeakKeyDictionary()


def _calls_jax(op: Operation) -> bool:
    return op.definition is not None and op.definition.jax_function


def has_subgraph(op: Operation) -> bool:
    """True when the operation has a subgraph that can be shown."""
    if _calls_jax(op):
        return bool(subgraph_names(op))
    if loops.is_of_loop(op):
        return loops.loop_of(op) is not None
    return _may_have_subgraph(op) and bool(_functions(op))


def _may_have_subgraph(op: Operation) -> bool:
    return _calls_jax(op) or loops.is_of_loop(op) or op.definition is None or bool(opdef.function_attrs_of(op.type))


def with_subgraphs(operations: Sequence[Any]) -> list[Any]:
    """Those of `operations` that have subgraphs; most types can have none, whatever their attributes are."""
    types = {op.type: op for op in operations}
    may = {name for name, op in types.items() if _may_have_subgraph(op)}
    return [op for op in operations if op.type in may and has_subgraph(op)] if may else []


def subgraph_names(op: Operation) -> list[str]:
    """The names of its subgraphs: "jaxpr", or those of what an equation or attributes name (cond, body, f …)."""
    if loops.is_of_loop(op):
        return list(loops.NAMES)
    if not _calls_jax(op):
        return list(_functions(op))
    module = op.attrs.get("module")
    if not isinstance(module, Later):
        return []  # it came in as compiled code
    return [JAX] if module.of.parts is None else list(module.of.parts)


def subgraph(op: Operation, name: str) -> Graph:
    """The subgraph of that name, always the same one; ValueError says why it can't be shown."""
    if loops.is_of_loop(op):
        return loops.loop_subgraph(op, name)
    if not _calls_jax(op):
        return _functions(op)[name].graph
    function = op.attrs["module"].of
    known = _expanded.setdefault(function, {})
    if name not in known:
        graph = Graph()
        graph.is_subgraph = True
        known[name] = _expand_into(graph, op, None if function.parts is None else name)
    return known[name]


def _functions(op: Operation) -> dict[str, Any]:
    """{name of the subgraph: the function of the library}; a list of functions has a number behind the name."""
    library: dict[str, Any] = op.graph.functions
    found: dict[str, Any] = {}
    for name in opdef.function_attrs_of(op.type):
        value: Any = op.attrs.get(name)
        several = getattr(getattr(value, "list", None), "func", None)
        for label, item in [(name, value)] if several is None else [(f"{name}_{i}", f) for i, f in enumerate(several)]:
            if item is not None and getattr(item, "name", None) in library:
                found[label] = library[item.name]
    if op.definition is None and op.type in library:
        found[op.type] = library[op.type]
    return found
