"""Metrics of counts: count, Cohen's kappa, outcomes in buckets of predictions, the area from histograms, accuracy."""

from collections import namedtuple
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.checked_shapes import remove_squeezable_dimensions
from graphlab._src.graph import GraphKeys, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import add, multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.kinds import assert_type
from graphlab._src.ops.checks.values import assert_greater_equal, assert_less_equal
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.confusion import confusion_matrix
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.counting import histogram_fixed_width
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.diagonal import diag_part
from graphlab._src.ops.division import div, div_no_nan, truediv
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.logical import logical_not
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.sequence import lin_space
from graphlab._src.ops.shape import rank, reshape, shape, size, squeeze
from graphlab._src.ops.transpose import reverse
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.state.assignment import assign_add, scatter_add
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.train.metrics.metric_variables import across_replicas, fitted, metric_variable, publish

PrecisionRecallData = namedtuple("PrecisionRecallData", ["tp", "fp", "tn", "fn", "precision", "recall", "thresholds"])


def accuracy(predictions, labels, weights: Any = None, name=None):
    """How often predictions equal labels, within this run. labels: bool, integers or strings."""
    if not (labels.dtype.is_integer or labels.dtype in (dtypes.bool, dtypes.string)):
        raise ValueError(f"Labels should have bool, integer, or string dtype, not {labels.dtype!r}")
    if not labels.dtype.is_compatible_with(predictions.dtype):
        raise ValueError(
            "Dtypes of predictions and labels should match. "
            f"Given: predictions ({predictions.dtype!r}) and labels ({labels.dtype!r})"
        )
    with name_scope(name, "accuracy", [predictions, labels]):
        right = cast(equal(predictions, labels), dtypes.float32)
        if weights is None:
            return reduce_mean(right)
        right = multiply(right, weights)
        return div(reduce_sum(right), reduce_sum(multiply(weights, ones_like(right))))


def count(values, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
    """(count, update): how many values there were over all runs, or the sum of their weights."""
    with variable_scope(name, "count", [values, weights]):
        total = metric_variable([], dtypes.float32, "count")
        if weights is None:
            number = cast(size(values), dtypes.float32)
        else:
            values, _, weights = fitted(cast(values, dtypes.float32), None, weights)
            number = reduce_sum(broadcast_weights(cast(weights, dtypes.float32), values))
        with control_dependencies([values]):
            update = assign_add(total, number)
        value = across_replicas(metrics_collections, identity, total)
        return value, publish(updates_collections, update)


def cohen_kappa(
    labels,
    predictions_idx,
    num_classes,
    weights: Any = None,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(kappa, update): how much more often labels and predictions agree than by chance, over all runs.

    labels, predictions_idx: class numbers, [batch] or [batch, 1].  num_classes: at least 2.
    """
    if num_classes < 2:
        raise ValueError(f"`num_classes` must be >= 2.Found: {num_classes}")
    with variable_scope(name, "cohen_kappa", [labels, predictions_idx, weights]):
        labels.shape.with_rank_at_most(2)
        if labels.shape.ndims == 2:
            labels = squeeze(labels, axis=[-1])
        predictions_idx, labels, weights = fitted(predictions_idx, labels, weights)
        dtype = dtypes.int64 if weights is None or weights.dtype.is_integer else dtypes.float32
        sums = [metric_variable((num_classes,), dtype, name) for name in ("po", "pe_row", "pe_col")]
        table = confusion_matrix(
            labels, predictions_idx, num_classes=num_classes, weights=weights, dtype=dtype, name="counts_in_table"
        )
        found = diag_part(table), reduce_sum(table, axis=0), reduce_sum(table, axis=1)
        updates = [assign_add(total, part) for total, part in zip(sums, found, strict=True)]

        def kappa(observed, rows, columns, *, name):
            agreed, total = reduce_sum(observed), reduce_sum(rows)
            expected = reduce_sum(div_no_nan(cast(rows * columns, dtypes.float64), cast(total, dtypes.float64)))
            agreed, total = cast(agreed, dtypes.float64), cast(total, dtypes.float64)
            return div_no_nan(agreed - expected, total - expected, name=name)

        value = publish(metrics_collections, kappa(*sums, name="value"))
        return value, publish(updates_collections, kappa(*updates, name="update_op"))


def precision_recall_at_equal_thresholds(
    labels, predictions, weights: Any = None, num_thresholds=None, use_locking=None, name=None
):
    """(PrecisionRecallData, update): outcomes, precision and recall over all runs, at thresholds at equal distances.

    labels: bool.  predictions: between 0 and 1; those at a threshold or above it count as positive.
    num_thresholds: 201 unless given; how long an update lasts does not depend on it.
    """
    thresholds = 201 if num_thresholds is None else num_thresholds
    weights = 1.0 if weights is None else weights
    use_locking = True if use_locking is None else use_locking
    assert_type(labels, dtypes.bool)
    with variable_scope(name, "precision_recall_at_equal_thresholds", [labels, predictions, weights]):
        message = "predictions must be in [0, 1]"
        checks = [
            assert_greater_equal(predictions, cast(0.0, predictions.dtype), message=message),
            assert_less_equal(predictions, cast(1.0, predictions.dtype), message=message),
        ]
        with control_dependencies(checks):
            predictions, labels, weights = fitted(predictions, labels, weights)
        is_true, weights = cast(labels, dtypes.float64), cast(weights, dtypes.float64)
        predictions = reshape(predictions, [-1])
        trues, falses = reshape(is_true * weights, [-1]), reshape((1.0 - is_true) * weights, [-1])
        buckets = cast(floor(predictions * (thresholds - 1)), dtypes.int32)
        with name_scope("variables"):
            true_counts = metric_variable([thresholds], dtypes.float64, "tp_buckets")
            false_counts = metric_variable([thresholds], dtypes.float64, "fp_buckets")
        with name_scope("update_op"):
            add_true = scatter_add(true_counts, buckets, trues, use_locking=use_locking)
            add_false = scatter_add(false_counts, buckets, falses, use_locking=use_locking)
        tp, fp = cumsum(true_counts, reverse=True, name="tp"), cumsum(false_counts, reverse=True, name="fp")
        tn, fn = fp[0] - fp, tp[0] - tp
        small = convert_to_tensor(1e-7, dtypes.float64)
        precision, recall = tp / maximum(small, tp + fp), tp / maximum(small, tp + fn)
        results = tp, fp, tn, fn, precision, recall, lin_space(0.0, 1.0, thresholds)
        value = PrecisionRecallData(*(cast(one, predictions.dtype) for one in results))
        return value, group(add_true, add_false)


def _one_axis(tensor, what):
    found = [f"Argument {what} should have rank 1.  Found: ", tensor.name, shape(tensor)]
    return assert_(equal(1, rank(tensor)), found)


def _accumulated(name, histogram, nbins, collections):
    return get_variable(
        name,
        shape=[nbins],
        dtype=histogram.dtype,
        initializer=zeros_initializer(),
        collections=collections,
        trainable=False,
    )


def auc_using_histogram(boolean_labels, scores, score_range, nbins=100, collections=None, check_shape=True, name=None):
    """(area, update): the area under the ROC curve over all runs, from histograms of the scores of each label.

    boolean_labels, scores: [batch].  score_range: [2], where the histograms begin and end; outer bins take what
    lies beyond.  nbins: more are more exact.  collections: of the two variables, LOCAL_VARIABLES unless given.
    """
    collections = [GraphKeys.LOCAL_VARIABLES] if collections is None else collections
    with variable_scope(name, "auc_using_histogram", [boolean_labels, scores, score_range]):
        scores, boolean_labels = remove_squeezable_dimensions(
            convert_to_tensor(scores), convert_to_tensor(boolean_labels)
        )
        score_range = convert_to_tensor(score_range, name="score_range")
        if boolean_labels.dtype != dtypes.bool:
            raise ValueError(f"Argument boolean_labels should have dtype bool.  Found: {boolean_labels.dtype!r}")
        checks = [_one_axis(boolean_labels, "boolean_labels"), _one_axis(scores, "scores")] if check_shape else []
        with control_dependencies(checks), variable_scope(None, "make_auc_histograms"):
            found = [
                histogram_fixed_width(boolean_mask(scores, chosen), score_range, nbins, dtypes.int64, name=name)
                for chosen, name in ((boolean_labels, "hist_true"), (logical_not(boolean_labels), "hist_false"))
            ]
        with variable_scope(None, "hist_accumulate"):
            sums = [_accumulated(name, found[0], nbins, collections) for name in ("hist_true_acc", "hist_false_acc")]
            update = group(*(total.assign_add(part) for total, part in zip(sums, found, strict=True)), name="update_op")
        rises = [cast(reverse(truediv(one, reduce_sum(one)), [0]), dtypes.float32) for one in sums]
        heights, widths = cumsum(rises[0]), rises[1]
        others = widths[1:] * (heights[1:] + heights[: nbins - 1]) / 2.0
        return add(widths[0] * heights[0] / 2.0, reduce_sum(others), name="auc"), update
