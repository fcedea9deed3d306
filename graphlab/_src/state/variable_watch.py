"""Who hears of reads and writes of resource variables: functions that are traced, and gradient tapes."""

import contextlib
import threading
from collections.abc import Generator
from typing import Any


class _Listeners(threading.local):
    def __init__(self) -> None:
        self.lists: list[Any] = []


_listeners = _Listeners()


@contextlib.contextmanager
def watched(variables: Any) -> Generator[None]:
    """Inside, each resource variable that is read or written is appended to a list."""
    start(variables)
    try:
        yield
    finally:
        stop(variables)


def start(variables: Any) -> None:
    """From now on each resource variable that this thread uses is appended to a list."""
    _listeners.lists.append(variables)


def stop(variables: Any) -> None:
    """Ends what start() began."""
    _listeners.lists = [one for one in _listeners.lists if one is not variables]


def listening() -> list[Any]:
    """The lists to which variables that this thread uses are appended."""
    return list(_listeners.lists)


def accessed(variable: Any) -> None:
    """Says that a variable is read or written."""
    for variables in _listeners.lists:
        variables.append(variable)
