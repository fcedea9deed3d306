"""Crosses of features: every combination of the values that columns have in a row, as text or as a hash."""

import itertools

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import REQUIRED, no_gradient, op
from graphlab._src.ops.string_hash import fingerprint64

_MASK = (1 << 64) - 1
_MULTIPLIER = 0xC6A4A7935BD1E995
DEFAULT_HASH_KEY = 956888297470
_INTERNAL = (dtypes.int64, dtypes.string)


def _mix(value):
    return value ^ (value >> 47)


def _cat(first, second):
    """TensorFlow's FingerprintCat64: one hash of two."""
    result = first ^ _MULTIPLIER ^ (_mix(second * _MULTIPLIER & _MASK) * _MULTIPLIER & _MASK)
    result = _mix(result * _MULTIPLIER & _MASK) * _MULTIPLIER & _MASK
    return _mix(result)


def _rows_of_sparse(indices, values, count):
    rows = [[] for _ in range(count)]
    for row, value in zip(indices[:, 0].tolist(), values.tolist(), strict=True):
        rows[row].append(value)
    return rows


def _as_hash(value):
    return fingerprint64(value) if isinstance(value, bytes) else value & _MASK


def _as_text(value):
    return value if isinstance(value, bytes) else b"%d" % value


def _hashed(combination, num_buckets, key):
    result = key & _MASK
    for value in combination:
        result = _cat(result, value)
    return result % (num_buckets if num_buckets > 0 else (1 << 63) - 1)


def _combined(combination, num_buckets):
    """The hash of contrib's crosses without a key, which TensorFlow calls HashCombine."""
    result = 0xDECAFCAFFE
    for value in combination:
        signed = result - (1 << 64) if result >> 63 else result
        result ^= (value + 0x9E3779B97F4A7800 + (result << 10) + (signed >> 4)) & _MASK
    return result % (num_buckets if num_buckets > 0 else (1 << 63) - 1)


_SIGNATURE = (
    "indices: N*int64, values: *sparse_types, shapes: N*int64, {}: *dense_types "
    "-> output_indices: int64, output_values: out_type, output_shape: int64"
)
_OPTIONS = {
    "types": {"sparse_types": _INTERNAL, "dense_types": _INTERNAL, "out_type": _INTERNAL, "internal_type": _INTERNAL},
    "infer": lambda op: [(None, 2), (None,), (2,)],
    "attrs": {"internal_type": (dtypes.DType, REQUIRED)},
    "host": True,
    "grad": no_gradient,
    "minimums": {"num_buckets": 0},
}


def _check(indices, values, shapes, dense_inputs, count):
    """ValueError for columns that are no matrices, or of other batches than the first."""
    for i, (places, found, sizes) in enumerate(zip(indices, values, shapes, strict=True)):
        if places.ndim != 2:
            raise ValueError(
                f"Input indices should be a matrix but received shape {list(places.shape)} at position {i}"
            )
        if places.shape[1] != 2:
            raise ValueError(f"Expected D2 of index to be 2 got {places.shape[1]} at position {i}")
        if found.ndim != 1 or len(found) != len(places):
            raise ValueError(f"Expected size of values to be {len(places)} got {len(found)} at position {i}")
        if sizes.shape != (2,):
            raise ValueError(f"shape should imply a 2D tensor, but got shape {sizes.tolist()} at position {i}")
        if sizes[0] != count:
            raise ValueError(f"Expected batch size {count} got {sizes[0]} at position {i}")
        if len(places) and not 0 <= places[:, 0].min() <= places[:, 0].max() < count:
            raise ValueError(f"Sparse index out of bounds: rows should be in [0, {count}) at position {i}")
    for i, dense in enumerate(dense_inputs):
        if dense.ndim != 2:
            raise ValueError(f"Dense inputs should be a matrix but received shape {list(dense.shape)} at position {i}")
        if len(dense) != count:
            raise ValueError(f"Expected batch size {count} got {len(dense)} at dense tensor {i}")


def _crossed(indices, values, shapes, dense_inputs, hash_of):
    """Every combination of the values that columns have in a row; the last column changes fastest."""
    first = shapes[0].reshape(-1)[:1].tolist() if shapes else dense_inputs[0].shape[:1]
    count = int(first[0]) if first else 0
    _check(indices, values, shapes, dense_inputs, count)
    columns = [_rows_of_sparse(places, found, count) for places, found in zip(indices, values, strict=True)]
    columns += [dense.tolist() for dense in dense_inputs]
    convert = _as_hash if hash_of else _as_text
    columns = [[[convert(value) for value in row] for row in column] for column in columns]
    crosses = [list(itertools.product(*rows)) for rows in zip(*columns, strict=True)]
    places = [(row, i) for row, found in enumerate(crosses) for i in range(len(found))]
    every = [one for found in crosses for one in found]
    result = np.empty(len(every), np.int64 if hash_of else object)
    result[:] = [hash_of(one) if hash_of else b"_X_".join(one) for one in every]
    longest = max((len(found) for found in crosses), default=0)
    return np.asarray(places, np.int64).reshape(-1, 2), result, np.asarray([count, longest], np.int64)


@op("SparseCross", _SIGNATURE.format("dense_inputs"), **_OPTIONS)
def _sparse_cross(
    indices,
    values,
    shapes,
    dense_inputs,
    *,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_type: dtypes.DType,
):
    """Crosses, hashed with FingerprintCat64."""
    hash_of = (lambda one: _hashed(one, num_buckets, hash_key)) if hashed_output else None
    return _crossed(indices, values, shapes, dense_inputs, hash_of)


@op("SparseFeatureCrossV2", _SIGNATURE.format("dense"), **_OPTIONS)
def _sparse_feature_cross_v2(
    indices,
    values,
    shapes,
    dense,
    *,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_type: dtypes.DType,
):
    """The same, as tf.contrib.layers calls it."""
    hash_of = (lambda one: _hashed(one, num_buckets, hash_key)) if hashed_output else None
    return _crossed(indices, values, shapes, dense, hash_of)


@op("SparseFeatureCross", _SIGNATURE.format("dense"), **_OPTIONS)
def _sparse_feature_cross(
    indices, values, shapes, dense, *, hashed_output: bool, num_buckets: int, out_type: dtypes.DType
):
    """Crosses, hashed without a key."""
    hash_of = (lambda one: _combined(one, num_buckets)) if hashed_output else None
    return _crossed(indices, values, shapes, dense, hash_of)


def _cross(inputs, hashed_output, num_buckets, name, build, **key):
    if not isinstance(inputs, list):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(one, (SparseTensor, Tensor)) for one in inputs):
        raise TypeError("All inputs must be SparseTensors")
    sparse = [one for one in inputs if isinstance(one, SparseTensor)]
    values = [one.values for one in sparse]
    dense = [one for one in inputs if not isinstance(one, SparseTensor)]
    internal = dtypes.string
    for tensors in (values, dense):
        for i, tensor in enumerate(tensors):
            if tensor.dtype.base_dtype is not dtypes.string:
                tensors[i] = cast(tensor, dtypes.int64)
                internal = dtypes.int64
    return SparseTensor(
        *build(
            [one.indices for one in sparse],
            values,
            [one.dense_shape for one in sparse],
            dense,
            hashed_output=hashed_output,
            num_buckets=num_buckets,
            **key,
            out_type=dtypes.int64 if hashed_output else dtypes.string,
            internal_type=internal,
            name=name,
        )
    )


def sparse_cross(inputs, name=None):
    """A SparseTensor of every combination of the values that columns have in a row, as strings joined by "_X_".

    inputs: SparseTensors and tensors [batch, …] of strings or whole numbers.
    """
    return _cross(inputs, False, 0, name, _sparse_cross, hash_key=DEFAULT_HASH_KEY)


def sparse_cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
    """sparse_cross with hashes below num_buckets in place of text; 0 means as many as int64 holds.

    inputs: as in sparse_cross.  hash_key: an int that the hashes depend on.
    """
    return _cross(inputs, True, num_buckets, name, _sparse_cross, hash_key=hash_key or DEFAULT_HASH_KEY)


def sparse_feature_cross(inputs, hashed_output=False, num_buckets=0, name=None, hash_key=None):
    """Crosses as text or as hashes below num_buckets, the way tf.contrib.layers makes them.

    hash_key: an int that the hashes depend on; without it they are those of before TensorFlow had keys.
    inputs: as in sparse_cross.
    """
    if hash_key:
        return _cross(inputs, hashed_output, num_buckets, name, _sparse_feature_cross_v2, hash_key=hash_key)
    return _cross(inputs, hashed_output, num_buckets, name, _sparse_feature_cross)
