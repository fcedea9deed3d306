"""Hooks of TPUEstimator: examples in a second, and checkpoints."""

from graphlab._src.base import logging
from graphlab._src.proto import Summary
from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverHook
from graphlab._src.train.hooks.step_counter import StepCounterHook


class ExamplesPerSecondHook(StepCounterHook):
    """Logs and writes as summaries the steps in a second and the examples in a second.

    batch_size: examples in a step.  The other arguments are StepCounterHook's.
    """

    def __init__(
        self,
        batch_size,
        every_n_steps: int | None = 100,
        every_n_secs=None,
        output_dir=None,
        summary_writer=None,
    ):
        self._batch_size = batch_size
        super().__init__(every_n_steps, every_n_secs, output_dir, summary_writer)

    def _log_and_record(self, elapsed_steps, elapsed_time, global_step):
        steps = elapsed_steps / elapsed_time
        for tag, rate in (("global_step/sec", steps), ("examples/sec", self._batch_size * steps)):
            if self._summary_writer is not None:
                self._summary_writer.add_summary(
                    Summary(value=[Summary.Value(tag=tag, simple_value=rate)]), global_step
                )
            logging.info("%s: %g", tag, rate)


class AsyncCheckpointSaverHook(CheckpointSaverHook):
    """CheckpointSaverHook under the name of the one that saves beside the training. Here training waits for the file."""
