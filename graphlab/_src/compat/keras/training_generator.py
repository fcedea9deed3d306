"""tensorflow.python.keras.engine.training_generator: any data of a model as batches, one by one."""

import math
from collections.abc import Iterator as IteratorType
from typing import Any

import numpy as np

from graphlab._src.compat.keras.data_utils import is_generator_or_sequence
from graphlab._src.data.dataset import DatasetV2, make_one_shot_iterator
from graphlab._src.data.iterator import Iterator
from graphlab._src.graph import nest
from graphlab._src.keras.engine.sequence import Sequence


def convert_to_generator_like(
    data: Any,
    batch_size: int | None = None,
    steps_per_epoch: int | None = None,
    epochs: int = 1,
    shuffle: bool = False,
) -> tuple[Any, int | None]:
    """(what yields batches, how many make an epoch) of a generator, a Sequence, a dataset, an iterator or arrays.

    Arrays are one, or a tuple of inputs, targets and weights, of which those that are None are left out; they need a
    batch_size. shuffle: in another order each epoch.
    """
    if isinstance(data, tuple):
        data = tuple(part for part in data if any(one is not None for one in nest.flatten(part)))
    if isinstance(data, Sequence) and steps_per_epoch is None:
        steps_per_epoch = len(data)
    if is_generator_or_sequence(data) or isinstance(data, Iterator):
        return data, steps_per_epoch
    if isinstance(data, DatasetV2):
        return make_one_shot_iterator(data), steps_per_epoch
    if batch_size is None:
        raise ValueError(
            "When passing input data as arrays, do not specify `steps_per_epoch`/`steps` argument. Please use `batch_size` "
            "instead."
        )
    size = int(nest.flatten(data)[0].shape[0])
    return _batches(data, size, batch_size, epochs, shuffle), math.ceil(size / batch_size)


def _batches(data: Any, size: int, batch_size: int, epochs: int, shuffle: bool) -> IteratorType[Any]:
    rows = np.arange(size)
    for _ in range(epochs):
        if shuffle:
            np.random.shuffle(rows)
        for start in range(0, size, batch_size):
            chosen = rows[start : start + batch_size]
            yield nest.map_structure(lambda array: array[chosen], data)  # noqa: B023
