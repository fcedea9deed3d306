"""Dropout of trees: which of them a new tree is learned without, and what they weigh once it is there (DART, 2015)."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.base.philox import Philox


def dropped_trees(seed, config, exempt, weights):
    """The numbers of the trees that are left out, in their order.

    config: a LearningRateDropoutDrivenConfig.  exempt: the numbers of trees that are never left out.  weights: of the trees.
    """
    probability, skipping = config.dropout_probability, config.probability_of_skipping_dropout
    if not 0 <= probability <= 1:
        raise invalid("Dropout probability must be in [0,1] range")
    if not config.learning_rate > 0:
        raise invalid("Learning rate must be in (0,1] range.")
    if not 0 <= skipping <= 1:
        raise invalid("Probability of skiping dropout must be in [0,1] range")
    if probability == 0 or skipping == 1:
        return []
    random = Philox(int(seed), 0)
    if skipping and _double(random) < skipping:
        return []
    return [tree for tree in range(len(weights)) if tree not in exempt and _double(random) < probability]


def _double(random):
    """A number in [0, 1) of two words, as TensorFlow makes it."""
    high, low = random(), random()
    return (((high & 0xFFFFF) << 32) | low) / 2**52


def weights_with_new_tree(weights, dropped):
    """The weights of all trees when the last of them was learned without those that are dropped."""
    weights = np.array(weights, np.float32)
    count = len(dropped)
    if count:
        total = np.float32(sum(float(weights[tree]) for tree in dropped))
        for tree in dropped:
            weights[tree] = weights[tree] * np.float32(count) / np.float32(count + 1)
        weights[-1] = total / np.float32(count + 1)
    return weights
