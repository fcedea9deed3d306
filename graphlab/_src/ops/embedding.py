"""embedding_lookup: rows of an embedding by id."""

from typing import Any

from graphlab._src.base.shapes import dimension_at_index
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.convert import convert_n_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_norm
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.dynamic import dynamic_partition, parallel_dynamic_stitch
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape, size


def _clipped(params, ids, max_norm):
    if max_norm is None:
        return params
    if ids.dims and params.dims:
        return clip_by_norm(params, max_norm, axes=list(range(len(ids.dims), len(params.dims))))
    first = len(ids.dims) if ids.dims else rank(ids)
    return clip_by_norm(params, max_norm, axes=range_(first, len(params.dims) if params.dims else rank(params)))


def embedding_lookup(params, ids, partition_strategy="mod", name=None, validate_indices=True, max_norm=None):
    """The rows of an embedding at ids: [*ids.shape, …].

    params: the embedding [rows, …], or a list of parts of it.  ids: int32 or int64, any shape.
    partition_strategy: how a list is cut: "mod" distributes rows in rotation, "div" cuts it into runs.
    validate_indices: has no effect.  max_norm: rows with a larger L2 norm are scaled down to it.
    """
    return embedding_lookup_and_transform(params, ids, partition_strategy, name, max_norm)


def embedding_lookup_and_transform(
    params, ids, partition_strategy="mod", name=None, max_norm: Any = None, transform_fn: Any = None
):
    """embedding_lookup, whose rows pass through a function, where they are found.

    transform_fn([n, …]) -> [n, …]: gets the rows of one part of the embedding, after max_norm.
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Need at least one param")
    whole_parts = getattr(params, "_get_variable_list", None)  # that of a PartitionedVariable
    if whole_parts is not None:
        params = whole_parts()
    params = list(params) if isinstance(params, (list, tuple)) else [params]
    with name_scope(name, "embedding_lookup", [*params, ids]) as scope:
        # What can be read row by row is not read as a whole.
        by_row = any(hasattr(one, "sparse_read") for one in params)
        parts = params if by_row else convert_n_to_tensor(params, name="params")
        ids = convert_to_tensor(ids, name="ids")
        graph = get_default_graph()
        if len(parts) == 1 and (transform_fn is None or ids.shape.ndims == 1):
            with graph.colocate_with(parts[0].op):
                rows = _clipped(gather(parts[0], ids, name=scope), ids, max_norm)
                rows = rows if transform_fn is None else transform_fn(rows)
            return identity(rows)
        return _from_parts(graph, parts, ids, partition_strategy, scope, max_norm, transform_fn)


def _from_parts(graph, parts, ids, strategy, scope, max_norm, transform_fn):
    count = len(parts)
    flat = reshape(ids, [-1])
    places = range_(size(flat))
    part, row = _assign(parts, flat, strategy)
    part = cast(part, "int32")
    rows = dynamic_partition(row, part, num_partitions=count)
    where_from = dynamic_partition(places, part, num_partitions=count)
    found = []
    for params, wanted in zip(parts, rows, strict=True):
        with graph.colocate_with(params.op):
            rows_of_part = gather(params, wanted)
            found.append(
                rows_of_part if transform_fn is None else transform_fn(_clipped(rows_of_part, wanted, max_norm))
            )
    joined = parallel_dynamic_stitch(where_from, found, name=scope)
    rest = parts[0].shape[1:] if transform_fn is None else joined.shape[1:]
    for params in parts[1:] if transform_fn is None else ():
        rest = rest.merge_with(params.shape[1:])
    tail = list(rest) if rest.is_fully_defined() else shape(parts[0] if transform_fn is None else joined)[1:]
    result = reshape(joined, concat([shape(ids), tail], 0))
    result.set_shape(ids.shape.concatenate(rest))
    return result if transform_fn is not None else _clipped(result, ids, max_norm)


def _assign(parts, ids, strategy):
    """(the part that each id is in, its row there)."""
    count = len(parts)
    if strategy == "mod":
        return ids % count, ids // count
    if strategy != "div":
        raise ValueError(f"Unrecognized partition strategy: {strategy}")
    total = _rows(parts, ids.dtype)
    each, extra = total // count, total % count
    part = raw_ops.Maximum(ids // (each + 1), (ids - extra) // each)
    return part, where(part < extra, ids % (each + 1), (ids - extra) % each)


def _rows(parts, dtype):
    """How many rows all parts have together, as a tensor."""
    sizes: Any = [dimension_at_index(params.shape, 0).value for params in parts]
    if None not in sizes:
        return constant(sum(sizes), dtype)
    for i, params in enumerate(parts):
        if sizes[i] is None:
            with get_default_graph().colocate_with(params):
                sizes[i] = shape(params)[0]
    return reduce_sum(cast(stack(sizes), dtype))
