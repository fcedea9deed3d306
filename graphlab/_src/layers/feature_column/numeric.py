"""Columns of numbers, and of the buckets that they fall into."""

import collections
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.layers.feature_column.column import CategoricalColumn, DenseColumn, IdWeightPair
from graphlab._src.layers.feature_column.features import check_key
from graphlab._src.ops.bucketize import bucketize
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import stack
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.padding import tile
from graphlab._src.ops.parsing.features import FixedLenFeature
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.ops.transpose import transpose


class NumericColumn(
    DenseColumn, collections.namedtuple("NumericColumn", "key shape default_value dtype normalizer_fn")
):
    """Numbers of a shape for each example, as float32."""

    @property
    def name(self):
        """The key."""
        return self.key

    @property
    def parse_example_spec(self):
        """A FixedLenFeature."""
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    def _transform_feature(self, inputs):
        tensor = inputs.get(self.key)
        if isinstance(tensor, SparseTensor):
            raise ValueError(
                "The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. "
                f"key: {self.key}"
            )
        if self.normalizer_fn is not None:
            tensor = self.normalizer_fn(tensor)
        return cast(tensor, dtypes.float32)

    @property
    def variable_shape(self):
        """The shape."""
        return TensorShape(self.shape)


class BucketizedColumn(
    DenseColumn, CategoricalColumn, collections.namedtuple("BucketizedColumn", "source_column boundaries")
):
    """The bucket that each number falls into, as ids or one-hot."""

    @property
    def name(self):
        """The name of the numbers with _bucketized."""
        return f"{self.source_column.name}_bucketized"

    @property
    def parse_example_spec(self):
        """That of the numbers."""
        return self.source_column.parse_example_spec

    def _transform_feature(self, inputs):
        return bucketize(inputs.get(self.source_column), boundaries=list(self.boundaries), name="Bucketize")

    @property
    def variable_shape(self):
        """[numbers, buckets]."""
        return TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self):
        """The buckets of all numbers together."""
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        found = cast(inputs.get(self), dtypes.int64)
        return one_hot(found, depth=len(self.boundaries) + 1, on_value=1.0, off_value=0.0)

    def _get_sparse_tensors(self, inputs, weight_collections=None, trainable=None):
        found = inputs.get(self)
        batch, count = shape_of(found)[0], self.source_column.shape[0]
        rows = reshape(tile(expand_dims(range_(0, batch), 1), [1, count]), (-1,))
        columns = tile(range_(0, count), [batch])
        ids = reshape(found, (-1,)) + (len(self.boundaries) + 1) * columns
        places = cast(transpose(stack((rows, columns))), dtypes.int64)
        sizes = cast(stack([batch, count]), dtypes.int64)
        return IdWeightPair(SparseTensor(places, ids, sizes), None)


def check_shape(shape, key):
    """The shape as a tuple of positive whole numbers."""
    shape = (shape,) if not nest.is_nested(shape) else tuple(shape)
    for size in shape:
        if not isinstance(size, int):
            raise TypeError(f"shape dimensions must be integer. shape: {shape}, key: {key}")
        if size < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {shape}, key: {key}")
    return shape


def _tuples(value):
    return tuple(map(_tuples, value)) if nest.is_nested(value) else value


def _filled(shape, value):
    return tuple(_filled(shape[1:], value) for _ in range(shape[0])) if shape else value


def _shape_of(value):
    if not nest.is_nested(value):
        return ()
    inner = {_shape_of(item) for item in value}
    return (len(value), *inner.pop()) if len(inner) == 1 else None


def check_default_value(shape, default_value: Any, dtype, key):
    """The default as tuples of the shape, or None. TypeError or ValueError where type or shape do not fit."""
    value = default_value
    if value is None:
        return None
    if isinstance(value, int) or isinstance(value, float) and dtype.is_floating:
        return _filled(shape, value)
    value = getattr(value, "tolist", lambda: value)()  # of an array
    if nest.is_nested(value):
        if _shape_of(value) != tuple(shape):
            raise ValueError(
                "The shape of default_value must be equal to given shape. "
                f"default_value: {value}, shape: {shape}, key: {key}"
            )
        items = nest.flatten(value)
        if all(isinstance(item, (int, float) if dtype.is_floating else int) for item in items):
            return _tuples(value)
    raise TypeError(f"default_value must be compatible with dtype. default_value: {value}, dtype: {dtype}, key: {key}")


def numeric_column(key, shape=(1,), default_value=None, dtype=dtypes.float32, normalizer_fn=None):
    """A column of numbers.

    key: the feature.  shape: of one example's numbers.  dtype: as in the Examples; the column's tensor is float32.
    default_value: for Examples without the feature.  normalizer_fn: applied to the tensor first.
    """
    shape = check_shape(shape, key)
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")
    default_value = check_default_value(shape, default_value, dtype, key)
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")
    check_key(key)
    return NumericColumn(key, shape, default_value, dtype, normalizer_fn)


def bucketized_column(source_column, boundaries):
    """A column of the buckets that numbers fall into.

    source_column: a numeric_column of one axis.  boundaries: in order; a number at one is in the bucket above it.
    """
    if not isinstance(source_column, NumericColumn):
        raise ValueError(f"source_column must be a column generated with numeric_column(). Given: {source_column}")
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")
    if not boundaries:
        raise ValueError("boundaries must not be empty; boundaries must be a sorted list.")
    ordered = isinstance(boundaries, (list, tuple)) and all(
        low < high for low, high in zip(boundaries, boundaries[1:], strict=False)
    )
    if not ordered:
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))
