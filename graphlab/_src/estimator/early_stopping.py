"""Hooks that end training by what evaluations found."""

import operator
import os

from graphlab._src.base import dtypes, logging
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.graph import GraphKeys
from graphlab._src.io import file_system
from graphlab._src.state.assignment import assign
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_store import AUTO_REUSE
from graphlab._src.summary.iterator import summary_iterator
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


def make_early_stopping_hook(estimator, should_stop_fn, run_every_secs: int | None = 60, run_every_steps=None):
    """A hook that ends training once should_stop_fn() is True.

    run_every_secs, run_every_steps: how often to call it; one of them.  ValueError for both, TypeError when `estimator`
    is none.
    """
    if not isinstance(estimator, Estimator):
        raise TypeError(f"`estimator` must have type `tf.estimator.Estimator`. Got: {type(estimator)}")
    if run_every_secs is not None and run_every_steps is not None:
        raise ValueError("Only one of `run_every_secs` and `run_every_steps` must be set.")
    if estimator.config.is_chief:
        return _StopOnPredicateHook(should_stop_fn, run_every_secs, run_every_steps)
    return _CheckForStoppingHook()


def read_eval_metrics(eval_dir):
    """{step: {metric: value}}, in the order of steps, of the event files in a folder; empty when it is not there."""
    found = {}
    paths = file_system.glob(os.path.join(eval_dir, "events.out.tfevents.*")) if file_system.exists(eval_dir) else []
    for path in paths:
        for event in summary_iterator(path):
            values = {value.tag: value.simple_value for value in event.summary.value if value.HasField("simple_value")}
            if values:
                found.setdefault(event.step, {}).update(values)
    return dict(sorted(found.items()))


def _results(eval_dir, metric_name, min_steps):
    for step, metrics in read_eval_metrics(eval_dir).items():
        if step >= min_steps:
            yield step, metrics[metric_name]


def _threshold_hook(estimator, name, threshold, higher, eval_dir, min_steps, run_every_secs, run_every_steps):
    folder = estimator.eval_dir() if eval_dir is None else eval_dir
    better, said = (operator.gt, "greater than") if higher else (operator.lt, "less than")

    def crossed():
        for step, value in _results(folder, name, min_steps):
            if better(value, threshold):
                logging.info(
                    'At step %s, metric "%s" has value %s which is %s the configured threshold (%s) for early stopping.',
                    *(step, name, value, said, threshold),
                )
                return True
        return False

    return make_early_stopping_hook(estimator, crossed, run_every_secs, run_every_steps)


def _improvement_hook(estimator, name, max_steps, higher, eval_dir, min_steps, run_every_secs, run_every_steps):
    folder = estimator.eval_dir() if eval_dir is None else eval_dir
    better, said = (operator.gt, "increase") if higher else (operator.lt, "decrease")

    def no_improvement():
        best = None
        for step, value in _results(folder, name, min_steps):
            if best is None or better(value, best[1]):
                best = step, value
            if step - best[0] >= max_steps:
                logging.info(
                    'No %s in metric "%s" for %s steps, which is greater than or equal to max steps (%s) configured for '
                    "early stopping.",
                    *(said, name, step - best[0], max_steps),
                )
                return True
        return False

    return make_early_stopping_hook(estimator, no_improvement, run_every_secs, run_every_steps)


def stop_if_higher_hook(
    estimator, metric_name, threshold, eval_dir=None, min_steps=0, run_every_secs: int | None = 60, run_every_steps=None
):
    """A hook that ends training once an evaluation found a metric above a threshold.

    eval_dir: where its summaries are, estimator.eval_dir() when left out.  min_steps: evaluations before do not count.
    The rest is as for make_early_stopping_hook.
    """
    return _threshold_hook(
        estimator, metric_name, threshold, True, eval_dir, min_steps, run_every_secs, run_every_steps
    )


def stop_if_lower_hook(
    estimator, metric_name, threshold, eval_dir=None, min_steps=0, run_every_secs: int | None = 60, run_every_steps=None
):
    """As stop_if_higher_hook, for a metric below a threshold."""
    return _threshold_hook(
        estimator, metric_name, threshold, False, eval_dir, min_steps, run_every_secs, run_every_steps
    )


def stop_if_no_increase_hook(
    estimator,
    metric_name,
    max_steps_without_increase,
    eval_dir=None,
    min_steps=0,
    run_every_secs: int | None = 60,
    run_every_steps=None,
):
    """A hook that ends training once a metric has not increased for so many steps; the rest as stop_if_higher_hook."""
    return _improvement_hook(
        estimator, metric_name, max_steps_without_increase, True, eval_dir, min_steps, run_every_secs, run_every_steps
    )


def stop_if_no_decrease_hook(
    estimator,
    metric_name,
    max_steps_without_decrease,
    eval_dir=None,
    min_steps=0,
    run_every_secs: int | None = 60,
    run_every_steps=None,
):
    """A hook that ends training once a metric has not decreased for so many steps; the rest as stop_if_higher_hook."""
    return _improvement_hook(
        estimator, metric_name, max_steps_without_decrease, False, eval_dir, min_steps, run_every_secs, run_every_steps
    )


def _stop_variable():
    """The variable that signals all workers to stop."""
    with variable_scope("signal_early_stopping", values=[], reuse=AUTO_REUSE):
        return get_variable(
            "STOP",
            shape=[],
            dtype=dtypes.bool,
            initializer=constant_initializer(False),
            collections=[GraphKeys.GLOBAL_VARIABLES],
            trainable=False,
        )


class _StopOnPredicateHook(SessionRunHook):
    """Calls a function that decides whether to stop, and signals the other workers."""

    def __init__(self, should_stop_fn, run_every_secs: int | None = 60, run_every_steps=None):
        if not callable(should_stop_fn):
            raise TypeError("`should_stop_fn` must be callable.")
        self._should_stop_fn = should_stop_fn
        self._timer = SecondOrStepTimer(every_secs=run_every_secs, every_steps=run_every_steps)

    def begin(self):
        self._global_step = get_global_step()
        self._stop_op = assign(_stop_variable(), True)

    def before_run(self, run_context):
        return SessionRunArgs(self._global_step)

    def after_run(self, run_context, run_values):
        step = run_values.results
        if not self._timer.should_trigger_for_step(step):
            return
        self._timer.update_last_triggered_step(step)
        if self._should_stop_fn():
            logging.info("Requesting early stopping at global step %d", step)
            run_context.session.run(self._stop_op)
            run_context.request_stop()


class _CheckForStoppingHook(SessionRunHook):
    """Stops when the chief said so."""

    def begin(self):
        self._stop = _stop_variable()

    def before_run(self, run_context):
        return SessionRunArgs(self._stop)

    def after_run(self, run_context, run_values):
        if run_values.results:
            logging.info("Early stopping requested, suspending run.")
            run_context.request_stop()
