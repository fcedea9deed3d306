"""The queues of a session: elements in order, and the operations that wait for space or for elements.

An operation leaves an Attempt with the queue. Each side is served first come, first served, by whichever thread changes
the queue: a long enqueue_many goes on while its own thread sleeps, and a dequeue_many collects what comes. No thread
holds the queue's lock while it waits.

    enqueue ─▶ attempts ─▶ elements ─▶ attempts ─▶ dequeue
"""

import threading
from collections import deque
from typing import Any

import numpy as np

from graphlab._src.base import dtypes as types
from graphlab._src.base import shapes as dims
from graphlab._src.base.errors import CancelledError, InvalidArgumentError, OpError
from graphlab._src.base.signals import delayed
from graphlab._src.state.queue_attempts import Close, Dequeue, DequeueMany, Enqueue

_UNBOUNDED = 2**31 - 1


class Queue:
    """A bounded queue of elements; this one returns them in the order in which they came.

    kind: what messages call it ("FIFOQueue").  name: as messages call the queue.  capacity: below 0 for no bound.
    dtypes: of an element's components.  shapes: dims of each component, or [] when they may have any shape.
    An element is a list of arrays that no code writes to.
    """

    kind = "FIFOQueue"
    shapes_wanted = "FIFOQueue's DequeueMany and DequeueUpTo require the components to have specified shapes."
    attempt_to_dequeue_many = DequeueMany

    def __init__(self, name, capacity, dtypes, shapes):
        self.name = name
        self.capacity = _UNBOUNDED if capacity < 0 else capacity
        self.dtypes = list(dtypes)
        self.shapes = list(shapes)
        self.closed = False
        self.lock = threading.RLock()
        self.condition = threading.Condition(self.lock)
        self.enqueues, self.dequeues = deque(), deque()
        self.elements = self._no_elements()

    # How elements are stored: what kinds of queues differ in. The lock is held.

    def _no_elements(self) -> Any:
        return deque()

    def put(self, element):
        """Adds an element."""
        self.elements.append(element)

    def take(self):
        """Removes the element that is next."""
        return self.elements.popleft()

    def put_back(self, elements):
        """Puts elements back that were taken, in the order in which they were."""
        self.elements.extendleft(reversed(elements))

    def available(self):
        """How many elements may be taken now."""
        return len(self.elements)

    def batch(self, elements):
        """The components of several elements, each stacked along a new first axis."""
        return [self._stack(i, [element[i] for element in elements]) for i in range(len(self.dtypes))]

    def _stack(self, component, rows):
        stacked = np.empty((len(rows), *self.shapes[component]), self.dtypes[component].as_numpy_dtype)
        for i, row in enumerate(rows):
            stacked[i, ...] = row
        return stacked

    # What operations do. `context` is the RunContext of the operation.

    def enqueue(self, context, components):
        """Adds one element, when there is space."""
        self._check_count_and_types(context, components)
        if self.shapes:
            for i, (array, shape) in enumerate(zip(components, self.shapes, strict=True)):
                self._check_shape(context, i, array, shape)
        self._run(context, lambda: Enqueue(self, [[retained(array) for array in components]]), "Enqueue")

    def enqueue_many(self, context, components):
        """Adds the rows of the components as elements, as space becomes free for them."""
        self._check_count_and_types(context, components)
        for array in components:
            if not array.ndim:
                raise failure(InvalidArgumentError, context.op, "Input tensors must have at least one dimension.")
        size = len(components[0])
        if self.shapes:
            for i, (array, shape) in enumerate(zip(components, self.shapes, strict=True)):
                self._check_shape(context, i, array, (size, *shape))
        else:
            self._check_sizes(context, components)
        if size:
            self._run(context, lambda: Enqueue(self, rows([retained(array) for array in components])), "Enqueue")

    def dequeue(self, context):
        """One element, when there is one."""
        return self._run(context, lambda: Dequeue(self), "Dequeue")

    def dequeue_many(self, context, count, up_to=False):
        """`count` elements in one, as they come; with `up_to` fewer, when the queue is closed and has no more."""
        if count < 0:
            raise failure(InvalidArgumentError, context.op, f"DequeueManyOp requested {count} < 0 elements")
        if not self.shapes:
            raise failure(InvalidArgumentError, context.op, self.shapes_wanted)
        if not count:
            return [
                np.empty((0, *[size or 0 for size in shape]), dtype.as_numpy_dtype)
                for shape, dtype in zip(self.shapes, self.dtypes, strict=True)
            ]
        taken = self._run(context, lambda: self.attempt_to_dequeue_many(self, count, up_to), "Dequeue")
        return self.batch(taken)

    def close(self, context, cancel_pending_enqueues):
        """Lets no new elements in, once those that wait are in; with cancel_pending_enqueues these are turned away."""
        if not cancel_pending_enqueues:
            self._run(context, lambda: Close(self), "Enqueue")
            return
        with delayed(), self.condition:
            self.closed = True
            for attempt in self.enqueues:
                attempt.fail(CancelledError, "Enqueue operation was cancelled")
            self.enqueues.clear()
            self.serve()

    def size(self):
        """The number of elements."""
        with self.lock:
            return len(self.elements)

    def _run(self, context, make, verb):
        """Leaves an attempt with the queue, waits until it is done, and returns its result."""
        # An interrupt would leave an attempt without an owner, which would remove an element that a later one needs.
        with delayed(), self.condition:
            attempt = context.attempt(make)
            if not attempt.done:
                self.serve()
        if not attempt.done:
            with self.lock:
                context.wait(self.condition, lambda: attempt.done, f"{verb} operation was cancelled")
        if attempt.error:
            raise failure(attempt.error[0], context.op, attempt.error[1])
        return attempt.result

    def serve(self):
        """Lets the attempts go on until none of them can, and wakes their threads. The lock is held."""
        progress = True
        while progress:
            progress = _serve(self.enqueues)
            progress = _serve(self.dequeues) or progress
        self.condition.notify_all()

    # What an operation returns must fit the queue.

    def check_signature(self, context, given, wanted):
        """Raises InvalidArgumentError unless the types that an operation says are those of the queue."""
        if given != wanted:
            message = f"Signature mismatch, have: {given} expected: {wanted}"
            raise failure(InvalidArgumentError, context.op, message)

    def _check_count_and_types(self, context, components):
        given = context.op.attrs["Tcomponents"]
        if given != self.dtypes:
            start = "resource" if context.op.inputs[0].dtype is types.resource else "string_ref"
            self.check_signature(context, signature([start, *given]), signature([start, *self.dtypes]))

    def _check_shape(self, context, component, array, shape):
        if array.shape != shape and not dims.compatible(array.shape, shape):
            raise failure(
                InvalidArgumentError,
                context.op,
                f"Shape mismatch in tuple component {component}. Expected {dims.text(shape)}, "
                f"got {dims.text(array.shape)}",
            )

    def _check_sizes(self, context, components):
        size = len(components[0])
        for i, array in enumerate(components):
            if len(array) != size:
                raise failure(
                    InvalidArgumentError,
                    context.op,
                    "All input tensors must have the same size in the 0th dimension. "
                    f"Component {i} has {len(array)}, and should have {size}",
                )


def _serve(attempts):
    """Lets the first attempt go on, then the next, until one has to wait; True when that changed anything."""
    changed = False
    while attempts:
        attempt = attempts[0]
        if not attempt.done:
            changed = attempt.advance() or changed
        if not attempt.done:
            break
        attempts.popleft()
        changed = True
    return changed


def retained(array):
    """The array, or a copy when other code may still write to it; as NumPy has it."""
    if not isinstance(array, np.ndarray):
        return np.asarray(array)
    return array.copy() if array.flags.writeable or isinstance(array.base, np.ndarray) else array


def rows(components):
    """The elements that the components hold, row by row."""
    return [[array[i, ...] for array in components] for i in range(len(components[0]))]


def signature(inputs, outputs=()):
    """The types of an operation as TensorFlow's messages print them."""
    names = [
        [item if isinstance(item, str) else types.runtime_name(item) for item in side] for side in (inputs, outputs)
    ]
    return f"{', '.join(names[0])}->{', '.join(names[1])}"


def failure(kind, op, message) -> OpError:
    """The error of a queue's operation, which TensorFlow's message names at its end."""
    return kind(op.node_def, op, f"{message}\n\t [[{{{{node {op.name}}}}}]]")
