"""Datasets in another order, TensorFlow's for the same seeds."""

from collections import deque

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.philox import Philox
from graphlab._src.data.runtime import INFINITE, UNKNOWN, End, Unary, dataset, unboxed
from graphlab._src.data.seeds import numbers_of


class _Held:
    """Elements of one epoch that wait in the buffer."""

    def __init__(self):
        self.elements = []
        self._first = 0

    def count(self):
        """How many there are."""
        return len(self.elements) - self._first

    def waiting(self):
        """All of them, in order."""
        return self.elements[self._first :]

    def take(self, number):
        """One of them. TensorFlow keeps a ring: the one that is taken changes places with the first."""
        elements, first = self.elements, self._first
        i = first + number % (len(elements) - first)
        found = elements[i]
        elements[i] = elements[first]
        elements[first] = None
        self._first = first + 1
        if self._first > 1024 and self._first * 2 > len(elements):
            del elements[: self._first]
            self._first = 0
        return found


_MAX_EPOCHS = 3  # in a buffer: one that is larger than them is not filled further, as the first is drawn from alone


class _Shuffled(Unary):
    """Draws elements at random out of a buffer, which is refilled before each.

    The buffer may hold elements of several epochs: an earlier one is emptied before the next one is taken from.
    """

    @staticmethod
    def check(stored):
        if stored.number("buffer_size") < 1:
            raise InvalidArgumentError(None, None, "buffer_size must be greater than zero.")
        seeds = numbers_of(stored)
        stored.shared = seeds, Philox(*seeds)

    def start(self, stored, run):
        self._input = unboxed(stored.input_dataset)
        self._size = stored.number("buffer_size")
        self._own_seeds = self._seeds(stored)
        self._draw = Philox(*self._own_seeds)
        self._epochs = deque()  # what there is in the buffer of each, oldest first
        self._held = 0
        self._left = self._count(stored)
        self._source = None
        self._any = False

    def next(self):
        self._fill()
        while self._epochs and not self._epochs[0].count():
            self._epochs.popleft()
        if not self._epochs:
            raise End
        self._held -= 1
        return self._epochs[0].take(self._draw())

    def save(self, to):
        to["num_random_samples"] = self._draw.drawn
        to["seed"], to["seed2"] = self._own_seeds
        if self._source is None:
            to.mark("end_of_input_sequence")
        else:
            to.save(self._source)
        begun = self._count(self.stored) - self._left
        to["epoch"] = begun - (self._source is not None)
        to["num_elements"] = self._held
        to["slices_size"] = max(1, len(self._epochs))
        to["slices_start_0"] = to["slices_end_0"] = place = 0
        for i, epoch in enumerate(self._epochs):
            to[f"slices_start_{i}"] = place
            for element in epoch.waiting():
                to.save_element(f"buffer_{place}_size", f"buffer_{place}_{{}}", element)
                place += 1
            to[f"slices_end_{i}"] = place

    def restore(self, saved):
        self._own_seeds = saved.number("seed"), saved.number("seed2")
        self._draw = Philox(*self._own_seeds)
        self._draw.drawn = saved.number("num_random_samples")
        self._held = saved.number("num_elements")
        self._left = self._count(self.stored) - saved.number("epoch")
        if "end_of_input_sequence" not in saved:
            self._left -= 1
            self._source = self._input.iterate(self.run)
            saved.restore(self._source)
            self._any = True
        for i in range(saved.number("slices_size")):
            epoch = _Held()
            for place in range(saved.number(f"slices_start_{i}"), saved.number(f"slices_end_{i}")):
                index = place % self._size
                epoch.elements.append(saved.element(f"buffer_{index}_size", f"buffer_{index}_{{}}"))
            self._epochs.append(epoch)

    def _fill(self):
        while self._held < self._size:
            if self._source is None:
                if not self._left:
                    return
                self._left -= 1
                self._source = self._input.iterate(self.run)
                self._epochs.append(_Held())
                self._any = False
            try:
                element = self._source.next()
            except End:
                self._source = None
                if not self._any:
                    self._left = 0
                continue
            self._any = True
            self._epochs[-1].elements.append(element)
            self._held += 1
            if len(self._epochs) > _MAX_EPOCHS:
                return

    def _seeds(self, stored):
        raise NotImplementedError

    def _count(self, stored):
        raise NotImplementedError


@dataset(
    "ShuffleDataset",
    "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64",
    attrs={"reshuffle_each_iteration": (bool, True)},
)
class Shuffle(_Shuffled):
    """The elements of a dataset in a random order: each is one of the next `buffer_size`."""

    @staticmethod
    def cardinality(stored):
        return unboxed(stored.input_dataset).cardinality

    def _seeds(self, stored):
        seeds, draw = stored.shared
        if not stored.op.attrs["reshuffle_each_iteration"]:
            return seeds
        with stored.lock:
            return draw(), draw()

    def _count(self, stored):
        return 1

    def save(self, to):
        if self.stored.op.attrs["reshuffle_each_iteration"]:
            _, draw = self.stored.shared
            with self.stored.lock:
                to["ds_num_random_samples"] = draw.drawn
        super().save(to)

    def restore(self, saved):
        if self.stored.op.attrs["reshuffle_each_iteration"]:
            _, draw = self.stored.shared
            with self.stored.lock:
                draw.drawn = saved.number("ds_num_random_samples")
        super().restore(saved)


@dataset(
    "ShuffleAndRepeatDataset", "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64"
)
class ShuffleAndRepeat(_Shuffled):
    """A dataset `count` times, each time in another random order, without a pause between the times."""

    @staticmethod
    def cardinality(stored):
        size, count = unboxed(stored.input_dataset).cardinality, stored.number("count")
        if not size or not count:
            return 0
        return INFINITE if count < 0 else UNKNOWN if size == UNKNOWN else size if size == INFINITE else size * count

    def _seeds(self, stored):
        return stored.shared[0]

    def _count(self, stored):
        return stored.number("count")
