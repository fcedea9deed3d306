"""What a handle of a summary writer is: an event file that operations open, write to and close."""

import threading
import time

from graphlab._src.base.errors import NotFoundError, explain
from graphlab._src.proto import Event, Summary
from graphlab._src.summary.event_file import EventFile


class Sink:
    """An event file that is not there before open() and after close(); runs of many threads may share it."""

    def __init__(self, name):
        self._name = name
        self._file = None
        self._lock = threading.Lock()

    def open(self, logdir, max_queue, flush_seconds, suffix):
        """Makes the file; does nothing while there is one."""
        with self._lock:
            if self._file is None:
                self._file = EventFile(logdir, max_queue, flush_seconds, suffix)

    def write(self, event):
        """Adds an Event."""
        self._opened().add_event(event)

    def summarize(self, step, values):
        """Adds values of a Summary at a step."""
        self.write(Event(wall_time=time.time(), step=int(step), summary=Summary(value=values)))

    def flush(self):
        """Writes what waits to disk."""
        self._opened().flush()

    def close(self):
        """Flushes and closes the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _opened(self):
        file = self._file
        if file is None:
            message = explain(
                f"Resource {self._name} does not exist: its summary writer is not initialized, or was closed",
                fix="tf.contrib.summary.initialize(), or session.run(writer.init())",
            )
            raise NotFoundError(None, None, message)
        return file
