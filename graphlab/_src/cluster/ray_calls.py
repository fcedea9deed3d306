"""The calls of Ray that threads of this process have under way: its connection ends after the last of them.

Where a thread calls Ray while the connection ends, or after that, Ray ends the process immediately, with exit status 1.
"""

import threading

from graphlab._src.base.errors import CancelledError

_LAST = 5.0  # seconds in which the calls of other threads end


class RayCalls:
    """`with calls:` around each call of Ray that a thread can make while the process ends; CancelledError once it does.

    What Ray has returned, such as a reference, is of use inside of the block alone in a thread that goes on by itself.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._under_way: dict[int, int] = {}  # thread: how many blocks it is in
        self._has_ended = False

    @property
    def has_ended(self) -> bool:
        """Whether the process ends, and Ray's connection with it."""
        return self._has_ended

    def __enter__(self) -> None:
        thread = threading.get_ident()
        with self._changed:
            if self._has_ended:
                raise CancelledError(None, None, "Run was cancelled: the process ends")
            self._under_way[thread] = self._under_way.get(thread, 0) + 1

    def __exit__(self, *_: object) -> None:
        thread = threading.get_ident()
        with self._changed:
            self._under_way[thread] -= 1
            if not self._under_way[thread]:
                del self._under_way[thread]
                self._changed.notify_all()

    def end(self) -> None:
        """Refuses new calls, and waits a while for those of other threads."""
        own = {threading.get_ident()}
        with self._changed:
            self._has_ended = True
            self._changed.wait_for(lambda: self._under_way.keys() <= own, _LAST)
