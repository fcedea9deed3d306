"""ProfilerHook: a timeline of a run now and then."""

import os

from graphlab._src.base import logging
from graphlab._src.io.file_io import GFile
from graphlab._src.proto import RunOptions
from graphlab._src.session.tracing.timeline import Timeline
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class ProfilerHook(SessionRunHook):
    """Writes timeline-STEP.json, and the run's metadata for TensorBoard, every save_steps steps or save_secs seconds.

    output_dir: the folder.  show_dataflow, show_memory: what the timeline shows besides.
    """

    def __init__(self, save_steps=None, save_secs=None, output_dir="", show_dataflow=True, show_memory=False):
        self._path = os.path.join(output_dir, "timeline-{}.json")
        self._file_writer = FileWriterCache.get(output_dir)
        self._shown = {"show_dataflow": show_dataflow, "show_memory": show_memory}
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self):
        self._next_step = None
        self._step = needed_global_step_read("ProfilerHook")

    def before_run(self, run_context):
        self._due = self._next_step is not None and self._timer.should_trigger_for_step(self._next_step)
        options = RunOptions(trace_level=RunOptions.FULL_TRACE) if self._due else None
        return SessionRunArgs({"global_step": self._step}, options=options)

    def after_run(self, run_context, run_values):
        before = run_values.results["global_step"]
        if self._next_step is None:
            self._timer.update_last_triggered_step(before)
        step = before + 1
        if self._due:
            step = run_context.session.run(self._step)
            self._timer.update_last_triggered_step(step)
            self._save(step, run_values.run_metadata)
        self._next_step = step + 1

    def end(self, session):
        self._file_writer.flush()

    def _save(self, step, metadata):
        path = self._path.format(step)
        logging.info("Saving timeline for %d into '%s'.", step, path)
        with GFile(path, "w") as file:
            file.write(Timeline(metadata.step_stats).generate_chrome_trace_format(**self._shown))
        self._file_writer.add_run_metadata(metadata, f"step_{step}")
