"""How a figure is measured, and the table it goes into.

All contenders of a comparison alternate in short rounds, so that whatever else the machine does affects all of them;
the best round of each counts, because everything that disturbs a round makes it longer.
"""

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SECONDS = 12  # of all rounds, for each comparison
ROUND_SECONDS = 0.002  # shorter than the time that a busy system leaves a process alone
REST = 0.001  # seconds between two rounds

# Seconds that one unit of work lasted, on average over this many.
Contender = Callable[[int], float]


@dataclass(frozen=True)
class Row:
    """One line of the table: our figure beside another's, and the highest ratio that is good enough."""

    what: str
    ours: float
    other: str
    theirs: float
    bar: float
    unit: str = "s"

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def met(self) -> bool:
        return self.ratio <= self.bar


def local(work: Callable[[], object]) -> Contender:
    """A contender that works in this process."""

    def measure(count: int) -> float:
        start = time.perf_counter()
        for _ in range(count):
            work()
        return (time.perf_counter() - start) / count

    return measure


def best(contenders: dict[str, Contender]) -> dict[str, float]:
    """Seconds for one unit of each contender's work: the best of its rounds."""
    counts = {}
    for name, measure in contenders.items():
        measure(3)  # compiles, allocates, warms up
        counts[name] = max(1, round(ROUND_SECONDS / measure(3)))
    rounds = {name: [] for name in contenders}
    end = time.perf_counter() + SECONDS
    names = list(contenders)
    while time.perf_counter() < end:
        random.shuffle(names)  # so that no contender always runs while the threads of the same other come to rest
        for name in names:
            time.sleep(REST)
            measure = contenders[name]
            rounds[name].append(measure(counts[name]))
    return {name: min(seconds) for name, seconds in rounds.items()}


def seconds(value: float) -> str:
    """A duration in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def figure(value: float, unit: str) -> str:
    """A figure with its unit."""
    return seconds(value) if unit == "s" else f"{value:.3g} {unit}"


def table(rows: Iterable[Row]) -> str:
    """The rows as text, in columns."""
    heads = ("what", "graphlab", "beside", "its figure", "ratio", "bar", "")
    cells = [heads] + [
        (row.what, figure(row.ours, row.unit), row.other, figure(row.theirs, row.unit), f"{row.ratio:.3g}", f"≤ {row.bar:.3g}",
         "met" if row.met else "MISSED")
        for row in rows
    ]  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]
    return "\n".join([lines[0], "  ".join("─" * width for width in widths), *lines[1:]])
