"""tensorflow.python.saved_model.model_utils.export_output: what a step of training or evaluation returns, to be exported."""

from collections.abc import Callable
from typing import Any

from graphlab._src.estimator.export_outputs import ExportOutput, named_outputs, output_key
from graphlab._src.graph import Operation, Tensor, constant
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.io.saved_model.supervised_signatures import (
    supervised_eval_signature_def,
    supervised_train_signature_def,
)


class SupervisedOutput(ExportOutput):
    """The loss, predictions and metrics of a step, each {name: tensor} with the kind before its names, or None.

    loss, predictions: a tensor, or {name: tensor}.  metrics: {name: (value, update_op)}, or {name: Metric}.
    ValueError for names that are no strings, and for values that are no tensors.
    """

    LOSS_NAME = "loss"
    PREDICTIONS_NAME = "predictions"
    METRICS_NAME = "metrics"
    METRIC_VALUE_SUFFIX = "value"
    METRIC_UPDATE_SUFFIX = "update_op"

    def __init__(self, loss: Any = None, predictions: Any = None, metrics: Any = None) -> None:
        self.loss = None if loss is None else self._wrap(loss, self.LOSS_NAME)
        self.predictions = None if predictions is None else self._wrap(predictions, self.PREDICTIONS_NAME)
        self.metrics = None if metrics is None else self._wrap_and_check_metrics(metrics)

    def _wrap(self, outputs: Any, kind: str) -> dict[str, Tensor]:
        return {_prefixed(key, kind): value for key, value in named_outputs(outputs, kind).items()}

    def _wrap_and_check_metrics(self, metrics: Any) -> dict[str, Tensor]:
        found: dict[str, Tensor] = {}
        for key, metric in (metrics if isinstance(metrics, dict) else {self.METRICS_NAME: metrics}).items():
            value, update = metric if isinstance(metric, tuple) else (metric.result(), *metric.updates)
            key = _prefixed(output_key(key, self.METRICS_NAME), self.METRICS_NAME)
            if not isinstance(value, Tensor):
                raise ValueError(f"{key} output value must be a Tensor; got {value}.")
            if not isinstance(update, (Tensor, Operation)):
                raise ValueError(f"{key} update_op must be a Tensor or Operation; got {update}.")
            found[f"{key}/{self.METRIC_VALUE_SUFFIX}"] = value
            found[f"{key}/{self.METRIC_UPDATE_SUFFIX}"] = _as_tensor(update)
        return found

    def _get_signature_def_fn(self) -> Callable[..., Any]:
        raise NotImplementedError(f"{type(self).__name__}._get_signature_def_fn()")

    def as_signature_def(self, receiver_tensors: Any) -> Any:
        return self._get_signature_def_fn()(receiver_tensors, self.loss, self.predictions, self.metrics)


def _prefixed(key: str, kind: str) -> str:
    return key if key.startswith(kind) else f"{kind}/{key}"


def _as_tensor(update: Tensor | Operation) -> Tensor:
    """A signature names tensors only: an empty one that is computed after the operation."""
    if isinstance(update, Tensor):
        return update
    with control_dependencies([update]):
        return constant([], name="metric_op_wrapper")


class TrainOutput(SupervisedOutput):
    """What a step of training returns."""

    def _get_signature_def_fn(self) -> Callable[..., Any]:
        return supervised_train_signature_def


class EvalOutput(SupervisedOutput):
    """What an evaluation returns."""

    def _get_signature_def_fn(self) -> Callable[..., Any]:
        return supervised_eval_signature_def
