"""Where the elements of an array are in NumPy's text of it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

OMISSION = "..."


class Element(NamedTuple):
    """An element in the text. index: its place in the array.  omitted: it is the first of those that an ellipsis replaces."""

    line: int
    begin: int
    end: int
    index: list[int]
    omitted: bool = False


def elements(lines: Sequence[str], shape: Sequence[int], edge_items: int) -> Iterator[Element]:
    """The elements of repr(array), and the ellipses, in order. edge_items: how many NumPy shows on both sides of these."""
    index: list[int] = []
    for number, line in enumerate(lines):
        position = 0
        while position < len(line):
            letter = line[position]
            if letter == "[":
                index.append(0)
            elif letter == "]":
                index.pop()
                if not index:
                    return
            elif letter == "," and index:
                index[-1] += 1
            elif line.startswith(OMISSION, position) and index:
                rest = [0] * (len(shape) - len(index))
                yield Element(number, position, position + len(OMISSION), [*index, *rest], omitted=True)
                index[-1] = shape[len(index) - 1] - edge_items - 1  # the comma adds one
                position += len(OMISSION) - 1
            elif letter != " " and len(index) == len(shape) > 0:
                end = _end(line, position)
                yield Element(number, position, end, list(index))
                position = end - 1
            position += 1


def _end(line: str, begin: int) -> int:
    """Where an element ends that begins at a place."""
    quote = next((begin + i for i in (0, 1) if line[begin + i : begin + i + 1] in ("'", '"')), None)
    if quote is not None and line[begin:quote] in ("", "b"):
        closing = line.find(line[quote], quote + 1)
        while closing > 0 and line[closing - 1] == "\\":
            closing = line.find(line[quote], closing + 1)
        return closing + 1 if closing >= 0 else len(line)
    end = begin
    while end < len(line) and line[end] not in ",] ":
        end += 1
    return end
