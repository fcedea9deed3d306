"""Where a long list of operations is cut, so that the pieces of a pattern that repeats come out equal.

Equal pieces share compiled code: of the layers of a model, or the steps of an unrolled loop, XLA compiles one.
"""

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphlab._src.compiler.control_flow.regions import Region, Step

_AROUND = 32  # operations that a mark looks back at
_IN_A_ROW = 16  # as many operations of the same kinds in a row may be a pattern that repeats
_WORTH = 250  # operations that need no compile, where a list that could be one piece is cut
_LEAST = 128  # operations of a piece that repeats: calling one costs as much as a few small kernels
_MOST_PIECES = 16  # that one pattern is cut into
_CROSSING = 4  # operations that XLA compiles in the time that passing one value lasts in all runs
_PERIODS = 8  # that are tried


class Piece(NamedTuple):
    """Operations from `start` to `end`, and why the piece begins; the same `pattern` for those that are equal."""

    start: int
    end: int
    reason: str
    pattern: object = None


class Repeat(NamedTuple):
    """Operations from `start` to `end` in which the kinds of each `period` are those of the one before."""

    start: int
    end: int
    period: int


def cuts(operations: Sequence[Step], most: int) -> list[Piece]:
    """The pieces that a list of operations is cut into, none longer than `most`.

    A pattern that repeats is cut where few values are passed from one piece to the next. What is left is cut only where it
    is longer than `most`: of the places in the last fifth that may be a cut, the last one whose surroundings have the
    smallest hash is taken, so that patterns that are far apart are cut at the same place, too.
    """
    patterns = [_equal_pieces(operations, repeat, most) for repeat in _repeats(operations, most)]
    patterns = [pieces for pieces in patterns if len(pieces) > 1]
    if len(operations) <= most and sum(pieces[-1].end - pieces[1].start for pieces in patterns) < _WORTH:
        patterns = []
    found: list[Piece] = []
    start = 0
    for pieces in patterns:
        found += _at_marks(operations, start, pieces[0].start, most)
        found += pieces
        start = pieces[-1].end
    return [*found, *_at_marks(operations, start, len(operations), most)]


def _repeats(operations: Sequence[Step], most: int) -> list[Repeat]:
    """The patterns that repeat, in order; what saves most operations is taken where they overlap."""
    if len(operations) < 2 * _LEAST or most < _LEAST or any(_keeps_state(op) for op in operations):
        return []
    codes = np.array([zlib.crc32(_kind(op).encode()) for op in operations], np.uint32)
    candidates = [repeat for period in _periods(codes, most) for repeat in _with_period(codes, period)]
    chosen: list[Repeat] = []
    for repeat in sorted(candidates, key=lambda one: (one.start + one.period - one.end, one.period)):
        if all(repeat.end <= other.start or other.end <= repeat.start for other in chosen):
            chosen.append(repeat)
    return sorted(chosen)


def _keeps_state(op: Step) -> bool:
    """True for what may pass a stack or TensorArray to other operations, which then have to be in one segment."""
    return op.has_loop if isinstance(op, Region) else bool(op.definition.on_state)


def _kind(op: Step) -> str:
    return f"{op.type} {[tensor.dims for tensor in op.outputs]}"


def _periods(codes: np.ndarray, most: int) -> list[int]:
    """Distances at which the same kinds of operations come again, those first that occur most."""
    marks = codes.astype(np.uint64)
    for i in range(1, min(_IN_A_ROW, len(codes))):
        marks[i:] = marks[i:] * np.uint64(1) + (codes[:-i].astype(np.uint64) << np.uint64(i % 31)) * np.uint64(
            2 * i + 1
        )
    last: dict[int, int] = {}
    votes: Counter[int] = Counter()
    for i, mark in enumerate(marks.tolist()):
        before = last.get(mark)
        if before is not None and i - before <= most:
            votes[i - before] += 1
        last[mark] = i
    return [period for period, count in votes.most_common(_PERIODS) if count >= _IN_A_ROW]


def _with_period(codes: np.ndarray, period: int) -> Iterator[Repeat]:
    equal = np.concatenate([[False], codes[period:] == codes[:-period], [False]])
    (changes,) = np.nonzero(equal[1:] != equal[:-1])
    for start, end in zip(changes[::2].tolist(), changes[1::2].tolist(), strict=True):
        if end - start >= period:
            yield Repeat(start, end + period, period)


def _equal_pieces(operations: Sequence[Step], repeat: Repeat, most: int) -> list[Piece]:
    """The pieces that a pattern is cut into: each some periods long, as many as there are, where few values cross."""
    start, end, period = repeat
    size = max(_LEAST, -((start - end) // _MOST_PIECES))
    size = min(-(-size // period), max(1, most // period)) * period
    crossing = _crossings(operations[start:end], period)

    def cost(place: int) -> int:
        left = (end - start - place) % size + place  # operations that no equal piece has
        return left + _CROSSING * crossing[place]

    first = min(range(min(period, end - start - size + 1)), key=cost, default=0)
    count = (end - start - first) // size
    first += start
    reason, pattern = f"a pattern that comes {count} times begins, compiled once", object()
    return [Piece(first + i * size, first + (i + 1) * size, reason, pattern) for i in range(count)]


def _crossings(operations: Sequence[Step], period: int) -> list[int]:
    """For each place within a period: how many values of the period before are used in the one after a cut there."""
    made = {tensor: i for i, op in enumerate(operations) for tensor in op.outputs}
    used: dict[int, dict[object, int]] = {}
    changes = np.zeros(period + 1, np.int64)
    for j, op in enumerate(operations):
        for tensor in op.inputs:
            i = made.get(tensor)
            if i is not None and j - i < period:
                used.setdefault(i, {})[tensor] = j
    for i, last in used.items():
        for j in last.values():
            begin, after = (i + 1) % period, j % period + 1
            changes[begin] += 1
            changes[after] -= 1
            if after <= begin:
                changes[0] += 1
                changes[period] -= 1
    return np.cumsum(changes)[:period].tolist()


def _at_marks(operations: Sequence[Step], start: int, stop: int, most: int) -> list[Piece]:
    """Pieces of what has no pattern, or one that is longer than `most`."""
    reason = "the pattern before it has ended" if start else "the run begins"
    if stop - start <= most:
        return [Piece(start, stop, reason)] if start < stop else []
    marks = _marks(operations)
    found: list[Piece] = []
    while stop - start > most:
        places = range(start + most - max(1, most // 5), start + most)
        end = min(places, key=lambda i: (marks[i], -i)) + 1
        found.append(Piece(start, end, reason))
        start, reason = end, f"the one before it reached {most} operations"
    return [*found, Piece(start, stop, reason)]


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
