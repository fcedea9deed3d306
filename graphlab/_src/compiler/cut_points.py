"""Where a long list of operations is cut, so that the pieces of a pattern that repeats come out equal."""

import zlib
from collections.abc import Sequence

from graphlab._src.compiler.control_flow.regions import Step

_AROUND = 32  # operations that a mark looks back at


def cuts(operations: Sequence[Step], most: int) -> list[tuple[int, int]]:
    """Where to cut a long list of operations: [(start, end), …], none longer than `most`.

    A chain in which a pattern repeats is cut at the same place of the pattern each time, so that the pieces are equal:
    of the places in the last fifth that may be a cut, the last one whose surroundings have the smallest hash is taken.
    """
    if len(operations) <= most:
        return [(0, len(operations))]
    marks = _marks(operations)
    found: list[tuple[int, int]] = []
    start = 0
    while len(operations) - start > most:
        places = range(start + most - max(1, most // 5), start + most)
        end = min(places, key=lambda i: (marks[i], -i)) + 1
        found.append((start, end))
        start = end
    return [*found, (start, len(operations))]


def _marks(operations: Sequence[Step]) -> list[int]:
    """A hash for each operation, of its type and of those shortly before it."""
    modulus = (1 << 61) - 1
    base = 1_000_003
    leaving = pow(base, _AROUND, modulus)
    codes = [zlib.crc32(op.type.encode()) for op in operations]
    marks: list[int] = []
    rolling = 0
    for i, code in enumerate(codes):
        rolling = (rolling * base + code - (codes[i - _AROUND] * leaving if i >= _AROUND else 0)) % modulus
        marks.append(rolling * 0x9E3779B97F4A7C15 % modulus)
    return marks
