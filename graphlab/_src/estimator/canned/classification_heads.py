"""Heads for classes: one of two, one of several, any of several."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.estimator.canned import measures
from graphlab._src.estimator.canned.head import (
    CLASSIFY_SERVING_KEY,
    DEFAULT_SERVING_KEY,
    REGRESS_SERVING_KEY,
    Head,
    LossSpec,
)
from graphlab._src.estimator.canned.head_checks import (
    assert_range,
    call_loss_fn,
    check_labels,
    check_logits,
    check_loss_fn,
    check_reduction,
    check_weights,
    to_float,
)
from graphlab._src.estimator.canned.keys import MetricKeys, PredictionKeys
from graphlab._src.estimator.export_outputs import ClassificationOutput, RegressionOutput
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits
from graphlab._src.ops.joining import concat
from graphlab._src.ops.losses.classification import sparse_softmax_cross_entropy
from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss
from graphlab._src.ops.padding import tile
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.lookup.vocabulary import index_table_from_tensor, index_to_string_table_from_tensor
from graphlab._src.train.metrics import confusion_counts, means


def for_each(logits, row):
    """The row, once for each example of logits."""
    count = shape(logits)[0]
    return tile(expand_dims(row() if callable(row) else row, axis=0), [count, 1])


class _ClassHead(Head):
    """A head whose examples are of one class each."""

    _count: Any

    def __init__(self, weight_column, label_vocabulary, loss_reduction, loss_fn, name):
        check_reduction(loss_reduction)
        check_loss_fn(loss_fn)
        super().__init__(weight_column, loss_reduction, name)
        self._label_vocabulary = label_vocabulary
        self._loss_fn = loss_fn

    def _class_names(self):
        return self._label_vocabulary or (lambda: as_string(range_(self._count)))

    def _names_of(self, class_ids):
        if not self._label_vocabulary:
            return as_string(class_ids, name="str_classes")
        table = index_to_string_table_from_tensor(vocabulary_list=self._label_vocabulary, name="class_string_lookup")
        return table.lookup(class_ids)

    def _ids_of(self, labels):
        table = index_table_from_tensor(vocabulary_list=tuple(self._label_vocabulary), name="class_id_lookup")
        return table.lookup(labels)

    def _all(self, logits):
        return {
            PredictionKeys.ALL_CLASS_IDS: for_each(logits, lambda: range_(self._count)),
            PredictionKeys.ALL_CLASSES: for_each(logits, self._class_names()),
        }

    def _export_outputs(self, predictions):
        scores = predictions[PredictionKeys.PROBABILITIES]
        output = ClassificationOutput(scores, for_each(scores, self._class_names()))
        return {DEFAULT_SERVING_KEY: output, CLASSIFY_SERVING_KEY: output}

    def _loss_spec(self, features, logits, labels, losses):
        weights = check_weights(features, self._weight_column, logits)
        loss = compute_weighted_loss(losses, weights=weights, reduction=self._loss_reduction)
        return LossSpec(loss, losses, weights, labels)


class BinaryHead(_ClassHead):
    """One logit for two classes, and the cross entropy of its sigmoid.

    labels: numbers in [0, 1], or the strings of label_vocabulary.  thresholds: where accuracy, precision and recall are
    measured too.  loss_fn(labels, logits[, features]): returns other losses [batch, …, 1].
    """

    _count = 2

    def __init__(
        self,
        weight_column=None,
        thresholds=None,
        label_vocabulary=None,
        loss_reduction=Reduction.SUM,
        loss_fn=None,
        name=None,
    ):
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise TypeError(f"label_vocabulary should be a list or tuple. Given type: {type(label_vocabulary)}")
        self._thresholds = tuple(thresholds or ())
        if not all(0 < threshold < 1 for threshold in self._thresholds):
            raise ValueError(f"thresholds not in (0, 1): {(self._thresholds,)}.")
        super().__init__(weight_column, label_vocabulary, loss_reduction, loss_fn, name)

    @property
    def logits_dimension(self):
        """1."""
        return 1

    def _predictions(self, logits):
        with name_scope(None, "predictions", (logits,)):
            logits = check_logits(logits, 1)
            logistic = sigmoid(logits, name=PredictionKeys.LOGISTIC)
            both = concat((zeros_like(logits), logits), axis=-1, name="two_class_logits")
            probabilities = softmax(both, name=PredictionKeys.PROBABILITIES)
            class_ids = expand_dims(argmax(both, axis=-1, name=PredictionKeys.CLASS_IDS), axis=-1)
            every = self._all(logits)
            return {
                PredictionKeys.LOGITS: logits,
                PredictionKeys.LOGISTIC: logistic,
                PredictionKeys.PROBABILITIES: probabilities,
                PredictionKeys.CLASS_IDS: class_ids,
                PredictionKeys.CLASSES: self._names_of(class_ids),
                **every,
            }

    def _export_outputs(self, predictions):
        regression = RegressionOutput(predictions[PredictionKeys.LOGISTIC])
        return {**super()._export_outputs(predictions), REGRESS_SERVING_KEY: regression}

    def create_loss(self, features, mode, logits, labels):
        """The weighted sum of the cross entropies; InvalidArgumentError in the run for labels outside [0, 1]."""
        logits = convert_to_tensor(logits)
        labels = check_labels(labels, logits, 1)
        if self._label_vocabulary is not None:
            labels = self._ids_of(labels)
        labels = assert_range(to_float(labels), 2)
        if self._loss_fn:
            losses = call_loss_fn(self._loss_fn, labels, logits, features)
        else:
            losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
        return self._loss_spec(features, logits, labels, losses)

    def _metrics(self, predictions, loss):
        labels, weights = loss.processed_labels, loss.weights
        logistic, class_ids = predictions[PredictionKeys.LOGISTIC], predictions[PredictionKeys.CLASS_IDS]
        given = {"labels": labels, "predictions": class_ids, "weights": weights}
        soft = {"labels": labels, "predictions": logistic, "weights": weights}
        keys = MetricKeys
        with name_scope(None, "metrics", [labels, *predictions.values(), weights, loss.unreduced_loss]):
            label_mean = measures.labels_mean(labels, weights, name=keys.LABEL_MEAN)
            found = {
                keys.LOSS_MEAN: means.mean(loss.unreduced_loss, weights=weights, name=keys.LOSS_MEAN),
                keys.ACCURACY: means.accuracy(**given, name=keys.ACCURACY),
                keys.PRECISION: confusion_counts.precision(**given, name=keys.PRECISION),
                keys.RECALL: confusion_counts.recall(**given, name=keys.RECALL),
                keys.PREDICTION_MEAN: measures.predictions_mean(logistic, weights, name=keys.PREDICTION_MEAN),
                keys.LABEL_MEAN: label_mean,
                keys.ACCURACY_BASELINE: measures.accuracy_baseline(label_mean),
                keys.AUC: measures.auc(**soft, name=keys.AUC),
                keys.AUC_PR: measures.auc(**soft, curve="PR", name=keys.AUC_PR),
            }
            for threshold in self._thresholds:
                for pattern, metric in AT_THRESHOLD.items():
                    found[pattern % threshold] = metric(**soft, threshold=threshold, name=pattern % threshold)
            return found


AT_THRESHOLD = {
    MetricKeys.ACCURACY_AT_THRESHOLD: measures.accuracy_at,
    MetricKeys.PRECISION_AT_THRESHOLD: measures.precision_at,
    MetricKeys.RECALL_AT_THRESHOLD: measures.recall_at,
}


class MultiClassHead(_ClassHead):
    """A logit for each of more than two classes, and the cross entropy of their softmax.

    labels: ids of classes [batch, …] or [batch, …, 1], or the strings of label_vocabulary.
    loss_fn(labels, logits[, features]): returns other losses [batch, …, 1].
    """

    def __init__(
        self,
        n_classes,
        weight_column=None,
        label_vocabulary=None,
        loss_reduction=Reduction.SUM,
        loss_fn=None,
        name=None,
    ):
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(label_vocabulary)}")
        if n_classes is None:
            raise ValueError("n_classes cannot be None")
        if n_classes <= 2:
            raise ValueError(f"n_classes must be > 2: {n_classes}.")
        self._count = n_classes
        super().__init__(weight_column, label_vocabulary, loss_reduction, loss_fn, name)

    @property
    def logits_dimension(self):
        """How many classes there are."""
        return self._count

    def _predictions(self, logits):
        logits = check_logits(logits, self._count)
        with name_scope(None, "predictions", (logits,)):
            every = self._all(logits)
            class_ids = expand_dims(argmax(logits, axis=-1, name=PredictionKeys.CLASS_IDS), axis=-1)
            classes = self._names_of(class_ids)
            return {
                PredictionKeys.LOGITS: logits,
                PredictionKeys.PROBABILITIES: softmax(logits, name=PredictionKeys.PROBABILITIES),
                PredictionKeys.CLASS_IDS: class_ids,
                PredictionKeys.CLASSES: classes,
                **every,
            }

    def _label_ids(self, labels):
        if self._label_vocabulary is None:
            if not labels.dtype.is_integer:
                raise ValueError(f"Labels dtype should be integer. Instead got {labels.dtype}.")
            return assert_range(labels, self._count)
        if labels.dtype != dtypes.string:
            raise ValueError(f"Labels dtype should be string if there is a vocabulary. Instead got {labels.dtype}")
        return assert_range(self._ids_of(labels), self._count)

    def create_loss(self, features, mode, logits, labels):
        """The weighted sum of the cross entropies; InvalidArgumentError in the run for ids that no class has."""
        logits = convert_to_tensor(logits)
        labels = self._label_ids(check_labels(labels, logits, 1))
        if self._loss_fn:
            losses = call_loss_fn(self._loss_fn, labels, logits, features)
        else:
            losses = sparse_softmax_cross_entropy(labels=labels, logits=logits, reduction=Reduction.NONE)
            losses = expand_dims(losses, axis=-1)
        return self._loss_spec(features, logits, labels, losses)

    def _metrics(self, predictions, loss):
        labels, weights = loss.processed_labels, loss.weights
        class_ids = predictions[PredictionKeys.CLASS_IDS]
        with name_scope(None, "metrics", [labels, class_ids, weights, loss.unreduced_loss]):
            return {
                MetricKeys.LOSS_MEAN: means.mean(loss.unreduced_loss, weights=weights, name=MetricKeys.LOSS_MEAN),
                MetricKeys.ACCURACY: means.accuracy(labels, class_ids, weights=weights, name=MetricKeys.ACCURACY),
            }


def class_head(n_classes, weight_column, label_vocabulary, loss_reduction):
    """A BinaryHead for two classes, a MultiClassHead for more."""
    if n_classes == 2:
        return BinaryHead(weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction)
    return MultiClassHead(n_classes, weight_column, label_vocabulary, loss_reduction)
