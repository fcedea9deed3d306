"""The alignments of a label sequence with a longer sequence, summed up in NumPy.

States of a sequence of labels a, b: blank, a, blank, b, blank. An alignment goes from one of the first two states to one
of the last two; it stays, goes on by one, or leaves a blank out. (Graves et al., 2006.)
"""

import numpy as np

_NONE = -np.inf  # log 0


def losses_and_gradients(log_y, labels, lengths, merge_repeated):
    """(-log of the summed probability of all alignments [batch], its gradient before the softmax [time, batch, classes]).

    log_y: log of the probabilities, [time, batch, classes], the blank last.  labels: a list of int vectors.
    lengths: of the sequences, [batch]; where one is 0 loss and gradient are.
    merge_repeated: the same label twice without a blank between is one; else it is two.
    """
    steps, batch, classes = log_y.shape
    widest = 2 * max((len(row) for row in labels), default=0) + 1
    states = np.full((batch, widest), classes - 1)
    ends = np.asarray([2 * len(row) for row in labels], np.int64)
    for i, row in enumerate(labels):
        states[i, 1 : 2 * len(row) : 2] = row
    scores = np.take_along_axis(log_y, np.broadcast_to(states, (steps, *states.shape)), axis=2)
    scores[:, np.arange(widest) > ends[:, None]] = _NONE
    blank = states == classes - 1
    skips = ~blank
    skips[:, :2] = False
    if merge_repeated:
        skips[:, 2:] &= states[:, 2:] != states[:, :-2]
    stays = blank | merge_repeated
    with np.errstate(all="ignore"):
        forward = _forward(scores, skips, stays)
        backward = _backward(scores, skips, stays, ends, lengths)
        both = forward + backward
        total = _log_sum(both[0], axis=1)
        weights = np.exp(both - total[:, None])
    weights[~np.isfinite(weights)] = 0
    found = np.zeros((steps, batch, classes), log_y.dtype)
    rows = np.arange(batch)
    for state in range(widest):
        found[:, rows, states[:, state]] += weights[:, :, state]
    used = np.arange(steps)[:, None] < lengths
    gradients = np.where(used[..., None], np.exp(log_y) - found, 0)
    return np.where(lengths > 0, -total, 0), gradients


def _log_sum(values, axis):
    highest = values.max(axis=axis, keepdims=True)
    highest = np.where(np.isfinite(highest), highest, 0)
    return np.squeeze(highest, axis) + np.log(np.exp(values - highest).sum(axis=axis))


def _moved(values, by):
    """values[:, i - by], log 0 beyond the ends."""
    moved = np.full_like(values, _NONE)
    if by > 0:
        moved[:, by:] = values[:, :-by]
    else:
        moved[:, :by] = values[:, -by:]
    return moved if values.shape[1] > abs(by) else np.full_like(values, _NONE)


def _forward(scores, skips, stays):
    """[time, batch, states]: of all ways to be in a state at a time, that time's score included."""
    result = np.full_like(scores, _NONE)
    result[0, :, :2] = scores[0, :, :2]
    for t in range(1, len(scores)):
        before = result[t - 1]
        came = np.logaddexp(np.where(stays, before, _NONE), _moved(before, 1))
        came = np.logaddexp(came, np.where(skips, _moved(before, 2), _NONE))
        result[t] = came + scores[t]
    return result


def _backward(scores, skips, stays, ends, lengths):
    """[time, batch, states]: of all ways from a state at a time to the end, that time's score left out."""
    result = np.full_like(scores, _NONE)
    places = np.arange(scores.shape[2])
    last = np.where((places == ends[:, None]) | (places == ends[:, None] - 1), 0, _NONE)
    after = np.full_like(scores[0], _NONE)
    for t in range(len(scores) - 1, -1, -1):
        if t + 1 < len(scores):
            following = after + scores[t + 1]
            going = np.logaddexp(np.where(stays, following, _NONE), _moved(following, -1))
            after = np.logaddexp(going, _moved(np.where(skips, following, _NONE), -2))
        after = np.where((lengths == t + 1)[:, None], last, after)
        result[t] = after
    return result
