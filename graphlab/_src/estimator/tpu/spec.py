"""TPUEstimatorSpec: a model whose metrics and summaries are made by functions of tensors."""

import collections
import inspect

from graphlab._src.base import logging
from graphlab._src.estimator.export_outputs import complete
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import (
    EstimatorSpec,
    checked_hooks,
    checked_loss,
    checked_predictions,
    checked_train_op,
)
from graphlab._src.summary import graph_writers
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook

_FIELDS = [
    "mode",
    "predictions",
    "loss",
    "train_op",
    "eval_metrics",
    "export_outputs",
    "scaffold_fn",
    "host_call",
    "training_hooks",
    "evaluation_hooks",
    "prediction_hooks",
]


class TPUEstimatorSpec(collections.namedtuple("TPUEstimatorSpec", _FIELDS)):
    """A model, as the operations that a TPUEstimator runs.

    eval_metrics: (function, tensors), where the function returns {name: (value, update)}; tensors: a list of its arguments
    or a dict of them by name.  host_call: (function, tensors), where the function returns operations that each step runs.
    scaffold_fn: a function that returns a Scaffold.  The other arguments are EstimatorSpec's.
    Raises ValueError, TypeError and, for another number of tensors than the function has arguments, RuntimeError.
    """

    def __new__(
        cls,
        mode,
        predictions=None,
        loss=None,
        train_op=None,
        eval_metrics=None,
        export_outputs=None,
        scaffold_fn=None,
        host_call=None,
        training_hooks=None,
        evaluation_hooks=None,
        prediction_hooks=None,
    ):
        for name, call in (("eval_metrics", eval_metrics), ("host_call", host_call)):
            if call is not None:
                _check_call(name, call)
        training, evaluation = checked_hooks(training_hooks), checked_hooks(evaluation_hooks)
        prediction = checked_hooks(prediction_hooks)
        train_op, loss = checked_train_op(train_op, mode), checked_loss(loss, mode)
        predictions = checked_predictions(predictions, mode)
        return super().__new__(
            cls,
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metrics=eval_metrics,
            export_outputs=complete(export_outputs, predictions) if mode == ModeKeys.PREDICT else export_outputs,
            scaffold_fn=scaffold_fn,
            host_call=host_call,
            training_hooks=training,
            evaluation_hooks=evaluation,
            prediction_hooks=prediction,
        )

    def as_estimator_spec(self):
        """The same model as an EstimatorSpec."""
        metrics = None if self.eval_metrics is None else _called("eval_metrics", self.eval_metrics)
        hooks = () if self.host_call is None else (HostCallHook(_called("host_call", self.host_call)),)
        return EstimatorSpec(
            mode=self.mode,
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops=metrics,
            export_outputs=self.export_outputs,
            scaffold=self.scaffold_fn() if self.scaffold_fn else None,
            training_hooks=self.training_hooks + hooks,
            evaluation_hooks=self.evaluation_hooks + hooks,
            prediction_hooks=self.prediction_hooks + hooks,
        )


class HostCallHook(SessionRunHook):
    """Runs the operations of a host_call in each step, with the summary writers that they write to."""

    def __init__(self, tensors):
        self._tensors = tensors

    def begin(self):
        self._initializers = graph_writers.summary_writer_initializer_op()
        self._flushes = [graph_writers.flush(writer=op.inputs[0]) for op in self._initializers]

    def after_create_session(self, session, coord):
        session.run(self._initializers)

    def before_run(self, run_context):
        return SessionRunArgs(self._tensors)

    def end(self, session):
        session.run(self._flushes)


def _check_call(name, call):
    if not isinstance(call, (tuple, list)):
        raise ValueError(f"{name} should be tuple or list")
    if len(call) != 2:
        raise ValueError(f"{name} should have two elements.")
    function, tensors = call
    if not callable(function):
        raise TypeError(f"{name}[0] should be callable.")
    if not isinstance(tensors, (tuple, list, dict)):
        raise ValueError(f"{name}[1] should be tuple or list, or dict.")
    if isinstance(tensors, (tuple, list)):
        parameters = inspect.signature(function).parameters.values()
        kinds = [parameter.kind for parameter in parameters]
        count = sum(
            kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY) for kind in kinds
        )
        if inspect.Parameter.VAR_POSITIONAL not in kinds and len(tensors) != count:
            raise RuntimeError(
                f"In TPUEstimatorSpec.{name}, length of tensors {len(tensors)} does not match method args of the "
                f"function, which takes {count}."
            )


def _called(name, call):
    function, tensors = call
    if not isinstance(tensors, dict):
        return function(*tensors)
    try:
        return function(**tensors)
    except TypeError as error:
        logging.warning(
            "Exception while calling %s: %s. It is likely the tensors (%s[1]) do not match the function's arguments",
            *(name, error, name),
        )
        raise
