"""Row partitions as tensors: row splits, segment ids and row lengths, and one from the other."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import dimension_value
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_value
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.counting import bincount
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.ragged.rows import ragged_range
from graphlab._src.ops.repeating import repeat
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape


def row_splits_to_segment_ids(splits, name=None, out_type=None):
    """The row of each value: of splits [0, 3, 3, 4] it is [0, 0, 0, 2].

    splits: row splits, int32 or int64 [rows + 1].  out_type: that of splits when left out.
    ValueError for splits of another type or rank, or none at all.
    """
    with name_scope(name, "RaggedSplitsToSegmentIds", [splits]):
        splits = convert_to_tensor(splits, name="splits", preferred_dtype=dtypes.int64)
        if splits.dtype not in dtypes.INDEX:
            raise ValueError("splits must have dtype int32 or int64")
        splits.shape.assert_has_rank(1)
        if dimension_value(splits.shape[0]) == 0:
            raise ValueError("Invalid row_splits: []")
        out_type = splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        row_lengths = splits[1:] - splits[:-1]
        nrows = shape(splits, out_type=out_type)[-1] - 1
        return repeat(range_(nrows), row_lengths, axis=0)


def segment_ids_to_row_splits(segment_ids, num_segments=None, out_type=None, name=None):
    """The row splits of sorted segment ids: of [0, 0, 0, 2] they are [0, 3, 3, 4].

    segment_ids: whole numbers [n].  num_segments: the number of rows, the last id and 1 when left out.
    out_type: that of segment_ids or num_segments when one is a tensor, else int64.
    """
    if out_type is None:
        given = [value.dtype for value in (segment_ids, num_segments) if isinstance(value, Tensor)]
        out_type = given[0] if given else dtypes.int64
    with name_scope(name, "SegmentIdsToRaggedSplits", [segment_ids]):
        segment_ids = as_integers(segment_ids, "segment_ids")
        segment_ids.shape.assert_has_rank(1)
        if num_segments is not None:
            num_segments = as_integers(num_segments, "num_segments")
            num_segments.shape.assert_has_rank(0)
        lengths = bincount(segment_ids, minlength=num_segments, maxlength=num_segments, dtype=dtypes.as_dtype(out_type))
        splits = lengths_to_splits(lengths)
        count = None if num_segments is None else static_value(num_segments)
        if count is not None:
            splits.set_shape([int(count) + 1])
        return splits


def as_integers(value, name, dtype=dtypes.int32):
    """A tensor of whole numbers in that type; TypeError for others."""
    tensor = convert_to_tensor(value, name=name, preferred_dtype=dtype)
    if not tensor.dtype.is_integer:
        raise TypeError(f"{name} must be an integer tensor; dtype={tensor.dtype}")
    return cast(tensor, dtype)


def positive_axis(axis, ndims):
    """An axis counted from the front; TypeError unless it is an int, ValueError when there is none such."""
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    if ndims is None:
        if axis < 0:
            raise ValueError("axis may only be negative if ndims is statically known.")
        return axis
    if not -ndims <= axis < ndims:
        raise ValueError(f"axis={axis} out of bounds: expected {-ndims}<=axis<{ndims}")
    return axis % ndims


def lengths_to_splits(lengths):
    """The row splits of rows of these lengths."""
    return concat([[0], cumsum(lengths)], axis=-1)


def assert_splits_match(nested_splits_lists):
    """Operations that fail unless the row splits of each ragged tensor are those of the first.

    nested_splits_lists: for each tensor the list of its row splits; ValueError when some have more than others.
    """
    message = "Inputs must have identical ragged splits"
    first, *others = nested_splits_lists
    if any(len(splits) != len(first) for splits in others):
        raise ValueError(message)
    return [assert_equal(a, b, message=message) for splits in others for a, b in zip(first, splits, strict=True)]


def repeat_ranges(params, splits, repeats):
    """The ranges of params between splits, each as often in a row as `repeats` says: one number, or one per range."""
    if repeats.shape.ndims == 0:
        repeated = repeat(splits, repeats, axis=0)
        count = shape(repeated, out_type=repeats.dtype)[0]
        starts, limits = repeated[: count - repeats], repeated[repeats:]
    else:
        starts, limits = repeat(splits[:-1], repeats, axis=0), repeat(splits[1:], repeats, axis=0)
    one = ones((), starts.dtype)
    return gather(params, ragged_range(starts, limits, one).rt_dense_values)
