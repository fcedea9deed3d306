"""regression_target and multi_class_target: what the first models of tf.contrib.learn predicted, with losses and metrics."""

from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.losses import hinge_loss
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.arithmetic import multiply, squared_difference
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import greater_equal, less_equal
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphlab._src.ops.division import div
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.train.metrics import area_under_curve, means
from graphlab._src.train.metrics.thresholds import precision_at_thresholds, recall_at_thresholds


class ProblemType:
    """What is predicted."""

    UNSPECIFIED = 0
    CLASSIFICATION = 1
    LINEAR_REGRESSION = 2
    LOGISTIC_REGRESSION = 3


class TargetColumn:
    """Losses, predictions and metrics of logits, [batch, num_label_columns], and of the targets.

    loss_fn(logits, target) -> losses of the examples.  label_name: the target's, where targets are a dict.
    weight_column_name: the feature that weighs the examples.
    """

    def __init__(
        self, loss_fn: Callable[..., Any], num_label_columns, label_name, weight_column_name, problem_type
    ) -> None:
        self._loss_fn = loss_fn
        self.num_label_columns = num_label_columns
        self.label_name = label_name
        self.weight_column_name = weight_column_name
        self.problem_type = problem_type

    def logits_to_predictions(self, logits, proba=False):
        """The predictions; with `proba` probabilities of the classes."""
        raise NotImplementedError

    def get_eval_ops(self, features, logits, labels, metrics=None):
        """{name: (value, update)} of the loss and of metrics, {name: function of predictions and labels}."""
        raise NotImplementedError

    def get_weight_tensor(self, features):
        """The weights of the examples, [batch]; None where they have none."""
        if not self.weight_column_name:
            return None
        return reshape(cast(features[self.weight_column_name], dtypes.float32), [-1])

    def training_loss(self, logits, target, features, name="training_loss"):
        """The mean of the weighted losses."""
        losses, weights = self._losses(logits, target, features)
        return reduce_mean(losses if weights is None else _times(losses, weights), name=name)

    def loss(self, logits, target, features):
        """The weighted mean of the losses."""
        losses, weights = self._losses(logits, target, features)
        if weights is None:
            return reduce_mean(losses, name="loss")
        return div(reduce_sum(_times(losses, weights)), reduce_sum(weights), name="loss")

    def _losses(self, logits, target, features):
        target = target[self.label_name] if isinstance(target, dict) else target
        return self._loss_fn(logits, convert_to_tensor(target)), self.get_weight_tensor(features)

    def _measured(self, predictions, labels, metrics, features):
        weights = self.get_weight_tensor(features)
        given = {} if weights is None else {"weights": weights}
        labels = cast(labels, predictions.dtype)
        return {name: metric(predictions, labels, **given) for name, metric in metrics.items()}


class _Regression(TargetColumn):
    def logits_to_predictions(self, logits, proba=False):
        return squeeze(logits, axis=[1]) if self.num_label_columns == 1 else logits

    def get_eval_ops(self, features, logits, labels, metrics=None):
        result = {"loss": means.mean(self.loss(logits, labels, features))}
        return result | self._measured(self.logits_to_predictions(logits), labels, metrics or {}, features)


class _MultiClass(TargetColumn):
    def logits_to_predictions(self, logits, proba=False):
        if self.num_label_columns == 1:
            logits = concat([zeros_like(logits), logits], 1)
        return softmax(logits) if proba else argmax(logits, 1)

    def get_eval_ops(self, features, logits, labels, metrics=None):
        """Beside the loss, accuracy. The names of metrics are strings, or ("name", "classes" or "probabilities")."""
        result = {"loss": means.mean(self.loss(logits, labels, features))}
        if self.num_label_columns == 1:
            probabilities, truth = sigmoid(logits), cast(labels, dtypes.float32)
            for name, metric in get_default_binary_metrics_for_eval([0.5]).items():
                result[name] = metric(probabilities, truth)
        found: dict[str, dict[str, Any]] = {"classes": {}, "probabilities": {}}
        for name, metric in ({("accuracy", "classes"): _accuracy} if metrics is None else metrics).items():
            key, kind = _name_and_kind(name)
            found[kind][key] = metric
        for kind, chosen in found.items():
            if chosen:
                predictions = self.logits_to_predictions(logits, proba=kind == "probabilities")
                result |= self._measured(predictions, labels, chosen, features)
        return result


class _BinarySvm(_MultiClass):
    def logits_to_predictions(self, logits, proba=False):
        if proba:
            raise ValueError("logits to probabilities is not supported for _BinarySvmTargetColumn")
        return super().logits_to_predictions(logits)


def regression_target(label_name=None, weight_column_name=None, label_dimension=1):
    """Numbers, with squared errors as losses. label_dimension: how many an example has."""
    return _Regression(_squared_error, label_dimension, label_name, weight_column_name, ProblemType.LINEAR_REGRESSION)


def multi_class_target(n_classes, label_name=None, weight_column_name=None):
    """One of n_classes, with cross entropies as losses; ValueError for less than two."""
    if n_classes < 2:
        raise ValueError("n_classes must be > 1 for classification.")
    loss_fn, columns = (_of_two_classes, 1) if n_classes == 2 else (_of_classes, n_classes)
    return _MultiClass(loss_fn, columns, label_name, weight_column_name, ProblemType.CLASSIFICATION)


def binary_svm_target(label_name=None, weight_column_name=None):
    """One of two classes, with hinge losses."""
    return _BinarySvm(_hinge, 1, label_name, weight_column_name, ProblemType.CLASSIFICATION)


def get_default_binary_metrics_for_eval(thresholds):
    """{name: metric} of probabilities and labels of two classes, for each threshold above which one is predicted."""

    def of_labels(predictions, labels, weights=None):
        return means.mean(labels, weights=weights)

    def of_predictions(predictions, labels, weights=None):
        return means.mean(predictions, weights=weights)

    def auc(predictions, labels, weights=None):
        return area_under_curve.auc(cast(labels, dtypes.bool), predictions, _floats(weights))

    metrics = {
        "labels/prediction_mean": of_predictions,
        "labels/actual_target_mean": of_labels,
        "accuracy/baseline_target_mean": of_labels,
        "auc": auc,
    }
    for threshold in thresholds:
        metrics["accuracy/threshold_%f_mean" % threshold] = _accuracy_at(threshold)  # noqa: UP031
        for name, metric in (("precision", precision_at_thresholds), ("recall", recall_at_thresholds)):
            metrics["%s/positive_threshold_%f_mean" % (name, threshold)] = _at(metric, threshold)  # noqa: UP031
    return metrics


def _accuracy(predictions, labels, weights=None):
    return means.accuracy(labels, predictions, weights)


def _accuracy_at(threshold):
    def metric(predictions, labels, weights=None):
        return _accuracy(cast(greater_equal(predictions, threshold), dtypes.float32), labels, weights)

    return metric


def _at(metric, threshold):
    def at_threshold(predictions, labels, weights=None):
        value, update = metric(labels, predictions, [threshold], _floats(weights))
        return squeeze(value), update

    return at_threshold


def _floats(weights):
    return None if weights is None else cast(weights, dtypes.float32)


def _name_and_kind(name):
    if isinstance(name, str):
        return name, "classes"
    if not isinstance(name, tuple):
        raise ValueError(f"Ignoring metric {name}. Its name is not in the correct form.")
    if len(name) != 2:
        raise ValueError(f"Ignoring metric {name}. It returned a tuple with len {len(name)}, expected 2.")
    if name[1] not in ("classes", "probabilities"):
        raise ValueError(
            f"Ignoring metric {name}. The 2nd element of its name should be either 'classes' or 'probabilities'."
        )
    return name


def _times(losses, weights):
    return multiply(reshape(losses, [-1]), weights)


def _column(target):
    return expand_dims(target, axis=1) if target.shape.ndims == 1 else target


def _squared_error(logits, target):
    target = _column(target)
    logits.get_shape().assert_is_compatible_with(target.get_shape())
    return squared_difference(logits, cast(target, dtypes.float32))


def _of_two_classes(logits, target):
    return sigmoid_cross_entropy_with_logits(labels=cast(_column(target), dtypes.float32), logits=logits)


def _of_classes(logits, target):
    if not target.dtype.is_integer:
        raise ValueError(f"Target's dtype should be integer Instead got {target.dtype}.")
    if target.shape.ndims == 2:
        target = squeeze(target, axis=[1])
    return sparse_softmax_cross_entropy_with_logits(labels=target, logits=logits)


def _hinge(logits, target):
    fits = assert_(less_equal(rank(target), 2), ["target's shape should be either [batch_size, 1] or [batch_size]"])
    target = with_dependencies([fits], target)
    return hinge_loss(logits, reshape(target, [shape(target)[0], 1]))
