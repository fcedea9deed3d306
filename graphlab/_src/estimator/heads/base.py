"""tf.estimator.Head: loss, predictions and metrics as methods, and the EstimatorSpec made of them."""

from typing import Any

from graphlab._src.estimator.canned.head_checks import check_logits, to_float
from graphlab._src.estimator.canned.keys import MetricKeys
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import name_scope
from graphlab._src.keras.engine.metric import Mean
from graphlab._src.keras.engine.optimizer import Optimizer
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.weights import broadcast_weights
from graphlab._src.summary.scalar import scalar

# How tf.keras.losses.Reduction calls the ways that tf.losses.Reduction has, too.
REDUCTIONS = {
    "auto": Reduction.SUM_OVER_BATCH_SIZE,
    "sum": Reduction.SUM,
    "sum_over_batch_size": Reduction.SUM_OVER_BATCH_SIZE,
}


class Head:
    """What makes a loss, predictions and metrics of logits. Subclasses define all that raises NotImplementedError here."""

    @property
    def name(self) -> Any:
        """The name, or None."""
        raise NotImplementedError("Calling an abstract method.")

    @property
    def logits_dimension(self) -> Any:
        """How many logits each example has."""
        raise NotImplementedError("Calling an abstract method.")

    @property
    def loss_reduction(self) -> Any:
        """How the losses of a batch become one, a tf.keras.losses.Reduction."""
        raise NotImplementedError("Calling an abstract method.")

    def loss(self, labels, logits, features=None, mode=None, regularization_losses=None) -> Any:
        """The loss to train with, regularization added."""
        raise NotImplementedError("Calling an abstract method.")

    def predictions(self, logits, keys=None) -> Any:
        """{PredictionKeys: tensor}, of these keys or all."""
        raise NotImplementedError("Calling an abstract method.")

    def metrics(self, regularization_losses=None) -> Any:
        """{MetricKeys: tf.keras.metrics.Metric}, without a batch yet."""
        raise NotImplementedError("Calling an abstract method.")

    def update_metrics(self, eval_metrics, features, logits, labels, mode=None, regularization_losses=None) -> Any:
        """The metrics, after update_state with a batch."""
        raise NotImplementedError("Calling an abstract method.")

    def _summary_key(self, key):
        return f"{key}/{self.name}" if self.name else key

    def create_estimator_spec(
        self,
        features,
        mode,
        logits,
        labels=None,
        optimizer=None,
        trainable_variables=None,
        train_op_fn=None,
        update_ops=None,
        regularization_losses=None,
    ) -> Any:
        """The EstimatorSpec of a model with these logits.

        optimizer: a tf.keras.optimizers.Optimizer, which updates trainable_variables; or train_op_fn(loss) -> operation in
        its stead.  update_ops: what a training step runs, too.  regularization_losses: numbers to add to the loss.
        """
        raise NotImplementedError(
            "Subclasses of Head must implement `create_estimator_spec()` or _create_tpu_estimator_spec()."
        )


def train_op_for(loss, optimizer, trainable_variables, train_op_fn, update_ops):
    """The operation of a training step. Raises ValueError for what does not fit together."""
    if update_ops is not None and not isinstance(update_ops, (list, tuple)):
        raise ValueError(f"update_ops should be a list or a tuple. Given type: {type(update_ops)}.")
    with name_scope(""), name_scope("training"):
        if optimizer is not None:
            if train_op_fn is not None:
                raise ValueError("train_op_fn and optimizer cannot both be set.")
            if not isinstance(optimizer, Optimizer):
                raise ValueError(
                    f"The given optimizer is not a tf.keras.optimizers.Optimizer instance. Given: {optimizer}"
                )
            if trainable_variables is None:
                raise ValueError(f"trainable_variables cannot be None. Given {trainable_variables}")
            if not isinstance(trainable_variables, (list, tuple)):
                raise ValueError(
                    f"trainable_variables should be a list or a tuple. Given type: {type(trainable_variables)}."
                )
            train_op = group(*optimizer.get_updates(loss, trainable_variables))
        elif train_op_fn is not None:
            train_op = train_op_fn(loss)
        else:
            raise ValueError("train_op_fn and optimizer cannot both be None.")
        return group(train_op, *update_ops) if update_ops is not None else train_op


def summarize(loss, regularization_losses, key_of=lambda key: key):
    """Summaries of a training step's losses."""
    with name_scope(""):
        scalar(key_of(MetricKeys.LOSS), loss)
        if regularization_losses is not None:
            scalar(key_of(MetricKeys.LOSS_REGULARIZATION), add_n(regularization_losses))


def update_mean(metric, values, weights):
    """Updates a mean, each value with a weight of its own."""
    values = to_float(values)
    metric.update_state(values, sample_weight=None if weights is None else broadcast_weights(weights, values))


class LogitsHead(Head):
    """A head over one tensor of logits.  head: what makes losses and predictions, with a reduction of tf.losses."""

    _prediction_keys: tuple = ()

    def __init__(self, make, loss_reduction, **arguments):
        if loss_reduction not in REDUCTIONS:
            raise ValueError(f"Invalid loss_reduction: {loss_reduction}. See `tf.losses.Reduction` for valid options.")
        self._loss_reduction = loss_reduction
        self._head = make(loss_reduction=REDUCTIONS[loss_reduction], **arguments)

    @property
    def name(self):
        """The name, or None."""
        return self._head.name

    @property
    def logits_dimension(self):
        """How many logits each example has."""
        return self._head.logits_dimension

    @property
    def loss_reduction(self):
        """How the losses of a batch become one."""
        return self._loss_reduction

    def loss(self, labels, logits, features=None, mode=None, regularization_losses=None):
        """The loss to train with, regularization added."""
        with name_scope(None, "losses", values=[logits]):
            loss = self._spec(features, logits, labels).training_loss
            return loss if regularization_losses is None else loss + add_n(regularization_losses)

    def _spec(self, features, logits, labels):
        logits = check_logits(logits, self.logits_dimension)
        return self._head.create_loss(features or {}, None, logits, labels)

    def predictions(self, logits, keys=None):
        """{PredictionKeys: tensor}, of these keys or all; ValueError for another key."""
        for key in keys or ():
            if key not in self._prediction_keys:
                raise ValueError(
                    f"Prediction key must be in PredictionKeys, given: {key}."
                    f"Valid prediction keys include {list(self._prediction_keys)}."
                )
        found = self._head._predictions(logits)
        return {key: found[key] for key in keys} if keys else found

    def _metrics(self) -> dict:
        """{MetricKeys: Metric}, without the loss and the regularization."""
        raise NotImplementedError

    def _update(self, metrics, spec, logits):
        """Updates all metrics but the loss and the regularization."""
        raise NotImplementedError

    def metrics(self, regularization_losses=None):
        """{MetricKeys: tf.keras.metrics.Metric}, without a batch yet."""
        with name_scope(None, "metrics"):
            found = {MetricKeys.LOSS_MEAN: Mean(name=MetricKeys.LOSS_MEAN), **self._metrics()}
            if regularization_losses is not None:
                found[MetricKeys.LOSS_REGULARIZATION] = Mean(name=MetricKeys.LOSS_REGULARIZATION)
        return {self._summary_key(key): metric for key, metric in found.items()}

    def update_metrics(self, eval_metrics, features, logits, labels, mode=None, regularization_losses=None):
        """The metrics, after update_state with a batch."""
        spec = self._spec(features, logits, labels)
        by_key = {key: eval_metrics[self._summary_key(key)] for key in self._keys(eval_metrics)}
        by_key[MetricKeys.LOSS_MEAN].update_state(spec.unreduced_loss, sample_weight=spec.weights)
        self._update(by_key, spec, logits)
        if regularization_losses is not None:
            by_key[MetricKeys.LOSS_REGULARIZATION].update_state(add_n(regularization_losses))
        return eval_metrics

    def _keys(self, eval_metrics):
        return [key.removesuffix(f"/{self.name}") if self.name else key for key in eval_metrics]

    def create_estimator_spec(
        self,
        features,
        mode,
        logits,
        labels=None,
        optimizer=None,
        trainable_variables=None,
        train_op_fn=None,
        update_ops=None,
        regularization_losses=None,
    ):
        """The EstimatorSpec of a model with these logits, as Head says."""
        with name_scope(self.name, "head"):
            predictions = self.predictions(logits)
            if mode == ModeKeys.PREDICT:
                outputs = {**self._head._export_outputs(predictions), "predict": PredictOutput(predictions)}
                return EstimatorSpec(mode, predictions, export_outputs=outputs)
            loss = self.loss(labels, logits, features, mode, regularization_losses)
            if mode == ModeKeys.EVAL:
                metrics = self.metrics(regularization_losses)
                self.update_metrics(metrics, features, logits, labels, regularization_losses=regularization_losses)
                return EstimatorSpec(mode, predictions, loss, eval_metric_ops=metrics)
            train_op = train_op_for(loss, optimizer, trainable_variables, train_op_fn, update_ops)
        summarize(loss, regularization_losses, self._summary_key)
        return EstimatorSpec(mode, predictions, loss, train_op)
