"""Head: makes predictions, a loss, metrics and outputs to export of logits."""

from typing import Any, NamedTuple

from graphlab._src.estimator.canned.keys import MetricKeys, PredictionKeys
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.scopes import get_collection
from graphlab._src.io.saved_model import signature_constants
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.metrics.means import mean

DEFAULT_SERVING_KEY = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
CLASSIFY_SERVING_KEY = "classification"
REGRESS_SERVING_KEY = "regression"


class LossSpec(NamedTuple):
    """What a head makes of labels: the loss to train with, the losses as they are, their weights, the labels as used."""

    training_loss: Any
    unreduced_loss: Any
    weights: Any
    processed_labels: Any


class Head:
    """The base of heads.

    name: what its scope and its metrics are called.  weight_column: a NumericColumn, or the key of the feature that says
    how much each example counts.  loss_reduction: how the losses of a batch become one, a tf.losses.Reduction.
    """

    def __init__(self, weight_column=None, loss_reduction=Reduction.SUM, name=None):
        self._weight_column = weight_column
        self._loss_reduction = loss_reduction
        self._name = name

    @property
    def name(self):
        """The name, or None."""
        return self._name

    @property
    def logits_dimension(self):
        """How many logits each example has."""
        raise NotImplementedError

    def create_loss(self, features, mode, logits, labels) -> LossSpec:
        """The LossSpec of logits [batch, …, logits_dimension] and labels."""
        raise NotImplementedError

    def _predictions(self, logits) -> dict:
        """{PredictionKeys: tensor} of logits."""
        raise NotImplementedError

    def _export_outputs(self, predictions) -> dict:
        """{signature: output}, without that for all predictions."""
        raise NotImplementedError

    def _metrics(self, predictions, loss) -> dict:
        """{MetricKeys: (value, update)} of predictions and a LossSpec, without that of the regularization."""
        raise NotImplementedError

    def _key(self, key):
        return f"{key}/{self._name}" if self._name else key

    def create_estimator_spec(
        self, features, mode, logits, labels=None, optimizer: Any = None, train_op_fn=None, regularization_losses=None
    ):
        """The EstimatorSpec of a model with these logits.

        optimizer: what minimizes the loss, or train_op_fn(loss) -> operation in its stead: one of them for TRAIN.
        regularization_losses: numbers that the loss to train with has added.
        """
        with name_scope(self._name, "head"):
            predictions = self._predictions(logits)
            if mode == ModeKeys.PREDICT:
                outputs = {**self._export_outputs(predictions), "predict": PredictOutput(predictions)}
                return EstimatorSpec(mode, predictions=predictions, export_outputs=outputs)
            found = self.create_loss(features, mode, predictions.get(PredictionKeys.LOGITS, logits), labels)
            regularization = add_n(regularization_losses) if regularization_losses else None
            loss = found.training_loss if regularization is None else add_n([found.training_loss, regularization])
            if mode == ModeKeys.TRAIN:
                train_op = _train_op(loss, optimizer, train_op_fn)
                mean_loss = None
                if self._loss_reduction == Reduction.SUM:
                    mean_loss = found.training_loss / reduce_sum(found.weights * ones_like(found.unreduced_loss))
        if mode == ModeKeys.EVAL:
            metrics = self._all_metrics(predictions, found, regularization)
            return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=metrics)
        with name_scope(""):
            self._summarize({MetricKeys.LOSS: loss, MetricKeys.LOSS_MEAN: mean_loss})
            self._summarize({MetricKeys.LOSS_REGULARIZATION: regularization})
        return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)

    def _all_metrics(self, predictions, found, regularization):
        metrics = self._metrics(predictions, found)
        if regularization is not None:
            metrics[MetricKeys.LOSS_REGULARIZATION] = mean(regularization, name=MetricKeys.LOSS_REGULARIZATION)
        return {self._key(key): pair for key, pair in metrics.items()}

    def _summarize(self, values):
        for key, value in values.items():
            if value is not None:
                scalar(self._key(key), value)


def train_op_for(loss, optimizer, train_op_fn):
    """What minimizes the loss, by an Optimizer or a function of the loss; ValueError unless there is one of them."""
    if optimizer is not None:
        if train_op_fn is not None:
            raise ValueError("train_op_fn and optimizer cannot both be set.")
        return optimizer.minimize(loss, global_step=get_global_step())
    if train_op_fn is None:
        raise ValueError("train_op_fn and optimizer cannot both be None.")
    return train_op_fn(loss)


def _train_op(loss, optimizer, train_op_fn):
    train_op = train_op_for(loss, optimizer, train_op_fn)
    updates = get_collection(GraphKeys.UPDATE_OPS)
    return group(train_op, *updates) if updates else train_op
