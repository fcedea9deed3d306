"""Monitors: what watched training before there were hooks."""

import copy
import time
from typing import Any

from graphlab._src.base import logging
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import get_collection
from graphlab._src.summary.writer import FileWriter
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class BaseMonitor:
    """What hears of training: begin, then step_begin, step_end and post_step of each step, then end.

    step_begin returns tensors, or their names, that step_end receives as {tensor or name: value}; that returns whether to
    stop.  Raises ValueError when it hears of a step out of order.
    """

    def __init__(self):
        self._begun = False
        self._current_epoch = self._current_step = self._max_steps = None
        self._estimator: Any = None

    @property
    def run_on_all_workers(self):
        """Whether workers that are no chief have it, too."""
        return False

    def set_estimator(self, estimator):
        """Says whose training it is."""
        if estimator is None:
            raise ValueError("Missing estimator.")
        self._estimator = estimator

    def begin(self, max_steps=None):
        """Training begins. max_steps: its last step."""
        if self._begun:
            raise ValueError("begin called twice without end.")
        self._max_steps, self._begun = max_steps, True

    def end(self, session=None):
        """Training has ended."""
        if not self._begun:
            raise ValueError("end called without begin.")
        self._max_steps, self._begun = None, False

    def epoch_begin(self, epoch):
        """An epoch begins."""
        if self._current_epoch is not None:
            raise ValueError("epoch_begin called twice without epoch_end.")
        if epoch < 0:
            raise ValueError(f"Invalid epoch {epoch}.")
        self._current_epoch = epoch

    def epoch_end(self, epoch):
        """An epoch has ended."""
        if self._current_epoch != epoch:
            raise ValueError(f"epoch_end expected {self._current_epoch} but got {epoch}.")
        self._current_epoch = None

    def step_begin(self, step) -> Any:
        """A step begins; returns what it wants to know of it."""
        if step < 0 or (self._max_steps is not None and step > self._max_steps):
            raise ValueError(f"Invalid step {step}.")
        self._current_step = step
        return []

    def step_end(self, step, output) -> Any:
        """A step has ended; returns whether to stop."""
        if self._current_step != step:
            raise ValueError(f"step_end expected {self._current_step} but got {step}.")
        self._current_step = None
        return False

    def post_step(self, step, session):
        """Comes after step_end, with the session."""


class EveryN(BaseMonitor):
    """A monitor of the first steps, the last one, and every n-th; a subclass defines every_n_step_begin and the like."""

    def __init__(self, every_n_steps=100, first_n_steps=1):
        super().__init__()
        self._every_n_steps, self._first_n_steps = every_n_steps, first_n_steps
        self._last_successful_step, self._last_active_step = None, 0
        self._is_active = False

    def every_n_step_begin(self, step) -> Any:
        """As step_begin."""
        return []

    def every_n_step_end(self, step, outputs) -> Any:
        """As step_end."""
        return False

    def every_n_post_step(self, step, session):
        """As post_step."""

    def step_begin(self, step):
        super().step_begin(step)
        due = step >= self._every_n_steps + self._last_active_step
        self._is_active = step <= self._first_n_steps or due or step == self._max_steps
        return self.every_n_step_begin(step) if self._is_active else []

    def step_end(self, step, output):
        super().step_end(step, output)
        return self.every_n_step_end(step, output) if self._is_active else False

    def post_step(self, step, session):
        super().post_step(step, session)
        if self._is_active:
            self.every_n_post_step(step, session)
            self._last_active_step = step
        self._last_successful_step = step

    def end(self, session=None):
        super().end(session=session)
        if self._last_successful_step != self._last_active_step:
            self.every_n_post_step(self._last_successful_step, session)


class StopAtStep(BaseMonitor):
    """Stops training after num_steps, or at last_step. ValueError for both or none."""

    def __init__(self, num_steps=None, last_step=None):
        super().__init__()
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    @property
    def run_on_all_workers(self):
        return True

    def step_begin(self, step):
        super().step_begin(step)
        if self._last_step is None:
            assert self._num_steps is not None
            self._last_step = step + self._num_steps - 1
        return []

    def step_end(self, step, output):
        super().step_end(step, output)
        return step >= self._last_step


class PrintTensor(EveryN):
    """Logs tensors. tensor_names: their names, or {tag: name}."""

    def __init__(self, tensor_names, every_n=100, first_n=1):
        super().__init__(every_n, first_n)
        self._names = tensor_names if isinstance(tensor_names, dict) else {name: name for name in tensor_names}

    def every_n_step_begin(self, step):
        return list(self._names.values())

    def every_n_step_end(self, step, outputs):
        logging.info("Step %d: %s", step, _listed(self._names, outputs))


class LoggingTrainable(EveryN):
    """Logs trainable variables. scope: whose."""

    def __init__(self, scope=None, every_n=100, first_n=1):
        super().__init__(every_n, first_n)
        self._scope = scope

    def every_n_step_begin(self, step):
        found = get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=self._scope)
        self._names = {variable.name: variable.value().name for variable in found}
        return list(self._names.values())

    def every_n_step_end(self, step, outputs):
        logging.info("Logging Trainable: Step %d: %s", step, _listed(self._names, outputs))


def _listed(names, outputs):
    return ", ".join(f"{tag} = {outputs[name]}" for tag, name in names.items() if name in outputs)


class SummarySaver(EveryN):
    """Writes a summary every save_steps steps.

    summary_op: the scaffold's when None.  output_dir or summary_writer: where to; the estimator's folder when left out.
    """

    def __init__(self, summary_op, save_steps=100, output_dir=None, summary_writer=None, scaffold=None):
        super().__init__(every_n_steps=save_steps)
        self._summary_op, self._scaffold = summary_op, scaffold
        self._writer = FileWriter(output_dir) if summary_writer is None and output_dir else summary_writer

    def set_estimator(self, estimator):
        super().set_estimator(estimator)
        if self._writer is None:
            self._writer = FileWriter(estimator.model_dir)

    def every_n_step_begin(self, step):
        if self._summary_op is None and self._scaffold is not None:
            self._summary_op = self._scaffold.summary_op
        return [] if self._summary_op is None else [self._summary_op]

    def every_n_step_end(self, step, outputs):
        if self._summary_op is not None and self._writer:
            self._writer.add_summary(value_of(outputs, self._summary_op), step)
        return False

    def end(self, session=None):
        super().end(session=session)
        if self._writer:
            self._writer.flush()


def value_of(outputs, request):
    """What a run returned for a tensor, or for its name."""
    return outputs[request] if request in outputs else outputs[request.name]


class CaptureVariable(EveryN):
    """Keeps values of a tensor or variable, in `values`: {step: value}. var_name: "w:0"."""

    def __init__(self, var_name, every_n=100, first_n=1):
        super().__init__(every_n, first_n)
        self._name, self._values = var_name, {}

    @property
    def values(self):
        """{step: value}."""
        return self._values

    def every_n_step_begin(self, step):
        return [self._name]

    def every_n_step_end(self, step, outputs):
        self._values[step] = outputs[self._name]


class ValidationMonitor(EveryN):
    """Evaluates the newest checkpoint every every_n_steps steps, and stops training where that gets no better.

    x, y, batch_size or input_fn: the data; ValueError without.  eval_steps, metrics, hooks, name: as evaluate accepts them.
    early_stopping_rounds: how many steps the metric may get no better; None does not stop.
    check_interval_secs: the least time between two looks for a checkpoint.
    """

    def __init__(
        self,
        x=None,
        y=None,
        input_fn=None,
        batch_size=None,
        eval_steps=None,
        every_n_steps=100,
        metrics=None,
        hooks=None,
        early_stopping_rounds=None,
        early_stopping_metric="loss",
        early_stopping_metric_minimize=True,
        name=None,
        check_interval_secs: float | None = 5,
    ):
        super().__init__(every_n_steps=every_n_steps, first_n_steps=-1)
        if x is None and input_fn is None:
            raise ValueError("Either x or input_fn should be provided.")
        self.x, self.y, self.input_fn, self.batch_size = x, y, input_fn, batch_size
        self.eval_steps, self.metrics, self.hooks, self.name = eval_steps, metrics, hooks, name
        self.early_stopping_rounds, self.early_stopping_metric = early_stopping_rounds, early_stopping_metric
        self.early_stopping_metric_minimize = early_stopping_metric_minimize
        self._interval, self._last_check, self._latest_path = check_interval_secs, None, None
        self._best: Any = None, None, None
        self._early_stopped = False

    @property
    def early_stopped(self):
        """Whether it stopped training."""
        return self._early_stopped

    @property
    def best_step(self):
        """The step of the best evaluation, or None."""
        return self._best[0]

    @property
    def best_value(self):
        """The best metric, or None."""
        return self._best[1]

    @property
    def best_metrics(self):
        """All metrics of the best evaluation, or None."""
        return self._best[2]

    def _evaluate(self):
        rest = {"x": self.x, "y": self.y, "batch_size": self.batch_size, "metrics": self.metrics}
        if isinstance(self._estimator, Estimator):
            if any(value is not None for value in rest.values()):
                raise ValueError(
                    "tf.estimator.Estimator does not support following arguments: x, y, batch_size, metrics. Should set as "
                    "`None` in ValidationMonitor"
                )
            rest = {}
        return self._estimator.evaluate(
            input_fn=self.input_fn, steps=self.eval_steps, hooks=self.hooks, name=self.name, **rest
        )

    def every_n_step_end(self, step, outputs):
        if self._estimator is None:
            raise ValueError("Missing call to set_estimator.")
        now = time.time()
        interval, last = self._interval, self._last_check
        if interval is not None and last is not None and now - last <= interval:
            return False
        self._last_check = now
        path = latest_checkpoint(self._estimator.model_dir)
        if path is None or path == self._latest_path:
            return False
        self._latest_path = path
        found = self._evaluate()
        logging.info("Validation (step %d): %s", step, ", ".join(f"{key} = {value}" for key, value in found.items()))
        return self.early_stopping_rounds is not None and self._is_over(step, found)

    def _is_over(self, step, found):
        name = self.early_stopping_metric
        if name not in found:
            raise ValueError(f"Metric {name} missing from outputs {set(found)}.")
        value, best = found[name], self.best_value
        if best is None or (value < best if self.early_stopping_metric_minimize else value > best):
            self._best = step, value, copy.deepcopy(found)
        if step - self.best_step < self.early_stopping_rounds:
            return False
        logging.info("Stopping. Best step: %s with %s = %s.", self.best_step, name, self.best_value)
        self._early_stopped = True
        return True


class RunHookAdapterForMonitors(SessionRunHook):
    """Monitors as one hook."""

    def __init__(self, monitors):
        self._monitors = monitors

    def begin(self):
        self._last_step = None
        self._step = get_global_step()
        for monitor in self._monitors:
            monitor.begin(max_steps=None)

    def before_run(self, run_context):
        if self._last_step is None:
            self._last_step = run_context.session.run(self._step) + 1
        self._requests = [one for monitor in self._monitors for one in monitor.step_begin(self._last_step) or ()]
        return SessionRunArgs([_element(one) for one in self._requests])

    def after_run(self, run_context, run_values):
        outputs = dict(zip(self._requests, run_values.results, strict=True))
        stops = [monitor.step_end(self._last_step, outputs) for monitor in self._monitors]
        if any(stops):
            run_context.request_stop()
        for monitor in self._monitors:
            monitor.post_step(self._last_step, run_context.session)
        self._last_step = run_context.session.run(self._step) + 1

    def end(self, session):
        self._last_step = None
        for monitor in self._monitors:
            monitor.end(session=session)


def _element(request):
    """The tensor or operation that a name, with ":0" or without, or an object means."""
    is_name = isinstance(request, str) and ":" not in request
    return get_default_graph().as_graph_element(f"{request}:0" if is_name else request)


def replace_monitors_with_hooks(monitors_or_hooks, estimator):
    """Hooks in place of monitors, a list; those of an estimator that is no chief are left out."""
    given = list(monitors_or_hooks or [])
    hooks = [one for one in given if isinstance(one, SessionRunHook)]
    others = [one for one in given if not isinstance(one, SessionRunHook)]
    if not estimator.config.is_chief:
        others = [one for one in others if one.run_on_all_workers]
    for monitor in others:
        monitor.set_estimator(estimator)
    return [*hooks, RunHookAdapterForMonitors(others)] if others else hooks
