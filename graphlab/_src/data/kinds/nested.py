"""Datasets of datasets: those that functions make of elements, joined into one, and windows."""

from collections import deque
from typing import Any

import numpy as np

from graphlab._src.base.errors import CancelledError, DeadlineExceededError, InvalidArgumentError, OpError
from graphlab._src.data.kinds.mapping import F
from graphlab._src.data.prefetch_threads import Ahead, Meeting
from graphlab._src.data.runtime import Elements, End, Ended, Unary, dataset, unboxed
from graphlab._src.data.windows import of_list
from graphlab._src.ops.define import FUNCTION, REQUIRED


@dataset("FlatMapDataset", "input_dataset: variant, other_arguments: *Targuments", attrs=F)
class FlatMap(Unary):
    """The elements of the datasets that a function makes of each element, one dataset after the other."""

    ended_key = "exhausted"

    def start(self, stored, run):
        super().start(stored, run)
        self._call = stored.bind(run)
        self._inner = None
        self._element = []  # of which it was made
        self._number = 0  # how many were

    def next(self):
        while True:
            if self._inner is None:
                self._element = self.source.next()
                self._number += 1
                self._inner = made(self._call, self._element, self.run)
            try:
                return self._inner.next()
            except End:
                self._inner = None
                self.run.check()

    def save(self, to):
        super().save(to)
        to["element_index"] = self._number
        if self._inner is None:
            to.mark("current_element_iterator_uninitialized")
        else:
            to.save_element("captured_func_inputs_size", "captured_func_inputs[{}]", self._element)
            to.save(self._inner, f"[{self._number - 1}]")

    def restore(self, saved):
        super().restore(saved)
        if isinstance(self.source, Ended):
            return
        self._number = saved.number("element_index")
        if "current_element_iterator_uninitialized" not in saved:
            self._element = saved.element("captured_func_inputs_size", "captured_func_inputs[{}]")
            self._inner = made(self._call, self._element, self.run)
            saved.restore(self._inner, f"[{self._number - 1}]")


def made(call, element, run):
    """The Elements of the dataset that a function makes of an element."""
    (found,) = call(element)
    return unboxed(found).iterate(run)


_OF_RUNS = CancelledError, DeadlineExceededError  # errors of the run that wants an element, which is still to come


class _Interleave(Unary):
    """Cycles over `cycle_length` datasets, `block_length` elements of each at a time.

    errors_count: whether an error counts as an element: the next request goes on after it.
    """

    errors_count = False

    def start(self, stored, run):
        super().start(stored, run)
        self._call = stored.bind(run)
        cycle = stored.number("cycle_length")
        self._block = stored.number("block_length")
        if cycle == -1:
            cycle = 2
        self._open: list[Any] = [None] * cycle
        self._made_of = [[]] * cycle  # the element that each was made of
        self._at = self._taken = 0
        self._ended = False
        self._count = 0

    def next(self):
        idle = 0
        while idle <= len(self._open):
            self._choose()
            inner = self._open[self._at]
            if inner is None:
                try:
                    inner = self._following()
                except End:
                    self._ended = True
                    if not self._count:
                        break
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
            except _OF_RUNS:
                raise
            except Exception:
                if self.errors_count:
                    self._count_element()
                raise
            self._count_element()
            return element
        raise End

    def _count_element(self):
        self._taken += 1
        if self._taken == self._block:
            self._advance()

    def _choose(self):
        """Goes to the dataset of which the next element comes, where that is another one."""

    def _following(self):
        """Opens the next dataset."""
        if self._ended:
            raise End
        element = self.source.next()
        inner = self._open[self._at] = made(self._call, element, self.run)
        self._made_of[self._at] = element
        self._count += 1
        return inner

    def _advance(self):
        self._at = (self._at + 1) % len(self._open)
        self._taken = 0

    def save(self, to):
        super().save(to)
        to["cycle_index"], to["block_index"] = self._at, self._taken
        if self._ended:
            to.mark("end_of_input")
        to["num_open"] = self._count
        for i, inner in enumerate(self._open):
            if inner is not None:
                to.save(inner, f"[{i}]")
                to.save_element(f"args_size[{i}]", f"args_list_[{i}][{{}}]", self._made_of[i])

    def restore(self, saved):
        super().restore(saved)
        self._at, self._taken = saved.number("cycle_index"), saved.number("block_index")
        self._ended = "end_of_input" in saved
        self._count = saved.number("num_open")
        for i in range(len(self._open)):
            if f"args_size[{i}]" in saved:
                element = self._made_of[i] = saved.element(f"args_size[{i}]", f"args_list_[{i}][{{}}]")
                self._open[i] = made(self._call, element, self.run)
                saved.restore(self._open[i], f"[{i}]")

    @staticmethod
    def check(stored):
        for name in ("cycle_length", "block_length"):
            if stored.number(name) <= 0 and not (name == "cycle_length" and stored.number(name) == -1):
                raise InvalidArgumentError(None, None, f"{name} must be greater than zero.")


_INTERLEAVE = "input_dataset: variant, other_arguments: *Targuments, cycle_length: int64, block_length: int64"


@dataset("InterleaveDataset", _INTERLEAVE, attrs=F)
class Interleave(_Interleave):
    """The elements of the datasets that a function makes of each element, some of them interleaved."""


class _Opened:
    """A dataset whose elements a thread makes ahead of time.

    made_of: the element it was made of, None for one of which nothing but `queue` is left.  number: of it.
    """

    def __init__(self, run, inner, limit, made_of, number, meeting, queue=()):
        self.made_of = made_of
        self.number = number
        self._ahead = Ahead(run, inner, limit, queue, meeting)
        self.next = self._ahead.next

    @property
    def is_ready(self):
        """Whether next() returns without waiting."""
        return self._ahead.is_ready

    def save(self, to, name):
        """Adds its position. name: the beginning of the keys."""
        with self._ahead.at_rest() as queue:
            begun = self._ahead.source is not None and self.made_of is not None
            if begun:
                to.save(self._ahead.source, f"[{self.number}]")
                to[f"{name}.id"] = self.number
                to.save_element(f"{name}.inputs.size", f"{name}.inputs[{{}}]", self.made_of)
            to[f"{name}.results.size"] = len(queue)
            for i, (element, error) in enumerate(queue):
                result = f"{name}.results[{i}]"
                to.save_status(f"{result}.code", f"{result}.error_message", error)
                to.save_element(f"{result}.size", f"{result}[{{}}]", element or [])
                to.mark(f"{result}.is_ready")
        return begun


class _Ahead(_Interleave):
    """The same, with threads that make the elements of the datasets ahead of time: `limit` at most.

    Where the order may be another, an element comes of the first dataset, in the order of the cycle, that has made one.
    """

    errors_count = True

    def start(self, stored, run):
        super().start(stored, run)
        self._meeting = Meeting()
        self._sloppy = run.sloppy or self.sloppy
        self._opened = 0  # datasets so far
        self._future = []  # datasets that TensorFlow opened early, in a position that it saved; the next one last

    @property
    def limit(self):
        """How many elements a thread makes."""
        raise NotImplementedError

    @property
    def sloppy(self):
        """Whether the elements may come in another order."""
        return self.stored.op.attrs["sloppy"]

    def _choose(self):
        if not self._sloppy:
            return
        order = [(self._at + i) % len(self._open) for i in range(len(self._open))]
        for at in order:
            if self._open[at] is None and not self._ended:
                self._at = at
                try:
                    self._following()
                except End:
                    self._ended = True
        opened = [at for at in order if self._open[at] is not None]

        def ready():
            return next((at for at in opened if self._open[at].is_ready), None)

        with self._meeting.lock:
            if opened:
                self.run.wait(self._meeting.condition, lambda: ready() is not None)
            found = ready()
            self._at = order[0] if found is None else found
        if self._at != order[0]:
            self._taken = 0

    def _following(self):
        if self._future:
            inner = self._future.pop()
        elif self._ended:
            raise End
        else:
            inner = self._made()
        self._open[self._at] = inner
        self._count += 1
        return inner

    def _made(self):
        """The next dataset; where making it fails, one whose only element is the error."""
        try:
            element = self.source.next()
            elements = made(self._call, element, self.run)
        except (End, *_OF_RUNS):
            raise
        except Exception as error:
            return self._of_queue([(None, error)])
        self._opened += 1
        return _Opened(self.run, elements, self.limit, element, self._opened - 1, self._meeting)

    def _of_queue(self, queue):
        return _Opened(self.run, Ended(self.stored, self.run), self.limit, None, None, self._meeting, queue)

    def save(self, to):
        Unary.save(self, to)
        to["cycle_index"], to["block_index"] = self._at, self._taken
        if self._ended:
            to.mark("end_of_input")
        to["element_id_counter"] = self._opened
        count = 0
        for name, group in (("current_elements", self._open), ("future_elements", self._future)):
            to[f"{name}.size"] = len(group)
            for i, inner in enumerate(group):
                if inner is not None:
                    count += inner.save(to, f"{name}[{i}]")
        to["num_open"] = count

    def restore(self, saved):
        Unary.restore(self, saved)
        self._at, self._taken = saved.number("cycle_index"), saved.number("block_index")
        self._ended = "end_of_input" in saved
        self._opened = saved.number("element_id_counter")
        for i in range(saved.number("current_elements.size")):
            self._open[i] = self._restored(saved, f"current_elements[{i}]")
            self._count += self._open[i] is not None
        for i in range(saved.number("future_elements.size")):
            self._future.append(self._restored(saved, f"future_elements[{i}]"))

    def _restored(self, saved, name):
        if f"{name}.results.size" not in saved:
            return None
        queue = []
        for i in range(saved.number(f"{name}.results.size")):
            result = f"{name}.results[{i}]"
            error = saved.status(f"{result}.code", f"{result}.error_message")
            queue.append((None, error) if error else (saved.element(f"{result}.size", f"{result}[{{}}]"), None))
        if f"{name}.id" not in saved:
            return self._of_queue(queue)
        number = saved.number(f"{name}.id")
        element = saved.element(f"{name}.inputs.size", f"{name}.inputs[{{}}]")
        inner = made(self._call, element, self.run)
        saved.restore(inner, f"[{number}]")
        return _Opened(self.run, inner, self.limit, element, number, self._meeting, queue)


@dataset(
    "ParallelInterleaveDatasetV2", f"{_INTERLEAVE}, num_parallel_calls: int64", attrs={**F, "sloppy": (bool, False)}
)
class ParallelInterleave(_Ahead):
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

    @property
    def limit(self):
        return max(2, self._block)


def _old_parallel_interleave(op_type):
    @dataset(
        op_type,
        f"{_INTERLEAVE}, sloppy: bool, buffer_output_elements: int64, prefetch_input_elements: int64",
        attrs=F,
    )
    class OldParallelInterleave(_Ahead):
        """The elements of the datasets that a function makes, interleaved, made ahead of time by threads."""

        @property
        def limit(self):
            return max(1, self.stored.number("buffer_output_elements"))

        @property
        def sloppy(self):
            return bool(self.stored.inputs["sloppy"])

    return OldParallelInterleave


OldParallelInterleave = _old_parallel_interleave("ParallelInterleaveDataset")
_old_parallel_interleave("ExperimentalParallelInterleaveDataset")


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
        self._buffer = deque()  # pairs (element, None), or (None, what making it raised)
        self._ended = False
        self._size, self._shift, self._stride = (stored.number(name) for name in ("size", "shift", "stride"))
        self._skip = 0

    def next(self):
        reach = (self._size - 1) * self._stride + 1
        try:
            while not self._ended and (self._skip or len(self._buffer) < reach):
                item = self._read()
                if self._skip:
                    self._skip -= 1
                else:
                    self._buffer.append(item)
        except End:
            self._ended = True
        if not self._buffer or self.stored.number("drop_remainder") and len(self._buffer) < reach:
            raise End
        chosen = list(self._buffer)[: reach : self._stride]
        for _ in range(min(self._shift, len(self._buffer))):
            self._buffer.popleft()
        self._skip = max(0, self._shift - reach) if not self._ended else 0
        for _, error in chosen:
            if error is not None:
                raise error
        columns = zip(*[element for element, _ in chosen], strict=True)
        return [of_list(self.stored.op, [[part] for part in column]) for column in columns]

    def _read(self):
        """The next element. What making it raises is raised where a window has it, not where it is passed over."""
        try:
            return self.source.next(), None
        except OpError as error:
            return None, error

    def save(self, to):
        super().save(to)
        to["skip"] = self._skip
        to["buffer_size"] = len(self._buffer)
        for i, (element, error) in enumerate(self._buffer):
            to.save_status(f"buffer[{i}].code", f"buffer[{i}].error_message", error)
            to.save_element(f"buffer[{i}].size", f"buffer[{i}][{{}}]", element or [])

    def restore(self, saved):
        super().restore(saved)
        self._skip = saved.number("skip")
        for i in range(saved.number("buffer_size")):
            error = (
                saved.status(f"buffer[{i}].code", f"buffer[{i}].error_message")
                if f"buffer[{i}].code" in saved
                else None
            )
            element = saved.element(f"buffer[{i}].size", f"buffer[{i}][{{}}]")
            self._buffer.append((None if error else element, error))


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
            self._inner = self._current = None  # the dataset of a window, and the key of that window
            self._ended = False

        def next(self):
            while True:
                if self._inner is not None:
                    try:
                        return self._inner.next()
                    except End:
                        self._inner = None
                        del self._groups[self._current]
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
            window = of_list(self.stored.op, self._groups[key])
            self._inner = made(self._reduce, [np.asarray(key, np.int64), window], self.run)
            self._current = key

        def save(self, to):
            super().save(to)
            if self._ended:
                to.mark("end_of_input")
            if self._groups:
                to["groups_size"] = len(self._groups)
            for i, (key, group) in enumerate(self._groups.items()):
                to[f"groups_[{i}]->key"] = key
                to[f"groups_[{i}]_size"] = len(group)
                for j, element in enumerate(group):
                    to.save_element(f"groups_[{i}][{j}]_size", f"groups_[{i}][{j}][{{}}]", element)
            if self._sizes:
                to["window_sizes_size"] = len(self._sizes)
            for i, (key, size) in enumerate(self._sizes.items()):
                to[f"window_sizes_[{i}]->key"], to[f"window_sizes_[{i}]->value"] = key, size
            if self._inner is None:
                to.mark("current_iterator_not_initialized")
            else:
                to.save(self._inner, "::Reduce")
                to["current_key"] = self._current

        def restore(self, saved):
            super().restore(saved)
            self._ended = "end_of_input" in saved
            for i in range(saved.number("groups_size") if "groups_size" in saved else 0):
                count = saved.number(f"groups_[{i}]_size")
                self._groups[saved.number(f"groups_[{i}]->key")] = [
                    saved.element(f"groups_[{i}][{j}]_size", f"groups_[{i}][{j}][{{}}]") for j in range(count)
                ]
            for i in range(saved.number("window_sizes_size") if "window_sizes_size" in saved else 0):
                self._sizes[saved.number(f"window_sizes_[{i}]->key")] = saved.number(f"window_sizes_[{i}]->value")
            if "current_iterator_not_initialized" not in saved:
                self._emit(saved.number("current_key"))
                saved.restore(self._inner, "::Reduce")

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
            self._states = None  # pairs of a key and a state, when all elements were reduced
            self._next = 0

        def next(self):
            if self._states is None:
                self._states = self._reduce()
            if self._next >= len(self._states):
                raise End
            self._next += 1
            return self._calls["finalize_func"](self._states[self._next - 1][1])

        def save(self, to):
            super().save(to)
            if self._states is None:
                return
            to.mark("end_of_input")
            if self._states:
                to["states_size"] = to["keys_size"] = len(self._states)
                to["keys_index"] = self._next
            for i, (key, state) in enumerate(self._states):
                to[f"keys[{i}]"] = to[f"states[{i}]->key"] = key
                to.save_element(f"states[{i}]->state_size", f"states[{i}]->state[{{}}]", state)

        def restore(self, saved):
            super().restore(saved)
            if "end_of_input" not in saved:
                return
            states = {}
            for i in range(saved.number("states_size") if "states_size" in saved else 0):
                state = saved.element(f"states[{i}]->state_size", f"states[{i}]->state[{{}}]")
                states[saved.number(f"states[{i}]->key")] = state
            self._states = sorted(states.items())
            self._next = saved.number("keys_index") if states else 0

        def _reduce(self):
            states = {}
            while True:
                self.run.check()
                try:
                    element = self.source.next()
                except End:
                    return sorted(states.items())
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
            self._sources: list[Any] = [unboxed(part).iterate(run) for part in stored.data_input_datasets]
            self._left = len(self._sources)

        def save(self, to):
            if not self._left:
                to.mark("selector_input_impl_empty")
            else:
                to.save(self._selector, ".selector")
            for i, source in enumerate(self._sources):
                if source is None:
                    to.mark(f"data_input_impl_empty[{i}]")
                else:
                    to.save(source, f"[{i}]")

        def restore(self, saved):
            if "selector_input_impl_empty" in saved:
                self._left = 0
                return
            saved.restore(self._selector, ".selector")
            for i, source in enumerate(self._sources):
                if f"data_input_impl_empty[{i}]" in saved:
                    self._sources[i] = None
                    self._left -= 1
                else:
                    saved.restore(source, f"[{i}]")

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
