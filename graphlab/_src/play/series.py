"""Numbers over steps, in bounded memory: when there are too many, every second one stays."""

import array
from collections.abc import Sequence
from typing import Any

import numpy as np

_CODES = {
    "float32": "f",
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
}
_STEP = "q"


class Series:
    """The numbers of several names over the same steps.

    names: {name: its NumPy dtype}.  most: how many numbers it holds at most, steps included.
    every: of how many steps one is recorded; 1 until `most` is reached, then twice as many each time.
    dropped: how often numbers were dropped, for those who have read some before.
    """

    def __init__(self, names: dict[str, Any], most: int) -> None:
        self.names = {name: np.dtype(dtype) for name, dtype in names.items()}
        self.steps = array.array(_STEP)
        self._columns = [array.array(_CODES.get(dtype.name, "d")) for dtype in self.names.values()]
        self._most = most // (1 + len(names))
        self.every = 1
        self.dropped = 0

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def nbytes(self) -> int:
        """The memory of its numbers."""
        return sum(len(column) * column.itemsize for column in (self.steps, *self._columns))

    def add(self, step: int, numbers: Sequence[Any]) -> None:
        """Appends the numbers of a step, one for each name, all or none of them."""
        if step % self.every:
            return
        for column, number in zip(self._columns, numbers, strict=True):
            column.append(number)
        self.steps.append(step)  # last: what has no step yet is not there for readers
        if len(self.steps) >= self._most:
            self._halve()

    def _halve(self) -> None:
        self.every *= 2
        there = [i for i, step in enumerate(self.steps) if step % self.every == 0]
        columns = [array.array(column.typecode, [column[i] for i in there]) for column in self._columns]
        self.steps, self._columns = array.array(_STEP, [self.steps[i] for i in there]), columns
        self.dropped += 1

    def column(self, name: str, begin: int = 0, end: int | None = None) -> np.ndarray:
        """The numbers of one name, from place `begin` on, up to `end`."""
        return self._copy(self._columns[list(self.names).index(name)], begin, end).astype(self.names[name], copy=False)

    def step_numbers(self, begin: int = 0) -> np.ndarray:
        """The steps, from place `begin` on."""
        return self._copy(self.steps, begin)

    def _copy(self, column: array.array, begin: int, end: int | None = None) -> np.ndarray:
        end = len(self.steps) if end is None else end
        return np.array(column[begin:end], column.typecode)  # of a copy: an array in use can't grow


def thinned(values: np.ndarray, most: int) -> np.ndarray:
    """Places in `values` that draw the same line: the lowest and the highest number of each stretch, the first and the last.

    values: [names, steps].  most: how many places, more or less.
    """
    count = values.shape[1]
    if count <= most:
        return np.arange(count)
    stretches = max(1, most // (2 * len(values)))
    size = -(-count // stretches)
    padded = np.concatenate([values, np.repeat(values[:, -1:], size * stretches - count, axis=1)], axis=1)
    parts = np.nan_to_num(padded.reshape(len(values), stretches, size), nan=0.0, posinf=0.0, neginf=0.0)
    begins = np.arange(stretches) * size
    places = [begins + parts.argmin(2), begins + parts.argmax(2)]
    bad = np.flatnonzero(~np.isfinite(values).all(0))[:1]
    return np.unique(
        np.minimum(np.concatenate([*map(np.ravel, places), [0, count - 1], bad]), count - 1).astype(np.int64)
    )
