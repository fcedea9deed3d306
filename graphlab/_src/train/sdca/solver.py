"""One pass of SDCA over a batch: each example's dual variable is set to the best, and the weights follow.

The order of the examples is random, and no seed decides it, in TensorFlow neither.
"""

import dataclasses
import random
from typing import Any

import numpy as np

from graphlab._src.base import entropy
from graphlab._src.base.errors import invalid
from graphlab._src.train.sdca.losses import Loss

_SEEN_AGAIN = 0.1  # an example that was drawn k times is drawn once more with this probability to the power k


@dataclasses.dataclass(frozen=True)
class Options:
    """adaptive: examples are drawn by how far they are from their best.  partitions: how many solvers there are."""

    loss: Loss
    adaptive: bool
    l1: float
    l2: float
    partitions: int

    def shrink(self, weights: Any) -> Any:
        """The weights after the proximal step of L1: nearer to 0 by l1 / l2."""
        return np.sign(weights) * np.maximum(np.abs(weights) - weights.dtype.type(self.l1 / self.l2), 0)


class SparseFeatures:
    """The features of a batch in one group: which weights each example uses, and with what values."""

    def __init__(self, examples, count, features, values, indices, weights):
        if len(examples) != len(features) or values is not None and len(values) != len(features):
            raise invalid(
                f"Found mismatched example_indices and feature_indices [{len(examples)}] vs [{len(features)}]"
            )
        order = np.argsort(examples, kind="stable")
        examples, features, values = examples[order], features[order], None if values is None else values[order]
        places = {index: i for i, index in enumerate(indices.tolist())}
        missing = [index for index in features.tolist() if index not in places]
        if missing:
            raise invalid(f"Found sparse feature indices out of valid range: {missing[0]}")
        if len(examples) and not 0 <= examples[0] <= examples[-1] < count:
            raise invalid(f"Example indices should be in [0, {count}), got {examples[-1]}")
        self._places = np.asarray([places[index] for index in features.tolist()], np.int64)
        ones = np.ones(len(features), np.float32)
        self._values = (ones if values is None else values).astype(np.float64)
        self._starts = np.searchsorted(examples, np.arange(count + 1))
        pairs = set(zip(examples.tolist(), features.tolist(), strict=True))
        if len(pairs) < len(features):
            raise invalid("Duplicate index in sparse vector.")
        self._weights = weights.reshape(-1)
        self.deltas = np.zeros_like(self._weights)

    def _of(self, example):
        part = slice(self._starts[example], self._starts[example + 1])
        return self._places[part], self._values[part]

    def squared_norm(self, example):
        """The sum of the squares of an example's values."""
        return float(np.square(self._of(example)[1]).sum())

    def products(self, example, options):
        """(the sum with the weights before the batch, with those now)."""
        places, values = self._of(example)
        before = self._weights[places].astype(np.float64)
        now = before + self.deltas[places].astype(np.float64) * options.partitions
        return float(values @ options.shrink(before)), float(values @ options.shrink(now))

    def add(self, example, step):
        """Moves the weights of an example's features along their values."""
        places, values = self._of(example)
        np.add.at(self.deltas, places, (values * step).astype(np.float32))


class DenseFeatures:
    """The features [batch, size] of a batch in one group, with a weight for each column."""

    def __init__(self, features, weights):
        if features.ndim != 2 or features.shape[1] > weights.size:
            raise invalid(
                f"More dense features than we have parameters for: {features.shape[-1]}, with {weights.size} weights"
            )
        self._features = features
        self._weights = weights.reshape(-1)
        self.deltas = np.zeros_like(self._weights)

    def squared_norm(self, example):
        """The sum of the squares of an example's values."""
        return float(np.square(self._features[example]).sum())

    def products(self, example, options):
        """(the sum with the weights before the batch, with those now)."""
        values = self._features[example]
        now = self._weights + self.deltas * np.float32(options.partitions)
        return float((values * options.shrink(self._weights)).sum()), float((values * options.shrink(now)).sum())

    def add(self, example, step):
        """Moves the weights along an example's values."""
        self.deltas += self._features[example] * np.float32(step)


def solve(options, groups, labels, weights, state):
    """The new state [batch, 4] of the examples: dual variable, primal loss, dual loss, weight. The groups get deltas."""
    state = state.copy()
    count = len(labels)
    norms = [sum(group.squared_norm(i) for group in groups) for i in range(count)]
    for i in _drawn(options, groups, labels, weights, state, norms) if options.adaptive else _shuffled(count):
        label, weight, dual = options.loss.label(float(labels[i])), float(weights[i]), float(state[i, 0])
        before, now = _products(groups, i, options)
        new = options.loss.updated_dual(options.partitions, label, weight, dual, now, norms[i] / options.l2)
        step = (new - dual) * weight / options.l2
        for group in groups:
            group.add(i, step)
        state[i] = new, options.loss.primal(before, label, weight), options.loss.dual(dual, label, weight), weight
    return state


def _products(groups, example, options):
    found = [group.products(example, options) for group in groups]
    return sum(before for before, _ in found), sum(now for _, now in found)


def _generator():
    return random.Random(entropy.source.getrandbits(64))


def _shuffled(count):
    return _generator().sample(range(count), count)


def _drawn(options, groups, labels, weights, state, norms):
    """As many examples as there are, drawn by the size of the steps that they would make; then those that were not."""
    loss, chances = options.loss, []
    for i, norm in enumerate(norms):
        gap = state[i, 0] + loss.derivative(_products(groups, i, options)[1], loss.label(float(labels[i])))
        chances.append(float(weights[i]) * (norm + options.l2 * loss.smoothness) ** 0.5 * abs(float(gap)))
    count = len(chances)
    if not sum(chances) > 0:
        return _shuffled(count)
    generator, times, order, retries = _generator(), [0] * count, [], 0
    while len(order) < count and retries < count:
        (picked,) = generator.choices(range(count), chances)
        if generator.random() > _SEEN_AGAIN ** times[picked]:
            retries += 1
            continue
        times[picked] += 1
        order.append(picked)
    unseen = sorted((i for i in range(count) if not times[i]), key=lambda i: -chances[i])
    return [*order, *unseen][:count]
