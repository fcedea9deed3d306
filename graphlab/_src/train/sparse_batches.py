"""Sparse tensors in batches: a queue holds their handles, a map holds the tensors."""

import dataclasses
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.constant import static_value
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.gather import gather
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.sparse import sparse_retain
from graphlab._src.state.sparse_maps import (
    add_many_sparse_to_tensors_map,
    add_sparse_to_tensors_map,
    stores_sparse,
    take_many_sparse_from_tensors_map,
)


@dataclasses.dataclass
class Stored:
    """A component as it goes into the queue.

    tensor: it, or the handle that represents it.  adding: the operation that stores a sparse one, else None.
    rank: of one sparse example, where it is known.
    """

    tensor: Any
    adding: Any = None
    rank: int | None = None

    @property
    def sparse(self) -> bool:
        """True for a handle."""
        return self.adding is not None

    @property
    def map_op(self) -> Any:
        """`adding`, by TensorFlow's name."""
        return self.adding


def store(tensor, enqueue_many, keep_input, first: Any = None):
    """A component as it goes into the queue; dense ones go in as they are.

    first: the Stored of the same component of another source, whose place aside is shared.
    """
    if not isinstance(tensor, SparseTensor):
        return Stored(tensor)
    shared_name = first.adding.name if first and first.adding else None
    rank = tensor.dense_shape.shape.with_rank(1).as_list()[0]
    many = enqueue_many
    keep = static_value(keep_input)
    if keep_input.shape.ndims == 1:
        tensor = sparse_retain(tensor, gather(keep_input, tensor.indices[:, 0]))
        keep = True
    numbers = _numbers(tensor, shared_name, many, keep, keep_input)
    adding = numbers.op
    for given in numbers.op.inputs:
        if stores_sparse(given.op):
            adding = given.op  # behind the Merge of a cond
    adding = first.adding if shared_name else adding
    return Stored(expand_dims(numbers, [-1]), adding, None if rank is None else rank - many)


def _numbers(tensor, shared_name, many, keep, keep_input) -> Any:
    def stored():
        add = add_many_sparse_to_tensors_map if many else add_sparse_to_tensors_map
        return add(tensor, shared_name=shared_name)

    def left_out():
        if not many:
            return convert_to_tensor(-1, dtypes.int64)
        with name_scope(None, "Shape", [tensor]):
            sizes = cast(tensor.dense_shape, dtypes.int32)
        return -1 * ones(sizes[0:1], dtypes.int64)

    numbers: Any = None
    if keep is None:
        numbers = cond(keep_input, stored, left_out)
    else:
        numbers = stored() if keep else left_out()
    if many:
        numbers.set_shape([None])
    return numbers


def compatible(first, other):
    """True when the same component of two sources can share a queue."""
    if (first.adding is None) != (other.adding is None):
        return False
    return first.rank is None or other.rank is None or first.rank == other.rank


def restore(dequeued, stored):
    """What came out of the queue, with sparse tensors in place of their numbers.

    dequeued: a tensor, or a list of them.  stored: the Stored of each.
    """
    several = isinstance(dequeued, list)
    pairs = zip(dequeued if several else [dequeued], stored, strict=True)
    tensors = [
        take_many_sparse_from_tensors_map(one.adding, squeeze(tensor, [1]), None if one.rank is None else one.rank + 1)
        if one.adding is not None
        else tensor
        for tensor, one in pairs
    ]
    together = tensors
    if any(isinstance(tensor, SparseTensor) for tensor in tensors):
        # Nothing is taken from aside twice, so all of it must be taken whenever a part is.
        all_of_it = [tensor.values if isinstance(tensor, SparseTensor) else tensor for tensor in tensors]
        together = [_together(all_of_it, tensor) for tensor in tensors]
    return together if several else tensors[0]


def _together(all_of_it, tensor):
    if not isinstance(tensor, SparseTensor):
        return with_dependencies(all_of_it, tensor)
    parts = tensor.indices, tensor.values, tensor.dense_shape
    return SparseTensor(*[with_dependencies(all_of_it, part) for part in parts])
