"""sparse_merge: a SparseTensor of values from SparseTensors of their ids."""

import numbers
from collections.abc import Iterable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor, is_sparse
from graphlab._src.ops.cast import cast
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import expand_dims
from graphlab._src.ops.sparse_dense import sparse_reorder
from graphlab._src.ops.sparse_products import as_sparse


def sparse_merge(sp_ids, sp_values, vocab_size, name=None, already_sorted=False):
    """A SparseTensor with the values of sp_values at the places that sp_ids hold.

    sp_ids: a SparseTensor of places along the last axis, or a list of them for more axes.
    vocab_size: how long that axis is, or these are.  already_sorted: the places are in row-major order.
    """
    several = not is_sparse(sp_ids)
    for what, value, expected in (
        ("sp_ids", sp_ids, "a SparseTensor or list thereof"),
        ("vocab_size", vocab_size, "a list of Tensors or Python ints"),
    ):
        if several and (isinstance(value, Tensor) or not isinstance(value, Iterable)):
            raise TypeError(f"{what} has to be {expected}. Found {type(value)}")
    sizes: Any = list(vocab_size) if several else [vocab_size]
    for size in sizes:
        if not isinstance(size, (Tensor, numbers.Integral)):
            expected = "a list of Tensors or Python ints" if several else "a Tensor or Python int"
            raise TypeError(f"vocab_size has to be {expected}. Found {type(size)}")
    ids: Any = list(sp_ids) if several else [sp_ids]
    if len(ids) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    with name_scope(name, "SparseMerge", [*ids, sp_values]):
        ids = [as_sparse(one) for one in ids]
        sp_values = as_sparse(sp_values)
        columns = [
            expand_dims(one.values if one.dtype is dtypes.int64 else cast(one.values, dtypes.int64), axis=1)
            for one in ids
        ]
        sizes = [cast(size, dtypes.int64) for size in sizes]
        indices = concat([ids[0].indices[:, :-1], *columns], 1)
        shape = concat([ids[0].dense_shape[:-1], sizes], 0)
        result = SparseTensor(indices, sp_values.values, shape)
        if already_sorted:
            return result
        ordered = sparse_reorder(result)
        return SparseTensor(ordered.indices, ordered.values, shape)
