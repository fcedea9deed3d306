"""What the variables of a notebook hold: their values, and the elements of the containers among these."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from graphlab._src.base.source_line import literal

_LONGEST = 200  # elements of one container
_HISTORY = re.compile(r"_+$|_i+$|_+\d+$|_i\d+$|(In|Out|_ih|_oh|_dh|exit|quit|get_ipython|open|display)$")


def variables_of(namespace: Mapping[Any, Any]) -> dict[str, Any]:
    """{name: value} of a namespace as it is now, without what IPython itself has there."""
    return {
        name: value
        for name, value in list(namespace.items())
        if isinstance(name, str) and name.isidentifier() and not _HISTORY.fullmatch(name)
    }


def held(variables: Mapping[str, Any], deepest: int) -> Iterator[tuple[str, Any]]:
    """(expression, value) of all variables, then of the elements of containers: `layers[2]`, `net["logits"]`, `best.indices`.

    deepest: how many containers lie in each other. So a value is first found by its own name, if it has one. Names with an
    underscore in front are left out.
    """
    ours = [(name, value) for name, value in variables.items() if not name.startswith("_")]
    for depth in range(deepest + 1):
        for name, value in ours:
            yield from _at(depth, name, value)


def _at(depth: int, expression: str, value: Any) -> Iterator[tuple[str, Any]]:
    if depth == 0:
        yield expression, value
        return
    for end, inner in _elements(value):
        yield from _at(depth - 1, expression + end, inner)


def _elements(value: Any) -> Iterator[tuple[str, Any]]:
    """(the end of an expression, element) of a container."""
    fields = getattr(type(value), "_fields", None)
    if isinstance(value, tuple) and isinstance(fields, tuple):
        yield from ((f".{name}", inner) for name, inner in zip(fields, value, strict=False))
    elif type(value) in (list, tuple):
        yield from ((f"[{i}]", inner) for i, inner in enumerate(value[:_LONGEST]))
    elif isinstance(value, dict):
        for key, inner in list(value.items())[:_LONGEST]:
            if type(key) in (str, int):
                yield f"[{literal(key)}]", inner
