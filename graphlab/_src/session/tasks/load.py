"""Load: what a task reports of itself, as JSON can express it."""

import os
import resource
import sys
import time
from collections.abc import Iterable
from typing import Any, TypedDict

from graphlab._src.session.tasks.memory import Memory


class Load(TypedDict):
    """What a process uses, and what a task does in it.

    process: its number.  since: when it began, in seconds since 1970.  cpu: seconds of processors that it has used.
    memory: bytes.  sessions: that are open on the task.  running, waiting: runs of other processes' sessions, and those of
    them that may wait for another run, such as one that needs an element of a queue.  variables: how many there are.
    bytes: of the values of variables.
    """

    process: int
    since: float
    cpu: float
    memory: int
    sessions: int
    running: int
    waiting: int
    variables: int
    bytes: int


_BEGAN = time.time()


def load_of(memories: Iterable[Memory], sessions: int = 0, running: int = 0, waiting: int = 0) -> Load:
    """The Load of a task with this state in this process."""
    values: list[Any] = [value for memory in memories for value in list(memory.values.values())]
    return Load(
        process=os.getpid(),
        since=_BEGAN,
        cpu=time.process_time(),
        memory=_memory(),
        sessions=sessions,
        running=running,
        waiting=waiting,
        variables=len(values),
        bytes=sum(int(getattr(value, "nbytes", 0)) for value in values),
    )


def _memory() -> int:
    """The bytes that this process has in memory; where the system does not say, the most that it had."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10
