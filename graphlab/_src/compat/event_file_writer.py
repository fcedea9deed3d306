"""EventFileWriter of tensorflow.python.summary.writer: Event messages in a file, without a graph."""

from graphlab._src.summary.writer import FileWriter


class EventFileWriter:
    """Writes Event messages to a new event file of a folder; a closed one drops them until it is reopened.

    logdir: made if it is not there.  max_queue: events that may wait.  flush_secs: how often they go to disk.
    filename_suffix: added to the file's name.
    """

    def __init__(self, logdir, max_queue=10, flush_secs=120, filename_suffix=None):
        self._writer = FileWriter(logdir, max_queue=max_queue, flush_secs=flush_secs, filename_suffix=filename_suffix)
        self._closed = False

    def get_logdir(self):
        """The folder that the file is in."""
        return self._writer.get_logdir()

    def add_event(self, event):
        """Adds an Event message."""
        if not self._closed:
            self._writer.add_event(event)

    def flush(self):
        """Writes what waits to disk."""
        if not self._closed:
            self._writer.flush()

    def close(self):
        """Flushes and closes the file."""
        self._writer.close()
        self._closed = True

    def reopen(self):
        """Goes on in a new file of the same folder; does nothing while the file is open."""
        self._writer.reopen()
        self._closed = False
