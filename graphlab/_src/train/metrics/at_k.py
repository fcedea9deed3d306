"""Precision and recall of the k highest predictions, over all runs."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.graph.attributes import named
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.division import div
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.state.assignment import assign_add
from graphlab._src.train.metrics import ranked
from graphlab._src.train.metrics.metric_variables import across_replicas, metric_variable, publish


def at_k_name(name, k=None, class_id=None):
    """TensorFlow's name of a metric of the first k, of one class."""
    name = f"{name}_at_{'k' if k is None else k}"
    return name if class_id is None else f"{name}_class{class_id}"


def streamed(what, numbers_of, labels, predictions_idx, k, class_id, weights, name=None):
    """(the sum so far, what adds a batch)."""
    with name_scope(name, at_k_name(what, k, class_id), [predictions_idx, labels, weights]) as scope:
        numbers = numbers_of(labels, predictions_idx, class_id, weights)
        total = cast(reduce_sum(numbers), dtypes.float64)
        variable = metric_variable([], dtypes.float64, scope)
        return variable, assign_add(variable, total, name="update")


def _at_top_k(of, other, numbers_of_other, doc):
    """Makes a public metric of predicted classes. of: its name.  other: the counts that it adds to those of hits."""

    def metric(
        labels,
        predictions_idx,
        k=None,
        class_id=None,
        weights: Any = None,
        metrics_collections=None,
        updates_collections=None,
        name=None,
    ):
        with name_scope(name, at_k_name(of, k, class_id), [predictions_idx, labels, weights]) as scope:
            labels = ranked.with_label_axis(labels, predictions_idx)
            first = cast(predictions_idx, dtypes.int64)
            right, add_right = streamed("true_positive", ranked.true_positives, labels, first, k, class_id, weights)
            wrong, add_wrong = streamed(other, numbers_of_other, labels, first, k, class_id, weights)

            def quotient(right, wrong, scope=scope):
                return div(right, add(right, wrong), name=scope)

            value = across_replicas(metrics_collections, quotient, right, wrong)
            update = div(add_right, add(add_right, add_wrong), name="update")
            return value, publish(updates_collections, update)

    return named(metric, f"{of}_at_top_k", doc)


precision_at_top_k = _at_top_k(
    "precision",
    "false_positive",
    ranked.false_positives,
    """(precision, update): how many of the predicted classes over all runs are among the labels.

    labels: int64 class numbers, […, labels], […] for one each, or a SparseTensor.  predictions_idx: […, k].
    k: only names it.  class_id: the only class that counts.  weights: […] or of a broadcast shape.
    """,
)
recall_at_top_k = _at_top_k(
    "recall",
    "false_negative",
    ranked.false_negatives,
    """(recall, update): how many of the labels over all runs are among the predicted classes; see precision_at_top_k.""",
)


def _at_k(of, metric_of_classes, function_name, doc):
    """Makes a public metric of scores, from that of the classes with the k highest."""

    def metric(
        labels,
        predictions,
        k,
        class_id=None,
        weights: Any = None,
        metrics_collections=None,
        updates_collections=None,
        name=None,
    ):
        with name_scope(name, at_k_name(of, k, class_id), [predictions, labels, weights]) as scope:
            _, first = top_k(predictions, k)
            return metric_of_classes(
                labels, first, k, class_id, weights, metrics_collections, updates_collections, scope
            )

    return named(metric, function_name, doc)


precision_at_k = _at_k(
    "precision",
    precision_at_top_k,
    "precision_at_k",
    """(precision, update): how many of the k classes with the highest scores are among the labels, over all runs.

    predictions: scores, […, classes].  The rest is as for precision_at_top_k.
    """,
)
recall_at_k = _at_k(
    "recall",
    recall_at_top_k,
    "recall_at_k",
    """(recall, update): how many of the labels are among the k classes with the highest scores, over all runs.

    predictions: scores, […, classes].  The rest is as for precision_at_top_k.
    """,
)
sparse_precision_at_k = _at_k(
    "precision", precision_at_top_k, "sparse_precision_at_k", """The old name of precision_at_k."""
)
