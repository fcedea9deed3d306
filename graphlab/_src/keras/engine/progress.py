"""The progress bar that fit, evaluate and predict show."""

import sys
import time
from typing import Any

import numpy as np


class Progbar:
    """A bar of progress.

    target: how much there is to do; None when that is not known.  verbose: 1 draws a bar, 2 a line at the end.
    stateful_metrics: the names of figures that are shown as they are; others are averaged.
    interval: seconds between updates.  unit_name: of what is counted.
    """

    def __init__(self, target: Any, width=30, verbose=1, interval=0.05, stateful_metrics=None, unit_name="step"):
        self.target = target
        self.width = width
        self.verbose = verbose
        self.interval = interval
        self.unit_name = unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        self._values = {}
        self._total_width = self._seen_so_far = 0
        self._start = time.time()
        self._last_update = 0.0
        self._overwrites = sys.stdout.isatty() or "ipykernel" in sys.modules or "posix" in sys.modules

    def update(self, current, values=None):
        """Shows how far it is. values: (name, value) each."""
        for name, value in values or ():
            if name in self.stateful_metrics:
                self._values[name] = [value, 1]
            else:
                sums = self._values.setdefault(name, [0, 0])
                sums[0] += value * (current - self._seen_so_far)
                sums[1] += current - self._seen_so_far
        self._seen_so_far = current
        done = self.target is not None and current >= self.target
        now = time.time()
        if self.verbose == 1:
            if now - self._last_update < self.interval and self.target is not None and not done:
                return
            self._draw(current, done, now)
        elif self.verbose == 2 and done and self.target is not None:
            digits = int(np.log10(self.target)) + 1
            figures = "".join(_figure(name, value) for name, value in self._values.items())
            sys.stdout.write(f"{current:{digits}d}/{self.target} - {now - self._start:.0f}s{figures}\n")
            sys.stdout.flush()
        self._last_update = now

    def add(self, n, values=None):
        """Shows that it is n further."""
        self.update(self._seen_so_far + n, values)

    def _draw(self, current, done, now):
        before = self._total_width
        sys.stdout.write("\b" * before + "\r" if self._overwrites else "\n")
        bar = self._bar(current, done)
        each = (now - self._start) / current if current else 0
        if self.target is not None and not done:
            info = f" - ETA: {_left(each * (self.target - current))}"
        else:
            info = f" - {now - self._start:.0f}s {_each(each)}/{self.unit_name}"
        info += "".join(_figure(name, value) for name, value in self._values.items())
        self._total_width = len(bar) + len(info)
        info += " " * max(0, before - self._total_width)
        sys.stdout.write(bar + info + ("\n" if done else ""))
        sys.stdout.flush()

    def _bar(self, current, done):
        if self.target is None:
            return f"{current:7d}/Unknown"
        digits = int(np.log10(self.target)) + 1
        filled = int(self.width * current / self.target)
        bar = "=" * (filled - 1) + ("=" if done else ">") if filled > 0 else ""
        return f"{current:{digits}d}/{self.target} [{bar}{'.' * (self.width - filled)}]"


def _figure(name, value):
    mean = np.mean(value[0] / max(1, value[1]))
    return f" - {name}: {mean:.4f}" if abs(mean) > 1e-3 else f" - {name}: {mean:.4e}"


def _left(seconds):
    if seconds > 3600:
        return f"{seconds // 3600:.0f}:{seconds % 3600 // 60:02.0f}:{int(seconds % 60):02d}"
    return f"{seconds // 60:.0f}:{int(seconds % 60):02d}" if seconds > 60 else f"{int(seconds)}s"


def _each(seconds):
    if seconds >= 1 or seconds == 0:
        return f"{seconds:.0f}s"
    return f"{seconds * 1e3:.0f}ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f}us"
