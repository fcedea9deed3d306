"""Datasets that leave out, repeat or join elements of others without changing them."""

import time
from typing import Any

import numpy as np

from graphlab._src.base.errors import InvalidArgumentError, OpError
from graphlab._src.base.shapes import as_shape
from graphlab._src.data.kinds.shuffling import ShuffleAndRepeat
from graphlab._src.data.runtime import INFINITE, UNKNOWN, Elements, End, Ended, Stored, Unary, dataset, unboxed
from graphlab._src.ops.define import REQUIRED


def _times(size, count):
    if size == 0 or count == 0:
        return 0
    if count < 0 or size == INFINITE:
        return INFINITE
    return UNKNOWN if size == UNKNOWN else size * count


def fuses(stored):
    """True for a dataset that shuffles anew each time."""
    return stored.op.type == "ShuffleDataset" and stored.op.attrs["reshuffle_each_iteration"]


def with_repeats(stored, count):
    """What TensorFlow makes of a shuffled dataset that is repeated: the order differs from that of each by itself."""
    inputs = {**stored.inputs, "count": np.asarray(count, np.int64)}
    return Stored(ShuffleAndRepeat, stored.op, inputs, {}, {})


@dataset("RepeatDataset", "input_dataset: variant, count: int64")
class Repeat(Elements):
    """A dataset again and again: `count` times, without end below 0."""

    @staticmethod
    def cardinality(stored):
        return _times(unboxed(stored.input_dataset).cardinality, stored.number("count"))

    def start(self, stored, run):
        self._input = unboxed(stored.input_dataset)
        self._left = stored.number("count")
        self._source = None
        self._first = True
        self._fused: Any = None
        if run.fuses and fuses(self._input):
            self._fused = with_repeats(self._input, self._left).iterate(run)
        elif self._left == 1:
            self._fused = self._input.iterate(run)

    def next(self):
        if self._fused is not None:
            return self._fused.next()
        while self._left:
            if self._source is None:
                self._source = self._input.iterate(self.run)
                self._first = True
            try:
                element = self._source.next()
            except End:
                self._source = None
                self._left -= 1
                if self._first and self._left < 0:
                    break  # without elements that would go on for ever
                continue
            self._first = False
            return element
        self._left = 0
        raise End

    @property
    def path(self):
        count = self.stored.number("count")
        if self._fused is not None:
            return ""
        return "::ForeverRepeat" if count < 0 else "::FiniteRepeat" if count else "::EmptyRepeat"

    def save(self, to):
        count = self.stored.number("count")
        if self._fused is not None:
            to.save(self._fused)
            return
        if count > 0:
            to["i"] = count - self._left
        if self._source is None and count < 0:
            to.mark("uninitialized")
            return
        if self._source is None and self._left:
            self._source, self._first = self._input.iterate(self.run), True
        if self._source is not None:
            to.save(self._source)
        else:
            to.mark("input_impl_empty")

    def restore(self, saved):
        count = self.stored.number("count")
        if self._fused is not None:
            saved.restore(self._fused)
            return
        if "input_impl_empty" in saved:
            self._left = 0
        elif count and "uninitialized" not in saved:
            if count > 0:
                self._left = count - saved.number("i")
            self._source = self._input.iterate(self.run)
            saved.restore(self._source)
            self._first = False

    def several(self, count):
        if self._fused is not None:
            return self._fused.several(count)
        if self._source is not None:
            found = self._source.several(count)
            self._first = self._first and not len(found)
            if len(found) == count:
                return found
            return [*map(list, found), *super().several(count - len(found))]
        return super().several(count)


@dataset("TakeDataset", "input_dataset: variant, count: int64")
class Take(Unary):
    """The first `count` elements of a dataset, all below 0."""

    @staticmethod
    def cardinality(stored):
        size, count = unboxed(stored.input_dataset).cardinality, stored.number("count")
        return count if size == INFINITE else UNKNOWN if size == UNKNOWN else min(size, count)  # -1 below 0, too

    def start(self, stored, run):
        self._left = stored.number("count")
        if self._left:
            super().start(stored, run)

    def next(self):
        if not self._left:
            self.source = Ended(self.stored, self.run)  # so that files and generators are closed
            self.run.end_left()
            raise End
        element = self.source.next()
        self._left -= 1
        return element

    @property
    def path(self):
        count = self.stored.number("count")
        return "" if count < 0 else "::FiniteTake" if count else "::EmptyTake"

    def save(self, to):
        count = self.stored.number("count")
        if count < 0:
            to.save(self.source)
        elif count:
            to["i"] = count - self._left
            super().save(to)

    def restore(self, saved):
        count = self.stored.number("count")
        if count < 0:
            saved.restore(self.source)
        elif count:
            self._left = count - saved.number("i")
            super().restore(saved)


@dataset("SkipDataset", "input_dataset: variant, count: int64")
class Skip(Unary):
    """A dataset without its first `count` elements; none are left below 0."""

    @staticmethod
    def cardinality(stored):
        size, count = unboxed(stored.input_dataset).cardinality, stored.number("count")
        if count < 0:
            return 0
        return size if size < 0 else max(0, size - count)

    def start(self, stored, run):
        super().start(stored, run)
        self._skip = stored.number("count")

    def next(self):
        if self._skip < 0:
            raise End
        while self._skip:
            self.source.next()
            self._skip -= 1  # an element that is an error does not count
            self.run.check()
        return self.source.next()

    @property
    def path(self):
        count = self.stored.number("count")
        return "::EmptySkip" if count < 0 else "::FiniteSkip" if count else ""

    def save(self, to):
        count = self.stored.number("count")
        if not count:
            to.save(self.source)
        elif count > 0:
            to["i"] = count - self._skip
            super().save(to)

    def restore(self, saved):
        count = self.stored.number("count")
        if not count:
            saved.restore(self.source)
        elif count > 0:
            self._skip = count - saved.number("i")
            super().restore(saved)


@dataset(
    "ShardDataset",
    "input_dataset: variant, num_shards: int64, index: int64",
    attrs={"require_non_empty": (bool, False)},
)
class Shard(Unary):
    """Every `num_shards`-th element of a dataset, from number `index` on."""

    @staticmethod
    def check(stored):
        count, index = stored.number("num_shards"), stored.number("index")
        if count <= 0:
            text = f"Number of shards must be greater than zero (currently num_shards = {count})."
            raise InvalidArgumentError(None, None, text)
        if not 0 <= index < count:
            text = f"Index must be between 0 and {count - 1} (currently index = {index})."
            raise InvalidArgumentError(None, None, text)

    @staticmethod
    def cardinality(stored):
        size = unboxed(stored.input_dataset).cardinality
        count, index = stored.number("num_shards"), stored.number("index")
        return size if size < 0 else len(range(index, size, count))

    def start(self, stored, run):
        super().start(stored, run)
        self._index, self._count = stored.number("index"), stored.number("num_shards")
        self._next = 0  # number of the source's next element

    def next(self):
        while self._next % self._count != self._index:
            self.source.next()
            self._next += 1
        element = self.source.next()
        self._next += 1  # an element that is an error does not count
        return element

    def save(self, to):
        super().save(to)
        if not isinstance(self.source, Ended):
            to["next_index"] = self._next

    def restore(self, saved):
        super().restore(saved)
        if not isinstance(self.source, Ended):
            self._next = saved.number("next_index")


@dataset("ConcatenateDataset", "input_dataset: variant, another_dataset: variant")
class Concatenate(Elements):
    """The elements of one dataset, then those of another."""

    @staticmethod
    def cardinality(stored):
        sizes = [unboxed(part).cardinality for part in (stored.input_dataset, stored.another_dataset)]
        return INFINITE if INFINITE in sizes else UNKNOWN if UNKNOWN in sizes else sum(sizes)

    def start(self, stored, run):
        self._waiting = [stored.another_dataset, stored.input_dataset]
        self._source = None

    def next(self):
        while self._source or self._waiting:
            if self._source is None:
                self._source = unboxed(self._waiting.pop()).iterate(self.run)
            try:
                return self._source.next()
            except End:
                self._source = None
        raise End

    def save(self, to):
        if self._source is None and self._waiting:
            self._source = unboxed(self._waiting.pop()).iterate(self.run)
        number = 2 - len(self._waiting) - (self._source is not None)
        to["i"] = number
        if self._source is None:
            to.mark("input_impl_uninitialized")
        else:
            to.save(self._source, f"[{number}]")

    def restore(self, saved):
        number = saved.number("i")
        del self._waiting[2 - number :]
        if "input_impl_uninitialized" not in saved:
            self._source = unboxed(self._waiting.pop()).iterate(self.run)
            saved.restore(self._source, f"[{number}]")


@dataset("ZipDataset", "input_datasets: N*variant", minimums={"N": 1})
class Zip(Elements):
    """Elements made of one of each of several datasets, as long as all have one."""

    @staticmethod
    def cardinality(stored):
        sizes = [unboxed(part).cardinality for part in stored.input_datasets]
        finite = [size for size in sizes if size != INFINITE]
        return UNKNOWN if UNKNOWN in sizes else min(finite, default=INFINITE)

    def start(self, stored, run):
        self._sources = [unboxed(part).iterate(run) for part in stored.input_datasets]

    def next(self):
        if not self._sources:
            raise End
        element = []
        try:
            for source in self._sources:
                element += (
                    source.next()
                )  # after an error the later ones are not read, and so lag behind, as in TensorFlow
        except End:
            self._sources = []
            raise
        return element

    def save(self, to):
        if not self._sources:
            to.mark("input_impls_empty")
        for i, source in enumerate(self._sources):
            to.save(source, f"[{i}]")

    def restore(self, saved):
        if "input_impls_empty" in saved:
            self._sources = []
        for i, source in enumerate(self._sources):
            saved.restore(source, f"[{i}]")


def _ignore_errors(op_type):
    @dataset(op_type, "input_dataset: variant")
    class IgnoreErrors(Unary):
        """A dataset without the elements that can't be made."""

        ended_key = "input_impls_empty"

        @staticmethod
        def cardinality(stored):
            return unboxed(stored.input_dataset).cardinality

        def next(self):
            while True:
                try:
                    return self.source.next()
                except OpError as error:
                    if error.error_code in (1, 4):  # cancelled, or out of time
                        raise

    return IgnoreErrors


IgnoreErrors = _ignore_errors("IgnoreErrorsDataset")
_ignore_errors("ExperimentalIgnoreErrorsDataset")


def _sleep(op_type):
    @dataset(op_type, "input_dataset: variant, sleep_microseconds: int64")
    class Sleep(Unary):
        """A dataset each of whose elements comes so much later."""

        @staticmethod
        def cardinality(stored):
            return unboxed(stored.input_dataset).cardinality

        def next(self):
            time.sleep(self.stored.number("sleep_microseconds") / 1e6)
            return self.source.next()

    return Sleep


Sleep = _sleep("SleepDataset")
_sleep("ExperimentalSleepDataset")


def _choose_fastest(op_type):
    @dataset(op_type, "input_datasets: N*variant", attrs={"num_experiments": (int, REQUIRED)}, minimums={"N": 2})
    class ChooseFastest(Elements):
        """The elements of one of several datasets, which have the same elements: the first, since nothing is timed."""

        @staticmethod
        def check(stored):
            every = [unboxed(one) for one in stored.input_datasets]
            for i, other in enumerate(every):
                _check_compatible(every[0], other, i)

        @staticmethod
        def cardinality(stored):
            known = [unboxed(one).cardinality for one in stored.input_datasets]
            return next((size for size in known if size != UNKNOWN), UNKNOWN)

        def start(self, stored, run):
            self._source = unboxed(stored.input_datasets[0]).iterate(run)

        def next(self):
            return self._source.next()

        def save(self, to):
            to.save(self._source, "[0]")

        def restore(self, saved):
            saved.restore(self._source, "[0]")

    return ChooseFastest


def _check_compatible(first, other, i):
    def refuse(text):
        raise InvalidArgumentError(None, None, f"All inputs to ChooseFastestDataset must have {text}")

    types, found = first.op.attrs["output_types"], other.op.attrs["output_types"]
    if types != found:
        names = [", ".join(kind.name for kind in one) for one in (found, types)]
        refuse(f"the same output types. Input {i} has output types: {names[0]}. Expected: {names[1]}.")
    shapes, dims = first.op.attrs["output_shapes"], other.op.attrs["output_shapes"]
    for j, (one, two) in enumerate(zip(map(as_shape, shapes), map(as_shape, dims), strict=True)):
        if not one.is_compatible_with(two):
            text = f"compatible output shapes. Component {j} of input {i} has shape: {_text(two)}. Expected to be compatible"
            refuse(f"{text} with shape: {_text(one)}.")
    sizes = first.cardinality, other.cardinality
    if UNKNOWN not in sizes and sizes[0] != sizes[1]:
        text = f"compatible cardinalities. Input {i} has cardinality: {sizes[1]}, while all prior inputs have"
        refuse(f"{text} cardinality: {sizes[0]}.")


def _text(shape):
    """A shape as the runtime of TensorFlow writes it."""
    if shape.ndims is None:
        return "<unknown>"
    return f"[{','.join('?' if size is None else str(size) for size in shape.as_list())}]"


ChooseFastest = _choose_fastest("ChooseFastestDataset")
_choose_fastest("ExperimentalChooseFastestDataset")


def _as_it_is(op_type, signature, attrs=None):
    @dataset(op_type, signature, attrs=attrs)
    class Same(Unary):
        """A dataset as it is: what TensorFlow changes there is how fast it comes."""

        @staticmethod
        def cardinality(stored):
            return unboxed(stored.input_dataset).cardinality

        def next(self):
            return self.source.next()

    return Same


Model = _as_it_is("ModelDataset", "input_dataset: variant", {"algorithm": (int, 0), "cpu_budget": (int, 0)})


@dataset(
    "OptimizeDataset",
    "input_dataset: variant, optimizations: string",
    attrs={"optimization_configs": (list[str], [])},
)
class Optimize(Unary):
    """A dataset as it is, with those of TensorFlow's optimizations that change what comes."""

    @staticmethod
    def cardinality(stored):
        return unboxed(stored.input_dataset).cardinality

    def start(self, stored, run):
        chosen = stored.optimizations.tolist()
        run.fuses = b"shuffle_and_repeat_fusion" in chosen
        run.fuses_batches = b"map_and_batch_fusion" in chosen
        run.sloppy = b"make_sloppy" in chosen
        super().start(stored, run)

    def next(self):
        return self.source.next()

    @property
    def path(self):
        return ""

    def save(self, to):
        to.save(self.source)

    def restore(self, saved):
        saved.restore(self.source)


MaxIntraOpParallelism = _as_it_is(
    "MaxIntraOpParallelismDataset", "input_dataset: variant, max_intra_op_parallelism: int64"
)
PrivateThreadPool = _as_it_is("PrivateThreadPoolDataset", "input_dataset: variant, num_threads: int64")
_as_it_is("ExperimentalMaxIntraOpParallelismDataset", "input_dataset: variant, max_intra_op_parallelism: int64")
_as_it_is("ExperimentalPrivateThreadPoolDataset", "input_dataset: variant, num_threads: int64")
AssertNext = _as_it_is("AssertNextDataset", "input_dataset: variant, transformations: string")
_as_it_is("ExperimentalAssertNextDataset", "input_dataset: variant, transformations: string")
NonSerializable = _as_it_is("NonSerializableDataset", "input_dataset: variant")
