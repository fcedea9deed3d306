"""The best split of each node, of sums of gradients and Hessians by bucket: which bucket ends the left child."""

from typing import NamedTuple

import numpy as np

from graphlab._src.state.boosted_trees.gains import best, weights_and_gains

DEFAULT_LEFT, DEFAULT_RIGHT = b"INEQUALITY_DEFAULT_LEFT", b"INEQUALITY_DEFAULT_RIGHT"
EQUALITY = b"EQUALITY_DEFAULT_RIGHT"


class Penalties(NamedTuple):
    """What a split must outweigh, float32 each.

    l1, l2: of the weights of leaves.  complexity: of each split.  least: the sum of Hessians that a node needs to be split.
    """

    l1: np.float32
    l2: np.float32
    complexity: np.float32
    least: np.float32


class Found(NamedTuple):
    """The best split of a node: the bucket is in the dimension of the feature, the weights are those of the children."""

    node: int
    gain: np.float32
    dimension: int
    bucket: int
    left: np.ndarray
    right: np.ndarray
    kind: bytes


class _Candidates(NamedTuple):
    left: np.ndarray  # [n, logits + Hessians]: sums of what goes left
    right: np.ndarray
    places: list  # (dimension, bucket, kind) of each


def _found(node, parent, candidates, logits, penalties):
    """The best of the candidates; None where there is none."""
    sides = [
        weights_and_gains(side[:, :logits], side[:, logits:], penalties.l1, penalties.l2)
        for side in (candidates.left, candidates.right)
    ]
    (left, gains), (right, more) = sides
    i = best(gains + more)
    if i is None:
        return None
    _, (gain,) = weights_and_gains(parent[None, :logits], parent[None, logits:], penalties.l1, penalties.l2)
    dimension, bucket, kind = candidates.places[i]
    return Found(node, gains[i] + more[i] - gain - penalties.complexity, dimension, bucket, left[i], right[i], kind)


def best_of_feature(summary, nodes, penalties):
    """The Found of nodes that are heavy enough, of one feature that no example lacks.

    summary: [nodes, buckets, 2], a gradient and a Hessian.  nodes: a range.
    """
    sums = summary[nodes.start : nodes.stop].cumsum(axis=1, dtype=np.float32)
    total = sums[:, -1:]
    left, left_gains = _by_bucket(sums, penalties)
    right, right_gains = _by_bucket(total - sums, penalties)
    _, parent_gains = _by_bucket(total, penalties)
    gains = left_gains + right_gains
    found = []
    for k in np.flatnonzero(~(total[:, 0, 1] < penalties.least)):
        i = best(gains[k])
        if i is None:  # no gain is a number
            nothing = np.zeros(1, np.float32)
            found.append(Found(nodes[k], np.float32(-np.inf), 0, 0, nothing, nothing, DEFAULT_LEFT))
        else:
            gain = gains[k, i] - parent_gains[k, 0] - penalties.complexity
            found.append(Found(nodes[k], gain, 0, i, left[k, i], right[k, i], DEFAULT_LEFT))
    return found


def _by_bucket(sums, penalties):
    """(weights, gains) [nodes, buckets] of sums [nodes, buckets, 2]."""
    flat = sums.reshape(-1, 2)
    weights, gains = weights_and_gains(flat[:, :1], flat[:, 1:], penalties.l1, penalties.l2)
    return weights.reshape(sums.shape[:2]), gains.reshape(sums.shape[:2])


def best_of_dimensions(summary, nodes, logits, equality, penalties):
    """The Found of nodes, of a feature with several dimensions; the last bucket is that of examples without it.

    summary: [nodes, dimensions, buckets + 1, logits + Hessians].  equality: whether one bucket alone goes left.
    """
    found = []
    for node in nodes:
        sums = summary[node].cumsum(axis=1, dtype=np.float32)
        total = sums[0, -1]
        if not np.linalg.norm(total[logits:]) < penalties.least:
            candidates = _equal(summary[node], total) if equality else _unequal(summary[node], sums)
            one = _found(node, total, candidates, logits, penalties)
            found += [one] if one else []
    return found


def _equal(sums, total):
    dimensions, buckets, size = sums.shape
    left = sums[:, :-1].reshape(-1, size)
    places = [(dimension, bucket, EQUALITY) for dimension in range(dimensions) for bucket in range(buckets - 1)]
    return _Candidates(left, total - left, places)


def _unequal(summary, sums):
    """Each bucket twice: with the examples that lack the feature on the left, and on the right."""
    dimensions, buckets, size = sums.shape
    left = np.stack([sums[:, :-1] + summary[:, -1:], sums[:, :-1]], axis=2)
    right = sums[:, -1:, None] - left
    places = [
        (dimension, bucket, kind)
        for dimension in range(dimensions)
        for bucket in range(buckets - 1)
        for kind in (DEFAULT_LEFT, DEFAULT_RIGHT)
    ]
    return _Candidates(left.reshape(-1, size), right.reshape(-1, size), places)


def best_of_sparse(indices, values, shape, penalties):
    """The Found of the nodes of a sparse summary, of one logit.

    indices: [n, 4], a node, a dimension, a bucket and 0 or 1 for a gradient or Hessian; the rows of a node are neighbours.
    shape: as best_of_dimensions has it.
    """
    found = []
    starts = np.flatnonzero(np.diff(indices[:, 0], prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(indices)], strict=True):
        one = _best_of_rows(indices[start:end], values[start:end], shape, penalties)
        found += [one] if one else []
    return found


def _best_of_rows(indices, values, shape, penalties):
    default = shape[2] - 1
    sums: dict = {}
    for (_, dimension, bucket, which), value in zip(indices.tolist(), values, strict=True):
        stats = sums.setdefault(dimension, {}).setdefault(bucket, np.zeros(shape[3], np.float32))
        stats[which] = value
    total = None
    left, right, places = [], [], []
    for dimension, by_bucket in sorted(sums.items()):
        buckets = sorted(by_bucket)
        here = np.cumsum([by_bucket[bucket] for bucket in buckets], axis=0, dtype=np.float32)
        if total is None:
            total = here[-1]
            if total[1] < penalties.least:
                return None
        missing = by_bucket.get(default, np.zeros(shape[3], np.float32))
        for bucket, before in zip(buckets, here, strict=True):
            if bucket != default:
                left += [before, before + missing]
                right += [total - before, total - missing - before]
                places += [(dimension, bucket, DEFAULT_RIGHT), (dimension, bucket, DEFAULT_LEFT)]
    if not places:
        return None
    candidates = _Candidates(np.stack(left), np.stack(right), places)
    return _found(int(indices[0, 0]), total, candidates, 1, penalties)
