"""Splits: which test of one feature separates the examples of each leaf, or of a whole layer, best."""

from typing import NamedTuple

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.node_stats import Regularization, is_almost_zero, nodes_of
from graphlab._src.proto.gradient_trees import ObliviousSplitInfo, SplitInfo

_LOWEST = np.finfo(np.float32).min


class Sums(NamedTuple):
    """Gradients [n] or [n, logits] and Hessians, [n] and more axes, of n buckets or nodes."""

    gradients: np.ndarray
    hessians: np.ndarray

    def of(self, function, *others):
        """What a function makes of both parts."""
        return Sums(*(function(*parts) for parts in zip(self, *others, strict=True)))

    def rows(self, chosen):
        """Those of some buckets."""
        return self.of(lambda part: part[chosen])

    def running(self):
        """The sum up to each bucket, in this order in float32, as TensorFlow adds."""
        return self.of(lambda part: np.add.accumulate(part, axis=0, dtype=np.float32))

    def times(self, ratio):
        """A share of each."""
        return self.of(lambda part: part * ratio)

    def minus(self, other):
        """The difference."""
        return self.of(np.subtract, other)


class Learner(NamedTuple):
    """What splits of a feature have in common.

    column: the number of the feature among those of its kind.  class_id: the class of a tree that is for one, else -1.
    strategy: a LearnerConfig.MultiClassStrategy.
    """

    column: int
    class_id: int
    strategy: int
    regularization: Regularization

    def nodes(self, sums):
        """(weights, gains, whether there is a weight) of nodes."""
        return nodes_of(sums.gradients, sums.hessians, self.strategy, self.regularization)

    def fill(self, leaf, weights, has_weight):
        """Writes the weight of a node into a Leaf."""
        if self.class_id == -1:
            if has_weight:
                leaf.vector.value[:] = weights.tolist()
            return
        if len(weights) != 1:
            raise invalid(f"A tree of class {self.class_id} has one weight in a leaf, got {len(weights)}")
        leaf.sparse_vector.index.append(self.class_id)
        leaf.sparse_vector.value.append(float(weights[0]))


def _first_best(gains):
    """The position of the first of the largest gains; None where none is a number."""
    gains = np.where(np.isnan(gains), _LOWEST, gains)
    place = int(gains.argmax())
    return place if gains[place] > _LOWEST else None


def best_split(learner, root, left, right):
    """(position of the best candidate, its gain, SplitInfo without a test) for one leaf. root: Sums of the leaf, one row."""
    split = SplitInfo()
    (weights, gains, has_weight), (more_weights, more_gains, have_weights) = map(learner.nodes, (left, right))
    with np.errstate(all="ignore"):
        total = gains + more_gains
        place = _first_best(total)
        gain = _LOWEST if place is None else total[place]
        gain = gain - learner.nodes(root)[1][0] - learner.regularization.tree_complexity
    if place is None:  # without children it is never made
        split.left_child.SetInParent()
        split.right_child.SetInParent()
        return 0, gain, split
    for side, found, have in ((split.left_child, weights, has_weight), (split.right_child, more_weights, have_weights)):
        side.SetInParent()
        learner.fill(side, found[place], have[place])
    return place, gain, split


def best_layer_split(learner, leaves, roots, lefts):
    """(position of the best candidate, its gain, ObliviousSplitInfo without a test) for all leaves of a layer.

    leaves: their numbers.  roots, lefts: for each leaf its Sums, one row, and what each candidate sends to the left.
    """
    split = ObliviousSplitInfo(children_parent_id=leaves)
    with np.errstate(all="ignore"):
        sides = []
        total = np.zeros(len(lefts[0].gradients), np.float32)
        for root, left in zip(roots, lefts, strict=True):
            sides.append((learner.nodes(left), learner.nodes(root.minus(left))))
            total += sides[-1][0][1] + sides[-1][1][1]
        place = _first_best(total)
        gain = _LOWEST if place is None else total[place]
        for root in roots:
            gain = gain - learner.nodes(root)[1][0]
        gain = gain - np.float32(len(roots)) * learner.regularization.tree_complexity
    for both in sides:
        for weights, _, has_weight in both:
            leaf = split.children.add()
            if place is not None:
                learner.fill(leaf, weights[place], has_weight[place])
    return place or 0, gain, split


def candidates_of_sparse(root, sums, ratio, starts):
    """(left, right, position of the bucket, whether examples without a value go right) of the splits of a sparse feature.

    root: Sums of the leaf, a share of a batch.  sums: of the buckets.  ratio: that share.  starts: where the buckets of each
    dimension begin.
    """
    lefts, rights, places, default_right = [], [], [], []
    for start, end in zip(starts, [*starts[1:], len(sums.gradients)], strict=True):
        part = sums.rows(slice(start, end))
        left = part.times(ratio).running()
        present = part.running().rows(slice(-1, None)).times(ratio)
        right = present.minus(left)
        ways = [(root.minus(right), right), (left, root.minus(left))]
        if is_almost_zero(*root.minus(present))[0]:
            ways = ways[:1]  # no example is without a value
        for side, found in zip((lefts, rights), zip(*ways, strict=True), strict=True):
            side.append(
                Sums(*(np.stack(parts, 1).reshape(-1, *parts[0].shape[1:]) for parts in zip(*found, strict=True)))
            )
        places += np.repeat(np.arange(start, end), len(ways)).tolist()
        default_right += [False, True][: len(ways)] * (end - start)
    sides = (Sums(*map(np.concatenate, zip(*side, strict=True))) for side in (lefts, rights))
    return *sides, places, default_right
