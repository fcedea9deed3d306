"""Python source as a person writes it: literals, calls, assignments, blocks, lines no longer than ruff and Black leave them."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

WIDTH = 88  # characters of a line, as ruff and Black have it by default
_INDENT = "    "


def literal(value: Any) -> str:
    """The source of None, a bool, number or text, or of lists, tuples and dicts of these; texts in double quotes."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bytes):
        return "b" + _quoted(value.decode("latin-1")) if value.isascii() else repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if type(value) is tuple:
        return f"({literal(value[0])},)" if len(value) == 1 else f"({', '.join(map(literal, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if value is None or isinstance(value, (bool, int, float, complex)):
        return repr(value)
    raise ValueError(f"{value!r} is no literal")


def _quoted(text: str) -> str:
    """As repr, but in double quotes."""
    if not text.isprintable() or '"' in text or "\\" in text:
        return json.dumps(text, ensure_ascii=not text.isprintable())
    return f'"{text}"'


def arguments(positional: Iterable[str], keywords: Mapping[str, str] | None = None) -> list[str]:
    """The arguments of a call: texts by position, then {parameter: text} by keyword."""
    return [*positional, *(f"{name}={text}" for name, text in (keywords or {}).items())]


def call(function: str, positional: Iterable[str] = (), keywords: Mapping[str, str] | None = None) -> str:
    """`function(a, b, key=c)`, in one line."""
    return f"{function}({', '.join(arguments(positional, keywords))})"


def statement(
    target: str,
    function: str,
    positional: Iterable[str] = (),
    keywords: Mapping[str, str] | None = None,
    then: tuple[str, Sequence[str]] | None = None,
    indent: int = 0,
) -> str:
    """`target = function(a, key=c)`, on several lines where one would be too long; an empty target is none.

    then: what is called on the result: (".minimize", ["loss"]), or ("", ["x"]) for the result itself.
    indent: the columns of the blocks around it; its lines have none of them yet.
    """
    head = f"{target} = {function}(" if target else f"{function}("
    parts = arguments(positional, keywords)
    if then is None:
        return wrapped(head, parts, ")", indent)
    method, outer = then
    first = f"{head}{', '.join(parts)}){method}("
    # Black splits the last brackets, unless what precedes them is too long for a line.
    if indent + len(first) <= WIDTH:
        return wrapped(first, outer, ")", indent)
    return wrapped(head, parts, f"){method}({', '.join(outer)})", indent)


def wrapped(head: str, parts: Sequence[str], tail: str, indent: int = 0) -> str:
    """head + parts + tail, in the form that Black writes behind so many characters of indentation.

    In one line; else with all parts in a line of their own; else each part in one, with a comma at its end.
    """
    inside = ", ".join(parts)
    if not parts or indent + len(head + inside + tail) <= WIDTH:
        return head + inside + tail
    if indent + len(_INDENT) + len(inside) <= WIDTH:
        return f"{head}\n{_INDENT}{inside}\n{tail}"
    return "\n".join([head, *(f"{_INDENT}{part}," for part in parts), tail])


def block(head: str, lines: str) -> str:
    """Lines in a block: `with tf.name_scope("hidden"):`."""
    return f"{head}:\n" + indented(lines)


def indented(lines: str, by: str = _INDENT) -> str:
    """The lines, further to the right; empty ones stay empty."""
    return "\n".join(by + line if line else line for line in lines.split("\n"))
