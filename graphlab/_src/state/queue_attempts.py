"""Pending operations of a queue: enqueues, dequeues and closes that wait until they can proceed.

Every method is called with the queue's lock held, but for abandon().
"""

from graphlab._src.base.errors import CancelledError, OutOfRangeError
from graphlab._src.base.signals import delayed


class Attempt:
    """One operation that waits in a queue until it can run.

    done: it has come to an end.  error: (class, message) of how it failed, or None.  result: what it returns.
    """

    def __init__(self, queue, line):
        self._queue = queue
        self.done = False
        self.error = None
        self.result = None
        line.append(self)

    def advance(self) -> bool:
        """Does what can be done now; True when it changed the queue, or came to an end."""
        raise NotImplementedError

    def finish(self, result=None):
        """Ends it."""
        self.done = True
        self.result = result
        return True

    def fail(self, kind, message):
        """Ends it with an error."""
        self.error = kind, message
        return self.finish()

    def abandon(self):
        """Ends it because its run has ended; what it removed goes back."""
        queue = self._queue
        with delayed(), queue.condition:
            if not self.done:
                self.fail(CancelledError, "The run of this operation has ended")
                self._undo()
                queue.serve()

    def _undo(self):
        """Puts back what it holds."""


class Enqueue(Attempt):
    """Adds elements as space becomes free for them."""

    def __init__(self, queue, elements):
        super().__init__(queue, queue.enqueues)
        self._elements = elements
        self._added = 0

    def advance(self):
        queue = self._queue
        if queue.closed:
            return self.fail(CancelledError, f"{queue.kind} '{queue.name}' is closed.")
        end = min(len(self._elements), self._added + queue.capacity - len(queue.elements))
        changed = end > self._added
        for element in self._elements[self._added : end]:
            queue.put(element)
        self._added = max(self._added, end)
        if self._added == len(self._elements):
            self.finish()
        return changed


class Close(Attempt):
    """Closes the queue once the attempts before it to enqueue are done."""

    def __init__(self, queue):
        super().__init__(queue, queue.enqueues)

    def advance(self):
        if self._queue.closed:
            return self.fail(CancelledError, f"Queue '{self._queue.name}' is already closed.")
        self._queue.closed = True
        return self.finish()


class Dequeue(Attempt):
    """Removes one element."""

    def __init__(self, queue):
        super().__init__(queue, queue.dequeues)

    def advance(self):
        queue = self._queue
        if queue.available() > 0:
            return self.finish(queue.take())
        if queue.closed:
            return self.fail(OutOfRangeError, too_few(queue, 1, len(queue.elements)))
        return False


class DequeueMany(Attempt):
    """Removes elements one by one as they come, until it has enough."""

    def __init__(self, queue, count, up_to):
        super().__init__(queue, queue.dequeues)
        self._missing = count
        self._up_to = up_to
        self._taken = []

    def advance(self):
        queue = self._queue
        size = len(queue.elements)
        if queue.closed and size < self._missing:
            self._undo()
            if not self._up_to or not queue.elements:
                # What is enqueued already but waits for space comes first.
                if self._up_to and queue.enqueues:
                    return True
                return self.fail(OutOfRangeError, too_few(queue, self._missing, size))
            self._missing = len(queue.elements)
        available = min(self._missing, queue.available())
        for _ in range(available):
            self._taken.append(queue.take())
        self._missing -= max(available, 0)
        if not self._missing:
            return self.finish(self._taken)
        return available > 0

    def _undo(self):
        self._queue.put_back(self._taken)
        self._taken = []


class DequeueManySorted(DequeueMany):
    """Removes elements only when there are enough of them, so that what comes later can still come first."""

    def advance(self):
        queue = self._queue
        size = len(queue.elements)
        if queue.closed and (not size or (size < self._missing and not self._up_to)):
            return self.fail(OutOfRangeError, too_few(queue, self._missing, size))
        if size < self._missing and not queue.closed:
            return False
        return self.finish([queue.take() for _ in range(min(size, self._missing))])


def too_few(queue, requested, size):
    """TensorFlow's message for a closed queue with too few elements."""
    return (
        f"{queue.kind} '{queue.name}' is closed and has insufficient elements "
        f"(requested {requested}, current size {size})"
    )
