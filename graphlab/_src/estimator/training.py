"""train_and_evaluate: training that is evaluated at its checkpoints."""

import collections
import os
from collections.abc import Iterable

from graphlab._src.base import logging
from graphlab._src.estimator.exporter import Exporter
from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverListener
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.sessions.hook import SessionRunHook


class TrainSpec(collections.namedtuple("TrainSpec", ["input_fn", "max_steps", "hooks"])):
    """What to train on, and how long.  max_steps: until the global step is so high; to the end of the input without."""

    def __new__(cls, input_fn, max_steps=None, hooks=None):
        _check_input(input_fn)
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        return super().__new__(cls, input_fn, max_steps, _hooks(hooks))


_EVAL = ["input_fn", "steps", "name", "hooks", "exporters", "start_delay_secs", "throttle_secs"]


class EvalSpec(collections.namedtuple("EvalSpec", _EVAL)):
    """What to evaluate on, and when.

    steps: how many batches; all when None.  name: of the evaluation.  exporters: Exporters.  throttle_secs: no sooner after
    the last evaluation.
    """

    def __new__(
        cls, input_fn, steps=100, name=None, hooks=None, exporters=None, start_delay_secs=120, throttle_secs=600
    ):
        _check_input(input_fn)
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be string, given: {name}")
        for key, seconds in (("start_delay_secs", start_delay_secs), ("throttle_secs", throttle_secs)):
            if seconds < 0:
                raise ValueError(f"Must specify {key} >= 0, given: {seconds}")
        return super().__new__(
            cls, input_fn, steps, name, _hooks(hooks), _exporters(exporters), start_delay_secs, throttle_secs
        )


def _check_input(input_fn):
    if not callable(input_fn):
        raise TypeError(f"`input_fn` must be callable, given: {input_fn}")


def _hooks(hooks):
    for hook in hooks or ():
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be `SessionRunHook` instances, given: {hook}")
    return tuple(hooks or ())


def _exporters(exporters):
    found = [exporters] if isinstance(exporters, Exporter) else exporters or ()
    if not isinstance(found, Iterable) or not all(isinstance(one, Exporter) for one in found):
        raise TypeError(f"`exporters` must be an Exporter, an iterable of Exporter, or `None`, found {exporters}.")
    names = [one.name for one in found]
    if not all(names):
        raise ValueError(f"An Exporter cannot have a name that is `None` or empty. All exporter names: {names}")
    if len(set(names)) != len(names):
        raise ValueError(
            f"`exporters` must have unique names. Such a name cannot be `None`. All exporter names: {names}"
        )
    return tuple(found)


class _Evaluates(CheckpointSaverListener):
    """Evaluates and exports at checkpoints, no sooner than throttle_secs after the last time, and at the end."""

    def __init__(self, estimator, train_spec, eval_spec):
        self._estimator = estimator
        self._max_steps = train_spec.max_steps
        self._spec = eval_spec
        self.result = None, None

    def begin(self):
        self._timer = SecondOrStepTimer(every_secs=self._spec.throttle_secs)
        self._is_first = True

    def after_save(self, session, global_step_value):
        if self._is_first:  # the checkpoint of the beginning
            self._is_first = False
        elif self._timer.should_trigger_for_step(global_step_value):
            self._evaluate(global_step_value)
        else:
            logging.info("Skip the current checkpoint eval due to throttle secs (%s secs).", self._spec.throttle_secs)

    def end(self, session, global_step_value):
        if global_step_value != self._timer.last_triggered_step():
            self._evaluate(global_step_value)

    def _evaluate(self, step):
        self._timer.update_last_triggered_step(step)
        spec, estimator = self._spec, self._estimator
        path = latest_checkpoint(estimator.model_dir)
        found = estimator.evaluate(spec.input_fn, spec.steps, spec.hooks, path, spec.name)
        is_last = self._max_steps is not None and found["global_step"] >= self._max_steps
        exported = [
            exporter.export(
                estimator=estimator,
                export_path=os.path.join(estimator.model_dir, "export", exporter.name),
                checkpoint_path=path,
                eval_result=found,
                is_the_final_export=is_last,
            )
            for exporter in spec.exporters
        ]
        self.result = found, exported


def train_and_evaluate(estimator, train_spec, eval_spec):
    """Trains, and evaluates at checkpoints and at the end; (the last evaluation, what was exported with it).

    train_spec: a TrainSpec.  eval_spec: an EvalSpec.
    """
    if not isinstance(train_spec, TrainSpec):
        raise TypeError(f"`train_spec` must have type `tf.estimator.TrainSpec`. Got: {type(train_spec)}")
    if not isinstance(eval_spec, EvalSpec):
        raise TypeError(f"`eval_spec` must have type `tf.estimator.EvalSpec`. Got: {type(eval_spec)}")
    logging.info("Running training and evaluation locally (non-distributed).")
    listener = _Evaluates(estimator, train_spec, eval_spec)
    estimator.train(train_spec.input_fn, train_spec.hooks, max_steps=train_spec.max_steps, saving_listeners=[listener])
    return listener.result
