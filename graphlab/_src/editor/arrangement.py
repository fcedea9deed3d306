"""The form of a call: which arguments are passed by position and which by keyword, as people write it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from graphlab._src.editor.call_words import BY_KEYWORD, BY_POSITION
from graphlab._src.editor.catalog import Entry

Item = TypeVar("Item")


def arranged(
    entry: Entry, given: Mapping[str, Item], name: Item | None, spread: Callable[[Item], list[Item]]
) -> tuple[list[Item], dict[str, Item]]:
    """(arguments by position, {parameter: argument} by keyword), of values or of their source texts.

    Leading tensors are passed by position, and what programs pass so; spread: the elements of a list of arguments.
    """
    positional: list[Item] = []
    keywords: dict[str, Item] = {}
    by_position = {"name", *BY_POSITION.get(entry.id, "").split(), *_before_variadic(entry)}
    is_leading = True
    for parameter in entry.signature:
        item = given.get(parameter) if parameter != "name" else name
        if parameter == "scope" and name is not None and "name" not in entry.signature:
            item = name
        if item is None or entry.form != "call" and parameter in ("inputs", "loss"):
            is_leading = False
        elif parameter in entry.variadic:
            positional.extend(spread(item))
        elif is_leading and _leads(entry, parameter, by_position):
            positional.append(item)
        else:
            is_leading = False
            keywords[parameter] = item
    return positional, keywords


def _leads(entry: Entry, parameter: str, by_position: set[str]) -> bool:
    if parameter in by_position:
        return parameter != "name" or entry.needs_name
    one = entry.parameter(parameter)
    return one is not None and one.is_tensor and parameter not in BY_KEYWORD and not one.by_keyword


def _before_variadic(entry: Entry) -> list[str]:
    """The parameters that precede one with any number of arguments."""
    names: list[str] = list(entry.signature)
    return names[: names.index(entry.variadic[0])] if entry.variadic else []


def elements(value: Any) -> list[Any]:
    """The elements of a list, or what is none."""
    return list(value) if isinstance(value, (list, tuple)) else [value]
