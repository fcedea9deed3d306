"""Deferred imports of a public namespace (PEP 562): a module is imported when one of its names is first used.

    if TYPE_CHECKING:
        from graphlab._src.ops.activation import relu
    else:
        __getattr__, __dir__ = attach(__name__)

Editors and type checkers read the imports; at run time `module.relu` imports graphlab._src.ops.activation the first time,
and dir(module) lists all names before that.
"""

import ast
import functools
import importlib
import sys
import types
from collections.abc import Callable
from typing import Any

from graphlab._src.base import omissions
from graphlab._src.base.signals import delayed


def attach(importer: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Returns __getattr__ and __dir__ for the namespace `importer`, a module's __name__.

    The table of names is read from the block `if TYPE_CHECKING:` of the module's source.
    """
    module = sys.modules[importer]
    sources = _sources(module)

    def get(name: str) -> Any:
        if name == "__all__":
            return [known for known in names() if not known.startswith("_")]
        if name not in sources:
            raise omissions.explain(importer, name)
        with delayed():  # an interrupt must not leave NumPy, JAX or SciPy half imported: they can't be imported twice
            value = _import(importer, *sources[name])
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(module), *sources} - {"TYPE_CHECKING", "attach"})

    return get, names


def on_first_call(name: str) -> Callable[..., Any]:
    """The function "module:name", whose module is imported when it is called first: for what few programs need."""

    @functools.cache
    def function() -> Callable[..., Any]:
        module, _, attribute = name.partition(":")
        with delayed():
            return getattr(importlib.import_module(module), attribute)

    def call(*arguments: Any, **keywords: Any) -> Any:
        return function()(*arguments, **keywords)

    return call


def _sources(module: types.ModuleType) -> dict[str, tuple[str, str]]:
    """Returns {name: (module that defines it, name there)} of the imports in the module's `if TYPE_CHECKING:` block."""
    loader: Any = module.__spec__ and module.__spec__.loader
    source = loader.get_source(module.__name__)
    if source is None:
        raise ImportError(f"{module.__name__} has no source file, which lists the names that it offers")
    return {
        alias.asname or alias.name: (statement.module or "", alias.name)
        for block in ast.parse(source).body
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def _import(importer: str, source: str, name: str) -> Any:
    defining = importlib.import_module(source)
    if source != importer and hasattr(defining, name):
        return getattr(defining, name)
    inner = importlib.import_module(f"{source}.{name}")
    omissions.explain_missing(inner)
    return inner
