"""Imports that wait until a program asks for a name: most programs need few of the modules that there are.

    with later(__name__):
        from graphlab.ops.activation import relu

reads as an import, to people, type checkers and editors. `module.relu` imports graphlab._src.ops.activation the first time;
dir(module) has all the names. Python's own lazy imports will be this (PEP 810); its __getattr__ of modules (PEP 562) is
what finds the names.
"""

import builtins
import contextlib
import importlib
import sys
import threading
from collections.abc import Iterator
from typing import NamedTuple

from graphlab._src.base import omissions as left_out
from graphlab._src.base.signals import delayed

_one_at_a_time = threading.Lock()


class _Place(NamedTuple):
    """Where a name comes from: what stands for it while the block of imports runs."""

    module: str
    name: str


class _Names:
    """Stands for a module while the block runs: whatever is imported from it, the place is noted."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return _Place(self._module, name)


@contextlib.contextmanager
def later(importer) -> Iterator[None]:
    """Lets the `from … import …` statements in the block wait until a name is asked for; importer: its __name__."""
    names = vars(sys.modules[importer])
    with _one_at_a_time:
        actual = builtins.__import__

        def note(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002
            if globals is not names:  # another thread imports something
                return actual(name, globals, locals, fromlist, level)
            if not fromlist:
                raise ImportError(f"only `from … import …` can wait, not `import {name}`")
            return _Names(name)

        builtins.__import__ = note
        try:
            yield
        finally:
            builtins.__import__ = actual
    places = {name: value for name, value in names.items() if isinstance(value, _Place)}
    for name in places:
        del names[name]

    def get(name):
        if name == "__all__":
            return [known for known in listed() if not known.startswith("_")]
        if name not in places:
            raise left_out.explain(importer, name)
        value = names[name] = _imported(importer, places[name])
        return value

    def listed():
        return sorted({*names, *places} - {name for name, value in names.items() if value is later})

    names.update(__getattr__=get, __dir__=listed)


def _imported(importer, place):
    with delayed():  # what is half imported may stay so: NumPy, JAX and SciPy can't be imported twice
        return _find(importer, place)


def _find(importer, place):
    module = importlib.import_module(place.module)
    if place.module != importer and hasattr(module, place.name):
        return getattr(module, place.name)
    inner = importlib.import_module(f"{place.module}.{place.name}")
    left_out.explain_missing(inner)
    return inner
