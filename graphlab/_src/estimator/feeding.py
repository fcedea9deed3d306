"""Arrays and tables fed into a queue by threads, batch by batch."""

import random

import numpy as np

from graphlab._src.base import dtypes, logging
from graphlab._src.base.errors import CancelledError, OutOfRangeError
from graphlab._src.graph import name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import placeholder
from graphlab._src.state.queue import FIFOQueue, RandomShuffleQueue
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner


class NextRows:
    """A function that returns the next rows of a table, batch by batch.

    rows(numbers) -> the columns' values in these rows.  length: how many rows.  random_start: begins at any row.
    Raises OutOfRangeError after num_epochs times through.
    """

    def __init__(self, rows, length, batch_size, random_start=False, num_epochs=None):
        self._rows = rows
        self._length = length
        self._batch_size = batch_size
        self._next = random.randrange(length) if random_start else 0
        self._left = None if num_epochs is None else num_epochs * length

    def __call__(self):
        count = self._batch_size
        if self._left is not None:
            if self._left <= 0:
                raise OutOfRangeError(None, None, "Already emitted all epochs.")
            count = min(count, self._left)
            self._left -= count
        numbers = (self._next + np.arange(count)) % self._length
        self._next = (self._next + count) % self._length
        return self._rows(numbers)


class FeedingQueueRunner(QueueRunner):
    """A QueueRunner whose threads feed what a function returns into the queue."""

    def __init__(self, queue, enqueue_ops, feeders):
        super().__init__(queue, enqueue_ops, queue_closed_exception_types=(OutOfRangeError, CancelledError))
        self._feeders = dict(zip(enqueue_ops, feeders, strict=True))

    def _filler(self, sess, enqueue_op):
        placeholders, rows = self._feeders[enqueue_op]
        enqueue = sess.make_callable(enqueue_op, feed_list=placeholders)
        return lambda: enqueue(*rows())

    def to_proto(self, export_scope=None):
        """Raises NotImplementedError: its functions have no form as a message."""
        raise NotImplementedError(f"{type(self).__name__} does not support serialization to proto.")


def enqueue_data(
    rows,
    length,
    columns,
    capacity,
    shuffle,
    num_threads,
    batch_size,
    num_epochs,
    min_after_dequeue=None,
    name="enqueue_input",
):
    """A queue that threads fill with the rows of a table.

    rows, length: as NextRows has them.  columns: [(dtype, shape of an element)].
    """
    if num_threads > 1 and num_epochs is not None:
        logging.warning(
            "enqueue_data was called with num_epochs and num_threads > 1. num_epochs is applied per thread, so this will "
            "produce more epochs than you probably intend. If you want to limit epochs, use one thread."
        )
    with name_scope(name):
        types, shapes = [dtype for dtype, _ in columns], [shape for _, shape in columns]
        least = int(capacity / 4 if min_after_dequeue is None else min_after_dequeue) if shuffle else 0
        if shuffle:
            queue = RandomShuffleQueue(capacity, least, dtypes=types, shapes=shapes)
        else:
            queue = FIFOQueue(capacity, dtypes=types, shapes=shapes)
        fill(
            queue,
            types,
            lambda i, placeholders: NextRows(rows, length, batch_size, shuffle, num_epochs),
            num_threads,
            capacity,
            least,
        )
        return queue


def fill(queue, types, rows_of, num_threads, capacity, least):
    """Has threads fill a queue, and logs how full it is above `least` elements.

    types: of an element's components.  rows_of(thread, placeholders): a function that returns the next rows for the placeholders.
    """
    enqueue_ops, feeders = [], []
    for i in range(num_threads):
        placeholders = [placeholder(dtype) for dtype in types]
        enqueue_ops.append(queue.enqueue_many(placeholders))
        feeders.append((placeholders, rows_of(i, placeholders)))
    add_queue_runner(FeedingQueueRunner(queue, enqueue_ops, feeders))
    full = cast(maximum(0, queue.size() - least), dtypes.float32) * (1.0 / (capacity - least))
    scalar(f"queue/{queue.name}fraction_over_{least}_of_{capacity - least}_full", full)
