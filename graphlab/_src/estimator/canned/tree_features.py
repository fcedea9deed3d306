"""What columns make of features for trees: a vector of buckets for each number or category."""

from typing import NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.layers.feature_column.column import CategoricalColumn
from graphlab._src.layers.feature_column.dense import IndicatorColumn
from graphlab._src.layers.feature_column.numeric import BucketizedColumn, NumericColumn
from graphlab._src.layers.feature_column.objects import transform_features
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import unstack
from graphlab._src.ops.shape import squeeze
from graphlab._src.state.boosted_trees.quantile_ops import boosted_trees_bucketize


def sorted_columns(columns):
    """The columns in the order of their names.  ValueError for those that trees can't use."""
    found = sorted(columns, key=lambda column: column.name)
    for column in found:
        _check(column)
    return found


def _check(column):
    if isinstance(column, (BucketizedColumn, IndicatorColumn)):
        return
    if isinstance(column, CategoricalColumn):
        raise ValueError(f"CategoricalColumn must be wrapped by IndicatorColumn, got: {column}")
    if not isinstance(column, NumericColumn):
        raise ValueError(f"Encountered unexpected column {column}; trees use numeric, bucketized and indicator columns")
    if len(column.shape) > 1:
        raise ValueError(
            f"For now, we only support Dense column with rank of 1, but column `{column.name}` got: {column.shape}"
        )
    if not column.dtype.is_floating:
        raise ValueError(f"The numeric column `{column.name}` must be of floats, or bucketized, got: {column.dtype}")


def float_columns(columns):
    """The columns of numbers whose buckets are quantiles."""
    return [column for column in columns if isinstance(column, NumericColumn)]


def size_of(column):
    """How many features a column makes."""
    if isinstance(column, IndicatorColumn):
        return column.categorical_column.num_buckets
    if isinstance(column, BucketizedColumn):
        return 1
    return column.shape[0] if column.shape else 1


def count_features(columns):
    """How many features all columns make."""
    return sum(size_of(column) for column in columns)


def feature_names(columns):
    """For each feature the name of its column, of categories that of the column without the indicator."""
    names = []
    for column in columns:
        source = column.categorical_column if isinstance(column, IndicatorColumn) else column
        names += [source.name] * size_of(column)
    return names


class BucketGroup(NamedTuple):
    """Features with as many buckets: how many, and the numbers of the features."""

    buckets: int
    features: list[int]


def bucket_groups(columns, quantiles):
    """The BucketGroups of all features: categories have 2 buckets, floats `quantiles`, others as many as the longest."""
    groups: dict[int, list[int]] = {}
    bucketized, longest, number = [], 2, 0
    for column in columns:
        numbers = list(range(number, number + size_of(column)))
        number += len(numbers)
        if isinstance(column, BucketizedColumn):
            longest = max(longest, len(column.boundaries) + 1)
            bucketized += numbers
        else:
            groups.setdefault(2 if isinstance(column, IndicatorColumn) else quantiles, []).extend(numbers)
    if bucketized:
        groups.setdefault(longest, []).extend(bucketized)
    return [BucketGroup(buckets, features) for buckets, features in groups.items()]


def transformed(features, columns, boundaries=None):
    """A vector for each feature, of its buckets.

    boundaries: for each feature of the float columns, in their order; without them their numbers are returned as they are.
    """
    found = transform_features(features, columns) if columns else {}
    left = None if boundaries is None else list(boundaries)
    vectors = []
    for column in columns:
        tensor = found[column]
        if isinstance(column, BucketizedColumn):
            vectors.append(_single(squeeze(tensor, axis=1), column, features))
        elif isinstance(column, IndicatorColumn):
            _check_rank(tensor, 2, f"Rank of indicator column must be no more than 2, but column `{column.name}`")
            vectors += unstack(cast(tensor, dtypes.int32), axis=1)
        else:
            numbers = unstack(tensor, axis=1)
            if left is not None:
                ends, left = left[: len(numbers)], left[len(numbers) :]
                numbers = boosted_trees_bucketize(numbers, ends)
            vectors += numbers
    return vectors


def _single(tensor, column, features):
    given = features[column.source_column.name]
    _check_rank(tensor, 1, f"For now, only supports features equivalent to rank 1 but column `{column.name}`", given)
    return tensor


def _check_rank(tensor, most, message, given=None):
    if tensor.shape.ndims is not None and tensor.shape.ndims > most:
        raise ValueError(f"{message} got: {(tensor if given is None else given).shape}")
