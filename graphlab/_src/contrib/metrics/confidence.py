"""auc_with_confidence_intervals: the area under the ROC curve by placement values, and between which it lies."""

from collections import namedtuple
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.metrics.accumulated import streaming_concat, zero_or_one
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.arithmetic import negative, square, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal, greater_equal, less
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import group, no_op
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.distributions.normal_functions import ndtri
from graphlab._src.ops.dynamic import unique
from graphlab._src.ops.gather import gather
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.power import exp, log, sqrt
from graphlab._src.ops.reduction import reduce_max, reduce_min, reduce_sum
from graphlab._src.ops.segment_sorted import segment_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import reshape, size
from graphlab._src.ops.transpose import reverse
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import fitted, publish

_EPSILON = 1e-7
AucData = namedtuple("AucData", ["auc", "lower", "upper"])


def _placements(weights, segments):
    """For each example the part of the weights that lies below it, those of equal predictions by half."""
    totals = segment_sum(weights, segments)
    below = cumsum(totals, exclusive=True)
    return gather((below + totals / 2.0) / (reduce_sum(totals) + _EPSILON), segments)


def _area_and_error(labels, predictions, weights):
    count: Any = size(predictions)
    ordered, indices = top_k(predictions, count)
    ordered, indices = reverse(ordered, axis=[0]), reverse(indices, axis=[0])
    labels, weights = cast(gather(labels, indices), weights.dtype), gather(weights, indices)
    _, segments = unique(ordered)
    ones, noughts = weights * labels, weights * (1.0 - labels)
    placements = _placements(noughts, segments) * labels + _placements(ones, segments) * (1.0 - labels)
    total_0, total_1 = reduce_sum(noughts), reduce_sum(ones)
    placements_0, placements_1 = placements * (1.0 - labels), placements * labels
    area_0 = reduce_sum(noughts * (1.0 - placements_0)) / (total_0 + _EPSILON)
    area_1 = reduce_sum(ones * placements_1) / (total_1 + _EPSILON)
    area = where(less(total_0, total_1), area_1, area_0)
    variance_0 = reduce_sum(noughts * square(1.0 - placements_0 - area_0)) / (total_0 - 1.0 + _EPSILON)
    variance_1 = reduce_sum(ones * squared_difference(placements_1, area_1)) / (total_1 - 1.0 + _EPSILON)
    return area, sqrt(variance_0 / (total_0 + _EPSILON) + variance_1 / (total_1 + _EPSILON))


def _interval(labels, predictions, weights, alpha, logit_transformation):
    area, error = _area_and_error(labels, predictions, weights)
    z = ndtri(constant((1.0 - alpha) / 2.0, dtypes.float32))
    if logit_transformation:
        centre = log(area / (1.0 - area + _EPSILON))
        width = z * (error / (area * (1.0 - area + _EPSILON)))
        ends = [1.0 / (1.0 + exp(negative(end)) + _EPSILON) for end in (centre + width, centre - width)]
    else:
        ends = [area + z * error, area - z * error]
    exact = logical_or(equal(area, ones_like(area)), equal(area, zeros_like(area)))
    return [area, *(where(exact, area, end) for end in ends)]


def auc_with_confidence_intervals(
    labels,
    predictions,
    weights: Any = None,
    alpha=0.95,
    logit_transformation=True,
    metrics_collections=(),
    updates_collections=(),
    name=None,
):
    """(AucData(auc, lower, upper), update): the area under the ROC curve over all runs and its confidence interval.

    labels: 0 or 1.  weights: float32.  alpha: the confidence.
    logit_transformation: whether the interval is that of the area's logit, so that it lies within 0 and 1.
    """
    if not (alpha > 0 and alpha < 1):
        raise ValueError(f"alpha must be between 0 and 1; currently {alpha:.02f}")
    if weights is None:
        weights = ones_like(predictions)
    with variable_scope(name, "auc_with_confidence_intervals", [labels, predictions, weights]):
        predictions, labels, weights = fitted(predictions, labels, weights)
        total = reduce_sum(weights)
        weights = reshape(weights, [-1])
        predictions = reshape(cast(predictions, dtypes.float64), [-1])
        labels = reshape(cast(labels, dtypes.int64), [-1])
        with control_dependencies(zero_or_one(labels)):
            all_predictions, add_predictions = streaming_concat(predictions, name="concat_preds")
            all_labels, add_labels = streaming_concat(labels, name="concat_labels")
            all_weights, add_weights = streaming_concat(weights, name="concat_weights")
            add = group(add_labels, add_predictions, add_weights)
            both = logical_and(equal(reduce_min(labels), 0), equal(reduce_max(labels), 1))
            enough = greater_equal(total, 1.0)
            update = cond(enough, lambda: add, no_op)
            interval = _interval(all_labels, all_predictions, all_weights, alpha, logit_transformation)
            value = AucData(*cond(logical_and(both, enough), lambda: interval, lambda: [constant(0.0)] * 3))
            return publish(metrics_collections, value), publish(updates_collections, update)
