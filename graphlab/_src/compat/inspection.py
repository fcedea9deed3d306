"""tensorflow.python.util.tf_inspect and nest's private helpers: what a program reads of functions and structures."""

import inspect
from collections.abc import Mapping
from typing import Any

from graphlab._src.compat.removed_names import getargspec as _old_spec
from graphlab._src.graph.nest import items_of


def layers_of(function: Any) -> tuple[list[Any], Any]:
    """([each wrapper that a decorator of TensorFlow made, outermost first], the function within)."""
    found = []
    while hasattr(function, "__wrapped__") and not hasattr(function, "__signature__"):
        if not hasattr(function, "_tf_decorator") and not _ours(function):
            break
        found.append(function)
        function = function.__wrapped__
    return found, function


def getfullargspec(obj: Any) -> inspect.FullArgSpec:
    """The parameters of the function within its decorators, or what the outermost decorator that changes them states."""
    wrappers, function = layers_of(obj)
    for wrapper in wrappers:
        stated = getattr(getattr(wrapper, "_tf_decorator", None), "decorator_argspec", None)
        if stated is not None:
            whole: Any = (*stated, [], None, {})[:7]  # an ArgSpec says the first four
            return inspect.FullArgSpec(*whole)
    spec = inspect.getfullargspec(function)
    return spec._replace(annotations={}) if _ours(function) else spec


def getargspec(obj: Any) -> Any:
    """The first four of getfullargspec, as inspect.getargspec returned them; those of a partial's function it has not bound."""
    wrappers, function = layers_of(obj)
    if not wrappers:
        return _old_spec(function)
    spec = _old_spec(function)
    return spec._replace(**dict(zip(spec._fields, getfullargspec(obj)[:4], strict=True)))


def getcallargs(*func_and_positional: Any, **named: Any) -> dict[str, Any]:
    """{argument: value} of a call of the first argument with the others."""
    function, *positional = func_and_positional
    return inspect.getcallargs(layers_of(function)[1], *positional, **named)


def is_namedtuple(instance: Any, strict: bool = False) -> bool:
    """True for an object of a named tuple's class; strict: of no class derived from one."""
    kind = type(instance)
    named = issubclass(kind, tuple) and all(isinstance(name, str) for name in getattr(kind, "_fields", [None]))
    return named and (not strict or kind.__base__ is tuple)


def is_mapping(instance: Any) -> bool:
    """True for a dict and what else is a Mapping."""
    return isinstance(instance, Mapping)


def is_attrs(instance: Any) -> bool:
    """True for an object of a class that attrs made."""
    return hasattr(type(instance), "__attrs_attrs__")


def items(iterable: Any) -> list[Any]:
    """The items of a structure, those of a dict in the order of its keys."""
    return list(items_of(iterable) or ())


def _ours(function: Any) -> bool:
    return getattr(function, "__globals__", {}).get("__name__", "").startswith("graphlab.")
