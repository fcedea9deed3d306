"""Datasets of what functions make of the elements of others, or choose among them."""

import contextlib
import os
from collections import deque
from typing import Any

from graphlab._src.base.errors import InvalidArgumentError, OpError, OutOfRangeError
from graphlab._src.data.kinds.batching import batches, check_size, next_ready, ready_in, save_ready, stacked
from graphlab._src.data.prefetch_threads import Ahead, Pool, Task
from graphlab._src.data.runtime import End, Unary, dataset, unboxed
from graphlab._src.data.vectorized_map import Alone
from graphlab._src.ops.define import FUNCTION, REQUIRED

F = {"f": (FUNCTION, REQUIRED)}
_MAP = {
    **F,
    "use_inter_op_parallelism": (bool, True),
    "preserve_cardinality": (bool, False),
}
_AUTOMATIC = max(2, min(8, os.cpu_count() or 2))  # calls at the same time where TensorFlow would tune it


class _Calls(Unary):
    @staticmethod
    def cardinality(stored):
        return unboxed(stored.input_dataset).cardinality

    def start(self, stored, run):
        super().start(stored, run)
        self._function = stored.bind(run)
        self.call = ends(self._function, stored.op.attrs.get("preserve_cardinality"))


class _Map(_Calls):
    def start(self, stored, run):
        super().start(stored, run)
        self._waiting = deque()  # elements that were read ahead of an element that failed

    def next(self):
        return self.call(self._waiting.popleft() if self._waiting else self.source.next())

    def several(self, count):
        found = self.vectorized(count)
        return super().several(count) if found is None else found

    def whole(self, count):
        """Up to so many elements; where one of them cannot be made, all are lost."""
        found = self.vectorized(count)
        return _whole(self.next, count) if found is None else found

    def save(self, to):
        super().save(to)
        if self._waiting:
            to["waiting_size"] = len(self._waiting)
            for i, element in enumerate(self._waiting):
                to.save_element(f"waiting[{i}].size", f"waiting[{i}][{{}}]", element)

    def restore(self, saved):
        super().restore(saved)
        for i in range(saved.number("waiting_size") if "waiting_size" in saved else 0):
            self._waiting.append(saved.element(f"waiting[{i}].size", f"waiting[{i}][{{}}]"))

    def finish(self, make, batches):
        """Adds the batches for which calls are under way. make: makes one."""

    def vectorized(self, count):
        """Up to so many elements made in one go, or None when they have to be made one by one."""
        if not self._function.function.vectorizes or self._waiting:
            return None
        elements = self.source.several(count)
        try:
            return self._function.vectorized(elements) if len(elements) else elements
        except Alone:
            self._waiting.extend(map(list, elements))
            return None


def _whole(make, count):
    elements, failed = [], None
    for _ in range(count):
        try:
            elements.append(make())
        except End:
            break
        except Exception as error:
            failed = failed or error
    if failed is not None:
        raise failed
    return elements


def ends(call, preserved):
    """The function; where it raises OutOfRangeError the dataset ends, unless its size is to be preserved."""
    if call.quick:
        return call

    def called(element):
        try:
            return call(element)
        except OutOfRangeError as error:
            if preserved:
                raise InvalidArgumentError(
                    error.node_def, error.op, f"Function invocation produced OutOfRangeError: {error.message}"
                ) from error
            raise End from None

    return called


@dataset("MapDataset", "input_dataset: variant, other_arguments: *Targuments", attrs=_MAP)
class Map(_Map):
    """The results of a function for each element."""


class _Parallel(_Map):
    """Has several calls under way, where that helps: NumPy on the few numbers of an element does not get faster."""

    def start(self, stored, run):
        super().start(stored, run)
        count = stored.number("num_parallel_calls")
        if count != -1 and count < 1:
            text = "num_parallel_calls must be greater than zero."
            raise InvalidArgumentError(None, None, text)
        self._count = _AUTOMATIC if count == -1 else count
        self._pool = None if stored.bind(run).quick else Pool(run, self.call, min(self._count, 64))
        self._under_way = deque()
        self._ended = False
        self._sloppy = run.sloppy or stored.op.attrs.get("sloppy", False)

    def next(self):
        if self._pool is None:
            return _of(self._under_way.popleft()) if self._under_way else super().next()
        while not self._ended and len(self._under_way) < self._count:
            try:
                self._under_way.append(self._pool.submit(self.source.next()))
            except End:
                self._ended = True
        if not self._under_way:
            raise End
        if self._sloppy:
            task = self._pool.first_finished(self._under_way)
            self._under_way.remove(task)
            return _of(task)
        return _of(self._pool.finished(self._under_way.popleft()))

    def vectorized(self, count):
        return None if self._under_way else super().vectorized(count)

    def finish(self, make, batches):
        count, self._count = self._count, 1  # no more calls than the last batch needs
        try:
            while self._under_way:
                try:
                    batches.append(make())
                except End:
                    break
                except OpError as error:
                    batches.append(error)
        finally:
            self._count = count

    def save(self, to):
        super().save(to)
        to["invocation_results.size"] = len(self._under_way)
        for i, task in enumerate(self._under_way):
            name = f"invocation_results[{i}]"
            if self._pool is not None:
                self._pool.finished(task)
            ended = isinstance(task.error, End)
            to.save_status(f"{name}.code", f"{name}.error_message", None if ended else task.error)
            to.save_element(f"{name}.size", f"{name}[{{}}]", task.value or [])
            if ended:
                to.mark(f"{name}.end_of_input")

    def restore(self, saved):
        super().restore(saved)
        for i in range(saved.number("invocation_results.size") if "invocation_results.size" in saved else 0):
            name = f"invocation_results[{i}]"
            error = saved.status(f"{name}.code", f"{name}.error_message")
            if f"{name}.end_of_input" in saved:
                error = End()
            value = saved.element(f"{name}.size", f"{name}[{{}}]")
            self._under_way.append(Task(value=value, error=error))


def _of(task):
    """The value of a call that has ended; raises what it raised."""
    if task.error is not None:
        raise task.error
    return task.value


@dataset(
    "ParallelMapDataset",
    "input_dataset: variant, other_arguments: *Targuments, num_parallel_calls: int32",
    attrs={
        **F,
        "use_inter_op_parallelism": (bool, True),
        "sloppy": (bool, False),
        "preserve_cardinality": (bool, False),
    },
)
class ParallelMap(_Parallel):
    """The results of a function for each element, with several calls at the same time."""


def _map_and_batch(op_type):
    @dataset(
        op_type,
        "input_dataset: variant, other_arguments: *Targuments, batch_size: int64, num_parallel_calls: int64, "
        "drop_remainder: bool",
        attrs={**F, "preserve_cardinality": (bool, False)},
    )
    class MapAndBatch(_Parallel):
        """Batches of the results of a function for each element."""

        @staticmethod
        def check(stored):
            check_size(stored, "batch_size", "batch_size")
            count = stored.number("num_parallel_calls")
            if count != -1 and count < 1:
                raise InvalidArgumentError(None, None, "num_parallel_calls must be greater than zero.")

        several = Unary.several  # of batches, where _Map's is of what they are made of

        @staticmethod
        def cardinality(stored):
            size = _Map.cardinality(stored)
            return batches(size, stored.number("batch_size"), stored.number("drop_remainder"))

        def start(self, stored, run):
            super().start(stored, run)
            self._ready = deque()

        def next(self):
            return next_ready(self._ready) if self._ready else self._batch()

        def _batch(self):
            size = self.stored.number("batch_size")
            elements = self.vectorized(size)
            if elements is None:
                elements = _whole(super().next, size)
            if not elements or self.stored.number("drop_remainder") and len(elements) < size:
                raise End
            return stacked(elements)

        def save(self, to):
            self.finish(self._batch, self._ready)
            super().save(to)
            save_ready(to, self._ready)

        def restore(self, saved):
            super().restore(saved)
            drops = self.stored.number("drop_remainder")
            self._ready = ready_in(saved, self.stored.number("batch_size") if drops else 1)

    return MapAndBatch


MapAndBatch = _map_and_batch("MapAndBatchDataset")
_map_and_batch("ExperimentalMapAndBatchDataset")


@dataset(
    "FilterDataset",
    "input_dataset: variant, other_arguments: *Targuments",
    attrs={"predicate": (FUNCTION, REQUIRED)},
    functions=("predicate",),
)
class Filter(Unary):
    """The elements of which a function says True."""

    ended_key = "input_impls_empty"

    def start(self, stored, run):
        super().start(stored, run)
        self._accepts = stored.bind(run, "predicate")

    def next(self):
        while True:
            element = self.source.next()
            found = self._accepts(element)
            if len(found) != 1 or found[0].dtype != bool or found[0].ndim:
                raise InvalidArgumentError(None, None, "Filter predicate `predicate` must return a scalar bool.")
            if found[0]:
                return element
            self.run.check()

    def save(self, to):
        super().save(to)
        to["filtered_elements"] = to["dropped_elements"] = 0  # TensorFlow counts them for its statistics


def _take_while(op_type):
    @dataset(
        op_type,
        "input_dataset: variant, other_arguments: *Targuments",
        attrs={"predicate": (FUNCTION, REQUIRED)},
        functions=("predicate",),
    )
    class TakeWhile(Unary):
        """The elements up to the first of which a function says False."""

        def start(self, stored, run):
            super().start(stored, run)
            self._accepts = stored.bind(run, "predicate")
            self._ended = False

        def next(self):
            if self._ended:
                raise End
            element = self.source.next()
            if not self._accepts(element)[0]:
                self._ended = True
                raise End
            return element

        def save(self, to):
            super().save(to)
            if self._ended:
                to.mark("ended")

        def restore(self, saved):
            super().restore(saved)
            self._ended = "ended" in saved

    return TakeWhile


TakeWhile = _take_while("TakeWhileDataset")
_take_while("ExperimentalTakeWhileDataset")


def _scan(op_type):
    @dataset(
        op_type,
        "input_dataset: variant, initial_state: *Tstate, other_arguments: *Targuments",
        attrs={**F, "preserve_cardinality": (bool, False)},
        minimums={"Tstate": 1},
    )
    class Scan(_Calls):
        """The results of a function of a state and each element, which also returns the next state."""

        def start(self, stored, run):
            super().start(stored, run)
            self._state = list(stored.initial_state)

        def next(self):
            count = len(self._state)
            found = self.call([*self._state, *self.source.next()])
            self._state = found[:count]
            return found[count:]

        def save(self, to):
            super().save(to)
            to.save_element("state_size", "state[{}]", self._state)

        def restore(self, saved):
            super().restore(saved)
            self._state = saved.element("state_size", "state[{}]")

    return Scan


Scan = _scan("ScanDataset")
_scan("ExperimentalScanDataset")


@dataset(
    "PrefetchDataset",
    "input_dataset: variant, buffer_size: int64",
    attrs={"slack_period": (int, 0), "legacy_autotune": (bool, True)},
)
class Prefetch(Unary):
    """A dataset of which a thread makes up to `buffer_size` elements ahead of time."""

    @staticmethod
    def check(stored):
        if stored.number("buffer_size") < -1:
            raise InvalidArgumentError(
                None, None, "buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning"
            )

    @staticmethod
    def cardinality(stored):
        return unboxed(stored.input_dataset).cardinality

    def start(self, stored, run):
        super().start(stored, run)
        self._size = stored.number("buffer_size")
        self._ahead: Any = None

    def next(self):
        if not self._size:
            return self.source.next()
        if self._ahead is None:
            self._ahead = self._begun([])
        return self._ahead.next()

    def _begun(self, queue):
        return Ahead(self.run, self.source, _AUTOMATIC if self._size < 0 else self._size, queue)

    @property
    def path(self):
        return super().path if self._size else ""

    def save(self, to):
        if not self._size:
            to.save(self.source)
            return
        with contextlib.nullcontext([]) if self._ahead is None else self._ahead.at_rest() as queue:
            super().save(to)
            to["buffer_size"] = len(queue)
            for i, (element, error) in enumerate(queue):
                to.save_status(f"status[{i}].code", f"status[{i}].error_message", error)
                to.save_element(f"buffer[{i}].size", f"buffer[{i}][{{}}]", element or [])

    def restore(self, saved):
        if not self._size:
            saved.restore(self.source)
            return
        super().restore(saved)
        queue = []
        for i in range(saved.number("buffer_size")):
            error = saved.status(f"status[{i}].code", f"status[{i}].error_message")
            queue.append((None, error) if error else (saved.element(f"buffer[{i}].size", f"buffer[{i}][{{}}]"), None))
        self._ahead = self._begun(queue)
