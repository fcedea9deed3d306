"""The barriers of a session: elements of which each component comes by itself, under the key of the element."""

import heapq
import itertools
import threading
from collections import deque

import numpy as np

from graphlab._src.base import shapes as dims
from graphlab._src.base.errors import CancelledError, InvalidArgumentError, OutOfRangeError
from graphlab._src.base.signals import delayed
from graphlab._src.state.queue_attempts import Attempt
from graphlab._src.state.queue_object import failure

_FIRST = -(2**63)  # TensorFlow counts insertions from the lowest int64 on


class Barrier:
    """Elements that can be removed when all of their components are there, the one whose key came first before others.

    dtypes: of the components.  shapes: dims of each, or [] when they may have any shape.
    """

    def __init__(self, name, dtypes, shapes):
        self.name = name
        self.dtypes = list(dtypes)
        self.shapes = list(shapes)
        self.lock = threading.RLock()
        self.condition = threading.Condition(self.lock)
        self.closed = False
        self.incomplete = {}  # key -> (insertion, components), None for one that is still to come
        self.ready = []  # a heap of (insertion, age, key, components)
        self.waiting = deque()
        self._cancelled = False
        self._insertions = itertools.count(_FIRST)
        self._ages = itertools.count()

    def insert(self, context, component, keys, values):
        """Adds a component of the element of each key."""
        with delayed(), self.condition:
            message = self._fault(component, values)
            if message:
                raise failure(InvalidArgumentError, context.op, message)
            self._check_open(context, keys)
            insertion = next(self._insertions) if any(key not in self.incomplete for key in keys) else None
            for key, value in zip(keys, values, strict=True):
                first, parts = self.incomplete.get(key, (insertion, [None] * len(self.dtypes)))
                if parts[component] is not None:
                    message = f"Key {key.decode()} already has a value for component {component} in barrier {self.name}"
                    raise failure(InvalidArgumentError, context.op, message)
                parts[component] = np.array(value, self.dtypes[component].as_numpy_dtype)
                self.incomplete[key] = first, parts
                if all(part is not None for part in parts):
                    del self.incomplete[key]
                    heapq.heappush(self.ready, (first, next(self._ages), key, parts))
            self.serve()

    def _fault(self, component, values):
        if component >= len(self.dtypes):
            return f"The component ID is out of range {component} > num_components (= {len(self.dtypes)})"
        wanted = self.shapes[component] if self.shapes else None
        if wanted is not None and not dims.compatible(values.shape[1:], wanted):
            return (
                f"Shape mismatch in tuple component {component + 2}. Expected {dims.text(wanted)}, "
                f"got {dims.text(values.shape[1:])}"
            )
        if 0 in values.shape[1:]:
            shape = dims.text(values.shape[1:])
            return f"Tensors with no elements are not supported {self.name}: received shape {shape}"
        return None

    def check_same(self, context, dtypes, shapes):
        """Raises InvalidArgumentError when an operation of the same shared name states others."""
        for what, own, others, text in (
            ("types", self.dtypes, list(dtypes), lambda kind: kind.name),
            ("shapes", self.shapes, list(shapes), dims.text),
        ):
            if own != others:
                have, wanted = ([text(item) for item in items] for items in (own, others))
                message = f"Shared barrier '{self.name}' has component {what} {have} but requested component {what} were {wanted}"
                raise failure(InvalidArgumentError, context.op, message)

    def _check_open(self, context, keys):
        new = [key for key in keys if key not in self.incomplete]
        if self.closed and (self._cancelled or new):
            which = "" if self._cancelled else f", but attempted to insert a brand new key: {new[0].decode()}"
            count = f"Number of incomplete keys: {len(self.incomplete)}."
            raise failure(CancelledError, context.op, f"Barrier {self.name} is closed{which}.  {count}")

    def take(self, context, count, allow_small_batch, wait_for_incomplete):
        """(insertions, keys, components) of `count` elements, as soon as there are so many.

        allow_small_batch: fewer when the barrier is closed, with wait_for_incomplete those that are still incomplete too.
        """
        with delayed(), self.condition:
            attempt = context.attempt(lambda: _Take(self, count, allow_small_batch, wait_for_incomplete))
            self.serve()
        if not attempt.done:
            with self.lock:
                context.wait(self.condition, lambda: attempt.done)
        if attempt.error:
            raise failure(attempt.error[0], context.op, attempt.error[1])
        return attempt.result

    def batch(self, count):
        """The next elements, stacked. The lock is held."""
        found = [heapq.heappop(self.ready) for _ in range(count)]
        keys = np.empty(count, object)
        keys[:] = [key for _, _, key, _ in found]
        values = [
            np.stack([parts[i] for *_, parts in found]) if found else np.empty(0, dtype.as_numpy_dtype)
            for i, dtype in enumerate(self.dtypes)
        ]
        return np.asarray([insertion for insertion, *_ in found], np.int64), keys, values

    def close(self, context, cancel_pending_enqueues):
        """Lets no new keys in; with cancel_pending_enqueues incomplete elements are dropped."""
        with delayed(), self.condition:
            if self.closed and not cancel_pending_enqueues:
                raise failure(CancelledError, context.op, f"Barrier '{self.name}' is already closed.")
            self.closed = True
            if cancel_pending_enqueues:
                self._cancelled = True
                self.incomplete.clear()
            self.serve()

    def serve(self):
        """Lets those that wait go on, in their order. The lock is held."""
        while self.waiting and (self.waiting[0].done or self.waiting[0].advance()):
            self.waiting.popleft()
        self.condition.notify_all()


class _Take(Attempt):
    def __init__(self, barrier, count, allow_small_batch, wait_for_incomplete):
        super().__init__(barrier, barrier.waiting)
        self._count = count
        self._small = allow_small_batch
        self._wait = wait_for_incomplete

    def advance(self):
        barrier = self._queue
        ready, total = len(barrier.ready), len(barrier.ready) + len(barrier.incomplete)
        count = self._count
        if barrier.closed:
            if self._small:
                count = min(count, total if self._wait else ready)
            if total < count or not count:
                text = f"(requested {count}, total size {total})"
                message = f"Barrier '{barrier.name}' is closed and has insufficient elements {text}"
                return self.fail(OutOfRangeError, message)
        return ready >= count and self.finish(barrier.batch(count))
