"""Outcomes at thresholds: predictions above one count as positive. Precision, recall, and the area under a curve."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.graph.attributes import named
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arg import argmax, argmin
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_greater_equal, assert_less_equal
from graphlab._src.ops.comparison import equal, greater
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.division import div
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_and, logical_not
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_min, reduce_sum
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.transpose import transpose
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import across_replicas, fitted, metric_variable, publish

_OUTSIDE = 1e-7  # how far beyond 0 and 1 the first and the last threshold lie
_NAMES = {"tp": "true_positives", "fn": "false_negatives", "tn": "true_negatives", "fp": "false_positives"}


def even_thresholds(count, last=1.0 + _OUTSIDE):
    """Thresholds at equal distances, the first below 0."""
    return [0.0 - _OUTSIDE, *[(i + 1) * 1.0 / (count - 1) for i in range(count - 2)], last]


def outcomes(labels, predictions, thresholds, weights=None, includes=("tp", "fn", "tn", "fp")):
    """({outcome: its sums so far}, {outcome: what adds a batch}), at each threshold.

    predictions: between 0 and 1.  includes: which outcomes are wanted.
    """
    message = "predictions must be in [0, 1]"
    checks = [
        assert_greater_equal(predictions, cast(0.0, predictions.dtype), message=message),
        assert_less_equal(predictions, cast(1.0, predictions.dtype), message=message),
    ]
    with control_dependencies(checks):
        predictions, labels = cast(predictions, dtypes.float32), cast(labels, dtypes.bool)
        predictions, labels, weights = fitted(predictions, labels, weights)
    return _sums(labels, predictions, thresholds, weights, includes)


def outcomes_of_scores(labels, predictions, thresholds, weights=None, includes=("tp", "fn", "tn", "fp")):
    """As outcomes, of float32 predictions that may lie anywhere."""
    predictions, labels, weights = fitted(predictions, labels, weights)
    return _sums(labels, predictions, thresholds, weights, includes)


def _sums(labels, predictions, thresholds, weights, includes):
    count = len(thresholds)
    column = reshape(predictions, [-1, 1])
    row = reshape(cast(labels, dtypes.bool), [1, -1])
    number = shape(column)[0] if column.dims is None or column.dims[0] is None else column.dims[0]
    tiled = tile(expand_dims(constant(thresholds), [1]), stack([1, number]))
    positive = greater(tile(transpose(column), [count, 1]), tiled)
    negative = logical_not(positive) if {"fn", "tn"} & set(includes) else None
    is_true = tile(row, [count, 1])
    is_false = logical_not(is_true) if {"fp", "tn"} & set(includes) else None
    if weights is not None:
        weights = broadcast_weights(cast(weights, dtypes.float32), predictions)
        weights = tile(reshape(weights, [1, -1]), [count, 1])
        tiled.shape.assert_is_compatible_with(weights.shape)
    sides = {"tp": (is_true, positive), "fn": (is_true, negative), "tn": (is_false, negative)}
    sides["fp"] = (is_false, positive)
    values, updates = {}, {}
    for key, (label, prediction) in sides.items():
        if key not in includes:
            continue
        values[key] = metric_variable([count], dtypes.float32, _NAMES[key])
        found = cast(logical_and(label, prediction), dtypes.float32)
        if weights is not None:
            found *= weights
        updates[key] = assign_add(values[key], reduce_sum(found, 1))
    return values, updates


def _at_thresholds(key, what):
    name_of = _NAMES[key]

    def metric(
        labels,
        predictions,
        thresholds,
        weights: Any = None,
        metrics_collections=None,
        updates_collections=None,
        name=None,
    ):
        with variable_scope(name, name_of, [predictions, labels, weights]):
            values, updates = outcomes(labels, predictions, thresholds, weights=weights, includes=(key,))
            value = across_replicas(metrics_collections, identity, values[key])
            return value, publish(updates_collections, updates[key])

    doc = f"""(sums, update): the sum of the weights of {what} at each threshold, over all runs.

    labels: as bool.  predictions: between 0 and 1, of the same shape; above a threshold they count as positive.
    """
    return named(metric, f"{name_of}_at_thresholds", doc)


true_positives_at_thresholds = _at_thresholds("tp", "what is true and predicted so")
false_negatives_at_thresholds = _at_thresholds("fn", "what is true but not predicted so")
true_negatives_at_thresholds = _at_thresholds("tn", "what is neither true nor predicted so")
false_positives_at_thresholds = _at_thresholds("fp", "what is predicted but not true")


def _ratio(of, other, default_name, inputs, metrics_collections, updates_collections, name):
    labels, predictions, thresholds, weights = inputs
    with variable_scope(name, default_name, [predictions, labels, weights]):
        values, updates = outcomes(labels, predictions, thresholds, weights, includes=("tp", other))

        def ratio(right, wrong, name):
            return div(right, _OUTSIDE + right + wrong, name=f"{of}_{name}")

        value = across_replicas(
            metrics_collections, lambda *sums: ratio(sums[0], sums[1], "value"), values["tp"], values[other]
        )
        return value, publish(updates_collections, ratio(updates["tp"], updates[other], "update_op"))


def precision_at_thresholds(
    labels, predictions, thresholds, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(precisions, update): how much of what was predicted over all runs is true, at each threshold."""
    inputs = labels, predictions, thresholds, weights
    return _ratio("precision", "fp", "precision_at_thresholds", inputs, metrics_collections, updates_collections, name)


def recall_at_thresholds(
    labels, predictions, thresholds, weights: Any = None, metrics_collections=None, updates_collections=None, name=None
):
    """(recalls, update): how much of what is true over all runs was predicted, at each threshold."""
    inputs = labels, predictions, thresholds, weights
    return _ratio("recall", "fn", "recall_at_thresholds", inputs, metrics_collections, updates_collections, name)


def sensitivity_at_specificity(
    labels,
    predictions,
    specificity,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(sensitivity, update): at the threshold, of num_thresholds, where the specificity is closest to the one given."""
    if specificity < 0 or specificity > 1:
        raise ValueError("`specificity` must be in the range [0, 1].")
    with variable_scope(name, "sensitivity_at_specificity", [predictions, labels, weights]):
        values, updates = outcomes(labels, predictions, even_thresholds(num_thresholds), weights)

        def sensitivity(tp, tn, fp, fn, name):
            specificities = div(tn, tn + fp + _OUTSIDE)
            place = cast(argmin(abs_(specificities - specificity), 0), dtypes.int32)
            return div(tp[place], tp[place] + fn[place] + _OUTSIDE, name)

        value = across_replicas(metrics_collections, lambda sums: sensitivity(**sums, name="value"), values)
        return value, publish(updates_collections, sensitivity(**updates, name="update_op"))


def specificity_at_sensitivity(
    labels,
    predictions,
    sensitivity,
    weights: Any = None,
    num_thresholds=200,
    metrics_collections=None,
    updates_collections=None,
    name=None,
):
    """(specificity, update): at the last threshold, of num_thresholds, whose sensitivity is closest to the one given."""
    if sensitivity < 0 or sensitivity > 1:
        raise ValueError("`sensitivity` must be in the range [0, 1].")
    with variable_scope(name, "specificity_at_sensitivity", [predictions, labels, weights]):
        thresholds = even_thresholds(num_thresholds, last=1.0 - _OUTSIDE)
        values, updates = outcomes(labels, predictions, thresholds, weights)

        def specificity(tp, tn, fp, fn, name):
            sensitivities = div(tp, tp + fn + _OUTSIDE)
            least = reduce_min(abs_(sensitivities - sensitivity))
            closest = cast(equal(abs_(sensitivities - sensitivity), least), dtypes.int64)
            place = cast(argmax(cumsum(closest), 0), dtypes.int32)
            return div(tn[place], tn[place] + fp[place] + _OUTSIDE, name)

        value = across_replicas(metrics_collections, lambda sums: specificity(**sums, name="value"), values)
        return value, publish(updates_collections, specificity(**updates, name="update_op"))
