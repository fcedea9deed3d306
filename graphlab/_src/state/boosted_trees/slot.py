"""Slot: what the handle of an ensemble or of quantiles refers to, before and after an operation has made it."""

import threading

from graphlab._src.base.errors import InvalidArgumentError, NotFoundError
from graphlab._src.base.signals import delayed
from graphlab._src.state.named_resources import find_or_make


class Slot:
    """The place of a resource that an operation of its own makes.

    name: what it is shared under.  lock: held by who reads or changes the resource.
    """

    def __init__(self, name):
        self.name = name
        self.lock = threading.RLock()
        self._made = None

    @property
    def is_made(self):
        """Whether there is a resource."""
        return self._made is not None

    def make(self, made):
        """Puts a resource here, unless there is one already."""
        with delayed(), self.lock:
            if self._made is None:
                self._made = made

    def get(self):
        """The resource; NotFoundError before it is made."""
        if self._made is None:
            raise NotFoundError(
                None,
                None,
                f"Container localhost does not exist. (Could not find resource: localhost/{self.name}); "
                "run its initializer first",
            )
        return self._made


def find_slot(context, kind):
    """The Slot that a handle's operation names in its session."""
    return find_or_make(context, kind, Slot)


def invalid(message):
    """An InvalidArgumentError."""
    return InvalidArgumentError(None, None, message)
