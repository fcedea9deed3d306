"""Quantiles of values that come in parts: streams that keep a summary of what they have seen, of bounded size and error."""

import math

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.state.boosted_trees.quantile_summaries import (
    EMPTY,
    boundaries,
    compress,
    merge,
    quantiles,
    summarize,
)


class QuantileStream:
    """A summary of all values that were pushed.

    epsilon: the error of a rank that is allowed, as a share of the total weight.  most: how many values come at most.
    """

    def __init__(self, epsilon, most):
        self._epsilon = float(np.float32(epsilon))
        self._block = _block_size(self._epsilon, most)
        self._buffer = min(2 * self._block, most)
        self._levels = []

    def push(self, values, weights):
        """Adds values with weights; those without a positive weight do not count."""
        counted = weights > 0
        values, weights = values[counted], weights[counted]
        for i in range(0, len(values), self._buffer):
            self.push_summary(summarize(values[i : i + self._buffer], weights[i : i + self._buffer]))

    def push_summary(self, summary):
        """Adds what another stream has summarized."""
        summary = compress(summary, self._block, self._epsilon)
        level = 0
        while len(summary):
            if level == len(self._levels):
                self._levels.append(EMPTY)
            here = self._levels[level]
            summary = merge(summary, here)
            if not len(here) or len(summary) <= self._block + 1:
                self._levels[level] = summary
                return
            summary = compress(summary, self._block, self._epsilon)
            self._levels[level] = EMPTY
            level += 1

    @property
    def levels(self):
        """The summaries that it holds, of more values each than the one before."""
        return list(self._levels)

    def restore(self, levels):
        """Goes on from such summaries."""
        self._levels = list(levels)

    def summary(self):
        """The summary of all."""
        found = EMPTY
        for level in self._levels:
            found = merge(found, level)
        return found


def _block_size(epsilon, most):
    level, size = 1, 2
    if epsilon <= np.finfo(np.float64).eps:
        return max(most, 2)
    while (size << level) < most:
        size = math.ceil(level / epsilon) + 1
        level += 1
    return max(size, 2)


class QuantileStreams:
    """A stream for each feature, and the boundaries of its buckets once they are made.

    epsilon, most: as for QuantileStream.
    """

    def __init__(self, epsilon, most, count):
        if not epsilon > 0:
            raise invalid("An epsilon value of zero is not allowed.")
        if count < 0:
            raise invalid("Num_streams input cannot be a negative integer")
        self._arguments = epsilon, most
        self.boundaries = [np.zeros(0, np.float32)] * count
        self._streams = []
        self._begin()

    def _begin(self):
        self._streams = [QuantileStream(*self._arguments) for _ in self.boundaries]

    def check_count(self, count):
        """InvalidArgumentError unless there are so many streams."""
        if count != len(self._streams):
            raise invalid(f"The resource has {len(self._streams)} streams, got {count} features")

    def add(self, summaries):
        """Adds a summary to each stream."""
        self.check_count(len(summaries))
        for stream, summary in zip(self._streams, summaries, strict=True):
            if summary.ndim != 2 or summary.shape[1] != 4:
                raise invalid(f"A summary has 4 columns, got the shape {list(summary.shape)}")
            stream.push_summary(summary)

    def take(self):
        """The summaries of all streams, which begin anew."""
        found = [stream.summary() for stream in self._streams]
        self._begin()
        return found

    def flush(self, count, exact):
        """Makes the boundaries of about `count` buckets, or if exact of quantiles, and begins anew."""
        if count < 1:
            raise invalid(f"num_buckets must be positive, got {count}")
        made = (
            (lambda summary: quantiles(summary, count - 1)) if exact else (lambda summary: boundaries(summary, count))
        )
        self.boundaries = [made(summary) for summary in self.take()]
