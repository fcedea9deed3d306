"""Dispatch: functions on tensors, extended to arguments of types that convert to no tensor, such as ragged tensors.

A function decorated with `dispatched`, or one that adds an operation, runs as it is. Where it refuses an argument with a
TypeError or ValueError, the table of handlers says by the types of the arguments what to call in its place.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class _Entry(NamedTuple):
    kinds: tuple[type, ...]
    arguments: dict[str, int]  # name -> position
    handler: Callable[..., Any]


_table: dict[Callable[..., Any], list[_Entry]] = {}


def register(function: Callable[..., Any], kinds: tuple[type, ...], arguments: Iterable[str], handler: Any) -> None:
    """Makes handler(*args, **kwargs) take the place of a function where one of those arguments is of one of these types.

    arguments: names of parameters; of a list the items count.
    """
    names = list(inspect.signature(function).parameters)
    places = {name: names.index(name) for name in arguments}
    _table.setdefault(function, []).append(_Entry(kinds, places, handler))


def handler_for(function: Callable[..., Any], args: Any, kwargs: Any) -> Callable[..., Any] | None:
    """The handler for a call of a function, or None."""
    for kinds, places, handler in _table.get(function, ()):
        for name, position in places.items():
            value = args[position] if position < len(args) else kwargs.get(name)
            if any(isinstance(item, kinds) for item in _items(value)):
                return handler
    return None


def _items(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (list, tuple)) else (value,)  # pyright: ignore[reportUnknownVariableType]


def dispatched(function: F) -> F:
    """Lets handlers extend a function to arguments that it refuses."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            handler = handler_for(call, args, kwargs)
            if handler is None:
                raise
        return handler(*args, **kwargs)

    return call  # pyright: ignore[reportReturnType]
