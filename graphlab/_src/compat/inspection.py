"""tensorflow.python.util.tf_inspect and nest's private helpers: what a program reads of functions and structures."""

import inspect
from collections.abc import Mapping, MappingView
from typing import Any

from graphlab._src.compat.tf_decorator import mark_of
from graphlab._src.graph.nest import is_composite, items_of
from graphlab._src.graph.type_spec import TensorSpec, TypeSpec


def layers_of(function: Any) -> tuple[list[Any], Any]:
    """([each wrapper that a decorator made, a TFDecorator or graphlab's own, outermost first], the function within)."""
    found: list[Any] = []
    while True:
        mark = mark_of(function)
        if mark is not None:
            found.append(mark)
            function = mark.decorated_target
        elif hasattr(function, "__wrapped__") and not hasattr(function, "__signature__") and _ours(function):
            found.append(function)
            function = function.__wrapped__
        else:
            return found, function


def getfullargspec(obj: Any) -> inspect.FullArgSpec:
    """The parameters of the function within its decorators, or what the outermost decorator that changes them states."""
    wrappers, function = layers_of(obj)
    for wrapper in wrappers:
        stated = getattr(wrapper, "decorator_argspec", None)
        if isinstance(stated, inspect.FullArgSpec):
            return stated
        if stated is not None:
            whole: Any = (*stated, [], None, {})[:7]  # an ArgSpec says the first four
            return inspect.FullArgSpec(*whole)
    spec = inspect.getfullargspec(function)
    return spec._replace(annotations={}) if _ours(function) else spec


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


def is_mapping_view(instance: Any) -> bool:
    """True for what keys(), values() or items() of a Mapping returns."""
    return isinstance(instance, MappingView)


def is_composite_tensor(instance: Any) -> bool:
    """True for an object of several tensors."""
    return is_composite(instance)


def is_type_spec(instance: Any) -> bool:
    """True for the TypeSpec of an object of several tensors."""
    return isinstance(instance, TypeSpec) and not isinstance(instance, TensorSpec)


def same_namedtuples(first: Any, second: Any) -> bool:
    """True for two named tuples whose classes have the same name and fields."""
    kinds = type(first), type(second)
    return kinds[0].__name__ == kinds[1].__name__ and getattr(kinds[0], "_fields", 0) == getattr(kinds[1], "_fields", 1)


def items(iterable: Any) -> list[Any]:
    """The items of a structure, those of a dict in the order of its keys."""
    return list(items_of(iterable) or ())


def _ours(function: Any) -> bool:
    return getattr(function, "__globals__", {}).get("__name__", "").startswith("graphlab.")
