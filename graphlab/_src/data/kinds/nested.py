"""Datasets of datasets: those that functions make of elements, joined into one, and windows."""

from collections import deque

import numpy as np

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.data.kinds.mapping import F
from graphlab._src.data.prefetch_threads import Ahead
from graphlab._src.data.runtime import Elements, End, Stored, Unary, dataset, unboxed
from graphlab._src.ops.define import FUNCTION, REQUIRED


@dataset("FlatMapDataset", "input_dataset: variant, other_arguments: *Targuments", attrs=F)
class FlatMap(Unary):
    """The elements of the datasets that a function makes of each element, one dataset after the other."""

    def start(self, stored, run):
        super().start(stored, run)
        self._call = stored.bind(run)
        self._inner = None

    def next(self):
        while True:
            if self._inner is None:
                self._inner = made(self._call, self.source.next(), self.run)
            try:
                return self._inner.next()
            except End:
                self._inner = None


def made(call, element, run):
    """The Elements of the dataset that a function makes of an element."""
    (found,) = call(element)
    return unboxed(found).iterate(run)


class _Interleave(Unary):
    """Cycles over `cycle_length` datasets, `block_length` elements of each at a time."""

    def start(self, stored, run):
        super().start(stored, run)
        self._call = stored.bind(run)
        cycle = stored.number("cycle_length")
        self._block = stored.number("block_length")
        if cycle == -1:
            cycle = 2
        self._open = [None] * cycle
        self._at = self._taken = 0
        self._ended = False
        self._count = 0

    def next(self):
        idle = 0
        while idle <= len(self._open):
            inner = self._open[self._at]
            if inner is None:
                if self._ended and not self._count:
                    break
                if not self._ended:
                    try:
                        inner = self._open[self._at] = self._begin(made(self._call, self.source.next(), self.run))
                        self._count += 1
                    except End:
                        self._ended = True
                if inner is None:
                    self._advance()
                    idle += 1
                    continue
            try:
                element = inner.next()
            except End:
                self._open[self._at] = None
                self._count -= 1
                self._advance()
                idle = 0
                continue
            self._taken += 1
            if self._taken == self._block:
                self._advance()
            return element
        raise End

    def _begin(self, inner):
        return inner

    def _advance(self):
        self._at = (self._at + 1) % len(self._open)
        self._taken = 0

    @staticmethod
    def check(stored):
        for name in ("cycle_length", "block_length"):
            if stored.number(name) <= 0 and not (name == "cycle_length" and stored.number(name) == -1):
                raise InvalidArgumentError(None, None, f"{name} must be greater than zero.")


_INTERLEAVE = "input_dataset: variant, other_arguments: *Targuments, cycle_length: int64, block_length: int64"


@dataset("InterleaveDataset", _INTERLEAVE, attrs=F)
class Interleave(_Interleave):
    """The elements of the datasets that a function makes of each element, some of them interleaved."""


@dataset(
    "ParallelInterleaveDatasetV2", f"{_INTERLEAVE}, num_parallel_calls: int64", attrs={**F, "sloppy": (bool, False)}
)
class ParallelInterleave(_Interleave):
    """The same, with threads that make the elements of the datasets ahead of time."""

    @staticmethod
    def check(stored):
        _Interleave.check(stored)
        cycle, calls = stored.number("cycle_length"), stored.number("num_parallel_calls")
        if calls != -1 and calls <= 0:
            raise InvalidArgumentError(None, None, "num_parallel_calls must be greater than zero.")
        if cycle != -1 and calls > cycle:
            text = "num_parallel_calls must less than or equal to cycle_length."
            raise InvalidArgumentError(None, None, text)

    def _begin(self, inner):
        return Ahead(self.run, inner, max(2, self._block))


def _old_parallel_interleave(op_type):
    @dataset(
        op_type,
        f"{_INTERLEAVE}, sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64",
        attrs=F,
    )
    class OldParallelInterleave(_Interleave):
        """The elements of the datasets that a function makes, interleaved, made ahead of time by threads."""

        def _begin(self, inner):
            return Ahead(self.run, inner, max(1, self.stored.number("buffer_output_elements")))

    return OldParallelInterleave


OldParallelInterleave = _old_parallel_interleave("ParallelInterleaveDataset")
_old_parallel_interleave("ExperimentalParallelInterleaveDataset")


class Held(Elements):
    """The elements of a list."""

    @staticmethod
    def cardinality(stored):
        return len(stored.inputs["elements"])

    def start(self, stored, run):
        self._left = iter(stored.inputs["elements"])

    def next(self):
        for element in self._left:
            return element
        raise End


def of_list(op, elements):
    """The value of a dataset of these elements."""
    return Stored(Held, op, {"elements": elements}, {}, {})


@dataset("WindowDataset", "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool")
class Window(Unary):
    """Datasets of `size` elements each, `stride` apart; each window begins `shift` elements after the last."""

    @staticmethod
    def check(stored):
        for name in ("size", "shift", "stride"):
            if stored.number(name) <= 0:
                shown = stored.number(name)
                raise InvalidArgumentError(None, None, f"Window {name} must be greater than zero, but is {shown}.")

    @staticmethod
    def cardinality(stored):
        size = unboxed(stored.input_dataset).cardinality
        if size < 0:
            return size
        width, shift = stored.number("size"), stored.number("shift")
        if not stored.number("drop_remainder"):
            return -(-size // shift)
        reach = (width - 1) * stored.number("stride") + 1
        return 0 if size < reach else (size - reach) // shift + 1

    def start(self, stored, run):
        super().start(stored, run)
        self._buffer = deque()
        self._ended = False
        self._size, self._shift, self._stride = (stored.number(name) for name in ("size", "shift", "stride"))
        self._skip = 0

    def next(self):
        reach = (self._size - 1) * self._stride + 1
        try:
            while not self._ended and (self._skip or len(self._buffer) < reach):
                element = self.source.next()
                if self._skip:
                    self._skip -= 1
                else:
                    self._buffer.append(element)
        except End:
            self._ended = True
        if not self._buffer or self.stored.number("drop_remainder") and len(self._buffer) < reach:
            raise End
        chosen = list(self._buffer)[: reach : self._stride]
        for _ in range(min(self._shift, len(self._buffer))):
            self._buffer.popleft()
        self._skip = max(0, self._shift - reach) if not self._ended else 0
        return [of_list(self.stored.op, [[part] for part in column]) for column in zip(*chosen, strict=True)]


def _group_by_window(op_type):
    @dataset(
        op_type,
        "input_dataset: variant, key_func_other_arguments: *Tkey_func_other_arguments, "
        "reduce_func_other_arguments: *Treduce_func_other_arguments, "
        "window_size_func_other_arguments: *Twindow_size_func_other_arguments",
        attrs=dict.fromkeys(("key_func", "reduce_func", "window_size_func"), (FUNCTION, REQUIRED)),
        functions=("key_func", "reduce_func", "window_size_func"),
    )
    class GroupByWindow(Unary):
        """Collects elements of one key in windows, and returns the elements of what a function makes of each window."""

        def start(self, stored, run):
            super().start(stored, run)
            self._key, self._reduce, self._size = (
                stored.bind(run, name, f"{name}_other_arguments")
                for name in ("key_func", "reduce_func", "window_size_func")
            )
            self._groups, self._sizes = {}, {}
            self._inner = None
            self._ended = False

        def next(self):
            while True:
                if self._inner is not None:
                    try:
                        return self._inner.next()
                    except End:
                        self._inner = None
                if self._ended:
                    if not self._groups:
                        raise End
                    self._emit(min(self._groups))
                else:
                    self._take()

        def _take(self):
            try:
                element = self.source.next()
            except End:
                self._ended = True
                return
            key = int(self._key(element)[0])
            group = self._groups.setdefault(key, [])
            group.append(element)
            if key not in self._sizes:
                size = self._sizes[key] = int(self._size([np.asarray(key, np.int64)])[0])
                if size <= 0:
                    text = f"Window size must be greater than zero, but got {size}."
                    raise InvalidArgumentError(None, None, text)
            if len(group) == self._sizes[key]:
                self._emit(key)

        def _emit(self, key):
            window = of_list(self.stored.op, self._groups.pop(key))
            self._inner = made(self._reduce, [np.asarray(key, np.int64), window], self.run)

    return GroupByWindow


GroupByWindow = _group_by_window("GroupByWindowDataset")
_group_by_window("ExperimentalGroupByWindowDataset")


def _group_by_reducer(op_type):
    names = ("key_func", "init_func", "reduce_func", "finalize_func")

    @dataset(
        op_type,
        "input_dataset: variant, " + ", ".join(f"{name}_other_arguments: *T{name}_other_arguments" for name in names),
        attrs=dict.fromkeys(names, (FUNCTION, REQUIRED)),
        functions=names,
    )
    class GroupByReducer(Unary):
        """Reduces the elements of each key to one."""

        is_stateful = True

        def start(self, stored, run):
            super().start(stored, run)
            self._calls = {name: stored.bind(run, name, f"{name}_other_arguments") for name in names}
            self._states = None

        def next(self):
            if self._states is None:
                self._states = self._reduce()
            for state in self._states:
                return self._calls["finalize_func"](state)
            raise End

        def _reduce(self):
            states = {}
            while True:
                try:
                    element = self.source.next()
                except End:
                    return iter([states[key] for key in sorted(states)])
                (key,) = self._calls["key_func"](element)
                number = int(key)
                if number not in states:
                    states[number] = self._calls["init_func"]([key])
                states[number] = self._calls["reduce_func"]([*states[number], *element])

    return GroupByReducer


GroupByReducer = _group_by_reducer("GroupByReducerDataset")
_group_by_reducer("ExperimentalGroupByReducerDataset")


def _directed(op_type):
    @dataset(op_type, "selector_input_dataset: variant, data_input_datasets: N*variant", minimums={"N": 1})
    class Directed(Elements):
        """Elements of several datasets, of which another dataset says the number for each."""

        def start(self, stored, run):
            self._selector = unboxed(stored.selector_input_dataset).iterate(run)
            self._sources = [unboxed(part).iterate(run) for part in stored.data_input_datasets]
            self._left = len(self._sources)

        def next(self):
            while self._left:
                number = int(self._selector.next()[0])
                if not 0 <= number < len(self._sources):
                    text = f"Selector index out of range: {number} >= {len(self._sources)}"
                    raise InvalidArgumentError(None, None, text)
                if self._sources[number] is None:
                    continue
                try:
                    return self._sources[number].next()
                except End:
                    self._sources[number] = None
                    self._left -= 1
            raise End

    return Directed


Directed = _directed("DirectedInterleaveDataset")
_directed("ExperimentalDirectedInterleaveDataset")
