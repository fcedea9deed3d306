"""Work at the beginning of a run that waits for the host, where only what comes after the host reads it.

What a model computes from an element of an iterator is one segment then, with its reads of variables and with
whatever else does not depend on the element.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TypeVar

S = TypeVar("S")  # a step: an operation, branch or loop


def put_off(
    order: Sequence[tuple[S, Iterable[tuple[S, bool]]]],
    levels: Mapping[S, int],
    places: Mapping[S, object],
    constants: Container[S],
    marks: Container[S],
) -> dict[S, int]:
    """{operation: level} of those at level 0 that become part of a segment after work on the host.

    It stays away from segments that are compiled anew for each value that comes, and makes no new ones.
    order: [(operation, [(what must come before it, whether its value must be concrete)])], oldest first.
    levels, places: of each operation; compiled segments are even.  marks: operations that compute nothing.
    """
    later = _Levels(order, levels, places, marks)
    latest: dict[S, int] = {}  # operation -> the last level at which those that take it allow it
    found: dict[S, int] = {}
    for op, before in reversed(order):
        level, place = levels[op], places[op]
        if level == 0 and op not in constants:
            level = latest.get(op, later.last)
            if op not in marks:
                level = later.at_most(level, place)
                if level:
                    found[op] = level
        for other, concrete in before:
            limit = level
            if level % 2:
                limit = level - 1
            elif concrete or place is not None and places[other] is not None and places[other] != place:
                limit = level - 2
            latest[other] = min(latest.get(other, limit), limit)
    return found


class _Levels:
    """The levels at which there is compiled work that does not need concrete values."""

    def __init__(
        self,
        order: Sequence[tuple[S, Iterable[tuple[S, bool]]]],
        levels: Mapping[S, int],
        places: Mapping[S, object],
        marks: Container[S],
    ) -> None:
        concrete = {(levels[op], places[op]) for op, before in order if any(need for _, need in before)}
        here = {(levels[op], places[op]) for op, _ in order if op not in marks and levels[op] % 2 == 0}
        self._of: dict[object, list[int]] = {}
        for level, place in sorted(here - concrete, key=lambda item: item[0]):
            self._of.setdefault(place, []).append(level)
        self.last = max((level for level, _ in here), default=0)

    def at_most(self, level: int, place: object) -> int:
        """The highest of them in that place up to a level, 0 when there is none."""
        found = self._of.get(place, ())
        count = bisect_right(found, level)
        return found[count - 1] if count else 0
