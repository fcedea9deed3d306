"""unsorted_segment_mean and unsorted_segment_sqrt_n."""

from graphlab._src.base.overrides import overridable
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.constants import ones
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.shape import reshape, shape


def _counts(data, segment_ids, num_segments):
    """How many rows each segment has, 1 where it has none, in a shape that divides sums."""
    number = unsorted_segment_sum(ones(shape(segment_ids), dtype=data.dtype), segment_ids, num_segments)
    rest = len(data.dims) - len(segment_ids.dims)
    return maximum(reshape(number, [num_segments] + [1] * rest), 1)


@overridable
def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """The mean of the rows of each segment: [num_segments, …], zeros for a segment without rows.

    data: [*ids, …].  segment_ids: [*ids], int32 or int64; rows with a negative id are left out.
    num_segments: a scalar.
    """
    with name_scope(name, "UnsortedSegmentMean"):
        data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        number = _counts(data, segment_ids, num_segments)
        return unsorted_segment_sum(data, segment_ids, num_segments) / number


@overridable
def unsorted_segment_sqrt_n(data, segment_ids, num_segments, name=None):
    """The sum of the rows of each segment over the root of their number: [num_segments, …].

    data: [*ids, …].  segment_ids: [*ids], int32 or int64; rows with a negative id are left out.
    num_segments: a scalar.
    """
    with name_scope(name, "UnsortedSegmentSqrtN"):
        data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        number = _counts(data, segment_ids, num_segments)
        return unsorted_segment_sum(data, segment_ids, num_segments) / sqrt(number)
