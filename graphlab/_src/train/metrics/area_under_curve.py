"""auc: the area under the curve of true and false positive rates, or of precision and recall."""

from typing import Any

from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.division import div, div_no_nan
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import across_replicas, publish
from graphlab._src.train.metrics.thresholds import even_thresholds, outcomes

_SMALL = 1e-6


def _careful(tp, fp, fn, count):
    """The area under the precision-recall curve between points whose outcomes are interpolated (Davis, Goadrich 2006)."""
    dtp = tp[: count - 1] - tp[1:]
    positive = tp + fp
    rate = div_no_nan(dtp, maximum(positive[: count - 1] - positive[1:], 0), name="prec_slope")
    intercept = tp[1:] - multiply(rate, positive[1:])
    both = logical_and(positive[: count - 1] > 0, positive[1:] > 0)
    ratio = div_no_nan(positive[: count - 1], maximum(positive[1:], 0), name="recall_relative_ratio")
    ratio = where(both, ratio, ones_like(positive[1:]))
    parts = div_no_nan(rate * (dtp + intercept * log(ratio)), maximum(tp[1:] + fn[1:], 0), name="pr_auc_increment")
    return reduce_sum(parts, name="interpolate_pr_auc")


_HEIGHTS = {
    "trapezoidal": lambda left, right: (left + right) / 2.0,
    "careful_interpolation": lambda left, right: (left + right) / 2.0,
    "minoring": minimum,
    "majoring": maximum,
}


def _area(tp, fn, tn, fp, count, curve, method, name):
    if curve == "PR" and method == "careful_interpolation":
        return _careful(tp, fp, fn, count)
    recall = div(tp + _SMALL, tp + fn + _SMALL)
    if curve == "ROC":
        x, y = div(fp, fp + tn + _SMALL), recall
    else:
        x, y = recall, div(tp + _SMALL, tp + fp + _SMALL)
    if method not in _HEIGHTS:
        raise ValueError(f"Invalid summation_method: {method}")
    width = x[: count - 1] - x[1:]
    return reduce_sum(multiply(width, _HEIGHTS[method](y[: count - 1], y[1:])), name=name)


def auc(
    labels,
    predictions,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    curve="ROC",
    name=None,
    summation_method="trapezoidal",
    thresholds=None,
):
    """(area, update): the area under a curve over all runs, from the outcomes at thresholds, and what adds a batch.

    labels: as bool.  predictions: between 0 and 1, of the same shape.  curve: "ROC" or "PR", precision and recall.
    num_thresholds: at equal distances; or thresholds, a list of them.
    summation_method: "trapezoidal", "minoring", "majoring", or "careful_interpolation", which fits "PR".
    """
    with variable_scope(name, "auc", [labels, predictions, weights]):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
        every = even_thresholds(num_thresholds)
        if thresholds is not None:
            every = [every[0], *sorted(thresholds), every[-1]]
        values, updates = outcomes(labels, predictions, every, weights)
        shared = {"count": len(every), "curve": curve, "method": summation_method}
        value = across_replicas(metrics_collections, lambda sums: _area(**sums, **shared, name="value"), values)
        return value, publish(updates_collections, _area(**updates, **shared, name="update_op"))
