"""sparse_merge: one SparseTensor of values from SparseTensors that say where they are."""

from graphlab import dtypes
from graphlab.graph import name_scope
from graphlab.graph.sparse_tensor import SparseTensor
from graphlab.ops.cast import cast
from graphlab.ops.joining import concat
from graphlab.ops.shape import expand_dims, reshape
from graphlab.ops.slicing import slice_
from graphlab.ops.sparse_dense import sparse_reorder


def sparse_merge(sp_ids, sp_values, vocab_size, name=None, already_sorted=False):
    """A SparseTensor with the values of sp_values at the places that sp_ids hold.

    sp_ids: a SparseTensor of places along the last axis, or a list of them for more axes.
    vocab_size: how long that axis is, or these are.  already_sorted: the places are in row-major order.
    """
    several = isinstance(sp_ids, (list, tuple))
    ids = list(sp_ids) if several else [sp_ids]
    sizes = list(vocab_size) if several else [vocab_size]
    for one in ids:
        if not isinstance(one, SparseTensor):
            raise TypeError(f"Expected sp_ids to be a SparseTensor or a list of SparseTensors, got {one}")
    if len(ids) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    with name_scope(name, "SparseMerge", [*ids, sp_values]):
        columns = [expand_dims(cast(one.values, dtypes.int64), 1) for one in ids]
        indices = concat([slice_(ids[0].indices, [0, 0], [-1, ids[0].indices.shape[1].value - 1]), *columns], 1)
        first = slice_(ids[0].dense_shape, [0], [ids[0].dense_shape.shape[0].value - 1])
        result = SparseTensor(
            indices, sp_values.values, concat([first, *[reshape(cast(size, dtypes.int64), [1]) for size in sizes]], 0)
        )
        return result if already_sorted else sparse_reorder(result)
