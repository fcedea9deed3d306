"""Recording: what a training was, step by step, in bounded memory."""

import bisect
import itertools
import math
import threading
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.play import recording_page
from graphlab._src.play.series import Series
from graphlab._src.play.snapshots import HEALTHS, Snapshot, set_health, thin_out
from graphlab._src.viz.mimebundle import mimebundle

MEMORY = 32_000_000  # bytes that a recording holds at most
_NUMBERS = 2**20  # of them, all names and steps together: 8 MB
_MOST_SNAPSHOTS = 240
_SNAPSHOT_BYTES = 16_000_000

_numbers = itertools.count(1)


class Recording:
    """The numbers of each step of a training, and snapshots of weights, gradients and predictions.

    name: what it is called in a comparison.  metrics, sliders: {name: dtype} of the numbers.
    tensors: [(operation's number, output, "weight" or "gradient", name)] of what the snapshots have figures of.
    It holds 32 MB at most: of a long training every second step is dropped, again and again, and of snapshots those that are
    closest to others. `recording.every` says of how many steps it has one.
    """

    def __init__(self, name: str, graph: Any, metrics: dict[str, Any], sliders: dict[str, Any]) -> None:
        self.number = next(_numbers)
        self.name = name
        self.graph = graph
        self.metrics, self.sliders = list(metrics), list(sliders)
        self.series = Series({**metrics, **sliders}, _NUMBERS)
        self.tensors: list[tuple[int, int, str, str]] = []
        self.snapshots: list[Snapshot] = []
        self.points: Any = None  # the data points of the predictions view
        self.dropped = 0  # how often snapshots were dropped
        self.notes: list[str] = []  # why something is not in it
        self.lock = threading.RLock()

    @property
    def every(self) -> int:
        """Of how many steps its numbers are those of one."""
        return self.series.every

    @property
    def nbytes(self) -> int:
        """The memory that it occupies."""
        return self.series.nbytes + sum(snapshot.nbytes for snapshot in self.snapshots)

    @property
    def steps(self) -> int:
        """The last step that it has."""
        with self.lock:
            ends = [self.series.steps[-1]] if len(self.series) else []
            return max([*ends, *(snapshot.step for snapshot in self.snapshots[-1:])], default=0)

    @property
    def history(self) -> dict[str, np.ndarray]:
        """{"step": …, name: its numbers in these steps} of metrics and sliders."""
        with self.lock:
            columns = {name: self.series.column(name) for name in self.series.names}
            return {"step": self.series.step_numbers(), **columns}

    def add(self, step: int, numbers: list[Any]) -> None:
        """Appends the numbers of a step: of each metric, then of each slider."""
        with self.lock:
            self.series.add(step, numbers)

    def add_snapshot(self, snapshot: Snapshot) -> None:
        """Appends a snapshot, and drops some where there are too many."""
        with self.lock:
            most = _MOST_SNAPSHOTS
            first = self.snapshots[0].figures if self.snapshots else None
            set_health(snapshot.figures, first, [kind == "gradient" for _, _, kind, _ in self.tensors])
            if self.snapshots and self.snapshots[-1].step == snapshot.step:
                self.snapshots = self.snapshots[:-1]
                self.dropped += 1
            self.snapshots = [*self.snapshots, snapshot]
            while len(self.snapshots) > 2 and (
                len(self.snapshots) > most or sum(one.nbytes for one in self.snapshots) > _SNAPSHOT_BYTES
            ):
                most = len(self.snapshots) // 2 + 1
                self.snapshots = thin_out(self.snapshots, most)
                self.dropped += 1

    def at(self, step: int) -> dict[str, float]:
        """The numbers of a step, or of the last recorded one before it."""
        with self.lock:
            end = bisect.bisect(self.series.steps, step)
            if not end:
                return {}
            numbers = {name: self.series.column(name, end - 1, end).item() for name in self.series.names}
            return {"step": self.series.steps[end - 1], **numbers}

    def histogram(self, name: str, step: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """(counts relative to the largest, edges) of a weight or gradient's histogram after a step; the last when left out.

        name: that of the variable or of the gradient's tensor, as `recording.tensors` has it. KeyError for another.
        """
        with self.lock:
            names = [tensor[3] for tensor in self.tensors]
            if name not in names:
                raise KeyError(f"{name!r} was not recorded, but {', '.join(names) or 'nothing'}")
            if not self.snapshots:
                raise KeyError("there is no snapshot yet")
            there = [one for one in self.snapshots if step is None or one.step <= step] or self.snapshots[:1]
            figure = there[-1].figures[names.index(name)]
        return figure["bars"] / 255.0, np.linspace(figure["low"], figure["high"], len(figure["bars"]) + 1)

    @property
    def health(self) -> dict[str, str]:
        """{name of a weight or gradient: "ok", "nan", "inf", "zero", "exploding" or "vanishing"} in the last snapshot."""
        with self.lock:
            last = self.snapshots[-1].figures["health"] if self.snapshots else ()
            return {tensor[3]: HEALTHS[health] for tensor, health in zip(self.tensors, last, strict=False)}

    def compare(self, other: "Recording") -> "recording_page.Comparison":
        """Shows this recording beside another one: curves over each other, and how histograms differ.

        Returns a Comparison: the last expression of a cell shows it, save(path) writes its page.
        """
        if not isinstance(other, Recording):
            raise TypeError(
                explain(f"compare() needs another recording, got {type(other).__name__}", fix="b.recording")
            )
        return recording_page.Comparison(self, other)

    def save(self, path: Any) -> None:
        """Writes an HTML page that any browser opens: diagram, curves and values, which play without a kernel.

        path: of the file, which should end with .html.
        """
        recording_page.save(path, self.graph, [self])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return mimebundle(self.graph, include, exclude, recording_page.messages([self]))

    def __repr__(self) -> str:
        numbers = self.at(self.steps)
        last = "".join(
            f", {name} {number:.4g}" for name, number in numbers.items() if name != "step" and not math.isnan(number)
        )
        return (
            f"<Recording {self.name!r}: {self.steps:,} steps{last}; {len(self.snapshots)} snapshots of "
            f"{len(self.tensors)} tensors, {self.nbytes / 1e6:.1f} MB>"
        )
