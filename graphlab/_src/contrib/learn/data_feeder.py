"""Arrays as the input of an estimator: placeholders, fed batch after batch, in TensorFlow's order."""

import numpy as np

from graphlab._src.base.dtypes import as_dtype
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.ops.identity import placeholder


class DataFeeder:
    """Batches of arrays, or of dicts of arrays with equally many rows.

    x: features; rows that are numbers become rows of one element.  y: labels, or None; rows of one element become numbers.
    batch_size: rows in a batch, all of them when left out; the last batch of an epoch may be smaller.
    shuffle: whether each epoch has an order of its own, the same ones in each program.  epochs: how many; None for no end.
    """

    def __init__(self, x, y=None, batch_size=None, shuffle=True, epochs=None):
        self._x = _each(x, lambda values: values.reshape(-1, 1) if values.ndim == 1 else values)
        self._y = _each(y, lambda values: values[:, 0] if values.ndim > 1 and values.shape[1] == 1 else values)
        self._rows = len(next(iter(self._x.values())))
        if batch_size is not None and batch_size <= 0:
            raise ValueError(f"Invalid batch_size {batch_size}.")
        self._batch_size = batch_size or self._rows
        self._random = np.random.RandomState(42) if shuffle else None
        self._epochs = epochs
        self._begin_epoch()
        self._epoch = 0
        self._places = []

    def input_builder(self):
        """(placeholders of features, placeholders of labels or None) in the default graph: `input` and `output`."""
        self._places = [(_placed(values, name), values) for values, name in ((self._x, "input"), (self._y, "output"))]
        features, labels = (places.get(None, places) if places else None for places, _ in self._places)
        return features, labels

    def feed(self):
        """{placeholder: values} of the next batch. OutOfRangeError after the last epoch."""
        if self._epoch == self._epochs:
            raise OutOfRangeError(None, None, f"The arrays were read {self._epochs} times.")
        rows = self._order[self._next : self._next + self._batch_size]
        self._next += self._batch_size
        if self._next >= self._rows:
            self._begin_epoch()
            self._epoch += 1
        return {place: values[key][rows] for places, values in self._places for key, place in places.items()}

    def _begin_epoch(self):
        self._order = np.arange(self._rows) if self._random is None else self._random.permutation(self._rows)
        self._next = 0


def _each(arrays, change):
    """{key: array}, with the key None for an array that is in no dict."""
    if arrays is None:
        return {}
    named = arrays if isinstance(arrays, dict) else {None: arrays}
    return {key: change(np.asarray(values)) for key, values in named.items()}


def _placed(arrays, name):
    return {
        key: placeholder(as_dtype(values.dtype), [None, *values.shape[1:]], name if key is None else f"{name}_{key}")
        for key, values in arrays.items()
    }
