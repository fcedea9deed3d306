"""The loop of a training: it runs in a thread of its own, and other threads play, pause, step and stop it."""

import math
import threading
import time
from collections.abc import Callable
from typing import Any

from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.compiler.executables import progress
from graphlab._src.play.training_feeds import Feeds
from graphlab._src.play.training_sliders import Slider

PLAYING, PAUSED, DONE, STOPPED, FAILED = "playing", "paused", "done", "stopped", "failed"


class TrainingLoop:
    """Runs the steps of a training, one Session.run each.

    step: how many are done.  steps: after how many it is done; None: when the feed ends.
    state: "playing", "paused", "done" (all steps, or no more feeds), "stopped" (by stop(), or the session was closed) or
    "failed".  why: a sentence about the end, or "".  error: what a step raised.
    look(step, feed, is_last) is called between two steps, and returns the seconds, and the step, until it is due again;
    is_last: before it pauses or ends.  report() is called after the state has changed.
    """

    def __init__(
        self,
        session: Any,
        fetches: list[Any],
        feeds: Feeds,
        steps: int | None,
        sliders: list[Slider],
        record: Callable[[int, list[Any], list[Slider]], object],
        look: Callable[[int, Any, bool], tuple[float, int]],
        report: Callable[[], object],
    ) -> None:
        self.session = session
        self.steps = steps
        self.step = 0
        self.state = PLAYING
        self.why = ""
        self.error: BaseException | None = None
        self.speed: float | None = None  # steps a second, None: as fast as it goes
        self._fetches = fetches
        self._feeds = feeds
        self._sliders = sliders
        self._record = record
        self._look = look
        self._report = report
        self._changed = threading.Condition()
        self._until: int | None = None  # the step at which it pauses
        self._is_pausing = self._is_stopping = False
        self._has_request = False  # to pause, to stop or to keep a speed: looked at before each step
        self._next_at = 0.0
        self._thread = threading.Thread(target=self._work, name=f"training of {session!r}", daemon=True)

    @property
    def is_over(self) -> bool:
        """True when no step will follow."""
        return self.state in (DONE, STOPPED, FAILED)

    @property
    def is_own_thread(self) -> bool:
        """True in the thread of the loop itself, which can't wait for itself."""
        return threading.current_thread() is self._thread

    def begin(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def play(self, until: int | None = None) -> None:
        """Goes on; until: to this step, where it pauses."""
        with self._changed:
            if not self.is_over:
                self._is_pausing, self._until, self.state = False, until, PLAYING
                self._changed.notify_all()

    def pause(self) -> None:
        """Pauses after the step that runs."""
        with self._changed:
            if self.state == PLAYING:
                self._is_pausing = self._has_request = True
                self._changed.notify_all()

    def stop(self, why: str = "") -> None:
        """Ends after the step that runs."""
        with self._changed:
            if not self.is_over:
                self.why = self.why or why
                self._is_stopping = self._has_request = True
                self._changed.notify_all()
        if self._thread.ident is None:  # an interrupt came before begin()
            self._change(STOPPED)

    def limit(self, speed: float | None) -> None:
        """Runs at most so many steps a second; None: as many as there can be."""
        with self._changed:
            self.speed, self._next_at, self._has_request = speed, 0.0, True
            self._changed.notify_all()

    def wait_until(self, reached: Callable[[], bool], seconds: float | None = None) -> bool:
        """Returns when reached(), or after so many seconds; whether it is reached."""
        with self._changed:
            return self._changed.wait_for(reached, seconds)

    def join(self, seconds: float | None = None) -> None:
        """Returns when the thread has ended, and its last report is sent; or after so many seconds."""
        if not self.is_own_thread and self._thread.is_alive():
            self._thread.join(seconds)

    def _work(self) -> None:
        state, error = FAILED, None
        try:
            with self.session.graph.as_default(), self.session.as_default(), progress.hidden():
                state = self._run()
        except BaseException as raised:  # of the program's own feed function too
            error = raised
            if self.session.store.cancellation.cancelled:
                state, error, self.why = STOPPED, None, f"The session was closed after step {self.step:,}."
        self._change(state, error)

    def _change(self, state: str, error: BaseException | None = None) -> None:
        with self._changed:
            self.error, self.state = error, state
            self._changed.notify_all()
        self._report()

    def _run(self) -> str:
        """Runs all steps; returns the state in which they end."""
        run, fetches, record, sliders = self.session.run, self._fetches, self._record, self._sliders
        clock = time.perf_counter
        feed: Any = None
        due, milestone = math.inf, -1
        state = DONE
        while self.step != self.steps:
            if (self._has_request or self.step == self._until) and not self._may_go_on(feed):
                state = STOPPED
                break
            try:
                feed = self._feeds.next(self.step)
                if sliders:
                    feed = {**(feed or {}), **{slider.tensor: slider.value for slider in sliders}}
                if milestone < 0:
                    seconds, milestone = self._look(0, feed, False)
                    due = clock() + seconds
                values = run(fetches, feed)
            except (StopIteration, OutOfRangeError):
                if self.steps is not None:
                    self.why = f"The feed ended after {self.step:,} of {self.steps:,} steps."
                break
            record(self.step + 1, values, sliders)
            self.step += 1
            if self.step == 1:
                with self._changed:
                    self._changed.notify_all()
            if self.step >= milestone or clock() >= due:
                seconds, milestone = self._look(self.step, feed, False)
                due = clock() + seconds
        if self.step:
            self._look(self.step, feed, True)
        return state

    def _may_go_on(self, feed: Any) -> bool:
        """Waits while it is paused, and as the speed requires; False when it is to end, CancelledError with the session."""
        cancellation = self.session.store.cancellation
        while True:
            if self._is_paused() and self.state == PLAYING and not self._is_stopping:
                self._look(self.step, feed, True)
                self._rest()
            with self._changed, cancellation.watching(self._changed):
                if self._is_stopping:
                    return False
                cancellation.check()
                if self._is_paused():
                    if self.state == PAUSED:
                        self._changed.wait()
                elif self.speed is None:
                    self._has_request, self.state = False, PLAYING
                    return True
                else:
                    self.state = PLAYING
                    now = time.monotonic()
                    if now >= self._next_at:
                        self._next_at = max(self._next_at + 1 / self.speed, now)
                        return True
                    self._changed.wait(self._next_at - now)

    def _rest(self) -> None:
        """It is paused now, unless it was to play meanwhile: who waits for a pause must not see one that is past."""
        with self._changed:
            if not self._is_paused():
                return
            self.state = PAUSED
            self._changed.notify_all()
        self._report()

    def _is_paused(self) -> bool:
        return self._is_pausing or self.step == self._until
