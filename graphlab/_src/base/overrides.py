"""Overrides: what a function of tensors does for arguments of other types, as TensorFlow's dispatch has it.

@overridable marks the function, @override(function, Type) what replaces it where an argument is of that type and the
function itself refuses it with TypeError or ValueError. Functions that add one operation are overridable all.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Override(NamedTuple):
    types: tuple[type, ...]
    places: dict[str, int] | None  # the parameters that may be of these types: name -> position; None for all
    function: Callable[..., Any]


def overridable(function: _Function) -> _Function:
    """The function, which tries its overrides before it raises TypeError or ValueError."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            found = find(call._tf_dispatchers, args, kwargs)  # pyright: ignore[reportAttributeAccessIssue]
            if found is None:
                raise
        return found(*args, **kwargs)

    call._tf_dispatchers = []  # pyright: ignore[reportAttributeAccessIssue]
    return call  # pyright: ignore[reportReturnType]


def override(
    function: Callable[..., Any], *types: type, arguments: Iterable[str] | None = None
) -> Callable[[_Function], _Function]:
    """Decorates what does the work of the overridable function for arguments, or lists of them, of these types.

    arguments: the names of the parameters that may be of these types; any when left out.
    """

    def decorate(other: _Function) -> _Function:
        if not hasattr(function, "_tf_dispatchers"):
            raise AssertionError(f"Dispatching not enabled for {function}")
        places = None
        if arguments is not None:
            names = list(inspect.signature(function).parameters)
            places = {name: names.index(name) for name in arguments}
        function._tf_dispatchers.append(_Override(types, places, other))  # pyright: ignore[reportFunctionMemberAccess]
        return other

    return decorate


def find(overrides: list[Any], args: Any, kwargs: Any) -> Callable[..., Any] | None:
    """The first of a function's overrides for these arguments, or None."""
    for types, places, function in overrides:
        if places is None:
            values = [*args, *kwargs.values()]
        else:
            values = [args[i] if i < len(args) else kwargs.get(name) for name, i in places.items()]
        if _holds(types, values):
            return function
    return None


def _holds(types: tuple[type, ...], values: Iterable[Any]) -> bool:
    return any(
        isinstance(value, types) or (isinstance(value, (list, tuple)) and any(isinstance(one, types) for one in value))
        for value in values
    )
