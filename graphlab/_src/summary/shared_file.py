"""An event file of a session: FileWriters and operations that name its folder share it."""

from graphlab._src.graph import constant, name_scope
from graphlab._src.ops.identity import placeholder_with_default
from graphlab._src.summary.graph_writers import create_file_writer, import_event


class SharedEventFile:
    """The file of a folder in a session, written to by operations that are added to the session's graph."""

    def __init__(self, session, logdir, max_queue, flush_secs, suffix):
        self._session = session
        with session.graph.as_default(), name_scope("filewriter"):
            writer = create_file_writer(logdir, max_queue, flush_secs * 1000, suffix or None)
            with writer.as_default():
                self._event = placeholder_with_default(constant("unused"), [])
                self._add_event = import_event(self._event)
            self._open, self._flush, self._close = writer.init(), writer.flush(), writer.close()
        session.run(self._open)

    def add_event(self, event):
        """Adds an Event."""
        self._session.run(self._add_event, {self._event: event.SerializeToString()})

    def flush(self):
        """Writes what waits to disk."""
        self._session.run(self._flush)

    def close(self):
        """Flushes and closes the file, for all who share it."""
        self._session.run(self._close)

    def reopen(self):
        """Goes on in a new file."""
        self._session.run(self._open)
