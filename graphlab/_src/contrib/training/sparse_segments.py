"""Sparse tensors in sequences that are cut into segments: numbers of stored rows take their place on the way."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, constant, convert_to_tensor, get_default_graph
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.cast import cast
from graphlab._src.ops.division import floormod
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.sparse_places import sparse_reshape
from graphlab._src.state.sparse_maps import add_many_sparse_to_tensors_map, take_many_sparse_from_tensors_map

CONTEXT = "_context_in_seq_"  # begins the names of sequences that are made of context


def is_sparse(value):
    """True for a SparseTensor or a SparseTensorValue."""
    return isinstance(value, (SparseTensor, SparseTensorValue))


def _sparse_names(values):
    return sorted(name for name, value in values.items() if is_sparse(value))


def move_from_context(context, sequences, num_unroll):
    """Moves sparse tensors of `context` into `sequences`, at the first step of each segment."""
    length: Any = constant(1)
    for value in list(sequences.values())[:1]:
        if isinstance(value, Tensor):
            with get_default_graph().control_dependencies([value.op]):
                length = shape(value)[0]
        else:
            length = value.dense_shape[0]
    length = cast(length, dtypes.int64)
    for name in _sparse_names(context):
        sequences[CONTEXT + name] = _at_first_steps(context.pop(name), length, num_unroll)


def _at_first_steps(sparse, length, num_unroll):
    """The sparse tensor with an axis of time before the others, there at the first step of each segment."""
    segments = cast(length // num_unroll, dtypes.int32)
    values = tile(sparse.values, expand_dims(segments, 0))
    places = tile(expand_dims(sparse.indices, 0), stack([segments, 1, 1]))
    entries, rank = shape(sparse.indices)[0], shape(sparse.indices)[1]
    steps = range_(start=0, limit=length, delta=num_unroll)
    steps = tile(expand_dims(expand_dims(steps, 1), 2), [1, entries, 1])
    indices = reshape(concat([steps, places], 2), [entries * segments, rank + 1])
    return SparseTensor(indices, values, concat([expand_dims(length, 0), sparse.dense_shape], 0))


def move_to_context(context, sequences):
    """Moves what move_from_context made of `context` back, [batch, …]."""
    for name in sorted(name for name in sequences if name.startswith(CONTEXT)):
        sparse = sequences.pop(name)
        sizes = sparse.dense_shape
        sparse = SparseTensor(sparse.indices, sparse.values, concat([[sizes[0]], [1], sizes[2:]], 0))
        context[name.removeprefix(CONTEXT)] = sparse_reshape(sparse, concat([[sizes[0]], sizes[2:]], 0))


def store(sequences, shared_name=None):
    """(sequences with the numbers of stored rows for sparse tensors, name -> the operation that stored them)."""
    stored = {
        name: add_many_sparse_to_tensors_map(sequences[name], shared_name=shared_name)
        for name in _sparse_names(sequences)
    }
    return {**sequences, **stored}, {name: numbers.op for name, numbers in stored.items()}


def restore(sequences, stores, batch_size, num_unroll):
    """Replaces the numbers of rows in a batch of segments by sparse tensors [batch, steps, …]."""
    found = {name: take_many_sparse_from_tensors_map(op, reshape(sequences[name], [-1])) for name, op in stores.items()}
    if not found:
        return
    steps = convert_to_tensor(num_unroll, dtypes.int64, name="num_unroll_int64")
    for name, sparse in found.items():
        # TensorFlow's operations, since their number is where random operations after them take a seed from.
        segment = cast(floor(sparse.indices[:, 0] / steps), dtypes.int64)
        step = floormod(sparse.indices[:, 0], steps)
        places = concat([expand_dims(segment, 1), expand_dims(step, 1), sparse.indices[:, 1:]], axis=1)
        batch, steps_64 = cast(batch_size, dtypes.int64), cast(steps, dtypes.int64)
        dense_shape = concat([[batch], [steps_64], sparse.dense_shape[1:]], 0)
        sequences[name] = SparseTensor(places, sparse.values, dense_shape)
