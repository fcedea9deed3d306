"""Sums, products, extremes and means of ragged tensors, along axes and along segments of rows."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, get_default_graph, name_scope, static_value
from graphlab._src.ops import reduction as dense
from graphlab._src.ops import segment, string_join
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones_like, zeros
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.ragged.gathering import range as ragged_range
from graphlab._src.ops.ragged.mapping import map_flat_values
from graphlab._src.ops.ragged.partitions import positive_axis, row_splits_to_segment_ids
from graphlab._src.ops.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    splits_dtype,
)
from graphlab._src.ops.shape import shape


def _aggregate(function, data, segment_ids, count, **options):
    """function(data, segment_ids, count) of rows: rows of one segment are laid on one another, left-aligned."""
    if not (is_ragged(data) or is_ragged(segment_ids)):
        return function(data, segment_ids, count, **options)
    name = options.pop("name", None)
    with name_scope(name, "RaggedSegment", [data, segment_ids, count]):
        data = convert_to_tensor_or_ragged_tensor(data, name="data")
        segment_ids = convert_to_tensor_or_ragged_tensor(segment_ids, name="segment_ids")
        splits_dtype(data, segment_ids)
        if segment_ids.dtype not in dtypes.INDEX:
            raise ValueError("segment_ids must have dtype int32 or int64.")
        if is_ragged(segment_ids):
            message = "segment_ids.shape must be a prefix of data.shape"
            if not is_ragged(data):
                raise ValueError(f"{message}, but segment_ids is ragged and data is not.")
            check = assert_equal(segment_ids.row_splits, data.row_splits, message=message)
            with get_default_graph().control_dependencies([check]):
                return _aggregate(function, data.values, segment_ids.values, count, **options)
        lengths = data.row_splits[1:] - data.row_splits[:-1]
        longest = maximum(segment.unsorted_segment_max(lengths, segment_ids, count), 0)
        splits = concat([zeros([1], longest.dtype), cumsum(longest)], axis=0)
        starts = gather(splits, segment_ids)
        places = ragged_range(starts, starts + lengths, row_splits_dtype=splits.dtype).values
        values = _aggregate(function, data.values, places, splits[-1], **options)
        return RaggedTensor.from_row_splits(values, splits, validate=False)


def _by_segment(function, what):

    def aggregate(data, segment_ids, num_segments, name=None):
        return _aggregate(function, data, segment_ids, num_segments, name=name or f"RaggedSegment{what}")

    aggregate.__name__ = f"segment_{what.lower()}"
    aggregate.__doc__ = f"""The {what.lower()} of the rows of each segment, element by element; a row is as long as its longest one.

    data: a ragged tensor.  segment_ids: int, in a shape that data's begins with.  num_segments: the number of rows.
    """
    return aggregate


segment_sum = _by_segment(segment.unsorted_segment_sum, "Sum")
segment_prod = _by_segment(segment.unsorted_segment_prod, "Prod")
segment_min = _by_segment(segment.unsorted_segment_min, "Min")
segment_max = _by_segment(segment.unsorted_segment_max, "Max")


def _ones(data):
    return data.with_flat_values(ones_like(data.flat_values)) if is_ragged(data) else ones_like(data)


def _quotient(total, count):
    return total.with_flat_values(total.flat_values / count.flat_values) if is_ragged(total) else total / count


def segment_mean(data, segment_ids, num_segments, name=None):
    """The mean of the rows of each segment, element by element: the arguments are those of segment_sum."""
    with name_scope(name, "RaggedSegmentMean", [data, segment_ids, num_segments]):
        total = segment_sum(data, segment_ids, num_segments)
        return _quotient(total, segment_sum(_ones(data), segment_ids, num_segments))


def segment_sqrt_n(data, segment_ids, num_segments, name=None):
    """The sum of the rows of each segment by the root of their number: the arguments are those of segment_sum."""
    with name_scope(name, "RaggedSegmentSqrtN", [data, segment_ids, num_segments]):
        total = segment_sum(data, segment_ids, num_segments)
        count = segment_sum(_ones(data), segment_ids, num_segments)
        return _quotient(total, count.with_flat_values(sqrt(count.flat_values)) if is_ragged(count) else sqrt(count))


def reduce(dense_function, segment_function, value, axis, keepdims, name=None, **options):
    """A reduction of a ragged tensor along axes, by what does it for tensors and for segments of tensors."""
    if not is_ragged(value):
        return dense_function(value, axis, name=name, **options)
    if keepdims:
        raise ValueError("keepdims=True is not supported for RaggedTensors.")
    if isinstance(axis, Tensor):
        known = static_value(axis)
        if known is None:
            raise ValueError("axis must be known at graph construction time.")
        axis = known.tolist()
    if axis is None:
        return dense_function(value.flat_values, None, name=name, **options)
    with name_scope(name, "RaggedReduce", [value]):
        value = convert_to_tensor_or_ragged_tensor(value, name="rt_input")
        axes = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        for one in sorted((positive_axis(one, value.shape.ndims) for one in axes), reverse=True):
            value = _reduced(dense_function, segment_function, value, one, options)
        return value


def _reduced(dense_function, segment_function, value, axis, options):
    if not is_ragged(value):
        return dense_function(value, axis, **options)
    if axis > 1:
        return value.with_values(_reduced(dense_function, segment_function, value.values, axis - 1, options))
    if axis == 0:
        lengths = value.row_splits[1:] - value.row_splits[:-1]
        count = maximum(dense.reduce_max(lengths), 0)
        rows = ragged_range(lengths, row_splits_dtype=lengths.dtype).values
    else:
        count = shape(value.row_splits)[0] - 1
        rows = row_splits_to_segment_ids(value.row_splits)
    return _aggregate(segment_function, value.values, rows, count, **options)


def _by_axis(dense_function, segment_function, what):
    def reduction(input_tensor, axis=None, keepdims=None, name=None):
        name = name or f"RaggedReduce{what}"
        return reduce(dense_function, segment_function, input_tensor, axis, keepdims, name)

    reduction.__name__ = f"reduce_{what.lower()}"
    reduction.__doc__ = f"""The {what.lower()} of a ragged tensor along axes, all when left out: ragged as long as a ragged axis is left."""
    return reduction


reduce_sum = _by_axis(dense.reduce_sum, segment.unsorted_segment_sum, "Sum")
reduce_prod = _by_axis(dense.reduce_prod, segment.unsorted_segment_prod, "Prod")
reduce_min = _by_axis(dense.reduce_min, segment.unsorted_segment_min, "Min")
reduce_max = _by_axis(dense.reduce_max, segment.unsorted_segment_max, "Max")


def reduce_mean(input_tensor, axis=None, keepdims=None, name=None):
    """The mean of a ragged tensor along axes, all when left out; NaN of rows without elements."""
    with name_scope(name, "RaggedReduceMean", [input_tensor, axis]):
        total = reduce_sum(input_tensor, axis, keepdims)
        return _quotient(total, reduce_sum(_ones(input_tensor), axis, keepdims))


def _as(value, dtype):
    return map_flat_values(cast, value, dtype)


def reduce_all(input_tensor, axis=None, keepdims=None, name=None):
    """True where all are along axes of a ragged tensor; True of rows without elements."""
    with name_scope(name, "RaggedReduceAll", [input_tensor, axis]):
        return _as(reduce_prod(_as(input_tensor, dtypes.int32), axis, keepdims), dtypes.bool)


def reduce_any(input_tensor, axis=None, keepdims=None, name=None):
    """True where any is along axes of a ragged tensor; False of rows without elements."""
    with name_scope(name, "RaggedReduceAny", [input_tensor, axis]):
        return _as(reduce_sum(_as(input_tensor, dtypes.int32), axis, keepdims), dtypes.bool)


def reduce_join(inputs, axis=None, keepdims=None, separator="", name=None):
    """The strings of a ragged tensor joined along axes, all when left out."""
    functions = (string_join.reduce_join, string_join.unsorted_segment_join)
    return reduce(*functions, inputs, axis, keepdims, name or "RaggedSegmentJoin", separator=separator)
