"""RegressionHead, PoissonRegressionHead, LogisticRegressionHead of tf.estimator."""

from graphlab._src.estimator.canned import regression_head
from graphlab._src.estimator.canned.head_checks import assert_range
from graphlab._src.estimator.canned.keys import MetricKeys, PredictionKeys
from graphlab._src.estimator.heads.base import LogitsHead, update_mean
from graphlab._src.keras.engine.metric import Mean
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.cross_entropy import sigmoid_cross_entropy_with_logits
from graphlab._src.ops.losses.average import log_poisson_loss
from graphlab._src.ops.power import exp


class RegressionHead(LogitsHead):
    """label_dimension numbers for each example, and the mean squared error.

    weight_column: a NumericColumn, or the key of the feature that says how much an example counts.
    loss_reduction: how the losses of a batch become one, a tf.keras.losses.Reduction.
    loss_fn(labels, logits[, features]): returns other losses.  inverse_link_fn: what makes predictions of logits.
    """

    _prediction_keys = (PredictionKeys.PREDICTIONS, PredictionKeys.LOGITS)

    def __init__(
        self,
        label_dimension=1,
        weight_column=None,
        loss_reduction="sum_over_batch_size",
        loss_fn=None,
        inverse_link_fn=None,
        name=None,
    ):
        super().__init__(
            regression_head.RegressionHead,
            loss_reduction,
            weight_column=weight_column,
            label_dimension=label_dimension,
            loss_fn=loss_fn,
            inverse_link_fn=inverse_link_fn,
            name=name,
        )

    def _metrics(self):
        return {key: Mean(name=key) for key in (MetricKeys.PREDICTION_MEAN, MetricKeys.LABEL_MEAN)}

    def _update(self, metrics, spec, logits):
        predicted = self.predictions(logits)[PredictionKeys.PREDICTIONS]
        metrics[MetricKeys.LABEL_MEAN].update_state(spec.processed_labels, sample_weight=spec.weights)
        update_mean(metrics[MetricKeys.PREDICTION_MEAN], predicted, spec.weights)


class PoissonRegressionHead(RegressionHead):
    """Counts, whose logits are logarithms.  compute_full_loss: with the term that labels alone decide.

    label_dimension, weight_column, loss_reduction: as for RegressionHead.
    """

    def __init__(
        self,
        label_dimension=1,
        weight_column=None,
        loss_reduction="sum_over_batch_size",
        compute_full_loss=True,
        name=None,
    ):
        def loss(labels, logits):
            return log_poisson_loss(targets=labels, log_input=logits, compute_full_loss=compute_full_loss)

        super().__init__(label_dimension, weight_column, loss_reduction, loss, exp, name)


class LogisticRegressionHead(RegressionHead):
    """Probabilities: labels in [0, 1], and the cross entropy of the sigmoid.

    weight_column, loss_reduction: as for RegressionHead.
    """

    def __init__(self, weight_column=None, loss_reduction="sum_over_batch_size", name=None):
        def loss(labels, logits):
            labels = assert_range(labels, n_classes=2, message="Labels must be in range [0, 1]")
            return sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

        super().__init__(1, weight_column, loss_reduction, loss, sigmoid, name)
