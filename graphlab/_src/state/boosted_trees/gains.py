"""The weight of a leaf and the gain of having it, of the sums of gradients and Hessians of its examples.

The weight w of a leaf minimizes g w + (h + l2) w² / 2 + l1 |w|, and its gain is twice what that lowers the loss by.
"""

import numpy as np

_TOLERANCE = np.float32(1e-15)  # gains that differ by less are equal
_LOWEST = np.finfo(np.float32).min
_EPSILON = float(np.finfo(np.float32).eps)


def weights_and_gains(gradients, hessians, l1, l2):
    """(weights [n, logits], gains [n]) of n leaves, float32.

    gradients: [n, logits].  hessians: [n, logits], the diagonal where there are several logits, or [n, logits²].
    l1: of one logit only.
    """
    logits = gradients.shape[1]
    with np.errstate(all="ignore"):
        if logits == 1:
            return _of_one_logit(gradients, hessians, l1, l2)
        if hessians.shape[1] == logits:
            hessians = hessians + l2
            weights = -(np.float32(1) / hessians) * gradients
            for i in np.flatnonzero((hessians == 0).any(axis=1)):
                weights[i] = minus_solution(np.diag(hessians[i]), gradients[i])
        else:
            matrices = hessians.reshape(-1, logits, logits) + l2 * np.eye(logits, dtype=np.float32)
            weights = np.empty_like(gradients)
            for i, matrix in enumerate(matrices):
                weights[i] = minus_solution(matrix.T, gradients[i])
        return weights, -(gradients * weights).sum(axis=1, dtype=np.float32)


def _of_one_logit(gradients, hessians, l1, l2):
    lowered = gradients
    dropped = hessians + l2 <= _TOLERANCE
    if l1 > 0:
        lowered = np.where(gradients > l1, gradients - l1, gradients + l1)
        dropped |= np.abs(gradients) <= l1
    weights = np.where(dropped, np.float32(0), -lowered / (hessians + l2))
    gains = np.where(dropped, np.float32(0), -lowered * weights)
    return weights, gains[:, 0]


def minus_solution(matrix, vector):
    """-x of matrix x = vector by a QR decomposition with pivots; where the rank is not full, with zeros in x."""
    r, y = matrix.astype(np.float64), -vector.astype(np.float64)
    size = len(y)
    order = np.arange(size)
    limit = (np.sqrt((r * r).sum(axis=0).max()) * _EPSILON) ** 2 / size
    rank = size
    for k in range(size):
        squares = (r[k:, k:] ** 2).sum(axis=0)
        pivot = k + int(squares.argmax())
        if squares[pivot - k] < limit * (size - k):
            rank = k
            break
        r[:, [k, pivot]] = r[:, [pivot, k]]
        order[[k, pivot]] = order[[pivot, k]]
        mirror = r[k:, k].copy()
        mirror[0] += np.copysign(np.sqrt(squares[pivot - k]), mirror[0])
        scale = mirror @ mirror
        if scale:
            r[k:, k:] -= np.outer(2 / scale * mirror, mirror @ r[k:, k:])
            y[k:] -= 2 / scale * (mirror @ y[k:]) * mirror
    x = np.zeros(size)
    for k in reversed(range(rank)):
        x[order[k]] = (y[k] - r[k, k + 1 : rank] @ x[order[k + 1 : rank]]) / r[k, k]
    return x.astype(np.float32)


def best(gains):
    """The position of the largest of the gains, the first of those that are equal; None when none is a number."""
    position, found = None, _LOWEST
    with np.errstate(all="ignore"):
        before = np.fmax.accumulate(np.concatenate([[_LOWEST], gains[:-1]]))
        for i in np.flatnonzero(gains > before):
            if is_larger(gains[i], found):
                position, found = int(i), gains[i]
    return position


def is_larger(gain, other):
    """Whether a gain is larger than another one by more than the tolerance."""
    return gain - other >= _TOLERANCE


def are_equal(gain, other):
    """Whether two gains differ by less than the tolerance."""
    return abs(gain - other) < _TOLERANCE
