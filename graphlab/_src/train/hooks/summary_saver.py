"""SummarySaverHook: writes summaries now and then."""

from graphlab._src.proto import SessionLog
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class SummarySaverHook(SessionRunHook):
    """Writes summary_op, or the scaffold's, every save_steps steps or save_secs seconds.

    output_dir or summary_writer: where they go.
    """

    def __init__(
        self, save_steps=None, save_secs=None, output_dir=None, summary_writer=None, scaffold=None, summary_op=None
    ):
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._summary_op = summary_op
        self._scaffold = scaffold
        self._summary_writer = summary_writer
        self._output_dir = output_dir
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self):
        if self._summary_writer is None and self._output_dir:
            self._summary_writer = FileWriterCache.get(self._output_dir)
        self._next_step = None
        self._step = needed_global_step_read("SummarySaverHook")

    def before_run(self, run_context):
        self._due = self._next_step is None or self._timer.should_trigger_for_step(self._next_step)
        wanted = {"global_step": self._step}
        if self._due and (summaries := self._summaries()):
            wanted["summary"] = summaries
        return SessionRunArgs(wanted)

    def after_run(self, run_context, run_values):
        if not self._summary_writer:
            return
        step = run_values.results["global_step"] + 1
        if self._due:
            step = run_context.session.run(self._step)
        if self._next_step is None:
            self._summary_writer.add_session_log(SessionLog(status=SessionLog.START), step)
        if self._due:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results.get("summary", []):
                self._summary_writer.add_summary(summary, step)
        self._next_step = step + 1

    def end(self, session=None):
        if self._summary_writer:
            self._summary_writer.flush()

    def _summaries(self):
        """What to fetch, as a list."""
        found = self._summary_op if self._summary_op is not None else self._scaffold and self._scaffold.summary_op
        if found is None:
            return []
        return found if isinstance(found, list) else [found]
