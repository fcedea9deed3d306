"""Sums of the gradients and Hessians of a batch, by node and by bucket of a feature."""

import numpy as np

from graphlab._src.base.errors import invalid


def check_batch(node_ids, gradients, hessians, splits):
    """InvalidArgumentError unless there are as many of each, and the nodes are below `splits`."""
    for given, what in ((gradients, "gradients"), (hessians, "hessians")):
        if len(given) != len(node_ids):
            raise invalid(
                f"node_ids size should match 0th dim of {what}. node ids size: {len(node_ids)}, "
                f"{what} dim0: {len(given)}"
            )
    _check_range("node_ids", node_ids, splits, "max_splits")


def _check_range(what, numbers, count, name):
    wrong = np.flatnonzero((numbers < 0) | (numbers >= count))
    if len(wrong):
        i = wrong[0]
        raise invalid(f"{what} {i}th entry should be >=0 and below {name}={count}, got: {numbers[i]}")


def _buckets_of(feature, count, batch):
    if len(feature) != batch:
        raise invalid(f"node_ids size should match the feature's. node ids size: {batch}, feature size: {len(feature)}")
    _check_range("feature", feature, count, "num_buckets")
    return feature


def _sums(places, stats, count):
    """[count, statistics]: of the rows of `stats` at each place, added in double precision."""
    columns = [np.bincount(places, weights=column, minlength=count) for column in stats.T]
    return np.stack(columns, axis=1).astype(np.float32)


def summary_of(node_ids, gradients, hessians, feature, splits, buckets):
    """[splits, buckets, 2] of a feature that no example lacks and of one logit.

    What is in a bucket beyond the last counts as if it were of the next node, and after the last node not at all. So it
    is in TensorFlow, whose estimators make one bucket more of a numeric column than they count.
    """
    _buckets_of(feature, np.iinfo(np.int32).max, len(node_ids))
    places = node_ids.astype(np.int64) * buckets + feature
    counted = places < splits * buckets
    stats = np.concatenate([gradients[:, :1], hessians[:, :1]], axis=1)
    return _sums(places[counted], stats[counted], splits * buckets).reshape(splits, buckets, 2)


def summary_of_dimensions(node_ids, gradients, hessians, features, splits, buckets):
    """[splits, dimensions, buckets + 1, statistics] of a feature [batch, dimensions]; -1: an example that lacks it."""
    stats = np.concatenate([gradients, hessians], axis=1)
    features = np.where(features == -1, buckets, features)
    found = np.empty((splits, features.shape[1], buckets + 1, stats.shape[1]), np.float32)
    for dimension, feature in enumerate(features.T):
        feature = _buckets_of(feature, buckets + 1, len(node_ids))
        places = node_ids * (buckets + 1) + feature
        found[:, dimension] = _sums(places, stats, splits * (buckets + 1)).reshape(splits, buckets + 1, -1)
    return found


def sparse_summary_of(node_ids, gradients, hessians, indices, values, dimensions, buckets):
    """(indices [n, 4], values [n]) of the sums that there are, in order; examples without an entry are in the last bucket.

    indices, values: the entries of a feature [batch, dimensions].
    """
    batch = len(node_ids)
    if len(indices) != len(values):
        raise invalid(
            "Number of elements in feature_values must match number of sparse entries in feature_indices. "
            f"Got {len(values)} and {len(indices)}"
        )
    _check_range("feature_indices column 0", indices[:, 0], batch, "batch size")
    _check_range("feature_indices column 1", indices[:, 1], dimensions, "feature_shape[1]")
    _check_range("feature_values", values, buckets + 1, "num_buckets + 1")
    if (np.diff(indices[:, 0]) < 0).any():
        raise invalid("feature_indices should be increasing in column 0")
    features = np.full((batch, dimensions), buckets, np.int64)
    features[indices[:, 0], indices[:, 1]] = values
    stats = np.concatenate([gradients, hessians], axis=1)
    places = (node_ids[:, None].astype(np.int64) * dimensions + np.arange(dimensions)) * (buckets + 1) + features
    keys, rows = np.unique(places, return_inverse=True)
    sums = np.zeros((len(keys), stats.shape[1]), np.float32)
    np.add.at(sums, rows.reshape(-1), np.repeat(stats, dimensions, axis=0))
    rest, bucket = np.divmod(keys, buckets + 1)
    node, dimension = np.divmod(rest, max(dimensions, 1))
    each = np.repeat(np.stack([node, dimension, bucket], axis=1), stats.shape[1], axis=0)
    which = np.tile(np.arange(stats.shape[1]), len(keys))
    return np.concatenate([each, which[:, None]], axis=1).astype(np.int32), sums.reshape(-1)
