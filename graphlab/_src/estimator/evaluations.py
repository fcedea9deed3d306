"""Evaluations of checkpoints, and what is exported with them."""

import os

from graphlab._src.base import logging
from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverListener
from graphlab._src.train.hooks.timer import SecondOrStepTimer


def evaluate(estimator, spec, path, max_steps):
    """(the figures, what was exported) of a checkpoint. spec: an EvalSpec.  max_steps: after which exports are the last."""
    found = estimator.evaluate(spec.input_fn, spec.steps, spec.hooks, path, spec.name)
    is_last = max_steps is not None and found["global_step"] >= max_steps
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
    return found, exported


class Evaluates(CheckpointSaverListener):
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
        path = self._estimator.latest_checkpoint()
        self.result = evaluate(self._estimator, self._spec, path, self._max_steps)
