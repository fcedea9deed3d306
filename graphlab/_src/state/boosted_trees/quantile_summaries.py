"""Summaries of weighted values, of which quantiles follow with an error that is known.

A summary is float32[n, 4], sorted by value: a value, its weight, and the least and the greatest rank it may have.
"""

import numpy as np

VALUE, WEIGHT, LEAST, GREATEST = range(4)
EMPTY = np.zeros((0, 4), np.float32)


def summarize(values, weights):
    """The exact summary of values with a weight each."""
    order = np.argsort(values, kind="stable")
    if not len(order):
        return EMPTY
    values, starts = _distinct(values[order])
    sums = np.zeros(len(values), np.float32)
    np.add.at(sums, np.repeat(np.arange(len(values)), np.diff(starts, append=len(order))), weights[order])
    ends = np.cumsum(sums, dtype=np.float32)
    return np.stack([values, sums, np.concatenate([[np.float32(0)], ends[:-1]]), ends], axis=1)


def _distinct(values):
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    return values[starts], starts


def _rank_before(summary):
    return summary[:, GREATEST] - summary[:, WEIGHT]


def _rank_after(summary):
    return summary[:, LEAST] + summary[:, WEIGHT]


def merge(a, b):
    """The summary of both; its error is not larger than the larger one of theirs."""
    if not len(a) or not len(b):
        return a if len(a) else b
    rows = np.concatenate([_among(a, b), _among(b, a)])
    values, common_a, common_b = np.intersect1d(a[:, VALUE], b[:, VALUE], return_indices=True)
    both = a[common_a] + b[common_b]
    both[:, VALUE] = values
    rows = np.concatenate([rows[~np.isin(rows[:, VALUE], values)], both])
    return rows[np.argsort(rows[:, VALUE], kind="stable")]


def _among(summary, other):
    """The rows of a summary, with the ranks that they have when another one is added to it."""
    below = np.searchsorted(other[:, VALUE], summary[:, VALUE])
    after = np.concatenate([[np.float32(0)], _rank_after(other)])[below]
    before = np.concatenate([_rank_before(other), other[-1:, GREATEST]])[below]
    rows = summary.copy()
    rows[:, LEAST] += after
    rows[:, GREATEST] += before
    return rows


def compress(summary, size, least_error=0.0):
    """A summary of about `size` rows, whose error is larger by 1/size, or by least_error, at most."""
    size, count = max(size, 2), len(summary)
    if count <= size:
        return summary
    limit = np.float64(summary[-1, GREATEST]) * max(1.0 / size, least_error)  # compared in double precision
    before, after = _rank_before(summary), _rank_after(summary)
    rows, credit, i = [0], 0, 0
    while i + 1 < count:
        steps = min(max(0, -(-(count - credit) // size)), count - 1 - i)
        near = before[i + 1 : i + 1 + steps] - after[i] <= limit
        taken = steps if near.all() else int(near.argmin())
        credit += taken * size - count
        i += max(taken, 1)
        rows.append(i)
    return summary[rows]


def error(summary):
    """How far a rank may be off, as a share of the total weight."""
    if not len(summary):
        return 0.0
    own = summary[1:, GREATEST] - summary[1:, LEAST] - summary[1:, WEIGHT]
    gaps = _rank_before(summary)[1:] - _rank_after(summary)[:-1]
    return float(max(np.float32(0), *own, *gaps)) / float(summary[-1, GREATEST])


def boundaries(summary, count):
    """About `count` values that divide what is summarized, without repetitions."""
    if not len(summary):
        return np.zeros(0, np.float32)
    allowed = float(np.float32(error(summary) + 1.0 / count))
    return _distinct(compress(summary, count, allowed)[:, VALUE])[0]


def quantiles(summary, count):
    """The count + 1 values that divide what is summarized into parts of one weight; values may be repeated."""
    if not len(summary):
        return np.zeros(0, np.float32)
    count = max(count, 2)
    middles = summary[:, LEAST] + summary[:, GREATEST]
    before, after = _rank_before(summary), _rank_after(summary)
    found, i = [], 0
    for rank in range(count + 1):
        wanted = np.float32(2) * (np.float32(rank) * summary[-1, GREATEST] / np.float32(count))
        following = i + 1
        while following < len(summary) and wanted >= middles[following]:
            following += 1
        i = following - 1
        is_near = following == len(summary) or wanted < after[i] + before[following]
        found.append(summary[i if is_near else following, VALUE])
    return np.array(found, np.float32)
