"""BinaryClassHead, MultiClassHead, MultiLabelHead of tf.estimator."""

from graphlab._src.estimator.canned import classification_heads, multi_label_head
from graphlab._src.estimator.canned.keys import MetricKeys, PredictionKeys
from graphlab._src.estimator.heads.base import LogitsHead, update_mean
from graphlab._src.keras.engine.confusion_metrics import AUC, Precision, Recall
from graphlab._src.keras.engine.metric import Mean
from graphlab._src.keras.metrics import Accuracy, BinaryAccuracy
from graphlab._src.ops.control_flow import no_op
from graphlab._src.ops.extremes import maximum

_CLASS_KEYS = (
    PredictionKeys.CLASS_IDS,
    PredictionKeys.CLASSES,
    PredictionKeys.ALL_CLASS_IDS,
    PredictionKeys.ALL_CLASSES,
)


_AT_THRESHOLD = (
    MetricKeys.ACCURACY_AT_THRESHOLD,
    MetricKeys.PRECISION_AT_THRESHOLD,
    MetricKeys.RECALL_AT_THRESHOLD,
)


def _threshold_keys(thresholds):
    return [pattern % threshold for threshold in thresholds for pattern in _AT_THRESHOLD]


def _at_thresholds(thresholds):
    found = {}
    for threshold in thresholds:
        accuracy, precision, recall = (pattern % threshold for pattern in _AT_THRESHOLD)
        found[accuracy] = BinaryAccuracy(name=accuracy, threshold=threshold)
        found[precision] = Precision(name=precision, thresholds=threshold)
        found[recall] = Recall(name=recall, thresholds=threshold)
    return found


def _update(metrics, keys, spec, predictions):
    for key in keys:
        metrics[key].update_state(spec.processed_labels, predictions, sample_weight=spec.weights)


class BinaryClassHead(LogitsHead):
    """One logit for two classes, and the cross entropy of its sigmoid.

    weight_column: a NumericColumn, or the key of the feature that says how much an example counts.
    thresholds: where accuracy, precision and recall are measured, too.  label_vocabulary: the names of the classes.
    loss_reduction: how the losses of a batch become one, a tf.keras.losses.Reduction.
    loss_fn(labels, logits[, features]): returns other losses.
    """

    _prediction_keys = (
        PredictionKeys.LOGITS,
        PredictionKeys.LOGISTIC,
        PredictionKeys.PROBABILITIES,
        *_CLASS_KEYS,
    )

    def __init__(
        self,
        weight_column=None,
        thresholds=None,
        label_vocabulary=None,
        loss_reduction="sum_over_batch_size",
        loss_fn=None,
        name=None,
    ):
        super().__init__(
            classification_heads.BinaryHead,
            loss_reduction,
            weight_column=weight_column,
            thresholds=thresholds,
            label_vocabulary=label_vocabulary,
            loss_fn=loss_fn,
            name=name,
        )
        self._thresholds = tuple(thresholds or ())

    def _metrics(self):
        keys = MetricKeys
        return {
            keys.ACCURACY: Accuracy(name=keys.ACCURACY),
            keys.PRECISION: Precision(name=keys.PRECISION),
            keys.RECALL: Recall(name=keys.RECALL),
            keys.PREDICTION_MEAN: Mean(name=keys.PREDICTION_MEAN),
            keys.LABEL_MEAN: Mean(name=keys.LABEL_MEAN),
            keys.ACCURACY_BASELINE: _Baseline(name=keys.ACCURACY_BASELINE),
            keys.AUC: AUC(name=keys.AUC),
            keys.AUC_PR: AUC(curve="PR", name=keys.AUC_PR),
            **_at_thresholds(self._thresholds),
        }

    def _update(self, metrics, spec, logits):
        keys = MetricKeys
        found = self.predictions(logits)
        logistic = found[PredictionKeys.LOGISTIC]
        _update(metrics, (keys.ACCURACY, keys.PRECISION, keys.RECALL), spec, found[PredictionKeys.CLASS_IDS])
        update_mean(metrics[keys.PREDICTION_MEAN], logistic, spec.weights)
        update_mean(metrics[keys.LABEL_MEAN], spec.processed_labels, spec.weights)
        metrics[keys.ACCURACY_BASELINE].follow(metrics[keys.LABEL_MEAN])
        _update(metrics, (keys.AUC, keys.AUC_PR, *_threshold_keys(self._thresholds)), spec, logistic)


class _Baseline(Mean):
    """The accuracy of always predicting the more frequent one of two classes, from the mean of the labels."""

    def follow(self, labels):
        """Reads its state from a mean, which is updated by itself."""
        self.add_update(no_op())
        self._labels = labels

    def result(self):
        """max(mean, 1 - mean)."""
        mean = self._labels.result()
        return maximum(mean, 1.0 - mean)


class MultiClassHead(LogitsHead):
    """A logit for each of more than two classes, and the cross entropy of their softmax.

    n_classes: how many.  The rest is as for BinaryClassHead.
    """

    _prediction_keys = (PredictionKeys.LOGITS, PredictionKeys.PROBABILITIES, *_CLASS_KEYS)

    def __init__(
        self,
        n_classes,
        weight_column=None,
        label_vocabulary=None,
        loss_reduction="sum_over_batch_size",
        loss_fn=None,
        name=None,
    ):
        if isinstance(label_vocabulary, (list, tuple)) and len(label_vocabulary) != n_classes:
            raise ValueError(
                f'"label_vocabulary" does not have "n_classes" items. len(label_vocabulary)={len(label_vocabulary)}, '
                f"n_classes={n_classes}, label_vocabulary={label_vocabulary}"
            )
        super().__init__(
            classification_heads.MultiClassHead,
            loss_reduction,
            n_classes=n_classes,
            weight_column=weight_column,
            label_vocabulary=label_vocabulary,
            loss_fn=loss_fn,
            name=name,
        )

    def _metrics(self):
        return {MetricKeys.ACCURACY: Accuracy(name=MetricKeys.ACCURACY)}

    def _update(self, metrics, spec, logits):
        _update(metrics, [MetricKeys.ACCURACY], spec, self.predictions(logits)[PredictionKeys.CLASS_IDS])


class MultiLabelHead(LogitsHead):
    """A logit for each class, and the mean cross entropy of their sigmoids.

    n_classes: how many.  classes_for_class_based_metrics: ids or names of classes that are measured one by one.
    The rest is as for BinaryClassHead.
    """

    _prediction_keys = (PredictionKeys.LOGITS, PredictionKeys.PROBABILITIES)

    def __init__(
        self,
        n_classes,
        weight_column=None,
        thresholds=None,
        label_vocabulary=None,
        loss_reduction="sum_over_batch_size",
        loss_fn=None,
        classes_for_class_based_metrics=None,
        name=None,
    ):
        super().__init__(
            multi_label_head.MultiLabelHead,
            loss_reduction,
            n_classes=n_classes,
            weight_column=weight_column,
            thresholds=thresholds,
            label_vocabulary=label_vocabulary,
            loss_fn=loss_fn,
            classes_for_class_based_metrics=classes_for_class_based_metrics,
            name=name,
        )
        self._thresholds = tuple(thresholds or ())

    def _metrics(self):
        found = {
            MetricKeys.AUC: AUC(name=MetricKeys.AUC),
            MetricKeys.AUC_PR: AUC(curve="PR", name=MetricKeys.AUC_PR),
            **_at_thresholds(self._thresholds),
        }
        for _, mean, auc, auc_pr in self._head.class_keys():
            found.update({mean: Mean(name=mean), auc: AUC(name=auc), auc_pr: AUC(curve="PR", name=auc_pr)})
        return found

    def _update(self, metrics, spec, logits):
        probabilities = self.predictions(logits)[PredictionKeys.PROBABILITIES]
        keys = (MetricKeys.AUC, MetricKeys.AUC_PR, *_threshold_keys(self._thresholds))
        _update(metrics, keys, spec, probabilities)
        for class_id, mean, auc, auc_pr in self._head.class_keys():
            ours = probabilities[..., class_id : class_id + 1]
            of_class = spec._replace(processed_labels=spec.processed_labels[..., class_id : class_id + 1])
            update_mean(metrics[mean], ours, spec.weights)
            _update(metrics, (auc, auc_pr), of_class, ours)


def binary_or_multi_class_head(n_classes, weight_column, label_vocabulary, loss_reduction):
    """A BinaryClassHead for two classes, a MultiClassHead for more."""
    given = {"weight_column": weight_column, "label_vocabulary": label_vocabulary, "loss_reduction": loss_reduction}
    return BinaryClassHead(**given) if n_classes == 2 else MultiClassHead(n_classes, **given)
