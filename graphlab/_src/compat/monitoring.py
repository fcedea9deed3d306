"""tensorflow.python.eager.monitoring: counters and gauges that a program keeps of itself, by the labels of a cell."""

import bisect
import sys
from typing import Any

from graphlab._src.proto import HistogramProto


class _Cell:
    """One value of a metric."""

    def __init__(self, start: Any) -> None:
        self._value = start

    def value(self) -> Any:
        """The value now."""
        return self._value


class CounterCell(_Cell):
    """A number that grows."""

    def increase_by(self, value: int) -> None:
        """Adds to it."""
        self._value += value


class _GaugeCell(_Cell):
    """A value that is set."""

    def set(self, value: Any) -> None:
        """Replaces it."""
        self._value = value


class IntGaugeCell(_GaugeCell):
    """An int."""


class StringGaugeCell(_GaugeCell):
    """A str."""


class BoolGaugeCell(_GaugeCell):
    """A bool."""


class SamplerCell:
    """A histogram of numbers."""

    def __init__(self, limits: list[float]) -> None:
        top = sys.float_info.max
        self._histogram = HistogramProto(min=top, max=-top, bucket_limit=limits, bucket=[0.0] * len(limits))

    def add(self, value: float) -> None:
        """Counts a number in its bucket."""
        found = self._histogram
        found.min, found.max = min(found.min, value), max(found.max, value)
        found.num += 1
        found.sum += value
        found.sum_squares += value * value
        found.bucket[bisect.bisect_right(found.bucket_limit, value)] += 1

    def value(self) -> Any:
        """The counts, as a HistogramProto."""
        copy = HistogramProto()
        copy.CopyFrom(self._histogram)
        return copy


class Buckets:
    """The upper limits of the buckets of a Sampler; the last bucket holds what is above."""

    def __init__(self, limits: list[float]) -> None:
        self.limits = [*limits, sys.float_info.max]


class ExponentialBuckets(Buckets):
    """bucket_count limits: scale, scale * growth_factor, and so on."""

    def __init__(self, scale: float, growth_factor: float, bucket_count: int) -> None:
        super().__init__([scale * growth_factor**i for i in range(bucket_count)])


class Metric:
    """Named values, one for each tuple of labels.  labels: their names."""

    def __init__(self, name: str, description: str, *labels: str, make: Any) -> None:
        self._name, self._description, self._labels, self._make = name, description, labels, make
        self._cells: dict[tuple[str, ...], Any] = {}

    def get_cell(self, *labels: str) -> Any:
        """The cell of these labels, which is made when it is first requested. ValueError for another number of labels."""
        if len(labels) != len(self._labels):
            raise ValueError(f"The {type(self).__name__} expects taking {len(self._labels)} labels")
        return self._cells.setdefault(labels, self._make())


class Counter(Metric):
    """Counters."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels, make=lambda: CounterCell(0))


class IntGauge(Metric):
    """Integers that are set."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels, make=lambda: IntGaugeCell(0))


class StringGauge(Metric):
    """Strings that are set."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels, make=lambda: StringGaugeCell(""))


class BoolGauge(Metric):
    """Truth values that are set."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels, make=lambda: BoolGaugeCell(False))


class Sampler(Metric):
    """Histograms."""

    def __init__(self, name: str, buckets: Buckets, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels, make=lambda: SamplerCell(buckets.limits))
