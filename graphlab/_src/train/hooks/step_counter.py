"""StepCounterHook: how many steps are made in a second."""

from graphlab._src.base import logging
from graphlab._src.proto import Summary
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.global_step import get_global_step, needed_global_step_read
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class StepCounterHook(SessionRunHook):
    """Logs and writes as a summary, every every_n_steps steps or every_n_secs seconds, the steps in a second.

    output_dir or summary_writer: where the summary goes.
    """

    def __init__(self, every_n_steps: int | None = 100, every_n_secs=None, output_dir=None, summary_writer=None):
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._last = None
        self._steps_per_run = 1

    def _set_steps_per_run(self, steps_per_run):
        """Says how many steps a run makes, of which the next record is then aware."""
        self._steps_per_run = steps_per_run

    def begin(self):
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._step = needed_global_step_read("StepCounterHook")
        self._tag = f"{get_global_step().op.name}/sec"

    def before_run(self, run_context):
        return SessionRunArgs(self._step)

    def _log_and_record(self, elapsed_steps, elapsed_time, global_step):
        rate = elapsed_steps / elapsed_time
        if self._summary_writer is not None:
            summary = Summary(value=[Summary.Value(tag=self._tag, simple_value=rate)])
            self._summary_writer.add_summary(summary, global_step)
        logging.info("%s: %g", self._tag, rate)

    def after_run(self, run_context, run_values):
        before = run_values.results
        if self._timer.should_trigger_for_step(before + self._steps_per_run):
            step = run_context.session.run(self._step)
            if self._timer.should_trigger_for_step(step):
                seconds, steps = self._timer.update_last_triggered_step(step)
                if seconds is not None:
                    self._log_and_record(steps, seconds, step)
        if before == self._last:
            logging.log_first_n(
                logging.WARN,
                "It seems that global step (tf.train.get_global_step) has not been increased. Current value (could be "
                "stable): %s vs previous value: %s. You could increase the global step by passing "
                "tf.train.get_global_step() to Optimizer.apply_gradients or Optimizer.minimize.",
                5,
                before,
                self._last,
            )
        self._last = before

    def end(self, session):
        if self._summary_writer is not None:
            self._summary_writer.flush()
