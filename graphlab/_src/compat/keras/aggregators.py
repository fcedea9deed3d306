"""tensorflow.python.keras.engine.training_utils: the figures and outputs of batches, brought together."""

import abc
import atexit
import functools
import threading
import time
from multiprocessing.pool import ThreadPool
from typing import Any

import numpy as np

from graphlab._src.compat.composites import append_composite_tensor, is_composite_or_composite_value
from graphlab._src.graph import nest
from graphlab._src.graph.nest_prefix import flatten_up_to, get_traverse_shallow_structure


class Aggregator(abc.ABC):
    """What becomes of the results of batches: create() with the first, aggregate() with each, finalize() at the end.

    use_steps: whether the data is counted in batches, not in examples.  num_samples, steps: how many there are of each.
    """

    def __init__(
        self, use_steps: bool, num_samples: int | None = None, steps: int | None = None, batch_size: int | None = None
    ) -> None:
        self.use_steps, self.steps, self.batch_size = use_steps, steps, batch_size
        self.num_samples: Any = num_samples
        self.results: Any = []

    @abc.abstractmethod
    def create(self, batch_outs: Any) -> None:
        """Prepares for results like these of the first batch."""

    @abc.abstractmethod
    def aggregate(self, batch_outs: Any, batch_start: int | None = None, batch_end: int | None = None) -> None:
        """Adds the results of a batch.  batch_start, batch_end: its examples, where these are counted."""

    @abc.abstractmethod
    def finalize(self) -> None:
        """Brings `results` into their last form."""


class MetricsAggregator(Aggregator):
    """The mean of the losses of batches, and the last figures of metrics, which gather them on their own."""

    def __init__(self, use_steps: bool, num_samples: int | None = None, steps: int | None = None) -> None:
        super().__init__(use_steps, num_samples, steps)

    def create(self, batch_outs: Any) -> None:
        self.results = [0.0] * len(batch_outs)

    def aggregate(self, batch_outs: Any, batch_start: int | None = None, batch_end: int | None = None) -> None:
        count = 1 if self.use_steps else (batch_end or 0) - (batch_start or 0)
        self.results = [self.results[0] + batch_outs[0] * count, *batch_outs[1:]]

    def finalize(self) -> None:
        if not self.results:
            raise ValueError("Empty training data.")
        self.results[0] /= self.num_samples or self.steps


class ConcatAggregator(Aggregator):
    """The values of batches one after the other: arrays, or values of sparse or ragged tensors."""

    def __init__(self, batch_size: int | None) -> None:
        super().__init__(True, batch_size=batch_size)

    def create(self, batch_outs: Any) -> None:
        """Nothing is prepared."""

    def aggregate(self, batch_outs: Any, batch_start: int | None = None, batch_end: int | None = None) -> None:
        if not is_composite_or_composite_value(batch_outs):
            _check_count(batch_outs, self.batch_size, at_most=True)
        self.results.append(batch_outs)

    def finalize(self) -> None:
        if len(self.results) == 1:
            self.results = self.results[0]
        elif is_composite_or_composite_value(self.results[0]):
            self.results = functools.reduce(append_composite_tensor, self.results)
        else:
            self.results = np.concatenate(self.results, axis=0)


def _check_count(array: Any, count: int | None, at_most: bool = False) -> None:
    if count and (array.shape[0] > count or (not at_most and array.shape[0] != count)):
        raise ValueError(
            "Mismatch between expected batch size and model output batch size. "
            f"Output shape = {array.shape}, expected output shape = shape {(count, *array.shape[1:])}"
        )


_COPY_THREADS = 4
_COPY_POOL: ThreadPool | None = None


def get_copy_pool() -> ThreadPool:
    """The threads that copy large arrays."""
    global _COPY_POOL
    if _COPY_POOL is None:
        _COPY_POOL = ThreadPool(_COPY_THREADS)
        atexit.register(_COPY_POOL.close)
    return _COPY_POOL


class SliceAggregator(Aggregator):
    """The arrays of batches in one array with a row for each example; threads copy large ones."""

    _BINARY_SIZE_THRESHOLD = 2**14  # elements; smaller arrays are copied at once
    _MAX_COPY_SECONDS = 300

    def __init__(self, num_samples: int, batch_size: int | None) -> None:
        self._pool = get_copy_pool()
        self._copies: list[threading.Event] = []
        self._errors: list[Exception] = []
        super().__init__(False, num_samples, batch_size=batch_size)

    def create(self, batch_outs: Any) -> None:
        self.results = np.empty((self.num_samples, *batch_outs.shape[1:]), batch_outs.dtype)

    def aggregate(self, batch_outs: Any, batch_start: int | None = None, batch_end: int | None = None) -> None:
        self._raise_first()
        if (batch_end or 0) - (batch_start or 0) == self.num_samples:
            _check_count(batch_outs, self.num_samples)
            self.results = batch_outs
        elif np.prod(batch_outs.shape) < self._BINARY_SIZE_THRESHOLD:
            self.results[batch_start:batch_end] = batch_outs
        else:
            is_finished = threading.Event()
            self._pool.apply_async(self._slice_assign, args=(batch_outs, batch_start, batch_end, is_finished))
            self._copies.append(is_finished)

    def _slice_assign(self, batch_element: Any, batch_start: Any, batch_end: Any, is_finished: threading.Event) -> None:
        try:
            self.results[batch_start:batch_end] = batch_element
        except Exception as error:
            self._errors.append(error)
        finally:
            is_finished.set()

    def _raise_first(self) -> None:
        """Raises the first error of a thread."""
        if self._errors:
            raise self._errors[0]

    def finalize(self) -> None:
        end = time.monotonic() + self._MAX_COPY_SECONDS
        for is_finished in self._copies:
            if not is_finished.wait(max(0.0, end - time.monotonic())):
                raise ValueError("Timed out waiting for copy to complete.")
        self._raise_first()


class OutputsAggregator(Aggregator):
    """A model's outputs, of all batches: in the structure of those of one batch."""

    _structure: Any = None

    def create(self, batch_outs: Any) -> None:
        self._structure = get_traverse_shallow_structure(
            lambda part: not is_composite_or_composite_value(part), batch_outs
        )
        for part in flatten_up_to(self._structure, batch_outs):
            if not is_composite_or_composite_value(part) and not isinstance(part, np.ndarray):
                raise RuntimeError(f"Attempted to aggregate unsupported object {part}.")
            if is_composite_or_composite_value(part) or self.use_steps or self.num_samples is None:
                self.results.append(ConcatAggregator(self.batch_size))
            else:
                self.results.append(SliceAggregator(self.num_samples, self.batch_size))
            self.results[-1].create(part)

    def aggregate(self, batch_outs: Any, batch_start: int | None = None, batch_end: int | None = None) -> None:
        for part, own in zip(flatten_up_to(self._structure, batch_outs), self.results, strict=True):
            own.aggregate(part, batch_start, batch_end)

    def finalize(self) -> None:
        for own in self.results:
            own.finalize()
        self.results = nest.pack_sequence_as(self._structure, [own.results for own in self.results])
