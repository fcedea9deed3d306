"""Rates of what is predicted wrongly, curves, and the best of a curve: outcomes, at one threshold or at many."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph.attributes import named
from graphlab._src.ops.arg import argmax, argmin
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater, greater_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.division import div
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.select import where
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics import confusion_counts
from graphlab._src.train.metrics.metric_variables import across_replicas, fitted, publish
from graphlab._src.train.metrics.thresholds import even_thresholds, outcomes, outcomes_of_scores

_EPSILON = 1e-7


def _rate(default_name, wrong, right, doc):
    """Makes a public metric: the count `wrong` over it and the count `right`."""

    def metric(predictions, labels, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
        with variable_scope(name, default_name, [predictions, labels, weights]):
            predictions, labels = cast(predictions, dtypes.bool), cast(labels, dtypes.bool)
            predictions, labels, weights = fitted(predictions, labels, weights)
            wrongs, add_wrong = wrong(labels, predictions, weights)
            rights, add_right = right(labels, predictions, weights)

            def rate(wrong, right, name):
                return where(greater(wrong + right, 0), div(wrong, wrong + right), 0, name)

            value = publish(metrics_collections, rate(wrongs, rights, "value"))
            return value, publish(updates_collections, rate(add_wrong, add_right, "update_op"))

    return named(metric, f"streaming_{default_name}", doc)


streaming_false_positive_rate = _rate(
    "false_positive_rate",
    confusion_counts.false_positives,
    confusion_counts.true_negatives,
    """(rate, update): how much of what is false over all runs was predicted. predictions, labels: as bool.""",
)
streaming_false_negative_rate = _rate(
    "false_negative_rate",
    confusion_counts.false_negatives,
    confusion_counts.true_positives,
    """(rate, update): how much of what is true over all runs was not predicted. predictions, labels: as bool.""",
)


def _sums(key, what):
    def metric(predictions, labels, thresholds, weights: Any = None):
        values, updates = outcomes_of_scores(labels, predictions, thresholds, weights, includes=(key,))
        return values[key], updates[key]

    name = {"tp": "true_positives", "fn": "false_negatives", "fp": "false_positives", "tn": "true_negatives"}[key]
    doc = f"""(sums, update): the sum of the weights of {what} at each threshold, over all runs.

    predictions: float32; above a threshold they count as positive.  labels: as bool.
    """
    return named(metric, f"streaming_{name}_at_thresholds", doc)


streaming_true_positives_at_thresholds = _sums("tp", "what is true and predicted so")
streaming_false_negatives_at_thresholds = _sums("fn", "what is true but not predicted so")
streaming_false_positives_at_thresholds = _sums("fp", "what is predicted but not true")
streaming_true_negatives_at_thresholds = _sums("tn", "what is neither true nor predicted so")


def _rates(short, default_name, wrong, right, doc):
    """Makes a public metric: the outcome `wrong` over it and the outcome `right`, at each threshold."""

    def metric(
        predictions,
        labels,
        thresholds,
        weights: Any = None,
        metrics_collections=None,
        updates_collections=None,
        name=None,
    ):
        with variable_scope(name, default_name, [predictions, labels, weights]):
            values, updates = outcomes_of_scores(labels, predictions, thresholds, weights, includes=(wrong, right))

            def rate(sums, name):
                return div(sums[wrong], _EPSILON + sums[wrong] + sums[right], name=f"{short}_{name}")

            value = publish(metrics_collections, rate(values, "value"))
            return value, publish(updates_collections, rate(updates, "update_op"))

    return named(metric, f"streaming_{default_name}", doc)


streaming_false_positive_rate_at_thresholds = _rates(
    "fpr",
    "false_positive_rate_at_thresholds",
    "fp",
    "tn",
    """(rates, update): how much of what is false over all runs was predicted, at each threshold.""",
)
streaming_false_negative_rate_at_thresholds = _rates(
    "fnr",
    "false_negative_rate_at_thresholds",
    "fn",
    "tp",
    """(rates, update): how much of what is true over all runs was not predicted, at each threshold.""",
)


def streaming_curve_points(
    labels: Any = None,
    predictions: Any = None,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    curve="ROC",
    name=None,
):
    """(points, update): the points of a curve over all runs, [num_thresholds, 2], x and y. curve: "ROC" or "PR"."""
    with variable_scope(name, "curve_points", [labels, predictions, weights]):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
        sums, updates = outcomes_of_scores(labels, predictions, even_thresholds(num_thresholds), weights)
        small = 1e-6
        tp, fn, tn, fp = (sums[key] for key in ("tp", "fn", "tn", "fp"))
        recall = div(tp + small, tp + fn + small)
        points = (div(fp, fp + tn + small), recall) if curve == "ROC" else (recall, div(tp + small, tp + fp + small))
        value = publish(metrics_collections, stack(points, axis=1))
        return value, publish(updates_collections, group(*updates.values()))


def f1_score(
    labels,
    predictions,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(score, update): the best F1 score, 2·precision·recall / (precision + recall), of any threshold, over all runs.

    labels: as bool.  predictions: between 0 and 1, of the same shape.
    """
    with variable_scope(name, "f1", [labels, predictions, weights]):
        predictions, labels, weights = fitted(predictions, labels, weights)
        thresholds = even_thresholds(num_thresholds)
        values, updates = outcomes(labels, predictions, thresholds, weights, includes=("tp", "fp", "fn"))

        def best(sums, name):
            precision = div(sums["tp"], _EPSILON + sums["tp"] + sums["fp"], name=f"precision_{name}")
            recall = div(sums["tp"], _EPSILON + sums["tp"] + sums["fn"], name=f"recall_{name}")
            return reduce_max(2.0 * precision * recall / (precision + recall + _EPSILON))

        value = across_replicas(metrics_collections, lambda sums: best(sums, "value"), values)
        return value, publish(updates_collections, best(updates, "update"))


def recall_at_precision(
    labels,
    predictions,
    precision,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    name=None,
    strict_mode=False,
):
    """(recall, update): at the threshold whose precision is closest to the one given, over all runs.

    strict_mode: only thresholds with at least that precision count; the recall is 0 where there is none.
    """
    if not 0 <= precision <= 1:
        raise ValueError("`precision` must be in the range [0, 1].")
    with variable_scope(name, "recall_at_precision", [predictions, labels, weights]):
        values, updates = outcomes_of_scores(labels, predictions, even_thresholds(num_thresholds), weights)

        def recall_at(sums, place, name):
            return div(sums["tp"][place], sums["tp"][place] + sums["fn"][place] + _EPSILON, name)

        def recall(sums, name):
            precisions = div(sums["tp"], sums["tp"] + sums["fp"] + _EPSILON)
            if not strict_mode:
                place = argmin(abs_(precisions - precision), 0, output_type=dtypes.int32)
                return recall_at(sums, place, name)
            place = argmax(div(1.0, precisions - precision + _EPSILON), 0, output_type=dtypes.int32)
            return cond(precisions[place] >= precision, lambda: recall_at(sums, place, name), lambda: 0.0)

        value = publish(metrics_collections, recall(values, "value"))
        return value, publish(updates_collections, recall(updates, "update_op"))


def precision_at_recall(
    labels,
    predictions,
    target_recall,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(precision, update): at the highest threshold with at least the recall given, over all runs."""
    if target_recall < 0 or target_recall > 1:
        raise ValueError("`target_recall` must be in the range [0, 1].")
    with variable_scope(name, "precision_at_recall", [predictions, labels, weights]):
        values, updates = outcomes_of_scores(labels, predictions, even_thresholds(num_thresholds), weights)

        def precision(tp, fn, tn, fp, name):
            del tn
            recalls = div(tp, tp + fn + _EPSILON)
            place = reduce_sum(cast(greater_equal(recalls, target_recall), dtypes.int64)) - 1
            return div(tp[place] + _EPSILON, tp[place] + fp[place] + _EPSILON, name)

        value = publish(metrics_collections, precision(**values, name="value"))
        return value, publish(updates_collections, precision(**updates, name="update_op"))
