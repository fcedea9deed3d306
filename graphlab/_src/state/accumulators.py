"""The accumulators of a session: sums of gradients until there are enough of them to read their mean."""

import threading
from collections import deque
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base import shapes as dims
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.signals import delayed
from graphlab._src.state.queue_attempts import Attempt
from graphlab._src.state.queue_object import failure


class Accumulator:
    """Gradients since the last time that their mean was taken.

    shape: dims of a gradient, or None.  mean: whether the sum is divided by how many there are.
    count: how many gradients there are.  step: the time step; gradients from earlier ones are dropped.
    """

    def __init__(self, name, dtype, shape, mean):
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.lock = threading.RLock()
        self.condition = threading.Condition(self.lock)
        self.count = 0
        self.step = 0
        self.waiting = deque()
        self._mean = mean
        self._sum: Any = None

    def add(self, context, local_step, *gradient):
        """Adds a gradient that was computed at a time step, unless that is over."""
        with delayed(), self.condition:
            if local_step < self.step:
                return
            self._check(context.op, *gradient)
            self._sum = self._start(*gradient) if self._sum is None else self._added(*gradient)
            self.count += 1
            self.serve()

    def set_step(self, step):
        """Sets the time step."""
        with self.condition:
            if step < self.step:
                logging.warning(
                    "Attempt to set current_global_step_ to smaller value: current_global_step_ = %d >= %d = "
                    "new_global_step.",
                    self.step,
                    step,
                )
            self.step = step

    def take(self, context, count):
        """The mean, when there are `count` gradients; the sum begins anew, one time step later."""
        if count <= 0:
            message = f"Argument num_required must be positive, but was {count}"
            raise failure(InvalidArgumentError, context.op, message)
        with delayed(), self.condition:
            attempt = context.attempt(lambda: _Take(self, count))
            self.serve()
        if not attempt.done:
            with self.lock:
                context.wait(self.condition, lambda: attempt.done, "TakeGrad operation was cancelled")
        return attempt.result

    def serve(self):
        """Lets those that wait go on, in their order. The lock is held."""
        while self.waiting and (self.waiting[0].done or self.waiting[0].advance()):
            self.waiting.popleft()
        self.condition.notify_all()

    def taken(self):
        """The mean; the sum begins anew."""
        result, self._sum = self._result(), None
        self.count = 0
        self.step += 1
        return result

    # What a gradient is: an array here.

    def _check(self, op, gradient):
        for expected in ((self._sum.shape,) if self._sum is not None else ()) + (self.shape,):
            if not dims.compatible(expected, gradient.shape):
                message = f"Shape mismatch: expected {dims.text(expected)}, got {dims.text(gradient.shape)}"
                raise failure(InvalidArgumentError, op, message)

    def _start(self, gradient):
        return gradient.copy()

    def _added(self, gradient):
        return self._sum + gradient

    def _result(self):
        return np.asarray(self._sum / self.dtype.as_numpy_dtype(self.count)) if self._mean else np.asarray(self._sum)


class _Take(Attempt):
    def __init__(self, accumulator, count):
        super().__init__(accumulator, accumulator.waiting)
        self._count = count

    def advance(self):
        return self._queue.count >= self._count and self.finish(self._queue.taken())


class SparseAccumulator(Accumulator):
    """The same of rows with an index each. The mean of a row is over the gradients that have it."""

    def _check(self, op, indices, values, shape):
        message = self._fault(indices, values, shape)
        if message:
            raise failure(InvalidArgumentError, op, message)

    def _fault(self, indices, values, shape):
        if values.dtype != self.dtype.as_numpy_dtype:
            return f"Expected values of type {self.dtype.name}, got {values.dtype}"
        if indices.ndim != 1:
            return f"Input indices should be vector but received shape: {dims.text(indices.shape)}"
        if not values.ndim:
            return "Values cannot be 0-dimensional."
        if len(indices) != len(values):
            return f"Expected {len(indices)} non-empty input values, got {len(values)}"
        known = () if self.shape is None else self.shape
        if shape and len(shape) < len(known):
            return f"Shape mismatch: expected shape rank at least {len(known)}, got {len(shape)}"
        for i, (wanted, given) in enumerate(zip(known, shape or (), strict=False)):
            if wanted is not None and given not in (-1, wanted):
                return f"Shape mismatch: expected shape dim {i} to be {wanted}, got {given}"
        limit = known[0] if known else None
        if limit is not None and (indices >= limit).any():
            i = int((indices >= limit).argmax())
            return (
                f"Shape mismatch: index of slice {i} exceeded limits of shape; index is {indices[i]} exceeded {limit}"
            )
        rows = self._sum[1].shape if self._sum is not None else known
        if self._sum is not None and values.ndim != len(rows):
            return f"Shape mismatch: expected values rank {len(rows)}, got {values.ndim}"
        if values.ndim < len(rows):
            return f"Shape mismatch: expected values rank at least {len(rows)}, got {values.ndim}"
        for i, (wanted, given) in enumerate(zip(rows[1:], values.shape[1:], strict=False), start=1):
            if wanted not in (None, given):
                return f"Shape mismatch: expected values dim {i} to be {wanted}, got {given}"
        return None

    def _start(self, indices, values, shape):
        return indices.copy(), values.copy(), np.ones(len(indices), np.int64)

    def _added(self, indices, values, shape):
        """Both lists of rows in one; equal indices that meet become one row, as they do in lists that are sorted."""
        mine, sums, counts = self._sum
        found = []  # (index, value, count)
        i = j = 0
        while i < len(mine) or j < len(indices):
            if j == len(indices) or (i < len(mine) and mine[i] < indices[j]):
                found.append((mine[i], sums[i], counts[i]))
                i += 1
            elif i == len(mine) or indices[j] < mine[i]:
                found.append((indices[j], values[j], 1))
                j += 1
            else:
                found.append((mine[i], sums[i] + values[j], counts[i] + 1))
                i, j = i + 1, j + 1
        rows = [np.array(column) for column in zip(*found, strict=True)]
        return rows or self._sum

    def _result(self):
        indices, sums, counts = self._sum
        if self._mean:
            sums = sums / counts.reshape(-1, *[1] * (sums.ndim - 1)).astype(sums.dtype)
        first = self.shape[0] if self.shape else None
        shape = np.array([-1 if first is None else first, *sums.shape[1:]], np.int64)
        return [indices, sums.astype(self.dtype.as_numpy_dtype), shape]
