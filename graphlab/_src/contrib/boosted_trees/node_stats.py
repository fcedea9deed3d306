"""Nodes: the gain and the weight of a leaf, of the sums of gradients and Hessians of its examples."""

from typing import NamedTuple

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.proto.gradient_trees import LearnerConfig
from graphlab._src.state.boosted_trees.gains import minus_solution

_NEAR_0 = np.float32(1e-6)


class Regularization(NamedTuple):
    """What is subtracted for complexity.

    l1: of gradients, with one logit only.  l2: added to Hessians.  tree_complexity: of the gain of a split.
    min_node_weight: a node with a smaller Hessian has no weight.
    """

    l1: np.float32
    l2: np.float32
    tree_complexity: np.float32
    min_node_weight: np.float32


def _magnitude(values):
    """(whether the L² norm is about 0, the norm) of float32[n, ...]."""
    squares = np.square(values, dtype=np.float32).reshape(len(values), -1).sum(axis=1, dtype=np.float64)
    return squares <= np.float64(_NEAR_0 * _NEAR_0), np.sqrt(squares).astype(np.float32)


def is_almost_zero(gradients, hessians):
    """Whether there is nothing in sums: bool[n]."""
    return _magnitude(gradients)[0] & _magnitude(hessians)[0]


def nodes_of(gradients, hessians, strategy, regularization):
    """(weights [n, logits], gains [n], whether a node has a weight [n]) of n nodes.

    gradients: [n] or [n, logits].  hessians: [n], [n, logits] or [n, logits, logits], as the strategy says.
    """
    with np.errstate(all="ignore"):
        if strategy == LearnerConfig.TREE_PER_CLASS:
            return _of_one_class(gradients.reshape(len(gradients), -1)[:, 0], hessians, regularization)
        rank = {LearnerConfig.FULL_HESSIAN: 3, LearnerConfig.DIAGONAL_HESSIAN: 2}.get(strategy)
        if rank is None:
            raise invalid("Wrong multiclass strategy passed.")
        if gradients.ndim != 2 or hessians.shape != gradients.shape[:1] + gradients.shape[1:] * (rank - 1):
            raise invalid(f"Gradients {gradients.shape} and Hessians {hessians.shape} do not fit the strategy")
        has_weight = ~is_almost_zero(gradients, hessians)
        has_weight &= _magnitude(hessians)[1] > regularization.min_node_weight
        weights = (_of_full_hessians if rank == 3 else _of_diagonals)(gradients, hessians, regularization.l2)
        weights = np.where(has_weight[:, None], weights, np.float32(0))
        gains = -(gradients * weights).sum(axis=1, dtype=np.float32)
        return weights, np.where(has_weight, gains, np.float32(0)), has_weight


def _of_one_class(gradients, hessians, regularization):
    hessians = hessians.reshape(len(gradients), -1)[:, 0]
    counts = ~is_almost_zero(gradients, hessians) & (hessians > regularization.min_node_weight)
    if regularization.l1 > 0:
        counts &= np.abs(gradients) > regularization.l1
        gradients = gradients - np.copysign(regularization.l1, gradients)
    weights = np.where(counts, -gradients / (hessians + regularization.l2), np.float32(0))
    gains = np.where(counts, weights * -gradients, np.float32(0))
    return weights[:, None], gains, np.ones(len(gradients), bool)


def _of_diagonals(gradients, hessians, l2):
    hessians = hessians + l2
    weights = -(np.float32(1) / hessians) * gradients
    for i in np.flatnonzero((hessians == 0).any(axis=1)):
        weights[i] = minus_solution(np.diag(hessians[i]), gradients[i])
    return weights


def _of_full_hessians(gradients, hessians, l2):
    matrices = hessians + l2 * np.eye(gradients.shape[1], dtype=np.float32)
    found = [minus_solution(matrix.T, row) for matrix, row in zip(matrices, gradients, strict=True)]
    return np.array(found, np.float32).reshape(gradients.shape)
