"""tensorflow_estimator…inputs.queues.feeding_functions: arrays, tables and generators fed into a queue by threads."""

import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import zip_longest
from types import FunctionType
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, logging
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.estimator.feeding import fill
from graphlab._src.graph import name_scope
from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue


def next_numbers(
    batch_indices_start: int,
    batch_size: int,
    epoch_end: int,
    array_length: int,
    current_epoch: int,
    total_epochs: int | None,
) -> tuple[list[int], int]:
    """(the numbers of the next rows, how many epochs are over then); OutOfRangeError when all are.

    epoch_end: the row that is the last of each epoch. The last epoch ends with it, and has a smaller batch then.
    """
    if total_epochs is not None and current_epoch >= total_epochs:
        raise OutOfRangeError(None, None, f"Already emitted {current_epoch} epochs.")
    numbers = [(batch_indices_start + i) % array_length for i in range(batch_size)]
    ends = [i for i, number in enumerate(numbers) if number == epoch_end]
    if total_epochs is None or current_epoch + len(ends) < total_epochs:
        return numbers, current_epoch + len(ends)
    return numbers[: ends[total_epochs - current_epoch - 1] + 1], total_epochs


class _RowsFeedFn:
    """A function that returns a feed with the next rows: their numbers, then the columns."""

    def __init__(
        self,
        placeholders: Sequence[Any],
        columns: Sequence[Any],
        batch_size: int,
        random_start: bool = False,
        seed: int | None = None,
        num_epochs: int | None = None,
    ) -> None:
        self._placeholders, self._columns, self._batch_size = placeholders, columns, batch_size
        self._length, self._epoch, self._epochs = len(columns[-1]), 0, num_epochs
        if len({len(column) for column in columns}) > 1:
            raise ValueError("Array lengths must match.")
        random.seed(seed)
        self._next = random.randrange(self._length) if random_start else 0
        self._end = (self._next - 1) % self._length

    def __call__(self) -> dict[Any, Any]:
        numbers, self._epoch = next_numbers(
            self._next, self._batch_size, self._end, self._length, self._epoch, self._epochs
        )
        self._next = (numbers[-1] + 1) % self._length
        return dict(zip(self._placeholders, (column[numbers] for column in self._columns), strict=True))


class ArrayFeedFn(_RowsFeedFn):
    """Feeds rows of an array.  placeholders: for the numbers of the rows, and the rows."""

    def __init__(self, placeholders: Sequence[Any], array: Any, *args: Any, **kwargs: Any) -> None:
        if len(placeholders) != 2:
            raise ValueError(f"_array_feed_fn expects 2 placeholders; got {len(placeholders)}.")
        super().__init__(placeholders, [np.arange(len(array)), array], *args, **kwargs)


class OrderedDictNumpyFeedFn(_RowsFeedFn):
    """Feeds rows of several arrays.  placeholders: for the numbers of the rows, and for each array."""

    def __init__(self, placeholders: Sequence[Any], ordered_dict_of_arrays: Any, *args: Any, **kwargs: Any) -> None:
        arrays = list(ordered_dict_of_arrays.values())
        if len(placeholders) != len(arrays) + 1:
            raise ValueError(f"Expected {len(arrays)} placeholders; got {len(placeholders)}.")
        super().__init__(placeholders, [np.arange(len(arrays[0])), *arrays], *args, **kwargs)


class PandasFeedFn(_RowsFeedFn):
    """Feeds rows of a DataFrame.  placeholders: for its index, and for each column."""

    def __init__(self, placeholders: Sequence[Any], dataframe: Any, *args: Any, **kwargs: Any) -> None:
        names = list(dataframe.columns)
        if len(placeholders) != len(names) + 1:
            raise ValueError(f"Expected {len(names) + 1} placeholders; got {len(placeholders)}.")
        columns = [dataframe.index.values, *(dataframe[name].values for name in names)]
        super().__init__(placeholders, columns, *args, **kwargs)


class GeneratorFeedFn:
    """Feeds what a generator function yields: dicts of arrays.  placeholders: for each key, in order.

    pad_value: fills the last dimension of arrays that are shorter than others of a batch.
    """

    def __init__(
        self,
        placeholders: Sequence[Any],
        generator: Callable[[], Any],
        batch_size: int,
        random_start: bool = False,
        seed: int | None = None,
        num_epochs: int | None = None,
        pad_value: Any = None,
    ) -> None:
        first = next(generator())
        if len(placeholders) != len(first):
            raise ValueError(f"Expected {len(first)} placeholders; got {len(placeholders)}.")
        self._keys, self._placeholders = sorted(first), placeholders
        self._make, self._items = generator, generator()
        self._batch_size, self._epoch, self._epochs, self._pad = batch_size, 0, num_epochs, pad_value
        random.seed(seed)

    def __call__(self) -> dict[Any, Any]:
        if self._epochs and self._epoch >= self._epochs:
            raise OutOfRangeError(None, None, f"Already emitted {self._epoch} epochs.")
        found: dict[Any, list[Any]] = {}
        while sum(map(len, found.values())) < self._batch_size:  # TensorFlow counts the arrays of all keys
            try:
                row = next(self._items)
            except StopIteration:
                self._epoch += 1
                self._items = self._make()
                row = next(self._items)
            for target, key in zip(self._placeholders, self._keys, strict=True):
                if key not in row:
                    raise KeyError(
                        f"key mismatch between dicts emitted by GenFun Expected {self._keys} keys; got {row.keys()}"
                    )
                found.setdefault(target, []).append(row[key])
        padded = found if self._pad is None else {key: pad_if_needed(rows, self._pad) for key, rows in found.items()}
        return {key: np.asarray(rows) for key, rows in padded.items()}


def fill_array(arr: Any, seq: Any, fillvalue: Any = 0) -> None:
    """Writes nested lists into an array, and the fill value where they end before it does."""
    if arr.ndim == 1:
        size = len(seq) if hasattr(seq, "__len__") else 0
        arr[:size], arr[size:] = seq, fillvalue
        return
    for part, items in zip_longest(arr, seq, fillvalue=()):
        fill_array(part, items, fillvalue)


def pad_if_needed(batch_key_item: Sequence[Any], fillvalue: Any = 0) -> Any:
    """Arrays of one shape but for the last dimension as one array; as they are where that is the same, too."""
    shapes = [array.shape[:-1] if array.shape else -1 for array in batch_key_item]
    if any(shape != shapes[0] for shape in shapes):
        raise ValueError("Array shapes must match.")
    sizes = [array.shape[-1] if array.shape else 0 for array in batch_key_item]
    if len(set(sizes)) == 1:
        return batch_key_item
    padded = np.zeros([len(batch_key_item), *batch_key_item[0].shape[:-1], max(sizes)], batch_key_item[0].dtype)
    fill_array(padded, batch_key_item, fillvalue)
    return padded


def enqueue_data(
    data: Any,
    capacity: int,
    shuffle: bool = False,
    min_after_dequeue: int | None = None,
    num_threads: int = 1,
    seed: int | None = None,
    name: str = "enqueue_input",
    enqueue_size: int = 1,
    num_epochs: int | None = None,
    pad_value: Any = None,
) -> Any:
    """A queue that threads fill with the rows of an array, of an OrderedDict of arrays, of a DataFrame or of a generator.

    The first component of an element is the number of the row, or the index of the DataFrame; a generator has none.
    """
    with name_scope(name):
        kind, types, shapes = _columns_of(data)
        if pad_value is not None and kind is not GeneratorFeedFn:
            raise NotImplementedError("padding is only available with generator usage")
        if pad_value is not None and shuffle:
            raise NotImplementedError("padding and shuffling data at the same time is not implemented")
        if num_threads > 1 and (num_epochs is not None or not shuffle):
            logging.warning("each of the threads of enqueue_data reads all epochs, so that rows are in no order")
        least = int(capacity / 4 if min_after_dequeue is None else min_after_dequeue) if shuffle else 0
        if shuffle:
            queue: Any = RandomShuffleQueue(capacity, least, dtypes=types, shapes=shapes, seed=seed)
        elif pad_value is not None:
            queue = PaddingFIFOQueue(capacity, types, [(*shape[:-1], None) if shape else shape for shape in shapes])
        else:
            queue = FIFOQueue(capacity, types, shapes)
        more = {} if pad_value is None else {"pad_value": pad_value}

        def rows_of(thread: int, targets: list[Any]) -> Callable[[], list[Any]]:
            own_seed = None if seed is None else (thread + 1) * seed
            feed = kind(targets, data, enqueue_size, shuffle, own_seed, num_epochs, **more)
            return lambda: list(feed().values())

        fill(queue, types, rows_of, num_threads, capacity, least)
        return queue


def _columns_of(data: Any) -> tuple[Any, list[Any], list[Any]]:
    """(the class that feeds it, the types and the shapes of an element's components)."""
    if isinstance(data, np.ndarray):
        return ArrayFeedFn, [dtypes.int64, dtypes.as_dtype(data.dtype)], [(), data.shape[1:]]
    if isinstance(data, OrderedDict):
        arrays = list(data.values())
        types = [dtypes.int64, *(dtypes.as_dtype(array.dtype) for array in arrays)]
        return OrderedDictNumpyFeedFn, types, [(), *(array.shape[1:] for array in arrays)]
    if isinstance(data, FunctionType):
        first = next(data())
        arrays = [first[key] for key in sorted(first)]
        return GeneratorFeedFn, [dtypes.as_dtype(array.dtype) for array in arrays], [array.shape for array in arrays]
    if hasattr(data, "iloc"):
        types = [dtypes.as_dtype(kind) for kind in (data.index.dtype, *data.dtypes)]
        return PandasFeedFn, types, [()] * len(types)
    raise TypeError(
        f"data must be either a numpy array or pandas DataFrame if pandas is installed; got {type(data).__name__}"
    )
