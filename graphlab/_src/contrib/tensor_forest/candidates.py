"""The splits that a leaf considers, and what it has counted of the samples on each side."""

import math
from typing import Any

import numpy as np

from graphlab._src.contrib.tensor_forest.trees import fill_sparse, fill_vector, numbers_of, read_test, write_test
from graphlab._src.proto import forests


def at_depth(param, depth):
    """The value of a DepthDependentParam for leaves so far from the root."""
    kind = param.WhichOneof("ParamType")
    if kind == "linear":
        line = param.linear
        return min(max(line.slope * depth + line.y_intercept, line.min_val), line.max_val)
    if kind == "exponential":
        curve = param.exponential
        return curve.bias + curve.multiplier * curve.base ** (curve.depth_multiplier * depth)
    if kind == "threshold":
        return param.threshold.on_value if depth >= param.threshold.threshold else param.threshold.off_value
    return param.constant_value


class Candidates:
    """The splits that one leaf considers. Its subclasses count, and say which is best.

    depth: how far the leaf is from the root, 0 for the root itself.  left, total: what is counted, [splits, outputs] and
    [outputs].  weight_sum: of all samples.
    """

    def __init__(self, params, depth):
        self.params, self.depth = params, depth
        self.wanted = int(at_depth(params.num_splits_to_consider, depth))
        self._enough = at_depth(params.split_after_samples, depth)
        self.features, self.thresholds = np.zeros(0, np.int64), np.zeros(0, np.float32)
        self.categories = np.zeros(0, bool)
        self.left: Any = np.zeros((0, params.num_outputs), np.float32)
        self.total: Any = np.zeros(params.num_outputs, np.float32)
        self.weight_sum = np.float32(0)

    @property
    def complete(self):
        """Whether there are all splits: then samples are counted."""
        return self.weight_sum > 0 or len(self.features) >= self.wanted

    @property
    def finished(self):
        """Whether enough samples are counted to choose a split."""
        return self.weight_sum >= self._enough

    def offer(self, samples, row, label, drawn):
        """Adds a split at the value of a sample's feature: (feature, value, whether it is a category), or None."""
        if drawn is None or len(self.features) >= self.wanted:
            return
        feature, value, category = drawn
        self.features = np.append(self.features, feature)
        self.thresholds = np.append(self.thresholds, np.float32(value))
        self.categories = np.append(self.categories, category)
        self._add_counts()

    def _add_counts(self):
        self.left = np.append(self.left, np.zeros((1, self.params.num_outputs), np.float32), axis=0)

    def _keep(self, good):
        self.features, self.thresholds = self.features[good], self.thresholds[good]
        self.categories, self.left = self.categories[good], self.left[good]

    def best(self):
        """The split with the lowest score; None where all samples are on one side of each."""
        scores = self.scores()
        if not len(scores) or not np.isfinite(scores).any():
            return None
        return int(scores.argmin())

    def scores(self):
        """How impure both sides of each split are, infinite where one has no samples."""
        raise NotImplementedError

    def sides(self, split):
        """What the leaves on the left and on the right of a split begin with: two [outputs]."""
        raise NotImplementedError

    def sides_of(self, tree, samples, rows):
        """Whether samples are to the left of each split: bool[rows, splits]."""
        values = samples.at(rows[:, None], self.features[None])
        return tree.goes_left(values, self.thresholds, self.categories)

    def write(self, slot):
        """Writes all of it into a FertileSlot."""
        slot.depth = self.depth
        if not self.params.checkpoint_stats:
            return
        less = self.params.inequality_test_type == forests.LESS_THAN
        for i, feature in enumerate(self.features.tolist()):
            candidate = slot.candidates.add()
            write_test(candidate.split, feature, self.thresholds[i], self.categories[i], less)
            self._write_left(i, candidate.left_stats)
        self._write_total(slot.post_init_leaf_stats)

    def read(self, slot):
        """Becomes what a FertileSlot says."""
        for candidate in slot.candidates:
            self.offer(None, None, None, read_test(candidate.split))
            self._read_left(len(self.features) - 1, candidate.left_stats)
        self._read_total(slot.post_init_leaf_stats)

    def _write_left(self, i, stats):
        raise NotImplementedError

    def _write_total(self, stats):
        raise NotImplementedError

    def _read_left(self, i, stats):
        raise NotImplementedError

    def _read_total(self, stats):
        raise NotImplementedError


class ClassCandidates(Candidates):
    """Splits by the Gini impurity of the classes on both sides, each class counted once more than it is there."""

    def __init__(self, params, depth):
        super().__init__(params, depth)
        self._sparse = params.stats_type != forests.STATS_DENSE_GINI
        self._waiting = []  # (split, label): splits whose threshold is to be the mean of samples of two classes
        self._checks = self._prunings = 1
        self._early = False

    @property
    def complete(self):
        return super().complete and not (self._waiting and self.weight_sum == 0)

    @property
    def finished(self):
        return (super().finished and np.count_nonzero(self.total) > 1) or self._early

    def offer(self, samples, row, label, drawn):
        count = len(self.features)
        super().offer(samples, row, label, drawn)
        if not self.params.initialize_average_splits or samples is None:
            return
        if len(self.features) > count:
            self._waiting.append((count, label))
        rest = []
        for split, first in self._waiting:
            if first == label:
                rest.append((split, first))
            elif not self.categories[split]:
                value = samples.at(row, self.features[split])
                self.thresholds[split] = (self.thresholds[split] + value) / np.float32(2)
        self._waiting = rest

    def count(self, tree, samples, rows, targets, weights, random):
        """Counts samples. targets: their classes.  random: of Python, for checks by resampling."""
        while len(rows):
            part = self._until_check(weights)
            self._count(tree, samples, rows[:part], targets[:part], weights[:part])
            self._check_early(random)
            self._prune()
            rows, targets, weights = rows[part:], targets[part:], weights[part:]

    def _count(self, tree, samples, rows, targets, weights):
        classes = np.zeros((len(rows), self.params.num_outputs), np.float32)
        classes[np.arange(len(rows)), targets] = weights
        self.left += self.sides_of(tree, samples, rows).T.astype(np.float32) @ classes
        self.total += classes.sum(axis=0)
        self.weight_sum = self.total.sum()

    def _until_check(self, weights):
        """How many samples to count before it is time to look at the splits."""
        finish, pruning = self.params.finish_type, self.params.pruning_type
        every = [
            at_depth(param, self.depth) * times
            for param, times, on in (
                (finish.check_every_steps, self._checks, finish.type != forests.SPLIT_FINISH_BASIC),
                (pruning.prune_every_samples, self._prunings, pruning.type != forests.SPLIT_PRUNE_NONE),
            )
            if on
        ]
        if not every:
            return len(weights)
        return int(np.searchsorted(self.weight_sum + np.cumsum(weights), min(every))) + 1

    def _impurity(self, counts):
        """The weighted smoothed Gini impurity of rows of counts."""
        classes = counts.shape[-1]
        sums, squares = counts.sum(axis=-1), np.square(counts).sum(axis=-1)
        return sums * (1 - (squares + 2 * sums + classes) / np.square(sums + classes))

    def _impurities(self, left, total):
        return self._impurity(left) + self._impurity(total - left)

    def scores(self):
        both = (self.left.sum(axis=1) > 0) & ((self.total - self.left).sum(axis=1) > 0)
        return np.where(both, self._impurities(self.left, self.total), np.inf)

    def sides(self, split):
        return self.left[split], self.total - self.left[split]

    def _half_log(self):
        return -0.5 * math.log(max(1 - at_depth(self.params.dominate_fraction, self.depth), 1e-30))

    def _bound(self):
        """How far a score is from the true one at most, as likely as dominate_fraction says (Hoeffding, 1963)."""
        spread = 0.25 * self.params.num_outputs * self.weight_sum
        return spread * math.sqrt(self._half_log() / self.weight_sum)

    def _due(self, param, times):
        every = at_depth(param, self.depth)
        return every > 0 and self.weight_sum >= every * times

    def _check_early(self, random):
        finish = self.params.finish_type
        if finish.type == forests.SPLIT_FINISH_BASIC or not self._due(finish.check_every_steps, self._checks):
            return
        if self.weight_sum < at_depth(self.params.min_split_samples, self.depth):
            return
        self._checks += 1
        scores = self._impurities(self.left, self.total)
        if len(scores) < 2:
            return
        first, second = np.argsort(scores, kind="stable")[:2]
        if finish.type == forests.SPLIT_FINISH_DOMINATE_HOEFFDING:
            self._early = bool(scores[second] - scores[first] > self._bound())
        else:
            self._early = self._dominates(first, second, random)

    def _dominates(self, first, second, random):
        """Whether a split is better than another for resampled counts too, in all of so many trials."""
        trials = max(1, math.ceil(math.log2(1 / max(1 - at_depth(self.params.dominate_fraction, self.depth), 1e-9))))

        def drawn(split):
            counts = np.concatenate(self.sides(split)).astype(np.float64)
            found = random.multinomial(int(round(float(self.weight_sum))), counts / counts.sum()).reshape(2, -1)
            return self._impurities(found[0].astype(np.float32), found.sum(axis=0))

        return all(drawn(first) <= drawn(second) for _ in range(trials))

    def _prune(self):
        pruning = self.params.pruning_type
        if pruning.type == forests.SPLIT_PRUNE_NONE or not self._due(pruning.prune_every_samples, self._prunings):
            return
        self._prunings += 1
        scores = self._impurities(self.left, self.total)
        if pruning.type == forests.SPLIT_PRUNE_HOEFFDING:
            good = scores <= scores.min(initial=np.inf) + self._bound()
        else:
            shares = {forests.SPLIT_PRUNE_HALF: 2, forests.SPLIT_PRUNE_QUARTER: 4, forests.SPLIT_PRUNE_10_PERCENT: 10}
            worst = np.lexsort((-np.arange(len(scores)), -scores))[: len(scores) // shares[pruning.type]]
            good = np.ones(len(scores), bool)
            good[worst] = False
        if good.any():
            self._keep(good)

    def _write_left(self, i, stats):
        self._write_counts(stats, self.left[i])

    def _write_total(self, stats):
        stats.weight_sum = self.weight_sum
        self._write_counts(stats, self.total)

    def _write_counts(self, stats, counts):
        if self._sparse:
            fill_sparse(stats.classification.sparse_counts, counts)
        else:
            fill_vector(stats.classification.dense_counts, counts)

    def _counts_of(self, stats):
        found = stats.classification
        return numbers_of(found.dense_counts, found.sparse_counts, self.params.num_outputs)

    def _read_left(self, i, stats):
        self.left[i] = self._counts_of(stats)

    def _read_total(self, stats):
        self.total = self._counts_of(stats)
        self.weight_sum = self.total.sum()


class RegressionCandidates(Candidates):
    """Splits by the variance of the targets on both sides."""

    def __init__(self, params, depth):
        super().__init__(params, depth)
        self._counts = np.zeros(0, np.float32)
        self._squares = np.zeros((0, params.num_outputs), np.float32)
        self._total_squares = np.zeros(params.num_outputs, np.float32)

    def _add_counts(self):
        super()._add_counts()
        self._counts = np.append(self._counts, np.float32(0))
        self._squares = np.append(self._squares, np.zeros((1, self.params.num_outputs), np.float32), axis=0)

    def count(self, tree, samples, rows, targets, weights, random):
        """Counts samples. targets: [rows, outputs]."""
        sides = self.sides_of(tree, samples, rows).T.astype(np.float32)
        self._counts += sides.sum(axis=1)
        self.left += sides @ targets
        self._squares += sides @ np.square(targets)
        self.total += targets.sum(axis=0)
        self._total_squares += np.square(targets).sum(axis=0)
        self.weight_sum += np.float32(len(rows))

    def scores(self):
        rest = self.weight_sum - self._counts
        valid = (self._counts > 0) & (rest > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            left = self._squares / self._counts[:, None] - np.square(self.left / self._counts[:, None])
            right = (self._total_squares - self._squares) / rest[:, None]
            right = right - np.square((self.total - self.left) / rest[:, None])
        return np.where(valid, (left + right).sum(axis=1), np.inf)

    def sides(self, split):
        left = self._counts[split]
        return self.left[split] / left, (self.total - self.left[split]) / (self.weight_sum - left)

    def _write_left(self, i, stats):
        stats.weight_sum = self._counts[i]
        fill_vector(stats.regression.mean_output, self.left[i])
        fill_vector(stats.regression.mean_output_squares, self._squares[i])

    def _write_total(self, stats):
        stats.weight_sum = self.weight_sum
        fill_vector(stats.regression.mean_output, self.total)
        fill_vector(stats.regression.mean_output_squares, self._total_squares)

    def _sums_of(self, stats):
        found, count = stats.regression, self.params.num_outputs
        return (
            np.asarray([v.float_value for v in found.mean_output.value] or np.zeros(count), np.float32),
            np.asarray([v.float_value for v in found.mean_output_squares.value] or np.zeros(count), np.float32),
        )

    def _read_left(self, i, stats):
        self._counts[i] = stats.weight_sum
        self.left[i], self._squares[i] = self._sums_of(stats)

    def _read_total(self, stats):
        self.weight_sum = np.float32(stats.weight_sum)
        self.total, self._total_squares = self._sums_of(stats)
