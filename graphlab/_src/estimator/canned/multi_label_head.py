"""The head for examples of any number of classes."""

from graphlab._src.base import dtypes
from graphlab._src.estimator.canned import measures
from graphlab._src.estimator.canned.classification_heads import AT_THRESHOLD, for_each
from graphlab._src.estimator.canned.head import CLASSIFY_SERVING_KEY, DEFAULT_SERVING_KEY, Head, LossSpec
from graphlab._src.estimator.canned.head_checks import (
    assert_range,
    call_loss_fn,
    check_labels,
    check_logits,
    check_loss_fn,
    check_reduction,
    check_weights,
)
from graphlab._src.estimator.canned.keys import MetricKeys, PredictionKeys
from graphlab._src.estimator.export_outputs import ClassificationOutput
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less, assert_non_negative
from graphlab._src.ops.losses.classification import sigmoid_cross_entropy
from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.sparse_rows import sparse_to_indicator
from graphlab._src.ops.string_numbers import as_string
from graphlab._src.state.lookup.vocabulary import index_table_from_tensor
from graphlab._src.train.metrics import area_under_curve, means


class MultiLabelHead(Head):
    """A logit for each class, and the mean cross entropy of their sigmoids.

    labels: 0 or 1 for each class [batch, …, n_classes], or a SparseTensor of ids of classes, or of the strings of
    label_vocabulary.  thresholds: where accuracy, precision and recall are measured.
    classes_for_class_based_metrics: ids, or names of label_vocabulary, of classes that are measured one by one.
    loss_fn(labels, logits[, features]): returns other losses [batch, …, 1].
    """

    def __init__(
        self,
        n_classes,
        weight_column=None,
        thresholds=None,
        label_vocabulary=None,
        loss_reduction=Reduction.SUM_OVER_BATCH_SIZE,
        loss_fn=None,
        classes_for_class_based_metrics=None,
        name=None,
    ):
        if n_classes is None or n_classes < 2:
            raise ValueError(f"n_classes must be > 1 for multi-label classification. Given: {n_classes}")
        self._thresholds = tuple(thresholds or ())
        for threshold in self._thresholds:
            if threshold <= 0.0 or threshold >= 1.0:
                raise ValueError(
                    f"thresholds must be in (0, 1) range. Given: {threshold}",
                )
        if label_vocabulary is not None:
            if not isinstance(label_vocabulary, (list, tuple)):
                raise ValueError(f"label_vocabulary must be a list or tuple. Given type: {type(label_vocabulary)}")
            if len(label_vocabulary) != n_classes:
                raise ValueError(
                    f"Length of label_vocabulary must be n_classes ({n_classes}). Given: {len(label_vocabulary)}"
                )
        check_loss_fn(loss_fn)
        check_reduction(loss_reduction)
        super().__init__(weight_column, loss_reduction, name)
        self._count = n_classes
        self._label_vocabulary = label_vocabulary
        self._loss_fn = loss_fn
        self._measured = tuple(self._class_id(given) for given in classes_for_class_based_metrics or ())

    def _class_id(self, given):
        class_id = self._label_vocabulary.index(given) if isinstance(given, str) and self._label_vocabulary else given
        if not isinstance(class_id, int) or not 0 <= class_id < self._count:
            raise ValueError(
                f"All classes_for_class_based_metrics must be in range [0, {self._count - 1}]. Given: {class_id}"
            )
        return class_id

    @property
    def logits_dimension(self):
        """How many classes there are."""
        return self._count

    def _predictions(self, logits):
        logits = check_logits(logits, self._count)
        with name_scope(None, "predictions", (logits,)):
            probabilities = sigmoid(logits, name=PredictionKeys.PROBABILITIES)
            return {PredictionKeys.LOGITS: logits, PredictionKeys.PROBABILITIES: probabilities}

    def _export_outputs(self, predictions):
        scores = predictions[PredictionKeys.PROBABILITIES]
        names = self._label_vocabulary or (lambda: as_string(range_(self._count)))
        output = ClassificationOutput(scores, for_each(scores, names))
        return {DEFAULT_SERVING_KEY: output, CLASSIFY_SERVING_KEY: output}

    def _indicators(self, labels):
        """The labels as 0 and 1 for each class."""
        if not isinstance(labels, SparseTensor):
            if labels is None:
                return None
            return assert_range(labels, 2, "labels must be an integer indicator Tensor with values in [0, 1]")
        if labels.dtype == dtypes.string:
            table = index_table_from_tensor(vocabulary_list=tuple(self._label_vocabulary or ()), name="class_id_lookup")
            ids = SparseTensor(labels.indices, table.lookup(labels.values), labels.dense_shape)
            return cast(sparse_to_indicator(ids, self._count), dtypes.int64)
        message = f"labels must be an integer SparseTensor with values in [0, {self._count})"
        if not labels.dtype.is_integer:
            raise TypeError(f"{message}. Expected type: integer, got {labels.dtype}.")
        count = constant(self._count, dtype=labels.dtype)
        checks = [
            assert_less(labels.values, count, message=message),
            assert_non_negative(labels.values, message=message),
        ]
        with control_dependencies(checks):
            return cast(sparse_to_indicator(labels, self._count), dtypes.int64)

    def create_loss(self, features, mode, logits, labels):
        """The weighted sum of the examples' mean cross entropies."""
        logits = convert_to_tensor(logits)
        labels = check_labels(self._indicators(labels), logits, self._count)
        if self._loss_fn:
            losses = call_loss_fn(self._loss_fn, labels, logits, features)
        else:
            losses = sigmoid_cross_entropy(labels, logits, reduction=Reduction.NONE)
            losses = reduce_mean(losses, axis=-1, keepdims=True)
        weights = check_weights(features, self._weight_column, logits)
        loss = compute_weighted_loss(losses, weights=weights, reduction=self._loss_reduction)
        return LossSpec(loss, losses, weights, labels)

    def _metrics(self, predictions, loss):
        labels, weights = loss.processed_labels, loss.weights
        probabilities = predictions[PredictionKeys.PROBABILITIES]
        given = {"labels": labels, "predictions": probabilities, "weights": weights}
        keys = MetricKeys
        with name_scope(None, "metrics", [labels, probabilities, weights, loss.unreduced_loss]):
            found = {
                keys.LOSS_MEAN: means.mean(loss.unreduced_loss, weights=weights, name=keys.LOSS_MEAN),
                keys.AUC: area_under_curve.auc(**given, name=keys.AUC),
                keys.AUC_PR: area_under_curve.auc(**given, curve="PR", name=keys.AUC_PR),
            }
            for threshold in self._thresholds:
                for pattern, metric in AT_THRESHOLD.items():
                    found[pattern % threshold] = metric(**given, threshold=threshold, name=pattern % threshold)
            for class_id, mean, auc, auc_pr in self.class_keys():
                ours = probabilities[..., class_id : class_id + 1]
                of_class = {
                    "labels": labels[..., class_id : class_id + 1],
                    "predictions": ours,
                    "weights": weights,
                }
                found[mean] = measures.predictions_mean(ours, weights, name=mean)
                found[auc] = measures.auc(**of_class, name=auc)
                found[auc_pr] = measures.auc(**of_class, curve="PR", name=auc_pr)
            return found

    def class_keys(self):
        """(class, key of its mean probability, of its AUC, of its AUC of precision and recall) for each one measured."""
        keys, names = MetricKeys, self._label_vocabulary
        for class_id in self._measured:
            if names is None:
                patterns = (keys.PROBABILITY_MEAN_AT_CLASS, keys.AUC_AT_CLASS, keys.AUC_PR_AT_CLASS)
            else:
                patterns = (keys.PROBABILITY_MEAN_AT_NAME, keys.AUC_AT_NAME, keys.AUC_PR_AT_NAME)
            what = class_id if names is None else names[class_id]
            yield class_id, *(pattern % what for pattern in patterns)
