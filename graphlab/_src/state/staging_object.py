"""The staging areas of a session: elements that wait, in order or by key, with a bound on how many or how large they are.

An operation leaves an Attempt in a line, as with queues (queue_attempts.py); a thread that changes the area lets the lines
go on. No thread holds the lock while it waits.
"""

import threading
from collections import deque

from graphlab._src.base.errors import InvalidArgumentError, ResourceExhaustedError
from graphlab._src.base.signals import delayed
from graphlab._src.state.queue_attempts import Attempt
from graphlab._src.state.queue_object import failure, retained


class _Step(Attempt):
    """An attempt that runs step() when it may; what it returns is the result, NotImplemented that it has to wait."""

    def __init__(self, area, line, step):
        super().__init__(area, line)
        self._step = step

    def advance(self):
        try:
            result = self._step()
        except _RefusedError as refused:
            return self.fail(InvalidArgumentError, str(refused))
        return False if result is NotImplemented else self.finish(result)


class _RefusedError(Exception):
    """What an operation requires is not to be had: its text says why."""


class StagingArea:
    """Elements in the order in which they came.

    capacity: the most elements, memory_limit: the most bytes; 0 for no bound.  An element is a list of arrays.
    """

    def __init__(self, name, capacity, memory_limit):
        self.name = name
        self.lock = threading.RLock()
        self.condition = threading.Condition(self.lock)
        self._capacity = capacity
        self._memory_limit = memory_limit
        self._bytes = 0
        self._puts, self._gets, self._peeks = deque(), deque(), deque()
        self._elements = self._none()

    def _none(self):
        return deque()

    def put(self, context, components):
        """Adds an element, when there is space."""
        element = [retained(array) for array in components]
        size = self._fitting(context, element)
        self._run(context, self._puts, lambda: self._add(element, size))

    def _fitting(self, context, element):
        """The size of an element in bytes; ResourceExhaustedError when it is above the limit by itself."""
        size = sum(map(_bytes_of, element))
        if 0 < self._memory_limit < size:
            message = (
                f"Attempted to insert tensors with combined size of '{size}' bytes into Staging Area with a memory limit "
                f"of '{self._memory_limit}'."
            )
            raise failure(ResourceExhaustedError, context.op, message)
        return size

    def _has_space(self, size):
        is_full = 0 < self._capacity <= self._count()
        return not is_full and not 0 < self._memory_limit < self._bytes + size

    def _count(self):
        return len(self._elements)

    def _add(self, element, size):
        if not self._has_space(size):
            return NotImplemented
        self._bytes += size
        self._elements.append(element)
        return None

    def get(self, context):
        """Removes the first element, when there is one."""
        return self._run(context, self._gets, self._first)

    def _first(self):
        if not self._elements:
            return NotImplemented
        element = self._elements.popleft()
        self._bytes -= sum(map(_bytes_of, element))
        return element

    def peek(self, context, index):
        """The element at a place, which stays, when there is one."""
        place = int(index)
        if place < 0:
            raise failure(InvalidArgumentError, context.op, f"index {place} must not be negative")
        return self._run(
            context, self._peeks, lambda: self._elements[place] if place < len(self._elements) else NotImplemented
        )

    def size(self):
        """The number of elements."""
        with self.lock:
            return self._count()

    def clear(self):
        """Removes all elements."""
        with delayed(), self.condition:
            self._elements, self._bytes = self._none(), 0
            self.serve()

    def _run(self, context, line, step):
        """Leaves an attempt in a line, waits until it is done, and returns its result."""
        with delayed(), self.condition:
            attempt = context.attempt(lambda: _Step(self, line, step))
            if not attempt.done:
                self.serve()
        if not attempt.done:
            with self.lock:
                context.wait(self.condition, lambda: attempt.done)
        if attempt.error:
            raise failure(attempt.error[0], context.op, attempt.error[1])
        return attempt.result

    def serve(self):
        """Lets the attempts go on until none of them can, and wakes their threads. The lock is held."""
        progress = True
        while progress:
            progress = False
            for line in (self._peeks, self._gets, self._puts):
                progress = self._serve(line) or progress
        self.condition.notify_all()

    def _serve(self, line):
        """First come, first served."""
        changed = False
        while line and (line[0].done or line[0].advance()):
            line.popleft()
            changed = True
        return changed


class MapStagingArea(StagingArea):
    """Elements by key, whose components may come, and be removed, one by one.

    ordered: get without a key returns the lowest one.
    """

    def __init__(self, name, capacity, memory_limit, ordered):
        self._incomplete = {}
        super().__init__(name, capacity, memory_limit)
        self._ordered = ordered

    def _none(self):
        self._incomplete = {}
        return {}

    def put(self, context, key, indices, components, count):
        """Adds some of the `count` components of an element, which is there when all of them are."""
        element = {int(i): retained(array) for i, array in zip(indices.reshape(-1), components, strict=True)}
        self._check(context, indices, count)
        size = self._fitting(context, list(element.values()))
        self._run(context, self._puts, lambda: self._add_parts(int(key), element, size, count))

    def _check(self, context, indices, count=None):
        order = [int(i) for i in indices.reshape(-1)]
        message = None
        if any(second <= first for first, second in zip(order[:-1], order[1:], strict=True)):
            message = "Indices are not strictly ordered"
        elif order and (order[0] < 0 or count is not None and order[-1] >= count):
            message = f"Index '{order[-1]}' is not among the components"
        if message:
            raise failure(InvalidArgumentError, context.op, message)

    def _add_parts(self, key, element, size, count):
        if not self._has_space(size):
            return NotImplemented
        present = self._incomplete.get(key, {})
        for i in element:
            if i in present:
                text = f"The tensor for index '{i}' for key '{key}' was already initialized '{count}'."
                raise _RefusedError(text)
        self._bytes += size
        present = {**present, **element}
        if len(present) < count:
            self._incomplete[key] = present
            return None
        self._incomplete.pop(key, None)
        if key in self._elements:  # the one that came first stays
            self._bytes -= sum(map(_bytes_of, present.values()))
        else:
            self._elements[key] = present
        return None

    def get(self, context, key, indices):
        """Removes components of the element of a key, when it is there."""
        self._check(context, indices)
        return self._run(context, self._gets, lambda: self._removed(int(key), indices))

    def get_any(self, context, indices):
        """(key, components) of some element, the lowest key's in order, when there is one."""
        self._check(context, indices)

        def step():
            if not self._elements:
                return NotImplemented
            key = min(self._elements) if self._ordered else next(iter(self._elements))
            return key, self._removed(key, indices)

        return self._run(context, self._gets, step)

    def peek(self, context, key, indices):
        """Components of the element of a key, which stay, when it is there."""
        self._check(context, indices)
        return self._run(context, self._peeks, lambda: self._parts(int(key), indices))

    def _parts(self, key, indices):
        if key not in self._elements:
            return NotImplemented
        element = self._elements[key]
        for i in indices.reshape(-1):
            if int(i) not in element:
                raise _RefusedError(f"Tensor at index '{i}' for key '{key}' has already been removed.")
        return [element[int(i)] for i in indices.reshape(-1)]

    def _removed(self, key, indices):
        found = self._parts(key, indices)
        if found is not NotImplemented:
            element = self._elements[key]
            for i in indices.reshape(-1):
                self._bytes -= _bytes_of(element.pop(int(i)))
            if not element:
                del self._elements[key]
        return found

    def incomplete_size(self):
        """The number of elements of which components are still to come."""
        with self.lock:
            return len(self._incomplete)

    def _serve(self, line):
        """Those that wait for one key don't hold up those for another."""
        if line is self._puts:
            return super()._serve(line)
        going = [attempt for attempt in line if attempt.done or attempt.advance()]
        for attempt in going:
            line.remove(attempt)
        return bool(going)


def _bytes_of(array):
    return sum(map(len, array.reshape(-1))) if array.dtype == object else array.nbytes
