"""True and false positives and negatives over all runs; precision and recall."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph.attributes import named
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.kinds import assert_type
from graphlab._src.ops.checks.ranks import assert_rank_in
from graphlab._src.ops.comparison import equal, greater
from graphlab._src.ops.division import div
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import rank
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.metrics.metric_variables import across_replicas, fitted, metric_variable, publish


def _count(values, weights=None, metrics_collections=None, updates_collections=None):
    assert_type(values, dtypes.bool)
    count = metric_variable([], dtypes.float32, "count")
    values = cast(values, dtypes.float32)
    if weights is not None:
        with control_dependencies([assert_rank_in(weights, (0, rank(values)))]):
            weights = cast(weights, dtypes.float32)
            values = multiply(values, weights)
    value = across_replicas(metrics_collections, identity, count)
    return value, publish(updates_collections, assign_add(count, reduce_sum(values)))


def _as_bools(labels, predictions, weights):
    predictions, labels = cast(predictions, dtypes.bool), cast(labels, dtypes.bool)
    return fitted(predictions, labels, weights)


def _outcome(default_name, label, prediction, what):
    def metric(labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
        with variable_scope(name, default_name, [predictions, labels, weights]):
            predictions, labels, weights = _as_bools(labels, predictions, weights)
            found = logical_and(equal(labels, label), equal(predictions, prediction))
            return _count(found, weights, metrics_collections, updates_collections)

    doc = f"""(count, update): the sum of the weights of {what} over all runs, and what adds a batch.

    labels, predictions: of one shape, as bool.  weights: a number, or of their rank.
    """
    return named(metric, default_name, doc)


true_positives = _outcome("true_positives", True, True, "what is true and predicted so")
false_negatives = _outcome("false_negatives", True, False, "what is true but not predicted so")
false_positives = _outcome("false_positives", False, True, "what is predicted but not true")
true_negatives = _outcome("true_negatives", False, False, "what is neither true nor predicted so")


def _ratio(default_name, other, labels, predictions, weights, metrics_collections, updates_collections, name):
    """True positives over them and others."""
    with variable_scope(name, default_name, [predictions, labels, weights]):
        predictions, labels, weights = _as_bools(labels, predictions, weights)
        right, add_right = true_positives(labels, predictions, weights)
        wrong, add_wrong = other(labels, predictions, weights)

        def ratio(right, wrong, name):
            some = greater(right + wrong, 0)
            return where(some, div(right, right + wrong), 0, name)

        value = across_replicas(metrics_collections, lambda *counts: ratio(counts[0], counts[1], "value"), right, wrong)
        return value, publish(updates_collections, ratio(add_right, add_wrong, "update_op"))


def precision(labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
    """(precision, update): how much of what was predicted over all runs is true, and what adds a batch.

    labels, predictions: of one shape, as bool.  weights: a number, or of their rank.
    """
    return _ratio(
        "precision", false_positives, labels, predictions, weights, metrics_collections, updates_collections, name
    )


def recall(labels, predictions, weights: Any = None, metrics_collections=None, updates_collections=None, name=None):
    """(recall, update): how much of what is true over all runs was predicted, and what adds a batch.

    labels, predictions: of one shape, as bool.  weights: a number, or of their rank.
    """
    return _ratio(
        "recall", false_negatives, labels, predictions, weights, metrics_collections, updates_collections, name
    )
