"""Serialized sparse tensors."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import tensor_proto
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import check_sparse, sparse_ranks, with_rank
from graphlab._src.ops.sparse_places import in_order
from graphlab._src.ops.sparse_products import as_sparse
from graphlab._src.proto import TensorProto

_FORMS = (dtypes.string, dtypes.variant)
_PARTS = "sparse_indices: int64, sparse_values: T, sparse_shape: int64 -> serialized_sparse: out_type=string"
_RESULT = "-> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64"
_RANKS = sparse_ranks("sparse_indices", "sparse_values", "sparse_shape")
_BACK = {"infer": lambda op: [(None, None), (None,), (None,)], "host": True, "grad": no_gradient}


def packed(*parts):
    """The parts of a sparse tensor as strings."""
    result = np.empty(len(parts), object)
    result[:] = [tensor_proto.encode_bytes(np.asarray(part), with_strings=True).SerializeToString() for part in parts]
    return result


@op(
    "SerializeSparse",
    _PARTS,
    types={"out_type": _FORMS},
    infer=lambda op: (3,),
    ranks=_RANKS,
    host=True,
    grad=no_gradient,
)
def _serialize(sparse_indices, sparse_values, sparse_shape):
    """A sparse tensor as three strings: its places, values and shape."""
    return packed(sparse_indices, sparse_values, sparse_shape)


@op(
    "SerializeManySparse",
    _PARTS,
    types={"out_type": _FORMS},
    infer=lambda op: (None, 3),
    ranks=_RANKS,
    host=True,
    grad=no_gradient,
)
def _serialize_many(sparse_indices, sparse_values, sparse_shape):
    """The rows of a sparse tensor as three strings each."""
    if len(sparse_shape) < 2:
        raise ValueError(f"Rank of input SparseTensor should be > 1, but saw rank: {len(sparse_shape)}")
    check_sparse(sparse_indices, sparse_values, sparse_shape)
    rows = sparse_indices[:, 0]
    found = [
        packed(sparse_indices[rows == i, 1:], sparse_values[rows == i], sparse_shape[1:])
        for i in range(sparse_shape[0])
    ]
    return np.stack(found) if found else np.empty((0, 3), object)


def _tensor(text, dtype=None):
    try:
        message = TensorProto.FromString(text)
    except DecodeError:
        raise ValueError("Could not parse serialized proto") from None
    if dtype is not None and message.dtype != dtype.as_datatype_enum:
        found = dtypes.runtime_name(dtypes.as_dtype(message.dtype))
        raise ValueError(
            f"Requested SparseTensor of type {dtypes.runtime_name(dtype)} but SparseTensor[0].values.dtype() == {found}"
        )
    return tensor_proto.decode(message)


def _together(serialized, dtype, leading):
    """The sparse tensors in an array […, 3] as one with those leading axes before theirs."""
    places, values, sizes = [], [], None
    for place in np.ndindex(*leading):
        indices, found, shape = (
            _tensor(text, kind) for text, kind in zip(serialized[place], (None, dtype, None), strict=True)
        )
        if sizes is not None and len(sizes) != len(shape):
            raise ValueError(
                f"Inconsistent shape across SparseTensors: rank prior to SparseTensor[{place[-1]}] was: "
                f"{len(sizes)} but rank of SparseTensor[{place[-1]}] is: {len(shape)}"
            )
        sizes = shape if sizes is None else np.maximum(sizes, shape)
        before = np.tile(np.asarray(place, np.int64).reshape(1, -1), (len(indices), 1))
        places.append(np.concatenate([before, indices], axis=1))
        values.append(found)
    if sizes is None:
        raise ValueError("Must have at least 1 serialized SparseTensor, but input matrix has 0 rows")
    every = np.concatenate(places)
    order = in_order(every)
    return every[order], np.concatenate(values)[order], np.concatenate([np.asarray(leading, np.int64), sizes])


@op("DeserializeSparse", f"serialized_sparse: Tserialized=string {_RESULT}", types={"Tserialized": _FORMS}, **_BACK)
def _deserialize(serialized_sparse, *, dtype: dtypes.DType):
    """The sparse tensor that three strings hold, or the batch of those in […, 3]."""
    return _together(serialized_sparse, dtype, serialized_sparse.shape[:-1])


def _of_rows(op):
    columns = with_rank(op.inputs[0].dims, 2)[1]
    if columns not in (3, None):
        raise shapes.ShapeError(f"Dimension must be 3 but is {columns}", "pass three strings for each sparse tensor")
    return [(None, None), (None,), (None,)]


@op("DeserializeManySparse", f"serialized_sparse: string {_RESULT}", infer=_of_rows, host=True, grad=no_gradient)
def _deserialize_many(serialized_sparse, *, dtype: dtypes.DType):
    """One sparse tensor of those that the rows of [batch, 3] strings hold."""
    if serialized_sparse.ndim != 2 or serialized_sparse.shape[1] != 3:
        raise ValueError(f"Serialized sparse should have 3 columns but has shape {list(serialized_sparse.shape)}")
    return _together(serialized_sparse, dtype, serialized_sparse.shape[:1])


def serialize_sparse(sp_input, name=None, out_type=dtypes.string):
    """A SparseTensor as three strings: its places, values and shape.

    sp_input: a SparseTensor.  out_type: string or variant.
    """
    sp_input = as_sparse(sp_input)
    return _serialize(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name, out_type=out_type)


def serialize_many_sparse(sp_input, name=None, out_type=dtypes.string):
    """The rows of a SparseTensor as [rows, 3] strings.

    sp_input: a SparseTensor.  out_type: string or variant.
    """
    sp_input = as_sparse(sp_input)
    return _serialize_many(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name, out_type=out_type)


def deserialize_sparse(serialized_sparse, dtype, rank=None, name=None):
    """The SparseTensor of those that the last axis of [batch…, 3] strings holds.

    dtype: of its values.  rank: of the result, when that is known.
    """
    return _whole(_deserialize(serialized_sparse, dtype=dtypes.as_dtype(dtype), name=name), rank)


def deserialize_many_sparse(serialized_sparse, dtype, rank=None, name=None):
    """The SparseTensor [batch, …] of those that the rows of [batch, 3] strings hold.

    dtype: of its values.  rank: of the result, when that is known.
    serialized_sparse: string, [rows, 3].
    """
    return _whole(_deserialize_many(serialized_sparse, dtype=dtypes.as_dtype(dtype), name=name), rank)


def _whole(parts, rank):
    places, values, sizes = parts
    places.set_shape([None, rank])
    sizes.set_shape([rank])
    return SparseTensor(places, values, sizes)
