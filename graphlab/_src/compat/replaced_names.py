"""Names of graphlab's modules that a program has replaced, by setting them in a module of TensorFlow's, and what they had.

A program may set one object for several names, and a name in several of TensorFlow's modules. What graphlab's modules had is
saved by module and name, so that names can be set back in any order.
"""

import sys
import types
from collections.abc import Iterable
from typing import Any

_originals: dict[tuple[types.ModuleType, str], Any] = {}


def users_of(name: str, value: Any) -> list[types.ModuleType]:
    """graphlab's modules that have a function or class, or what replaced one, under its name: that define or import it."""
    if not isinstance(value, (types.FunctionType, type)) and not _replaces(name, value):
        return []
    loaded = [module for path, module in list(sys.modules.items()) if path.startswith("graphlab._src.")]
    return [module for module in loaded if vars(module).get(name) is value]


def replace(homes: Iterable[types.ModuleType], name: str, value: Any) -> None:
    """Sets the name in each of these modules; one that gets what it had is not replaced any more."""
    befores = [(home, getattr(home, name), _original(home, name)) for home in homes]
    for home, before, original in befores:
        if before is not value:
            setattr(home, name, value)
        if original is value:
            _originals.pop((home, name), None)
        else:
            _originals.setdefault((home, name), original)


def restore(homes: Iterable[types.ModuleType], name: str) -> None:
    """Sets the name back to what each of these modules had."""
    for home, original in [(home, _original(home, name)) for home in homes]:
        setattr(home, name, original)
        _originals.pop((home, name), None)


def restore_all() -> None:
    """Sets all names back."""
    for home, name in list(_originals):
        restore(dict.fromkeys([home, *users_of(name, vars(home)[name])]), name)


def _replaces(name: str, value: Any) -> bool:
    return any(
        known == name and vars(home)[name] is value and isinstance(original, (types.FunctionType, type))
        for (home, known), original in _originals.items()
    )


def _original(home: types.ModuleType, name: str) -> Any:
    """What a module had; one that was imported meanwhile would have what another with the same replacement had."""
    value = vars(home)[name]
    if (home, name) in _originals:
        return _originals[home, name]
    for (other, known), original in _originals.items():
        if known == name and vars(other)[name] is value:
            return original
    return value
