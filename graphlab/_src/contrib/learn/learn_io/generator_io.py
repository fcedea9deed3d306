"""generator_input_fn: batches of what a generator yields."""

import itertools
from collections.abc import Container
from types import FunctionType, GeneratorType
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.contrib.training.feeding import FeedingQueueRunner
from graphlab._src.graph import name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import placeholder
from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.queue_runner import add_queue_runner


def generator_input_fn(
    x,
    target_key: Any = None,
    batch_size=128,
    num_epochs=1,
    shuffle=True,
    queue_capacity=1000,
    num_threads=1,
    pad_value=None,
):
    """A function that returns {key: batch}, or with a target key ({key: batch}, the targets), of what x() yields.

    x: a generator function of dicts of arrays.  target_key: a key, or several, for a dict of targets.
    num_epochs: how often the generator is called again; None: without end.  queue_capacity: rows that wait.
    pad_value: what shorter vectors end with, unless they are shuffled.  num_threads: how many fill the queue.
    """
    if not isinstance(x, FunctionType):
        raise TypeError(f"x must be generator function; got {type(x).__name__}")
    generator: Any = x()
    if not isinstance(generator, GeneratorType):
        raise TypeError(f"x() must be generator; got {type(generator).__name__}")
    row = next(generator)
    if not isinstance(row, dict):
        raise TypeError(f"x() must yield dict; got {type(row).__name__}")
    keys = sorted(row)
    targets = _targets(target_key, keys)

    def input_fn():
        queue = _queue_of(x, row, keys, queue_capacity, shuffle, num_threads, batch_size, num_epochs, pad_value)
        found: Any = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        features = dict(zip(keys, found if isinstance(found, (list, tuple)) else [found], strict=True))
        if targets is None:
            return features
        chosen = {key: features.pop(key) for key in targets}
        return features, chosen if len(chosen) > 1 else chosen[targets[0]]

    return input_fn


def _targets(target_key, keys):
    if target_key is None:
        return None
    if isinstance(target_key, str):
        return [target_key]
    if not isinstance(target_key, Container):
        raise TypeError(f"target_key must be str or Container of str; got {type(target_key).__name__}")
    for key in target_key:  # pyright: ignore[reportGeneralTypeIssues]
        if not isinstance(key, str):
            raise TypeError(f"target_key must be str or Container of str; got {type(key).__name__}")
        if key not in keys:
            raise KeyError(f"target_key not in yielded dict. Expected {keys} keys; got {key}")
    return list(target_key)  # pyright: ignore[reportArgumentType, reportCallIssue]


class _NextRows:
    """What a thread feeds: values that the generator yields next, at least one row and about `count` values."""

    def __init__(self, placeholders, generator, keys, count, num_epochs, pad_value):
        self._placeholders, self._keys, self._generator = placeholders, keys, generator
        self._rows = -(-count // len(keys))
        self._left, self._pad_value = num_epochs, pad_value
        self._iterator = generator()

    def __call__(self):
        if self._left is not None and self._left <= 0:
            raise OutOfRangeError(None, None, "All epochs were emitted.")
        rows = [self._next() for _ in range(self._rows)]
        columns = [[row[key] for row in rows] for key in self._keys]
        if self._pad_value is not None:
            columns = [_padded(column, self._pad_value) for column in columns]
        return dict(zip(self._placeholders, map(np.asarray, columns), strict=True))

    def _next(self):
        row = next(self._iterator, None)
        if row is None:
            self._left = None if self._left is None else self._left - 1
            self._iterator = self._generator()
            row = next(self._iterator)
        if not row.keys() >= set(self._keys):
            raise KeyError(f"key mismatch between dicts emitted by GenFun Expected {self._keys} keys; got {row.keys()}")
        return row


def _padded(column, pad_value):
    """Vectors of one length, those that are shorter with pad_value at their end."""
    lengths = [len(one) if np.ndim(one) else 0 for one in column]
    if len(set(lengths)) == 1:
        return column
    return [np.pad(one, (0, max(lengths) - len(one)), constant_values=pad_value) for one in column]


def _queue_of(generator, row, keys, capacity, shuffle, num_threads, batch_size, num_epochs, pad_value):
    """A queue that threads fill with what a generator yields."""
    if shuffle and pad_value is not None:
        raise NotImplementedError("padding and shuffling data at the same time is not implemented")
    with name_scope("enqueue_input"):
        values = [row[key] for key in keys]
        types: Any = [dtypes.as_dtype(value.dtype) for value in values]
        shapes: Any = [value.shape for value in values]
        least = int(capacity / 4) if shuffle else 0
        if shuffle:
            queue = RandomShuffleQueue(capacity, least, dtypes=types, shapes=shapes)
        elif pad_value is not None:
            shapes = [(*shape[:-1], None) if shape else shape for shape in shapes]
            queue = PaddingFIFOQueue(capacity, dtypes=types, shapes=shapes)
        else:
            queue = FIFOQueue(capacity, dtypes=types, shapes=shapes)
        enqueue, feeds = [], []
        for _ in itertools.repeat(None, num_threads):
            placeholders = [placeholder(dtype) for dtype in types]
            enqueue.append(queue.enqueue_many(placeholders))
            feeds.append(_NextRows(placeholders, generator, keys, batch_size, num_epochs, pad_value))
        add_queue_runner(FeedingQueueRunner(queue, enqueue, feed_fns=feeds))
        full = cast(maximum(0, queue.size() - least), dtypes.float32) * (1.0 / (capacity - least))
        scalar(f"queue/{queue.name}fraction_over_{least}_of_{capacity - least}_full", full)
        return queue
