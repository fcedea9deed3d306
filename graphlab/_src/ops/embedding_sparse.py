"""embedding_lookup_sparse: the sum or mean of the embeddings of several ids, for each row of a SparseTensor."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import unknown_shape
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater, greater_equal
from graphlab._src.ops.constants import fill, ones_like, zeros_like
from graphlab._src.ops.division import div
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.padding import tile
from graphlab._src.ops.power import pow as power
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.segment_sorted import segment_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, size
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.sparse import sparse_retain
from graphlab._src.ops.sparse_places import sparse_reshape
from graphlab._src.ops.sparse_rows import sparse_fill_empty_rows
from graphlab._src.ops.sparse_segment import sparse_segment_mean, sparse_segment_sqrt_n, sparse_segment_sum

_UNWEIGHTED = {"sum": sparse_segment_sum, "mean": sparse_segment_mean, "sqrtn": sparse_segment_sqrt_n}


def _parts(params):
    """The parts of an embedding, as a list."""
    whole_parts = getattr(params, "_get_variable_list", None)  # that of a PartitionedVariable
    if whole_parts is not None:
        return list(whole_parts())
    return list(params) if isinstance(params, list) else [params]


def _check(sp_ids, sp_weights):
    if not isinstance(sp_ids, SparseTensor):
        raise TypeError("sp_ids must be SparseTensor")
    if sp_weights is None:
        return
    if not isinstance(sp_weights, SparseTensor):
        raise TypeError("sp_weights must be either None or SparseTensor")
    for part in ("values", "indices", "dense_shape"):
        getattr(sp_ids, part).shape.assert_is_compatible_with(getattr(sp_weights, part).shape)


def embedding_lookup_sparse(
    params, sp_ids, sp_weights, partition_strategy="mod", name=None, combiner=None, max_norm=None
):
    """For each row of ids the combined rows of an embedding.

    params: the embedding [rows, …], or a list of parts of it.
    sp_ids: a SparseTensor of ids in which no row is empty.  sp_weights: one of how much each counts, or None.
    combiner: "sum", "mean", the weighted mean, or "sqrtn", the sum over the root of the sum of squared weights.
    partition_strategy, max_norm: as for embedding_lookup.
    """
    combiner = "mean" if combiner is None else combiner
    if combiner not in _UNWEIGHTED:
        raise ValueError("combiner must be one of 'mean', 'sqrtn' or 'sum'")
    params = _parts(params)
    _check(sp_ids, sp_weights)
    with name_scope(name, "embedding_lookup_sparse", [*params, sp_ids]) as scope:
        segment_ids = sp_ids.indices[:, 0]
        if segment_ids.dtype is not dtypes.int32:
            segment_ids = cast(segment_ids, dtypes.int32)
        ids, where_to = unique(sp_ids.values)
        rows: Any = embedding_lookup(params, ids, partition_strategy=partition_strategy, max_norm=max_norm)
        if rows.dtype in (dtypes.float16, dtypes.bfloat16):
            rows = cast(rows, dtypes.float32)
        if sp_weights is None:
            return _UNWEIGHTED[combiner](rows, where_to, segment_ids, name=scope)
        weights = sp_weights.values
        if weights.dtype is not rows.dtype:
            weights = cast(weights, rows.dtype)
        rows = gather(rows, where_to)
        return _weighted(rows, weights, segment_ids, combiner, scope)


def _weighted(rows, weights, segment_ids, combiner, name):
    ones = fill(expand_dims(rank(rows) - 1, 0), 1)
    known = weights.shape
    weights = reshape(weights, concat([shape(weights), ones], 0))
    if rows.dims is not None:
        weights.set_shape(known.concatenate([1] * (len(rows.dims) - 1)))
    rows *= weights
    if combiner == "sum":
        return segment_sum(rows, segment_ids, name=name)
    total = segment_sum(rows, segment_ids)
    if combiner == "mean":
        return div(total, segment_sum(weights, segment_ids), name=name)
    return div(total, sqrt(segment_sum(power(weights, 2), segment_ids)), name=name)


def safe_embedding_lookup_sparse(
    embedding_weights,
    sparse_ids,
    sparse_weights=None,
    combiner="mean",
    default_id=None,
    name=None,
    partition_strategy="div",
    max_norm=None,
):
    """embedding_lookup_sparse for ids that may be negative and rows that may be empty.

    sparse_ids: [d0, …, dn]; the result is [d0, …, dn-1, embedding]. Negative ids and weights of 0 are left out.
    default_id: the id of rows that are empty then; without it their result is zeros.
    embedding_weights, sparse_weights, combiner, partition_strategy, max_norm: as in embedding_lookup_sparse, where the
    first two are params and sp_weights.
    """
    if embedding_weights is None:
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    parts = _parts(embedding_weights)
    if not parts:
        raise ValueError(f"Missing embedding_weights {parts}.")
    dtype = None if sparse_weights is None else sparse_weights.dtype
    parts = [
        one if hasattr(one, "sparse_read") and dtype in (None, one.dtype) else convert_to_tensor(one, dtype)
        for one in parts
    ]
    with name_scope(name, "embedding_lookup", [*parts, sparse_ids, sparse_weights]) as scope:
        sizes = sparse_ids.dense_shape
        known_rank = sizes.shape.dims[0].value
        count = size(sizes) if known_rank is None else known_rank
        sparse_ids = sparse_reshape(
            sparse_ids, [reduce_prod(slice_(sizes, [0], [count - 1])), gather(sizes, count - 1)]
        )
        if sparse_weights is not None:
            sparse_weights = SparseTensor(sparse_ids.indices, sparse_weights.values, sparse_ids.dense_shape)
        sparse_ids, sparse_weights = prune_invalid_ids(sparse_ids, sparse_weights)
        if combiner != "sum":
            sparse_ids, sparse_weights = prune_invalid_weights(sparse_ids, sparse_weights)
        sparse_ids, is_empty = sparse_fill_empty_rows(sparse_ids, default_id or 0)
        if sparse_weights is not None:
            sparse_weights, _ = sparse_fill_empty_rows(sparse_weights, 1.0)
        result = embedding_lookup_sparse(
            parts,
            sparse_ids,
            sparse_weights,
            combiner=combiner,
            partition_strategy=partition_strategy,
            name=None if default_id is None else scope,
            max_norm=max_norm,
        )
        if default_id is None:
            is_empty = tile(reshape(is_empty, [-1, 1]), stack([1, shape(result)[1]]))
            result = where(is_empty, zeros_like(result), result, name=scope)
        leading = slice_(cast(sizes, dtypes.int32), [0], [count - 1])
        final = reshape(result, concat([leading, slice_(shape(result), [1], [-1])], 0))
        final.set_shape(unknown_shape(None if known_rank is None else known_rank - 1).concatenate(result.shape[1:]))
        return final


def prune_invalid_ids(sparse_ids, sparse_weights):
    """(ids, weights) without those of negative ids."""
    valid = greater_equal(sparse_ids.values, 0)
    if sparse_weights is None:
        return sparse_retain(sparse_ids, valid), None
    valid = logical_and(valid, ones_like(sparse_weights.values, dtype=dtypes.bool))
    return sparse_retain(sparse_ids, valid), sparse_retain(sparse_weights, valid)


def prune_invalid_weights(sparse_ids, sparse_weights):
    """(ids, weights) without those whose weight is not above 0."""
    if sparse_weights is None:
        return sparse_ids, None
    counts = greater(sparse_weights.values, 0)
    return sparse_retain(sparse_ids, counts), sparse_retain(sparse_weights, counts)
