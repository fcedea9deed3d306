"""Sentences of an explanation: lists of text and of links to operations."""

from collections.abc import Iterable, Sequence
from typing import Any

from graphlab._src.graph import Operation, Tensor
from graphlab._src.graph.references import is_identity, is_variable
from graphlab._src.graph.traversal import operation_of

Link = tuple[int, str]
Sentence = list[str | Link]
_MOST_LINKS = 12


def link(item: Operation | Tensor, text: str | None = None) -> Link:
    """A link to an operation: its number, and what is written."""
    op = operation_of(item)
    return op.id, text or op.name


def listed(items: Iterable[Any], most: int = _MOST_LINKS) -> Sentence:
    """Links to operations, with commas: "a, b and c"."""
    found = [item if isinstance(item, tuple) else link(item) for item in items]
    shown: Sequence[Link] = found[:most]
    sentence: Sentence = []
    for i, one in enumerate(shown):
        if i:
            sentence.append(" and " if i == len(found) - 1 else ", ")
        sentence.append(one)
    if len(found) > len(shown):
        sentence.append(f" and {len(found) - len(shown)} more")
    return sentence


def text_of(sentence: Sentence) -> str:
    """A sentence without its links."""
    return "".join(part if isinstance(part, str) else part[1] for part in sentence)


def variable_of(tensor: Tensor) -> Operation | None:
    """The variable whose value, reference or handle a tensor is; None for others."""
    op = tensor.op
    while op.inputs and is_read(op):
        op = op.inputs[0].op
    return op if is_variable(op) else None


def is_read(op: Operation) -> bool:
    """Whether an operation reads a variable, or passes on what is read."""
    return is_identity(op) or (op.definition is not None and op.definition.access == "read")


def serves_variable(op: Operation) -> bool:
    """Whether an operation only reads a variable, sets it, or says whether it is initialized."""
    return is_read(op) or (op.definition is not None and op.definition.access in ("set", "initialized", "shape"))
