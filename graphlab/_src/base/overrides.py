"""Overrides: what a function of tensors does for arguments of other types, as TensorFlow's dispatch has it.

@overridable marks the function, @override(function, Type) what replaces it where an argument is of that type and the
function itself refuses it with TypeError or ValueError.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def overridable(function: _Function) -> _Function:
    """The function, which tries its overrides before it raises TypeError or ValueError."""
    overrides: list[tuple[tuple[type, ...], Callable[..., Any]]] = []

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            found = next((other for types, other in overrides if _holds(types, (*args, *kwargs.values()))), None)
            if found is None:
                raise
        return found(*args, **kwargs)

    call.overrides = overrides  # pyright: ignore[reportAttributeAccessIssue]
    return call  # pyright: ignore[reportReturnType]


def override(function: Callable[..., Any], *types: type) -> Callable[[_Function], _Function]:
    """Decorates what does the work of the overridable function for arguments, or lists of them, of these types."""

    def decorate(other: _Function) -> _Function:
        if not hasattr(function, "overrides"):
            raise AssertionError(f"Dispatching not enabled for {function}")
        function.overrides.append((types, other))  # pyright: ignore[reportFunctionMemberAccess]
        return other

    return decorate


def _holds(types: tuple[type, ...], values: tuple[Any, ...]) -> bool:
    return any(
        isinstance(value, types) or (isinstance(value, (list, tuple)) and any(isinstance(one, types) for one in value))
        for value in values
    )
