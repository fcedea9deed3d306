"""What a QuantileAccumulator holds: a stream of summaries, and the boundaries of buckets once a flush has made them."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.stamps import Stamped
from graphlab._src.proto.gradient_trees import QuantileStreamState, QuantileSummaryState
from graphlab._src.state.boosted_trees.quantile_stream import QuantileStream
from graphlab._src.state.boosted_trees.quantile_summaries import EMPTY, boundaries, quantiles


def write_summary(rows, message):
    """Writes a summary, float32[n, 4], into a QuantileSummaryState."""
    for value, weight, least, greatest in rows.tolist():
        message.entries.add(value=value, weight=weight, min_rank=least, max_rank=greatest)


def read_summary(message):
    """The summary of a QuantileSummaryState."""
    rows = [(entry.value, entry.weight, entry.min_rank, entry.max_rank) for entry in message.entries]
    return np.array(rows, np.float32) if rows else EMPTY


def parsed_summary(text):
    """The summary of a serialized QuantileSummaryState."""
    try:
        return read_summary(QuantileSummaryState.FromString(text))
    except DecodeError as error:
        raise invalid("Unable to parse quantile summary.") from error


def summary_text(rows):
    """A summary as a serialized QuantileSummaryState."""
    message = QuantileSummaryState()
    write_summary(rows, message)
    return message.SerializeToString()


class Quantiles(Stamped):
    """Quantiles of one feature.

    epsilon: the error of a rank that is allowed.  count: how many buckets are made.  most: how many values come at most.
    exact: whether the boundaries are the count + 1 quantiles, which may be equal.
    """

    def __init__(self, stamp, epsilon, count, most, exact):
        self._epsilon, self._count, self._most, self._exact = epsilon, count, most, exact
        self.boundaries, self.ready = np.zeros(0, np.float32), False
        self._begin(stamp)

    def _begin(self, stamp):
        self.stamp, self._stream = int(stamp), QuantileStream(self._epsilon, self._most)

    def add(self, summary):
        """Adds a summary of values."""
        self._stream.push_summary(summary)

    def flush(self, next_stamp):
        """Makes the boundaries of what came since the last flush, and begins anew."""
        found = self._stream.summary()
        made = quantiles(found, self._count) if self._exact else boundaries(found, self._count)
        self._begin(next_stamp)
        self.boundaries, self.ready = made, True

    def take(self, next_stamp):
        """The summary of what came since the last flush; begins anew."""
        found = self._stream.summary()
        self._begin(next_stamp)
        return found

    def serialized(self):
        """The summaries as a serialized QuantileStreamState."""
        message = QuantileStreamState()
        for rows in (*self._stream.levels, EMPTY):  # TensorFlow's last one is a buffer, which is empty
            write_summary(rows, message.summaries.add())
        return message.SerializeToString()

    def restored(self, stamp, text, ready, values):
        """One with the summaries and boundaries of a checkpoint."""
        try:
            message = QuantileStreamState.FromString(text)
        except DecodeError as error:
            raise invalid("Unable to parse quantile stream state.") from error
        found = Quantiles(stamp, self._epsilon, self._count, self._most, self._exact)
        levels = [read_summary(summary) for summary in message.summaries]
        found._stream.restore(levels[:-1])
        if levels:
            found.add(levels[-1])
        found.boundaries, found.ready = values.reshape(-1).copy(), bool(ready)
        return found
