"""The views of a training: which are in sight, and what they get."""

import threading
import time
from typing import Any

from graphlab._src.play.recording_message import Cursor, described, packed
from graphlab._src.viz import live
from graphlab._src.viz.failures import failure_of

_HEARD = 30.0  # seconds after which a view that did not report counts as closed
_RATE = 1.0  # seconds over which the speed is measured


class TrainingView:
    """What the diagrams that show a training get of it."""

    def __init__(self, training: Any) -> None:
        self._training = training
        self._cursor = Cursor()
        self._looking: dict[int, float] = {}  # number of a diagram that is in sight -> when it said so
        self._lock = threading.RLock()
        self._measured: tuple[float, int] = (time.monotonic(), 0)
        self._rate = 0.0

    @property
    def is_seen(self) -> bool:
        """True while a diagram is in sight."""
        now = time.monotonic()
        return any(now - at < _HEARD for at in list(self._looking.values()))

    def look(self, number: int, is_in_sight: bool) -> None:
        """Notes that a diagram is in sight, or no longer."""
        if is_in_sight:
            self._looking[number] = time.monotonic()
        else:
            self._looking.pop(number, None)

    def report(self, always: bool = False) -> None:
        """Sends what is new to the diagrams, if one is in sight or `always`."""
        view = live.view_of(self._training.session.graph)
        if view is None or not (always or self.is_seen):
            return
        with self._lock:
            view.widget.send(self._message(described(self._training.recording, self._cursor)))

    def send_whole(self, view: Any, number: int | None) -> None:
        """Sends all of it to one diagram."""
        view.widget.send(self.whole() | {"view": number})

    def whole(self) -> dict[str, Any]:
        """The message that has all of it."""
        return self._message(described(self._training.recording))

    def _message(self, recording: dict[str, Any]) -> dict[str, Any]:
        data = {"state": self.state(), "recordings": [recording]}
        return {"type": "train", "training": self._training.number, "bytes": packed(data)}

    def state(self) -> dict[str, Any]:
        """Where the training is, as plain data."""
        training = self._training
        loop, step = training.loop, training.loop.step
        now = time.monotonic()
        at, before = self._measured
        if now - at > _RATE:
            self._rate, self._measured = (step - before) / (now - at), (now, step)
        state: dict[str, Any] = {
            "state": loop.state,
            "step": step,
            "steps": loop.steps,
            "speed": loop.speed,
            "rate": float(f"{self._rate:.3g}"),
            "why": training.why,
            "awaited": training.is_awaited,
            "sliders": [
                {
                    "name": slider.name,
                    "kind": slider.kind,
                    "low": slider.low,
                    "high": slider.high,
                    "log": slider.is_log,
                    "whole": slider.is_whole,
                    "value": slider.number if slider.number == slider.number else None,
                }
                for slider in training.sliders
            ],
        }
        return state

    def report_failure(self) -> None:
        """Marks the operation that failed in the diagrams."""
        graph, error = self._training.session.graph, self._training.error
        view = live.view_of(graph)
        failure = failure_of(error, graph) if view is not None else None
        if view is not None and failure is not None:
            view.send_failure({"type": "error"} | failure)
