"""Queues of a session that are not FIFO: padding, shuffling, by priority."""

import heapq
import itertools
from typing import Any

import numpy as np

from graphlab._src.base import dtypes as types
from graphlab._src.base.entropy import fresh_seeds
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.philox import Philox
from graphlab._src.state.queue_attempts import DequeueManySorted
from graphlab._src.state.queue_object import Queue, failure


class PaddingQueue(Queue):
    """First in, first out; components of different sizes are padded with zeros when they are dequeued together."""

    kind = "PaddingFIFOQueue"

    def _stack(self, component, rows):
        if None not in self.shapes[component]:
            return super()._stack(component, rows)
        dtype = self.dtypes[component]
        largest = np.max([row.shape for row in rows], axis=0)
        sizes = [most if size is None else size for most, size in zip(largest, self.shapes[component], strict=True)]
        stacked = np.full((len(rows), *sizes), b"" if dtype is types.string else 0, dtype.as_numpy_dtype)
        for i, row in enumerate(rows):
            stacked[(i, *map(slice, row.shape))] = row
        return stacked


class ShuffleQueue(Queue):
    """Returns elements in random order, and holds enough of them back to mix what comes next.

    min_after_dequeue: how many stay until the queue is closed.  seed, seed2: of its random numbers; two zeros: any.
    The same seeds produce TensorFlow's order.
    """

    kind = "RandomShuffleQueue"
    shapes_wanted = "RandomShuffleQueue's DequeueMany and DequeueUpTo require the components to have specified shapes."

    def __init__(self, name, capacity, dtypes, shapes, min_after_dequeue, seed, seed2):
        super().__init__(name, capacity, dtypes, shapes)
        self.min_after_dequeue = min_after_dequeue
        self.seeds = seed, seed2
        if not seed and not seed2:
            seed, seed2 = fresh_seeds()
        self._draw = Philox(seed, seed2)

    def _no_elements(self) -> Any:
        return []

    def take(self):
        """Removes a random element; the last one fills its place."""
        index = self._draw() % len(self.elements)
        taken, self.elements[index] = self.elements[index], self.elements[-1]
        self.elements.pop()
        return taken

    def put_back(self, elements):
        """Puts elements back that were taken."""
        self.elements.extend(reversed(elements))

    def available(self):
        """How many elements may be taken now."""
        return len(self.elements) - (0 if self.closed else self.min_after_dequeue)


class PrioritizedQueue(Queue):
    """Returns elements with the lowest first component first, and among equals the one that came first."""

    kind = "PriorityQueue"
    shapes_wanted = "PriorityQueue's DequeueMany requires the components to have specified shapes."
    attempt_to_dequeue_many = DequeueManySorted

    def __init__(self, name, capacity, dtypes, shapes):
        super().__init__(name, capacity, [types.int64, *dtypes], [(), *shapes] if shapes or not dtypes else [])
        self._ages = itertools.count()

    def _no_elements(self) -> Any:
        return []

    def put(self, element):
        """Adds an element at the place that its priority says."""
        heapq.heappush(self.elements, (int(element[0]), next(self._ages), element))

    def take(self):
        """Removes the element with the lowest priority."""
        return heapq.heappop(self.elements)[2]

    def enqueue(self, context, components):
        """Adds one element, when there is space."""
        self._check_priority(context, components, 0)
        super().enqueue(context, components)

    def enqueue_many(self, context, components):
        """Adds the rows of the components as elements, as space becomes free for them."""
        self._check_priority(context, components, 1)
        super().enqueue_many(context, components)

    def _check_priority(self, context, components, rank):
        shape = components[0].shape[rank:]
        if not self.shapes and shape:
            sizes = ",".join(map(str, shape))
            message = f"Expected the priority element to be a scalar, but received shape: [{sizes}]"
            raise failure(InvalidArgumentError, context.op, message)
