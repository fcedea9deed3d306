"""What an operation holds inside: the graph of a JAX function that it calls, or of the functions that it names, or of the
loop that it belongs to.

Each graph has a name, as rooms have in a house: "jaxpr", what the attribute is called, or "body".
"""

import functools
import weakref

from graphlab._src.graph import opdef
from graphlab._src.graph.attrs import Later
from graphlab._src.ops.functional.from_jax import expand
from graphlab._src.viz import loops

JAX = "jaxpr"

_expanded = weakref.WeakKeyDictionary()  # JAX function -> {room: Graph}


def _calls_jax(op):
    return op.definition is not None and op.definition.jax_function


def has_inside(op):
    """True when the operation can be looked into."""
    if _calls_jax(op):
        return bool(rooms(op))
    if loops.is_of_loop(op):
        return loops.loop_of(op) is not None
    return _may_hold(op) and bool(_functions(op))


def _may_hold(op):
    return _calls_jax(op) or loops.is_of_loop(op) or op.definition is None or bool(_function_attrs(op.type))


def holding(operations):
    """Those of `operations` that can be looked into; most types can't hold anything, whatever their attributes are."""
    types = {op.type: op for op in operations}
    may = {name for name, op in types.items() if _may_hold(op)}
    return [op for op in operations if op.type in may and has_inside(op)] if may else []


def rooms(op):
    """The names of the graphs inside: "jaxpr", or those of what an equation or attributes name (cond, body, f …)."""
    if loops.is_of_loop(op):
        return list(loops.ROOMS)
    if not _calls_jax(op):
        return list(_functions(op))
    module = op.attrs.get("module")
    if not isinstance(module, Later):
        return []  # it came in as compiled code
    return [JAX] if module.of.parts is None else list(module.of.parts)


def inside(op, room):
    """The Graph of one room, always the same one; ValueError says why it can't be shown."""
    if loops.is_of_loop(op):
        return loops.inside_loop(op, room)
    if not _calls_jax(op):
        return _functions(op)[room].graph
    function = op.attrs["module"].of
    known = _expanded.setdefault(function, {})
    if room not in known:
        known[room] = expand(op) if function.parts is None else expand(op, room)
    return known[room]


def _functions(op):
    """{name of the room: the function of the library}; a list of functions has a number behind the name."""
    library, found = op.graph.functions, {}
    for name in _function_attrs(op.type):
        value = op.attrs.get(name)
        several = getattr(getattr(value, "list", None), "func", None)
        for label, item in [(name, value)] if several is None else [(f"{name}_{i}", f) for i, f in enumerate(several)]:
            if getattr(item, "name", None) in library:
                found[label] = library[item.name]
    if op.definition is None and op.type in library:
        found[op.type] = library[op.type]
    return found


@functools.cache
def _function_attrs(op_type):
    """The names of the attributes that hold functions."""
    definition = opdef.lookup(op_type)
    attrs = definition.attrs.values() if definition is not None else ()
    return [attr.name for attr in attrs if attr.kind in ("func", "list(func)")]
