"""The best of several candidate solutions of a constrained problem, or the best distribution over them.

Cotter et al., 2018, arXiv 1804.06500: Lemma 3, and the heuristic of Section 5.2.
"""

import numpy as np
import scipy.optimize
import scipy.stats


def _find_best_candidate_distribution_helper(objective_vector, constraints_matrix, maximum_violation=0.0):
    """(the distribution, None), or (None, why there is none) where constraints may be violated by maximum_violation."""
    if maximum_violation < 0.0:
        raise ValueError("maximum_violation must be nonnegative")
    constraints, candidates = _sizes(objective_vector, constraints_matrix)
    result = scipy.optimize.linprog(
        objective_vector,
        A_ub=constraints_matrix,
        b_ub=np.full(constraints, maximum_violation),
        A_eq=np.ones((1, candidates)),
        b_eq=np.ones(1),
        bounds=(0, None),
    )
    return (result.x, None) if result.success else (None, result.message)


def _sizes(objective_vector, constraints_matrix):
    constraints, candidates = np.shape(constraints_matrix)
    if np.shape(objective_vector) != (candidates,):
        raise ValueError(
            "objective_vector must have shape (n,), and constraints_matrix (m, n), where n is the number of candidates, "
            "and m is the number of constraints"
        )
    return constraints, candidates


def find_best_candidate_distribution(objective_vector, constraints_matrix, epsilon=0.0):
    """Probabilities [candidates] with the least mean objective among those that violate the constraints the least.

    objective_vector: [candidates].  constraints_matrix: [constraints, candidates], which should not be above 0.
    epsilon: how exactly the least violation is found.
    """
    if epsilon < 0.0:
        raise ValueError("epsilon must be nonnegative")
    best, _ = _find_best_candidate_distribution_helper(objective_vector, constraints_matrix)
    if best is not None:
        return best
    lower, upper = 0.0, np.min(np.amax(constraints_matrix, axis=0))
    best, why = _find_best_candidate_distribution_helper(objective_vector, constraints_matrix, upper)
    if best is None:
        raise ValueError(f"There is no distribution over the candidates: {why}")
    while True:
        middle = 0.5 * (lower + upper)
        if middle - lower <= epsilon or upper - middle <= epsilon:
            return best
        found, _ = _find_best_candidate_distribution_helper(objective_vector, constraints_matrix, middle)
        if found is None:
            lower = middle
        else:
            best, upper = found, middle


def find_best_candidate_index(objective_vector, constraints_matrix, rank_objectives=False):
    """The number of the candidate whose worst rank, among violations of constraints, is best; of several the one with
    the least objective.

    objective_vector: [candidates].  constraints_matrix: [constraints, candidates], which should not be above 0.
    rank_objectives: the rank of the objective counts, too.
    """
    _, candidates = _sizes(objective_vector, constraints_matrix)
    worst = scipy.stats.rankdata(objective_vector, method="min") if rank_objectives else np.zeros(candidates, np.int64)
    for row in constraints_matrix:
        worst = np.maximum(worst, scipy.stats.rankdata(np.maximum(0.0, row), method="min"))
    # The last one of equal ones, as in TensorFlow.
    return min(range(candidates), key=lambda i: (worst[i], objective_vector[i], -i))
