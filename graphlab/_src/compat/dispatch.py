"""tensorflow.python.util.dispatch: functions that other functions replace for arguments of some types."""

import inspect
from collections.abc import Callable
from typing import Any

from graphlab._src.base.overrides import DISPATCHERS as DISPATCH_ATTR
from graphlab._src.base.overrides import Dispatcher as OpDispatcher
from graphlab._src.base.overrides import TypeDispatcher as TypeBasedDispatcher
from graphlab._src.base.overrides import dispatch, override
from graphlab._src.compat.tf_decorator import make_decorator

__all__ = [
    "DISPATCH_ATTR",
    "OpDispatcher",
    "TypeBasedDispatcher",
    "add_dispatch_list",
    "add_dispatch_support",
    "dispatch",
    "dispatch_for_types",
]


def dispatch_for_types(op: Any, *types: type) -> Callable[[Any], Any]:
    """A decorator for what does the work of a function for arguments of those types, where the function can be overridden."""

    def decorate(function: Any) -> Any:
        own, other = (inspect.signature(one).parameters for one in (op, function))
        if not any(one.kind is one.VAR_POSITIONAL for one in own.values()) and list(own) != list(other):
            raise AssertionError(
                "The decorated function's signature must exactly match the signature of the overridden op."
            )
        return override(op, *types)(function)

    return decorate


def add_dispatch_list(target: Any) -> Any:
    """The function, which has an empty list of dispatchers now; AssertionError where it has one."""
    if hasattr(target, DISPATCH_ATTR):
        raise AssertionError(f"{target} already has a dispatch list")
    setattr(target, DISPATCH_ATTR, [])
    return target


def add_dispatch_support(target: Any) -> Any:
    """A decorator for a function that tries its dispatchers before it raises TypeError or ValueError."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            return target(*args, **kwargs)
        except (TypeError, ValueError):
            result = dispatch(wrapper, *args, **kwargs)
            if result is OpDispatcher.NOT_SUPPORTED:
                raise
        return result

    add_dispatch_list(wrapper)
    return make_decorator(target, wrapper)
