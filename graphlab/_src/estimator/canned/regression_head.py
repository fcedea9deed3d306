"""The head for numbers."""

from graphlab._src.estimator.canned import measures
from graphlab._src.estimator.canned.head import DEFAULT_SERVING_KEY, REGRESS_SERVING_KEY, Head, LossSpec
from graphlab._src.estimator.canned.head_checks import (
    call_loss_fn,
    check_labels,
    check_logits,
    check_loss_fn,
    check_reduction,
    check_weights,
    to_float,
)
from graphlab._src.estimator.canned.keys import MetricKeys, PredictionKeys
from graphlab._src.estimator.export_outputs import RegressionOutput
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.losses.regression import mean_squared_error
from graphlab._src.ops.losses.weighted import Reduction, compute_weighted_loss
from graphlab._src.train.metrics.means import mean


class RegressionHead(Head):
    """label_dimension numbers for each example, and the mean squared error.

    inverse_link_fn: what makes predictions of logits; they are the logits without one.
    loss_fn(labels, logits[, features]): returns other losses [batch, …, label_dimension].
    """

    def __init__(
        self,
        weight_column=None,
        label_dimension=1,
        loss_reduction=Reduction.SUM,
        loss_fn=None,
        inverse_link_fn=None,
        name=None,
    ):
        check_reduction(loss_reduction)
        check_loss_fn(loss_fn)
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        super().__init__(weight_column, loss_reduction, name)
        self._dimension = label_dimension
        self._loss_fn = loss_fn
        self._inverse_link_fn = inverse_link_fn

    @property
    def logits_dimension(self):
        """label_dimension."""
        return self._dimension

    def _predictions(self, logits):
        logits = check_logits(logits, self._dimension)
        if not self._inverse_link_fn:
            return {PredictionKeys.PREDICTIONS: logits}
        return {PredictionKeys.PREDICTIONS: self._inverse_link_fn(logits), PredictionKeys.LOGITS: logits}

    def _export_outputs(self, predictions):
        output = RegressionOutput(predictions[PredictionKeys.PREDICTIONS])
        return {DEFAULT_SERVING_KEY: output, REGRESS_SERVING_KEY: output}

    def create_loss(self, features, mode, logits, labels):
        """The weighted sum of the squared errors."""
        logits = convert_to_tensor(logits)
        labels = to_float(check_labels(labels, logits, self._dimension))
        if self._loss_fn:
            losses = call_loss_fn(self._loss_fn, labels, logits, features, self._dimension)
        else:
            losses = mean_squared_error(labels=labels, predictions=logits, reduction=Reduction.NONE)
        weights = check_weights(features, self._weight_column, logits, allow_per_logit_weights=True)
        loss = compute_weighted_loss(losses, weights=weights, reduction=self._loss_reduction)
        return LossSpec(loss, losses, weights, labels)

    def _metrics(self, predictions, loss):
        predicted, weights = predictions[PredictionKeys.PREDICTIONS], loss.weights
        return {
            MetricKeys.LOSS_MEAN: mean(loss.unreduced_loss, weights=weights),
            MetricKeys.PREDICTION_MEAN: measures.predictions_mean(predicted, weights, name=MetricKeys.PREDICTION_MEAN),
            MetricKeys.LABEL_MEAN: mean(loss.processed_labels, weights=weights),
        }
