"""Datasets that are made of tensors, numbers or a Python generator."""

import functools
import threading

import numpy as np

from graphlab._src.base.errors import InvalidArgumentError, OutOfRangeError, UnimplementedError
from graphlab._src.base.philox import Philox
from graphlab._src.data.runtime import (
    INFINITE,
    UNKNOWN,
    Elements,
    End,
    dataset,
    row,
)
from graphlab._src.data.seeds import numbers_of
from graphlab._src.data.vectorized_map import Rows
from graphlab._src.ops.define import FUNCTION, REQUIRED, SHAPES

_SHAPES = {"output_shapes": (SHAPES, REQUIRED)}


class Source(Elements):
    """Those of a dataset that is made of no other."""

    is_stateful = True


@dataset("TensorDataset", "components: *Toutput_types", outputs=_SHAPES)
class Tensors(Source):
    """A dataset of one element."""

    @staticmethod
    def cardinality(stored):
        return 1

    title = "FromTensor"

    def start(self, stored, run):
        self._produced = False

    def next(self):
        if self._produced:
            raise End
        self._produced = True
        return list(self.stored.components)

    def save(self, to):
        if self._produced:
            to.mark("produced")

    def restore(self, saved):
        self._produced = "produced" in saved


@dataset("TensorSliceDataset", "components: *Toutput_types", outputs=_SHAPES)
class TensorSlices(Source):
    """A dataset of the rows of tensors."""

    @staticmethod
    def check(stored):
        arrays = stored.components
        if any(not array.ndim for array in arrays):
            raise InvalidArgumentError(None, None, "All components must be at least 1-dimensional")
        for i, array in enumerate(arrays):
            if len(array) != len(arrays[0]):
                message = "All components must have the same size in the 0th dimension"
                raise InvalidArgumentError(None, None, f"{message}: {len(arrays[0])} and {len(array)} (number {i})")

    @staticmethod
    def cardinality(stored):
        return len(stored.components[0])

    def start(self, stored, run):
        self._arrays = stored.components
        self._count = len(self._arrays[0])
        self._next = 0

    def next(self):
        i = self._next
        if i >= self._count:
            raise End
        self._next = i + 1
        return [row(array, i) for array in self._arrays]

    def several(self, count):
        i = self._next
        self._next = min(i + count, self._count)
        return Rows([array[i : self._next] for array in self._arrays])

    def save(self, to):
        to["i"] = self._next

    def restore(self, saved):
        self._next = saved.number("i")


@dataset("SparseTensorSliceDataset", "indices: int64, values: Tvalues, dense_shape: int64", outputs={})
class SparseSlices(Source):
    """A dataset of the rows of a sparse tensor: places, values and shape of each."""

    @staticmethod
    def check(stored):
        places, count = len(stored.indices), len(stored.values)
        if places != count:
            text = "indices and values rows (indexing dimension) must match."
            raise InvalidArgumentError(None, None, f"{text} (indices = {places}, values = {count})")
        if stored.indices.shape[1:] != stored.dense_shape.shape:
            raise InvalidArgumentError(None, None, "Order length must be SparseTensor rank.")
        if (np.diff(stored.indices[:, 0]) < 0).any():
            text = "The SparseTensor must be ordered in the batch dimension; handling arbitrarily ordered input is not "
            raise UnimplementedError(None, None, f"{text}currently supported.")

    @staticmethod
    def cardinality(stored):
        return int(stored.dense_shape[0])

    def start(self, stored, run):
        self._next = 0

    def next(self):
        stored, i = self.stored, self._next
        if i >= stored.dense_shape[0]:
            raise End
        self._next = i + 1
        here = stored.indices[:, 0] == i
        return [stored.indices[here, 1:], stored.values[here], stored.dense_shape[1:]]

    def save(self, to):
        to["i"] = self._next

    def restore(self, saved):
        self._next = saved.number("i")


@dataset("RangeDataset", "start: int64, stop: int64, step: int64")
class Range(Source):
    """A dataset of numbers from `start` on, `step` apart, as long as they are before `stop`."""

    @staticmethod
    def check(stored):
        if not stored.number("step"):
            raise InvalidArgumentError(None, None, "step must be a non-zero integer.")

    @staticmethod
    def cardinality(stored):
        return len(range(stored.number("start"), stored.number("stop"), stored.number("step")))

    def start(self, stored, run):
        self._next, self._stop, self._step = (stored.number(name) for name in ("start", "stop", "step"))

    def next(self):
        number = self._next
        if number >= self._stop if self._step > 0 else number <= self._stop:
            raise End
        self._next = number + self._step
        return [np.asarray(number, np.int64)]

    def save(self, to):
        to["next"] = self._next

    def restore(self, saved):
        self._next = saved.number("next")


def _random(op_type):
    @dataset(op_type, "seed: int64, seed2: int64")
    class Random(Source):
        """A dataset of random numbers below 2**32, without end."""

        @staticmethod
        def cardinality(stored):
            return INFINITE

        def start(self, stored, run):
            self._seeds = numbers_of(stored)
            self._draw = Philox(*self._seeds)

        def next(self):
            return [np.asarray(self._draw(), np.int64)]

        def save(self, to):
            to["num_random_samples"] = self._draw.drawn
            to["seed"], to["seed2"] = self._seeds

        def restore(self, saved):
            if "seed" in saved:  # TensorFlow saves none
                self._seeds = saved.number("seed"), saved.number("seed2")
                self._draw = Philox(*self._seeds)
            self._draw.drawn = saved.number("num_random_samples")

    return Random


Random = _random("RandomDataset")
_random("ExperimentalRandomDataset")


@dataset(
    "GeneratorDataset",
    "init_func_other_args: *Tinit_func_args, next_func_other_args: *Tnext_func_args, "
    "finalize_func_other_args: *Tfinalize_func_args",
    attrs={
        "init_func": (FUNCTION, REQUIRED),
        "next_func": (FUNCTION, REQUIRED),
        "finalize_func": (FUNCTION, REQUIRED),
    },
    functions=("init_func", "next_func", "finalize_func"),
)
class Generated(Source):
    """A dataset of the results of repeated calls of a function, until it raises OutOfRangeError."""

    @staticmethod
    def cardinality(stored):
        return UNKNOWN

    def start(self, stored, run):
        self._state = None
        self._ended = False
        self._reading = False
        self._lock = threading.Lock()  # of these three

    def next(self):
        stored, run = self.stored, self.run
        with self._lock:
            if self._ended:
                raise End
            self._reading = True
        try:
            if self._state is None:
                run.begin(self)
                self._next = stored.bind(run, "next_func", "next_func_other_args")
                self._state = stored.bind(run, "init_func", "init_func_other_args")([])
            return self._next(self._state)
        except OutOfRangeError:
            self._ended = True
            raise End from None
        finally:
            with self._lock:
                self._reading = False
            if self._ended:
                self._finish()

    def leave(self):
        """Lets the generator be ended, which is not read on; where a thread is reading it, that ends it then."""
        with self._lock:
            begun = self._state is not None and not self._ended and not self._reading
            self._ended = True
        if begun:
            self.run.leave(self._finish)

    def _finish(self):
        with self._lock:
            state, self._state = self._state, None
        if state is not None:
            _finalize(self.stored, self.run, state)

    def __del__(self):
        if self._state is not None and not self._ended:
            self.run.leave(functools.partial(_finalize, self.stored, self.run, self._state))


def _finalize(stored, run, state):
    stored.bind(run, "finalize_func", "finalize_func_other_args")(state)
