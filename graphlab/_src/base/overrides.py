"""Overrides: what a function of tensors does for arguments of other types, as TensorFlow's dispatch has it.

@overridable marks the function, @override(function, Type) what replaces it where an argument is of that type and the
function itself refuses it with TypeError or ValueError. Functions that add one operation are overridable all.
"""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

DISPATCHERS = "_tf_dispatchers"  # TensorFlow's name of the attribute of a function, a list


class Dispatcher:
    """Does the work of an overridable function where the function itself refuses its arguments.

    A derived class defines `handle`, which returns NOT_SUPPORTED for arguments that are not its own.
    """

    NOT_SUPPORTED = object()

    def handle(self, args: Any, kwargs: Any) -> Any:
        """What the function returns for these arguments, or NOT_SUPPORTED."""
        return self.NOT_SUPPORTED

    def register(self, op: Any) -> None:
        """Lets a function try this one after its others; AssertionError where it can't be overridden."""
        if not hasattr(op, DISPATCHERS):
            raise AssertionError(f"Dispatching not enabled for {op}")
        getattr(op, DISPATCHERS).append(self)


def dispatch(op: Any, *args: Any, **kwargs: Any) -> Any:
    """What the first of a function's dispatchers returns that handles these arguments; else Dispatcher.NOT_SUPPORTED."""
    for dispatcher in getattr(op, DISPATCHERS):
        result = dispatcher.handle(args, kwargs)
        if result is not Dispatcher.NOT_SUPPORTED:
            return result
    return Dispatcher.NOT_SUPPORTED


class TypeDispatcher(Dispatcher):
    """One whose function is called where an argument, or an item of a list or tuple, is of one of the types.

    places: {parameter: position} of those that may be of these types; None for all.
    """

    def __init__(
        self, override_func: Callable[..., Any], types: tuple[type, ...], places: dict[str, int] | None = None
    ) -> None:
        self._function, self._types, self._places = override_func, types, places

    def handle(self, args: Any, kwargs: Any) -> Any:
        if self._places is None:
            values = [*args, *kwargs.values()]
        else:
            values = [args[i] if i < len(args) else kwargs.get(name) for name, i in self._places.items()]
        return self._function(*args, **kwargs) if self._holds(values) else self.NOT_SUPPORTED

    def _holds(self, values: Iterable[Any]) -> bool:
        types = self._types
        return any(
            isinstance(value, types)
            or (isinstance(value, (list, tuple)) and any(isinstance(one, types) for one in value))
            for value in values
        )


def overridable(function: _Function) -> _Function:
    """The function, which tries its overrides before it raises TypeError or ValueError."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            result = dispatch(call, *args, **kwargs)
            if result is Dispatcher.NOT_SUPPORTED:
                raise
        return result

    setattr(call, DISPATCHERS, [])
    return call  # pyright: ignore[reportReturnType]


def override(
    function: Callable[..., Any], *types: type, arguments: Iterable[str] | None = None
) -> Callable[[_Function], _Function]:
    """Decorates what does the work of the overridable function for arguments, or lists of them, of these types.

    arguments: the names of the parameters that may be of these types; any when left out.
    """

    def decorate(other: _Function) -> _Function:
        places = None
        if arguments is not None:
            names = list(inspect.signature(function).parameters)
            places = {name: names.index(name) for name in arguments}
        TypeDispatcher(other, types, places).register(function)
        return other

    return decorate
