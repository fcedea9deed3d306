"""When a training makes snapshots and sends messages: so seldom that its steps are not slowed down."""

import collections
import math
import time
from collections.abc import Callable

_OFTEN, _SELDOM = 0.2, 0.5  # seconds between two while a diagram is in sight, and while none is
_SHARE, _HIDDEN_SHARE = 0.015, 0.0025  # of the time, for each of the two
_DENSE, _SPARSE = 1.25, 2.0  # from one step with a snapshot in any case to the next: early steps change most
_LONGEST = 2.0  # seconds between two while a diagram is in sight, whatever they cost
_COSTS = 3  # of which the median counts: a compile, or a busy machine, makes one long


class Schedule:
    """Says between two steps what is due.

    every: a snapshot each so many steps; None: as often as they cost little of the time, and in steps 1, 2, 4, 8, … anyway.
    """

    def __init__(self, every: int | None = None) -> None:
        self._every = every
        self._step = 0  # at which a snapshot is due in any case
        self._snapshot_at = self._report_at = 0.0
        self._costs: dict[str, collections.deque[float]] = {}

    def run(
        self, step: int, is_seen: bool, is_last: bool, snapshot: Callable[[], object], report: Callable[[], object]
    ) -> tuple[float, int]:
        """Makes a snapshot and reports if they are due; returns the seconds, and the step, until something is due again.

        is_last: before the training pauses or ends, when both are due.
        """
        share = _SHARE if is_seen else _HIDDEN_SHARE
        pause = _OFTEN if is_seen else _SELDOM
        longest = _LONGEST if is_seen else math.inf
        now = time.perf_counter()
        if is_last or step >= self._step or now >= self._snapshot_at:
            cost = self._timed("snapshot", snapshot)
            now = time.perf_counter()
            if self._every:
                self._step, self._snapshot_at = (step // self._every + 1) * self._every, math.inf
            else:
                self._step = max(step + 1, math.ceil(step * (_DENSE if is_seen else _SPARSE)))
                self._snapshot_at = now + min(longest, max(pause, cost / share))
        if is_last or now >= self._report_at:
            cost = self._timed("report", report)
            now = time.perf_counter()
            self._report_at = now + min(longest, max(pause, cost / share))
        return min(self._snapshot_at, self._report_at) - now, self._step

    def _timed(self, what: str, work: Callable[[], object]) -> float:
        """Does the work; returns how long it usually lasts."""
        begun = time.perf_counter()
        work()
        known = self._costs.setdefault(what, collections.deque(maxlen=_COSTS))
        known.append(time.perf_counter() - begun)
        return sorted(known)[(len(known) - 1) // 2]
