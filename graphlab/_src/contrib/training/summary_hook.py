"""SummaryAtEndHook: writes the summaries when an evaluation has ended."""

from typing import Any

from graphlab._src.summary.merge import merge_all
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.global_step import get_or_create_global_step, global_step
from graphlab._src.train.sessions.hook import SessionRunHook


class SummaryAtEndHook(SessionRunHook):
    """Writes a summary when the session ends, at the global step of then.

    log_dir: the folder of the event file, or summary_writer: a FileWriter.  summary_op: all summaries when left out.
    feed_dict: for that run.  ValueError when there is neither a folder nor a writer.
    """

    def __init__(self, log_dir=None, summary_writer: Any = None, summary_op: Any = None, feed_dict=None):
        if log_dir is None and summary_writer is None:
            raise ValueError("One of log_dir or summary_writer should be used.")
        self._log_dir = log_dir
        self._summary_writer = summary_writer
        self._given = self._summary_op = summary_op
        self._feed_dict = feed_dict

    def begin(self):
        if self._given is None:
            self._summary_op = merge_all()
        self._global_step = get_or_create_global_step()

    def after_create_session(self, session, coord):
        if self._summary_writer is None:
            self._summary_writer = FileWriterCache.get(self._log_dir)

    def end(self, session):
        if self._summary_op is not None:
            step = global_step(session, self._global_step)
            self._summary_writer.add_summary(session.run(self._summary_op, self._feed_dict), step)
        self._summary_writer.flush()
