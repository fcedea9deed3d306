"""Ragged tensors from values and row partitions, and their checks."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.ragged_tensor import RaggedParts, RaggedTensorValue
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.ranks import assert_rank, assert_rank_at_least
from graphlab._src.ops.checks.values import (
    assert_equal,
    assert_less,
    assert_less_equal,
    assert_non_negative,
)
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.counting import bincount
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import shape


def rows_of(tensor: Any, out_type: Any = dtypes.int32) -> Any:
    """The number of rows of a tensor or a ragged tensor."""
    return shape(tensor, out_type=out_type)[0] if isinstance(tensor, Tensor) else tensor.nrows(out_type=out_type)


def _rising(tensor, message):
    return assert_non_negative(tensor[1:] - tensor[:-1], message=message)


def _zero(tensor, message):
    return assert_equal(tensor, np.zeros((), tensor.dtype.as_numpy_dtype), message=message)


def _checked(partition, values, checks):
    """The partition, which waits for the checks."""
    if not isinstance(values, RaggedParts):
        checks.append(assert_rank_at_least(values, 1))
    return with_dependencies(checks, partition)


def _check_flag(validate):
    if not isinstance(validate, bool):
        raise TypeError("validate must have type bool")


def _message(name):
    return f"Arguments to from_{name} do not form a valid RaggedTensor"


class RaggedFactories(RaggedParts):
    """The class methods that make ragged tensors from values and row partitions.

    Of all of them: values is a tensor [n, …] or a ragged tensor, a partition a tensor of int32 or int64. With
    validate=True the partition is checked in the run, which ends with InvalidArgumentError when it is none;
    ValueError where that is known before.
    """

    @classmethod
    def from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True) -> Any:
        """The ragged tensor with value i in row value_rowids[i].

        value_rowids: rising row numbers [n].  nrows: the number of rows, up to the last number when left out.
        """
        _check_flag(validate)
        with name_scope(name, "RaggedFromValueRowIds", [values, value_rowids, nrows]):
            values, value_rowids = cls._converted(values, value_rowids, "value_rowids")
            nrows, count = _row_count(value_rowids, nrows)
            value_rowids.shape.assert_has_rank(1)
            nrows.shape.assert_has_rank(0)
            values.shape[:1].assert_is_compatible_with(value_rowids.shape)
            if validate:
                message = _message("value_rowids")
                checks = [
                    assert_rank(value_rowids, 1, message=message),
                    assert_rank(nrows, 0, message=message),
                    assert_equal(rows_of(values), rows_of(value_rowids), message=message),
                    assert_non_negative(value_rowids[:1], message=message),
                    _rising(value_rowids, message),
                    assert_less(value_rowids[-1:], nrows, message=message),
                ]
                value_rowids = _checked(value_rowids, values, checks)
            numbers, most = cast(value_rowids, dtypes.int32), cast(nrows, dtypes.int32)
            row_lengths = bincount(numbers, minlength=most, maxlength=most, dtype=value_rowids.dtype)
            row_splits = concat([[0], cumsum(row_lengths)], axis=0)
            if count is not None:
                row_lengths.set_shape([count])
                row_splits.set_shape([count + 1])
            return cls(values, row_splits, row_lengths, value_rowids, nrows, internal=True)

    @classmethod
    def from_row_splits(cls, values, row_splits, name=None, validate=True) -> Any:
        """The ragged tensor whose row i is values[row_splits[i]:row_splits[i + 1]]."""
        _check_flag(validate)
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        with name_scope(name, "RaggedFromRowSplits", [values, row_splits]):
            values, row_splits = cls._converted(values, row_splits, "row_splits")
            row_splits.shape.assert_has_rank(1)
            if validate:
                message, count = _message("row_splits"), rows_of(values, row_splits.dtype)
                checks = [
                    assert_rank(row_splits, 1, message=message),
                    _zero(row_splits[0], message),
                    _rising(row_splits, message),
                    assert_equal(row_splits[-1], count, message=message),
                ]
                row_splits = _checked(row_splits, values, checks)
            return cls(values, row_splits, internal=True)

    @classmethod
    def from_row_lengths(cls, values, row_lengths, name=None, validate=True) -> Any:
        """The ragged tensor whose row i has row_lengths[i] values."""
        _check_flag(validate)
        with name_scope(name, "RaggedFromRowLengths", [values, row_lengths]):
            values, row_lengths = cls._converted(values, row_lengths, "row_lengths")
            row_lengths.shape.assert_has_rank(1)
            if validate:
                message, total = _message("row_lengths"), reduce_sum(row_lengths)
                count = rows_of(values, row_lengths.dtype)
                checks = [
                    assert_rank(row_lengths, 1, message=message),
                    assert_non_negative(row_lengths, message=message),
                    assert_equal(total, count, message=message),
                ]
                row_lengths = _checked(row_lengths, values, checks)
            row_splits = concat([[0], cumsum(row_lengths)], axis=0)
            return cls(values, row_splits, cached_row_lengths=row_lengths, internal=True)

    @classmethod
    def from_row_starts(cls, values, row_starts, name=None, validate=True) -> Any:
        """The ragged tensor whose row i begins at row_starts[i], and ends where the next begins."""
        _check_flag(validate)
        with name_scope(name, "RaggedFromRowStarts", [values, row_starts]):
            values, row_starts = cls._converted(values, row_starts, "row_starts")
            row_starts.shape.assert_has_rank(1)
            count = rows_of(values, row_starts.dtype)
            if validate:
                message = _message("row_starts")
                checks = [
                    assert_rank(row_starts, 1, message=message),
                    _zero(row_starts[:1], message),
                    _rising(row_starts, message),
                    assert_less_equal(row_starts[-1:], count, message=message),
                ]
                row_starts = _checked(row_starts, values, checks)
            return cls(values, concat([row_starts, [count]], axis=0), internal=True)

    @classmethod
    def from_row_limits(cls, values, row_limits, name=None, validate=True) -> Any:
        """The ragged tensor whose row i ends at row_limits[i], and begins where the one before ends."""
        _check_flag(validate)
        with name_scope(name, "RaggedFromRowLimits", [values, row_limits]):
            values, row_limits = cls._converted(values, row_limits, "row_limits")
            row_limits.shape.assert_has_rank(1)
            if validate:
                message, count = _message("row_limits"), rows_of(values, row_limits.dtype)
                checks = [
                    assert_rank(row_limits, 1, message=message),
                    assert_non_negative(row_limits[:1], message=message),
                    _rising(row_limits, message),
                    assert_equal(row_limits[-1:], count, message=message),
                ]
                row_limits = _checked(row_limits, values, checks)
            return cls(values, concat([zeros([1], row_limits.dtype), row_limits], axis=0), internal=True)

    @classmethod
    def from_nested_value_rowids(
        cls, flat_values, nested_value_rowids, nested_nrows=None, name=None, validate=True
    ) -> Any:
        """The ragged tensor with a ragged axis for each of nested_value_rowids, the outermost first.

        nested_nrows: the numbers of rows, in a list as long; None for those that the row numbers say.
        """
        _check_flag(validate)
        partitions = _listed(nested_value_rowids, "nested_value_rowids")
        if nested_nrows is None:
            counts = [None] * len(partitions)
        else:
            counts = _listed(nested_nrows, "nested_nrows")
            if len(counts) != len(partitions):
                raise ValueError("nested_nrows must have the same length as nested_value_rowids")
        with name_scope(name, "RaggedFromNestedValueRowIds", [flat_values, *partitions, *counts]):
            for partition, count in reversed(list(zip(partitions, counts, strict=True))):
                flat_values = cls.from_value_rowids(flat_values, partition, count, validate=validate)
            return flat_values

    @classmethod
    def from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True) -> Any:
        """The ragged tensor with a ragged axis for each of nested_row_splits, the outermost first."""
        _check_flag(validate)
        partitions = _listed(nested_row_splits, "nested_row_splits")
        with name_scope(name, "RaggedFromNestedRowSplits", [flat_values, *partitions]):
            for partition in reversed(partitions):
                flat_values = cls.from_row_splits(flat_values, partition, validate=validate)
            return flat_values

    @classmethod
    def from_nested_row_lengths(cls, flat_values, nested_row_lengths, name=None, validate=True) -> Any:
        """The ragged tensor with a ragged axis for each of nested_row_lengths, the outermost first."""
        _check_flag(validate)
        partitions = _listed(nested_row_lengths, "nested_row_lengths")
        with name_scope(name, "RaggedFromNestedRowlengths", [flat_values, *partitions]):
            for partition in reversed(partitions):
                flat_values = cls.from_row_lengths(flat_values, partition, validate=validate)
            return flat_values

    @classmethod
    def _converted(cls, values, partition, name) -> tuple[Any, Any]:
        """The values and their partition as tensors, int64 when nothing says otherwise."""
        if isinstance(values, RaggedTensorValue):
            values = cls.from_components(
                [convert_to_tensor(part) for part in (values.flat_values, *values.nested_row_splits)]
            )
        if isinstance(values, RaggedParts):
            splits = values.row_splits
            if not isinstance(partition, Tensor):
                return values, convert_to_tensor(partition, splits.dtype, name=name)
            _check_type(partition, name)
            if splits.dtype != partition.dtype:
                raise ValueError(f"dtype mismatch: {name} ({partition.dtype}) vs values.row_splits ({splits.dtype})")
            return values, partition
        values = convert_to_tensor(values, name="values")
        is_short = isinstance(partition, np.ndarray) and partition.dtype == np.int32
        partition = convert_to_tensor(partition, preferred_dtype=None if is_short else dtypes.int64, name=name)
        _check_type(partition, name)
        return values, partition


def _check_type(partition, name):
    if partition.dtype not in dtypes.INDEX:
        raise ValueError(f"{name} must have dtype int32 or int64")


def _listed(partitions, name):
    if isinstance(partitions, Tensor):
        raise TypeError(f"{name} must be a list of Tensors")
    return list(partitions)


def _row_count(value_rowids, nrows) -> tuple[Any, Any]:
    """The number of rows as a tensor, and as an int when it is known."""
    known = static_value(value_rowids)
    last = None if known is None or not known.size else int(known[-1])
    if nrows is None:
        if known is None:
            return concat([value_rowids[-1:], [-1]], axis=0)[0] + 1, None
        count = 0 if last is None else last + 1
        return convert_to_tensor(count, value_rowids.dtype, name="nrows"), count
    nrows = convert_to_tensor(nrows, value_rowids.dtype, "nrows")
    count = static_value(nrows)
    if count is None or count.ndim:
        return nrows, None
    if count < 0:
        raise ValueError(f"Expected nrows >= 0; got {count}")
    if last is not None and count < last + 1:
        raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={count}, value_rowids[-1]={last}")
    return nrows, int(count)
