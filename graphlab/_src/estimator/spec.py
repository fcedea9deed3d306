"""EstimatorSpec: what a model function returns to an Estimator."""

import collections
from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.estimator.export_outputs import complete
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import GraphKeys, Operation, Tensor, get_default_graph, nest
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.keras.engine.metric import Metric
from graphlab._src.ops.shape import reshape
from graphlab._src.state.variable import Variable
from graphlab._src.train.sessions.hook import SessionRunHook
from graphlab._src.train.sessions.scaffold import Scaffold

_FIELDS = [
    "mode",
    "predictions",
    "loss",
    "train_op",
    "eval_metric_ops",
    "export_outputs",
    "training_chief_hooks",
    "training_hooks",
    "scaffold",
    "evaluation_hooks",
    "prediction_hooks",
]


class EstimatorSpec(collections.namedtuple("EstimatorSpec", _FIELDS)):
    """A model, as the operations that an Estimator runs.

    mode: a ModeKeys.  predictions: a tensor or {name: tensor}, needed for PREDICT.  loss: one number, needed for TRAIN and
    EVAL.  train_op: needed for TRAIN.  eval_metric_ops: {name: (value, update)} as tf.metrics returns them, or {name: tf.keras.metrics.Metric}.
    export_outputs: {signature: PredictOutput or the like}.  training_hooks, training_chief_hooks, evaluation_hooks,
    prediction_hooks: SessionRunHooks.  scaffold: a Scaffold.
    Raises ValueError for what is missing or of another graph, TypeError for what is of another kind.
    """

    loss_metric: Any = None  # (value, update): what an evaluation calls the loss, in place of its mean over steps

    def __new__(
        cls,
        mode,
        predictions=None,
        loss=None,
        train_op=None,
        eval_metric_ops=None,
        export_outputs=None,
        training_chief_hooks=None,
        training_hooks=None,
        scaffold=None,
        evaluation_hooks=None,
        prediction_hooks=None,
    ):
        train_op = checked_train_op(train_op, mode)
        loss = checked_loss(loss, mode)
        predictions = checked_predictions(predictions, mode)
        if scaffold is not None and not isinstance(scaffold, Scaffold):
            raise TypeError(f"scaffold must be tf.train.Scaffold. Given: {scaffold}")
        return super().__new__(
            cls,
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=_metrics(eval_metric_ops),
            export_outputs=complete(export_outputs, predictions) if mode == ModeKeys.PREDICT else export_outputs,
            training_chief_hooks=checked_hooks(training_chief_hooks),
            training_hooks=checked_hooks(training_hooks),
            scaffold=scaffold or Scaffold(),
            evaluation_hooks=checked_hooks(evaluation_hooks),
            prediction_hooks=checked_hooks(prediction_hooks),
        )

    def _replace(self, **kwargs):
        """A copy with other parts; the mode stays."""
        if kwargs.get("mode", self.mode) != self.mode:
            raise ValueError("mode of EstimatorSpec cannot be changed.")
        return EstimatorSpec(**{**self._asdict(), **kwargs})


def _here(element, what, name):
    if element.graph is not get_default_graph():
        raise ValueError(
            f'{what} with "{name}" must be from the default graph. Possible causes of this error include: \n\n'
            f"1) {what} was created outside the context of the default graph.\n\n"
            '2) The object passed through to EstimatorSpec was not created in the most recent call to "model_fn".'
        )


def _tensor(value, name):
    if not isinstance(value, (Tensor, Variable)):
        raise TypeError(f"{name} must be Tensor, given: {value}")
    return value


def checked_train_op(op, mode):
    if op is None:
        if mode == ModeKeys.TRAIN:
            raise ValueError("Missing train_op.")
        return None
    if not isinstance(op, (Operation, Tensor, Variable)):
        raise TypeError(f"train_op must be Operation or Tensor, given: {op}")
    if isinstance(op, Variable):
        op = op.op
    _here(op, "train_op", op.name)
    return op


def checked_loss(loss, mode):
    if loss is None:
        if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
            raise ValueError("Missing loss.")
        return None
    shape = _tensor(loss, "loss").shape
    if shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar, given: {loss}")
    if not shape.is_compatible_with(TensorShape([])):
        loss = reshape(loss, [])
    _here(loss, "loss", loss.name)
    return loss


def checked_predictions(predictions, mode):
    if predictions is None:
        if mode == ModeKeys.PREDICT:
            raise ValueError("Missing predictions.")
        return {}
    if not isinstance(predictions, dict):
        _here(_tensor(predictions, "predictions"), "prediction values", predictions.name)
        return predictions
    for key, value in predictions.items():
        _here(_tensor(value, f"predictions[{key}]"), "prediction values", f"{key}: {value.name}")
    return dict(predictions)


def _metrics(metrics):
    if metrics is None:
        return {}
    if not isinstance(metrics, dict):
        raise TypeError(f"eval_metric_ops must be a dict, given: {metrics}")
    metrics = {key: _pair(value) if isinstance(value, Metric) else value for key, value in metrics.items()}
    for key, value in metrics.items():
        if not isinstance(value, tuple) or len(value) != 2:
            raise TypeError(
                f"Values of eval_metric_ops must be (metric_value, update_op) tuples, given: {value} for key: {key}"
            )
        for element in nest.flatten(value):
            _here(element, "eval_metric_ops", f"{key}: {element.name}")
    return metrics


def _pair(metric):
    """(value, update) of a metric of Keras, whose variables each evaluation begins with."""
    if not metric.updates:
        raise ValueError(f'Please call update_state(...) on the "{metric.name}" metric')
    for name in (GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES):
        known = get_collection(name)
        for variable in metric.variables:
            if not any(variable is one for one in known):
                add_to_collection(name, variable)
    return metric.result(), metric.updates[0]


def checked_hooks(hooks):
    for hook in hooks or ():
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
    return tuple(hooks or ())
