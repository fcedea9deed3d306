"""Newest: work in a thread of its own that is done for the newest request only, and never twice at once."""

import threading
from collections.abc import Callable


class Newest:
    """Calls act() after each request, in another thread; requests while it runs are one more call.

    Nothing piles up: what is requested ten times while act() runs once is done once more.
    """

    def __init__(self, act: Callable[[], object]) -> None:
        self._act = act
        self._changed = threading.Condition()
        self._requested = self._begun = self._done = 0  # numbers of requests
        self._runs = False

    def request(self) -> int:
        """Requests a call; returns at once, with the number of the request."""
        with self._changed:
            self._requested += 1
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._work, name="graphlab.interact", daemon=True).start()
            return self._requested

    @property
    def is_idle(self) -> bool:
        """Whether all that was requested is done."""
        with self._changed:
            return not self._runs

    def wait(self, number: int | None = None, timeout: float | None = None) -> bool:
        """Waits until a request, or all so far, is done; returns whether it is, False after so many seconds."""
        number = self._requested if number is None else number
        with self._changed:
            return self._changed.wait_for(lambda: self._done >= number, timeout)

    def _work(self) -> None:
        try:
            while self._next():
                self._act()
        except BaseException:
            with self._changed:
                self._runs, self._done = False, self._requested
                self._changed.notify_all()
            raise

    def _next(self) -> bool:
        """Notes that what was begun is done; returns whether there is more to do."""
        with self._changed:
            self._done = self._begun
            self._changed.notify_all()
            self._runs = self._done < self._requested
            self._begun = self._requested
            return self._runs
