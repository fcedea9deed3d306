"""ResourceHolder: what a handle refers to whose resource an operation of its own makes, as of trees and quantiles."""

import threading
from collections.abc import Callable
from typing import Any

from graphlab._src.base.errors import NotFoundError
from graphlab._src.base.signals import delayed
from graphlab._src.state.named_resources import find_or_make


class ResourceHolder:
    """Holds a resource once an operation has made it.

    name: what it is shared under.  absent: what the NotFoundError says before there is a resource.
    lock: held by who reads or changes the resource; who changes it also delays interrupts.
    """

    def __init__(self, name: str, absent: str) -> None:
        self.name = name
        self.lock = threading.RLock()
        self._absent = absent
        self._made: Any = None

    @property
    def is_made(self) -> bool:
        """Whether there is a resource."""
        return self._made is not None

    def make(self, made: Any) -> None:
        """Puts a resource here, unless there is one already."""
        with delayed(), self.lock:
            if self._made is None:
                self._made = made

    def replace(self, made: Any) -> None:
        """Puts a resource in the place of the one that is here; NotFoundError before that is made."""
        with delayed(), self.lock:
            self.get()
            self._made = made

    def get(self) -> Any:
        """The resource; NotFoundError before it is made."""
        if self._made is None:
            raise NotFoundError(None, None, self._absent)
        return self._made


def find_holder(context: Any, kind: str, absent: Callable[[str], str]) -> ResourceHolder:
    """The ResourceHolder that a handle's operation names in its session. absent(name) -> what its NotFoundError says."""
    return find_or_make(context, kind, lambda name: ResourceHolder(name, absent(name)))
