"""The ids of a batch as SDCA reads them: without those below 0, and each once in an example."""

from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.segment import unsorted_segment_min, unsorted_segment_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.train.sdca.sparse_feature_column import SparseFeatureColumn


def unique_ids(example_ids, ids, weights):
    """The SparseFeatureColumn of ids [n] and their weights [n]; weights of an id that an example has twice are added.

    example_ids: int64 [n], which example has the id.
    """
    is_valid = greater_equal(ids, 0)
    ids, example_ids = boolean_mask(ids, is_valid), boolean_mask(example_ids, is_valid)
    weights = boolean_mask(weights, is_valid)
    length = reduce_max(ids) + 1
    projected, places = unique(length * example_ids + ids)
    count = shape(projected)[0]
    example_of_each = unsorted_segment_min(example_ids, places, count)
    id_of_each = projected - length * example_of_each
    sums = reshape(unsorted_segment_sum(weights, places, shape(projected)[0]), [-1])
    return SparseFeatureColumn(example_of_each, id_of_each, sums)
