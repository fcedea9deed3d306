"""Store: what a session remembers between runs, by the operation that owns it."""

import os
import threading
from typing import Any

import numpy as np

from graphlab.compiler import streams
from graphlab.session.context import Cancellation, Resources
from graphlab.session.uninitialized import uninitialized


class Store:
    """The values of variables and the counters of random operations; every run of the session shares them.

    resources: its queues, tables and readers.  cancellation: wakes those who wait when the session is closed.
    lock: held while a run takes values out and puts new ones back, so that no update is lost.
    """

    def __init__(self):
        self.lock = threading.RLock()
        self.values: Any = {}
        self.resources = Resources(self.get)
        self.cancellation = Cancellation()

    def get(self, owner):
        """The value that `owner` has, or None for a variable that was not initialized."""
        value = self.values.get(owner)
        if value is None and owner._definition.random:
            value = self.values[owner] = _first_counter(owner)
        if value is None and owner._type == "TemporaryVariable":
            value = np.zeros(owner._attrs["shape"], owner._attrs["dtype"].as_numpy_dtype)
        return value

    def forget(self):
        """Lets everything go that the session keeps: it was closed."""
        self.resources.clear()
        self.values.clear()

    def need(self, owner, plan):
        """The same; FailedPreconditionError, at the operation of the plan that reads it, where there is none."""
        value = self.values.get(owner)
        if value is None:
            value = self.get(owner)
            if value is None:
                raise uninitialized(owner, plan)
        return value


def _first_counter(op):
    """The state of a random operation: from its seeds, or from the machine's entropy when it has none."""
    seeds = op._attrs["seed"], op._attrs["seed2"]
    if seeds == (0, 0):
        seeds = (int.from_bytes(os.urandom(8), "little") for _ in seeds)
    return streams.first(*seeds)
