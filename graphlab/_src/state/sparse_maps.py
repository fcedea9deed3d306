"""Sparse tensors stored under a number, so that queues can hold them, and put together again as a batch."""

import itertools
import threading

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, text_of
from graphlab._src.graph import Operation
from graphlab._src.graph.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from graphlab._src.ops.define import REQUIRED, no_gradient, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.state.queue_object import failure

_NAMED = {"container": (str, ""), "shared_name": (str, "")}


class SparseTensorsMap:
    """Sparse tensors of one type by their numbers. A tensor is (indices, values, shape)."""

    def __init__(self, name):
        self.name = name
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._tensors = {}

    def put(self, tensor):
        """Stores a tensor; returns its number."""
        with self._lock:
            number = next(self._numbers)
            self._tensors[number] = tensor
        return number

    def take(self, op, number):
        """The tensor of that number, which is forgotten."""
        with self._lock:
            found = self._tensors.pop(number, None)
        if found is None:
            message = f"Unable to find SparseTensor: {number} in map: {self.name}"
            raise failure(InvalidArgumentError, op, message)
        return found


def _map(context):
    attrs = context.op.attrs
    name = text_of(attrs["shared_name"]) or context.op.name
    return context.resources.find_or_make(
        "sparse tensors", text_of(attrs["container"]), name, lambda: SparseTensorsMap(name)
    )


def _check_parts(op):
    for i, rank in enumerate((2, 1, 1)):
        with_rank(op.inputs[i].dims, rank)
    return (None,) if op.type == "AddManySparseToTensorsMap" else ()


_PARTS = "sparse_indices: int64, sparse_values: T, sparse_shape: int64"
_OPTIONS = {"host": True, "stateful": True, "grad": no_gradient, "attrs": _NAMED}


@op("AddSparseToTensorsMap", f"{_PARTS} -> sparse_handle: int64", infer=_check_parts, **_OPTIONS)
def _add_one(sparse_indices, sparse_values, sparse_shape, *, context):
    """Stores a sparse tensor; returns its number."""
    return np.asarray(_map(context).put((sparse_indices, sparse_values, sparse_shape)), np.int64)


@op("AddManySparseToTensorsMap", f"{_PARTS} -> sparse_handles: int64", infer=_check_parts, **_OPTIONS)
def _add_many(sparse_indices, sparse_values, sparse_shape, *, context):
    """Stores the rows of a sparse tensor; returns their numbers."""
    found = _map(context)
    rows = sparse_indices[:, 0]
    numbers = []
    for i in range(int(sparse_shape[0])):
        here = rows == i
        numbers.append(found.put((sparse_indices[here, 1:], sparse_values[here], sparse_shape[1:])))
    return np.asarray(numbers, np.int64)


def stores_sparse(op):
    """True for an operation that puts one sparse tensor aside, or many."""
    return op.type in (_add_one.op_type, _add_many.op_type)


def _taken_shapes(op):
    return [(None, None), (None,), (None,)]


@op(
    "TakeManySparseFromTensorsMap",
    "sparse_handles: int64 -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64",
    infer=_taken_shapes,
    **{**_OPTIONS, "attrs": {"dtype": (dtypes.DType, REQUIRED), **_NAMED}},
)
def _take_many(sparse_handles, *, context):
    """The sparse tensors of these numbers as the rows of one."""
    found = _map(context)
    tensors = [found.take(context.op, number) for number in sparse_handles.ravel().tolist()]
    ranks = [len(shape) + 1 for _, _, shape in tensors]  # with the axis of the batch
    for i, rank in enumerate(ranks):
        if rank != ranks[0]:
            message = f"rank prior to SparseTensor[{i}] was: {ranks[0]} but rank of SparseTensor[{i}] is: {rank}"
            raise failure(InvalidArgumentError, context.op, f"Inconsistent rank across SparseTensors: {message}")
    dtype = context.op.attrs["dtype"].as_numpy_dtype
    if not tensors:
        return np.empty((0, 1), np.int64), np.empty(0, dtype), np.zeros(1, np.int64)
    indices = [np.insert(indices, 0, i, axis=1) for i, (indices, _, _) in enumerate(tensors)]
    sizes = np.max([shape for _, _, shape in tensors], axis=0)
    return (
        np.concatenate(indices).astype(np.int64),
        np.concatenate([values for _, values, _ in tensors]).astype(dtype),
        np.concatenate([[len(tensors)], sizes]).astype(np.int64),
    )


def add_sparse_to_tensors_map(sp_input, container=None, shared_name=None, name=None):
    """The number, int64, of a SparseTensor that a run stores.

    container, shared_name: of the store; shared_name is the name of the operation when left out.
    """
    return _add_one(*_parts(sp_input), container=container, shared_name=shared_name, name=name)


def add_many_sparse_to_tensors_map(sp_input, container=None, shared_name=None, name=None):
    """The numbers of the rows of a SparseTensor, each of which a run stores."""
    return _add_many(*_parts(sp_input), container=container, shared_name=shared_name, name=name)


def _parts(sparse):
    sparse = convert_to_tensor_or_sparse_tensor(sparse)
    if not isinstance(sparse, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return sparse.indices, sparse.values, sparse.dense_shape


def take_many_sparse_from_tensors_map(sparse_map_op, sparse_handles, rank=None, name=None):
    """The SparseTensor whose rows are the stored sparse tensors of these numbers, which are forgotten.

    sparse_map_op: the operation that stored them.  sparse_handles: int64, a vector.  rank: of the result, when known.
    """
    if not isinstance(sparse_map_op, Operation) or not stores_sparse(sparse_map_op):
        raise TypeError(
            "sparse_map_op must be one of AddSparseToTensorsMap or AddManySparseToTensorsMap. Instead, found "
            f"`{getattr(sparse_map_op, 'type', sparse_map_op)}`."
        )
    with sparse_map_op.graph.colocate_with(sparse_map_op):
        indices, values, shape = _take_many(
            sparse_handles,
            dtype=sparse_map_op.get_attr("T"),
            container=sparse_map_op.get_attr("container"),
            shared_name=sparse_map_op.get_attr("shared_name") or sparse_map_op.name,
            name=name,
        )
    indices.set_shape([None, rank])
    shape.set_shape([rank])
    return SparseTensor(indices, values, shape)
