"""Embeddings whose elements are single parameters, chosen by hashes (Chen et al., 2015, arXiv 1504.04788)."""

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.embedding import embedding_lookup
from graphlab._src.ops.embedding_sparse import embedding_lookup_sparse
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.segment import unsorted_segment_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.sparse_cross import sparse_feature_cross
from graphlab._src.ops.sparse_dense import sparse_tensor_to_dense
from graphlab._src.ops.sparse_rows import sparse_fill_empty_rows
from graphlab._src.ops.sparse_segment import sparse_segment_mean, sparse_segment_sqrt_n, sparse_segment_sum
from graphlab._src.state.partitioned_variable import PartitionedVariable

_COMBINED = {"sum": sparse_segment_sum, "mean": sparse_segment_mean, "sqrtn": sparse_segment_sqrt_n}


def scattered_embedding_lookup(params, values, dimension, name=None, hash_key=None):
    """[..., dimension]: for each of `values` the parameters whose numbers are hashes of it and of 0, 1, … dimension - 1.

    params: the parameters [count], or a list of equal parts of them, of which the first ones may have one more.
    values: numbers or strings [...].  hash_key: an int that the hashes depend on.
    """
    if dimension is None:
        raise ValueError("You must specify dimension.")
    return _sampled_scattered_embedding_lookup(params, values, dimension, None, hash_key, name)


def _sampled_scattered_embedding_lookup(
    params, values, dimension=None, sampled_candidates=None, hash_key=None, name=None
):
    """scattered_embedding_lookup of some elements. sampled_candidates: [..., count]: their numbers; all when left out."""
    parts = _parts(params)
    with name_scope(name, "scattered_embedding_lookup", [*parts, dimension, values]):
        values = convert_to_tensor(values)
        outer, column = shape(values), reshape(values, [-1, 1])
        if sampled_candidates is None:
            if dimension is None:
                raise ValueError("You must specify either dimension or sampled_candidates.")
            if dimension <= 0:
                raise ValueError(f"Dimension must be >0. Given is {dimension}")
            chosen = tile(expand_dims(range_(0, dimension), 0), shape(column))
        else:
            given = shape(sampled_candidates)
            dimension = given[-1]
            fits = reduce_all(equal(given, concat([outer, reshape(dimension, [1])], 0)))
            message = ["The shape of sampled_candidates: ", given, " does not match the shape of values: ", outer]
            chosen = with_dependencies([assert_(fits, message)], reshape(sampled_candidates, [-1, dimension]))
        count = _count(parts)
        ids = sparse_feature_cross([chosen, column], hashed_output=True, num_buckets=count, hash_key=hash_key)
        found = embedding_lookup(parts, sparse_tensor_to_dense(ids), partition_strategy="div")
        return reshape(found, concat([outer, [dimension]], 0))


def sampled_scattered_embedding_lookup_sparse(
    params, sp_values, dimension=None, sampled_candidates=None, hash_key=None, with_sign_hash=False, name=None
):
    """[rows, dimension]: the sum of the scattered embeddings of each row of a SparseTensor.

    sampled_candidates: [rows, count]: the numbers of the elements that are looked up, all when left out.
    with_sign_hash: a hash says for each element whether it is added or subtracted.
    """
    if not isinstance(sp_values, SparseTensor):
        raise TypeError("sp_values must be SparseTensor")
    given = [sp_values, params, dimension, sampled_candidates]
    with name_scope(name, "sampled_scattered_embedding_lookup_sparse", given) as scope:
        rows = sp_values.indices[:, 0]
        if sampled_candidates is not None:
            sampled_candidates = gather(sampled_candidates, rows)

        def look_up(parameters, name):
            chosen = dimension, sampled_candidates, hash_key
            return _sampled_scattered_embedding_lookup(parameters, sp_values.values, *chosen, name=name)

        found = look_up(params, "values_lookup")
        if with_sign_hash:
            found = multiply(look_up(constant([-1.0, 1.0]), "signs_lookup"), found, name="signs_hash")
        return unsorted_segment_sum(found, cast(rows, dtypes.int32), shape(sp_values)[0], name=scope)


def _parts(params):
    return list(params) if isinstance(params, list | PartitionedVariable) else [params]


def _count(parts):
    """How many parameters there are; ValueError for parts that are not equal."""
    for part in parts:
        part.get_shape().assert_has_rank(1)
        part.get_shape().assert_is_fully_defined()
    sizes = [part.get_shape().as_list()[0] for part in parts]
    for p, size in enumerate(sizes):
        expected = (sum(sizes) - p - 1) // len(sizes) + 1
        if size != expected:
            raise ValueError(f"Tensor {p} in params has size {size}, expected {expected}.")
    return sum(sizes)


def scattered_embedding_lookup_sparse(
    params, sparse_values, dimension, combiner=None, default_value=None, name=None, hash_key=None
):
    """[rows, dimension]: the combined scattered embeddings of each row of a SparseTensor.

    combiner: "mean", which it is when left out, "sqrtn" or "sum".  default_value: what a row without values has.
    params, dimension, hash_key: as for scattered_embedding_lookup.
    """
    if combiner is None:
        logging.warn('The default value of combiner will change from "mean" to "sqrtn" after 2016/11/01.')
        combiner = "mean"
    if not isinstance(sparse_values, SparseTensor):
        raise TypeError("sparse_values must be SparseTensor")
    if combiner not in _COMBINED:
        raise ValueError("Combiner must be one of 'mean', 'sqrtn' or 'sum'.")
    parts = _parts(params)
    with name_scope(name, "scattered_embedding_lookup_sparse", [*parts, sparse_values]) as scope:
        if default_value is None:  # TensorFlow's: values that hardly a program has
            default_value = "6ZxWzWOHxZ" if sparse_values.dtype == dtypes.string else 1288896567
        sparse_values, _ = sparse_fill_empty_rows(sparse_values, default_value)
        rows = cast(sparse_values.indices[:, 0], dtypes.int32)
        values, places = unique(sparse_values.values)
        embeddings = scattered_embedding_lookup(parts, values, dimension, hash_key=hash_key)
        return _COMBINED[combiner](embeddings, places, rows, name=scope)


def embedding_lookup_sparse_with_distributed_aggregation(
    params, sp_ids, sp_weights, partition_strategy="mod", name=None, combiner=None, max_norm=None
):
    """tf.nn.embedding_lookup_sparse, which TensorFlow sums up beside each part of the embedding."""
    return embedding_lookup_sparse(params, sp_ids, sp_weights, partition_strategy, name, combiner, max_norm)
