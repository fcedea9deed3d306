"""Attributes of public classes and functions that follow one pattern."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


def attribute(path: str, doc: str) -> Any:
    """Returns a property that reads self.<path>: `name = attribute("_name", "Its name.")`, or "_handle.name"."""
    return property(attrgetter(path), doc=doc)


def named(function: _F, name: str, doc: str | None) -> _F:
    """Returns the function, which another one made, under a name and with a docstring of its own."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function
