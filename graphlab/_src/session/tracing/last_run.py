"""The last run of each session: what it ran and how long that lasted, noted only while a Graph panel or a diagram shows it.

While none does, a session looks at one list when it prepares a call, and runs have no overhead.
"""

import collections
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.calls.call import Call

RUNS = 60  # whose durations are retained

_wanted: list[object] = []
_noted: weakref.WeakKeyDictionary[Any, "LastRun"] = weakref.WeakKeyDictionary()


class LastRun:
    """The last run of a session.

    runner: its Runner, with the Plan; None when all fetches were fed.  runs: how many have been noted.
    seconds: how long the last ones lasted, the newest at the end.  failed: whether the last one raised an error.
    fed: the tensors that it fed and what they were, as a dict.  ended: when it ended, in seconds of time.perf_counter().
    """

    def __init__(self) -> None:
        self.runner: Any = None
        self.runs = 0
        self.seconds: collections.deque[float] = collections.deque(maxlen=RUNS)
        self.failed = False
        self.ended = 0.0
        self._fed: tuple[Sequence[Tensor], Sequence[Any]] = (), ()  # together: another thread may read them

    @property
    def fed(self) -> dict[Tensor, Any]:
        """{tensor: value} of what the last run fed."""
        return dict(zip(*self._fed, strict=True))

    def note(self, call: Call, values: Sequence[Any], begun: float, failed: bool) -> None:
        """Notes a run that has just ended."""
        self.ended = time.perf_counter()
        self.seconds.append(self.ended - begun)
        self.runner, self.failed = call.runner, failed
        self._fed = call.tensors, values
        self.runs += 1


def is_wanted() -> bool:
    """True while the runs of sessions are noted."""
    return bool(_wanted)


def begin(user: object) -> bool:
    """Notes runs from now on, for `user`; returns whether sessions have to prepare their calls anew."""
    _wanted.append(user)
    return len(_wanted) == 1


def end(user: object) -> bool:
    """Ends what begin() began; returns whether sessions have to prepare their calls anew."""
    _wanted.remove(user)
    return not _wanted


def of(session: Any) -> LastRun | None:
    """The last run of a session that was noted."""
    return _noted.get(session)


def noting(call: Call, session: Any) -> Call:
    """The same call, which notes each of its runs."""
    found = _noted.get(session)
    if found is None:
        found = _noted[session] = LastRun()
    return call.around(_noter(found, call))


def _noter(last: LastRun, call: Call) -> Callable[..., Any]:
    def noted(execute: Callable[..., Any], values: Sequence[Any], *run: Any, **options: Any) -> Any:
        begun = time.perf_counter()
        failed = True
        try:
            result = execute(values, *run, **options)
            failed = False
            return result
        finally:
            last.note(call, values, begun, failed)

    return noted
