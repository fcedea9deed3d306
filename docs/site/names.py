"""The public names of graphlab: where each is, what it is, and under which of its names it is described."""

import importlib
import inspect
import pkgutil
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

import graphlab

# Where a thing that has several names is described: in the first of these that has it, else at the end.
_FIRST = "nn train math linalg losses layers metrics image io strings signal sparse random debugging data".split()
_LAST = "manip spectral dtypes sets keras contrib estimator compat".split()


@dataclass(frozen=True)
class Name:
    """One public name: "tf.nn.relu", what it refers to, and the name under which that is described."""

    text: str
    value: Any
    described: str

    @property
    def module(self) -> str:
        return self.text.rpartition(".")[0]


@cache
def modules() -> dict[str, Any]:
    """{"tf.nn": module} of all public modules, `tf` first."""
    found = {"tf": graphlab}
    for one in pkgutil.walk_packages(graphlab.__path__, "graphlab."):
        parts = one.name.split(".")
        if not {"_src", "__main__", "examples"} & set(parts):
            found[".".join(["tf", *parts[1:]])] = importlib.import_module(one.name)
    for place, module in list(found.items()):  # modules under a name that is not that of their file
        for name in dir(module):
            value = getattr(module, name, None) if not name.startswith("_") else None
            if inspect.ismodule(value) and value.__name__.startswith("graphlab._src."):
                found.setdefault(f"{place}.{name}", value)
    return dict(sorted(found.items(), key=lambda item: item[0].split(".")))


@cache
def names() -> dict[str, Name]:
    """{text: Name} of every public name, those of a module in alphabetical order."""
    values = {
        f"{place}.{name}": getattr(module, name)
        for place, module in modules().items()
        for name in sorted(offered(module), key=lambda name: (name.lower(), name))
    }
    of_one: dict[tuple[int, str], list[str]] = defaultdict(list)
    for text, value in values.items():
        of_one[_identity(text, value)].append(text)
    return {text: Name(text, value, min(of_one[_identity(text, value)], key=_rank)) for text, value in values.items()}


def offered(module: Any) -> list[str]:
    """The names that a module offers, apart from modules."""
    listed = getattr(module, "__all__", None) or dir(module)
    found = {name: getattr(module, name) for name in listed if not name.startswith("_") and hasattr(module, name)}
    own = module.__name__ if module.__name__.startswith("graphlab._src.") and not hasattr(module, "__all__") else ""
    return [
        name
        for name, value in found.items()
        if not inspect.ismodule(value) and str(getattr(value, "__module__", "")).startswith(own)
    ]


def _identity(text: str, value: Any) -> tuple[int, str]:
    """What names of the same thing have in common. Numbers and texts are the same thing only under the same last name."""
    return (id(value), "") if callable(value) else (id(value), text.rpartition(".")[2])


def _rank(text: str) -> tuple[int, int, str]:
    parts = text.split(".")
    top = parts[1] if len(parts) > 2 else ""
    if top in _LAST:
        return (3 + _LAST.index(top), len(parts), text)
    if top in _FIRST and len(parts) == 3:
        return (0, _FIRST.index(top), text)
    return (1 if len(parts) == 2 else 2, len(parts), text)
