"""Descriptions of the features of Examples: FixedLenFeature, VarLenFeature and relatives."""

import re
from collections import namedtuple

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import Tensor, constant, convert_to_tensor
from graphlab._src.ops.shape import reshape


class VarLenFeature(namedtuple("VarLenFeature", ["dtype"])):
    """A feature with any number of values: a SparseTensor.

    dtype: float32, int64 or string.
    """

    __slots__ = ()


class SparseFeature(namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])):
    """A SparseTensor from two or more features: those with the places and the one with the values.

    size: of the axis, or axes, that the places count along.
    """

    __slots__ = ()

    def __new__(cls, index_key, value_key, dtype, size, already_sorted=False):
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


class FixedLenFeature(namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """A feature with as many values as its shape has, in every example.

    default_value: for examples without it; when left out these are an error.
    shape: of the values, fully known.  dtype: float32, int64 or string.
    """

    __slots__ = ()

    def __new__(cls, shape, dtype, default_value=None):
        return super().__new__(cls, shape, dtype, default_value)


class FixedLenSequenceFeature(
    namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"])
):
    """A feature with any number of rows of one shape, which become an axis, filled up to the longest in a batch.

    allow_missing: examples may be without it.  default_value: what it is filled up with.
    """

    __slots__ = ()

    def __new__(cls, shape, dtype, allow_missing=False, default_value=None):
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


class Wanted:
    """The requested features, in the form of the operations' arguments: sparse ones and dense ones, by key.

    allowed: the kinds that may be among them.  Raises ValueError for what is missing or contradicts itself.
    """

    def __init__(self, features, allowed):
        self.sparse = {}  # key -> type
        self.dense = {}  # key -> (shape, type)
        self.defaults = {}
        for key in sorted(features or {}):
            feature = features[key]
            kind = next((kind for kind in _KINDS if isinstance(feature, kind)), None)
            if kind is None:
                raise ValueError(f"Invalid feature {key}:{feature}.")
            if kind not in allowed:
                raise ValueError(f"Unsupported {kind.__name__} {feature}.")
            _ADD[kind](self, key, feature)
        overlap = set(self.dense).intersection(self.sparse)
        if overlap:
            raise ValueError(f"Dense and sparse keys must not intersect; intersection: {overlap}")

    def _add_var_len(self, key, feature):
        _check_type(key, feature)
        self.sparse[key] = dtypes.as_dtype(feature.dtype)

    def _add_sparse(self, key, feature):
        for part in ("index_key", "value_key"):
            if not getattr(feature, part):
                raise ValueError(f"Missing {part} for SparseFeature {feature}.")
        _check_type(key, feature)
        for index_key in sorted(index_keys(feature)):
            if self.sparse.setdefault(index_key, dtypes.int64) != dtypes.int64:
                raise ValueError(f"Conflicting type {self.sparse[index_key]} vs int64 for feature {index_key}.")
        known = self.sparse.setdefault(feature.value_key, dtypes.as_dtype(feature.dtype))
        if known != feature.dtype:
            raise ValueError(f"Conflicting type {known} vs {feature.dtype} for feature {feature.value_key}.")

    def _add_fixed_len(self, key, feature):
        _check_type(key, feature)
        dims = _dims(key, feature)
        if dims and dims[0] is None:
            raise ValueError(
                f"First dimension of shape for feature {key} unknown. Consider using FixedLenSequenceFeature."
            )
        if not shapes.fully_defined(dims):
            raise ValueError(
                f"All dimensions of shape for feature {key} need to be known but received {feature.shape!s}."
            )
        self._add_dense(key, dims, feature)

    def _add_sequence(self, key, feature):
        _check_type(key, feature)
        dims = _dims(key, feature)
        if feature.allow_missing:
            self.defaults[key] = None
        self._add_dense(key, dims, feature)

    def _add_dense(self, key, dims, feature):
        self.dense[key] = dims, dtypes.as_dtype(feature.dtype)
        if feature.default_value is not None:
            self.defaults[key] = feature.default_value

    def default_tensors(self):
        """A tensor for each dense feature: its default, an empty one when it has none, or what fills it up."""
        return [self._default_tensor(key, *self.dense[key]) for key in self.dense]

    def _default_tensor(self, key, dims, dtype):
        value = self.defaults.get(key)
        name = re.sub(r"[^A-Za-z0-9_.\-/]", "_", key)
        if dims and dims[0] is None:
            if value is None:
                return convert_to_tensor("" if dtype is dtypes.string else 0, dtype)
            return reshape(convert_to_tensor(value, dtype, name=f"padding_{name}"), [])
        if value is None:
            return constant(np.zeros(0, dtype.as_numpy_dtype), dtype)
        if isinstance(value, Tensor):
            return value
        return reshape(convert_to_tensor(value, dtype, name=f"key_{name}"), dims)


def index_keys(feature):
    """The keys of a SparseFeature's places, as a list."""
    return [feature.index_key] if isinstance(feature.index_key, str) else list(feature.index_key)


def _check_type(key, feature):
    if not feature.dtype:
        raise ValueError(f"Missing type for feature {key}.")


def _dims(key, feature):
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {key}.")
    return shapes.of(feature.shape)


_ADD = {
    VarLenFeature: Wanted._add_var_len,
    SparseFeature: Wanted._add_sparse,
    FixedLenFeature: Wanted._add_fixed_len,
    FixedLenSequenceFeature: Wanted._add_sequence,
}
_KINDS = tuple(_ADD)
