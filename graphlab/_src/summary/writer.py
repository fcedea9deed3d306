"""FileWriter: event files that TensorBoard opens."""

import contextlib
import os
import threading
import warnings
import weakref
from typing import Any

from graphlab._src.base.errors import OpError
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.summary.event_file import EventFile
from graphlab._src.summary.event_transformer import SummaryToEventTransformer
from graphlab._src.summary.shared_file import SharedEventFile

_open = weakref.WeakSet()  # writers with a file of their own


def flush_writers(logdir):
    """Flushes the FileWriters of this process that write into a folder, or into one inside."""
    folder = os.path.join(os.path.abspath(logdir), "")
    for writer in list(_open):
        if os.path.join(os.path.abspath(writer.get_logdir()), "").startswith(folder):
            with contextlib.suppress(OSError, OpError):  # another thread has just closed it
                writer._writer.flush()


class FileWriter(SummaryToEventTransformer, NotPickled):
    """Writes a graph, summaries and run metadata to an event file in a folder.

    logdir: made if it is not there.  graph: a Graph, written at once.  max_queue: events that may wait.
    flush_secs: how often they go to disk, in seconds.  graph_def: an older way to pass the graph.
    filename_suffix: added to the file's name.  session: writers of one session and folder share one file.
    """

    _instead = "make a tf.summary.FileWriter of the same folder in the other process: each writes a file of its own"

    def __init__(
        self, logdir, graph=None, max_queue=10, flush_secs=120, graph_def=None, filename_suffix=None, session=None
    ):
        self._logdir = os.fspath(logdir)
        self._options = max_queue, flush_secs, filename_suffix or ""
        self._session = session
        self._writer = self._make_file()
        self._closed = False
        if session is None:
            _open.add(self)
        self._begin(graph, graph_def)

    def _make_file(self) -> Any:
        if self._session is not None:
            return SharedEventFile(self._session, self._logdir, *self._options)
        return EventFile(self._logdir, *self._options)

    def get_logdir(self):
        """The folder that the file is in."""
        return self._logdir

    def add_event(self, event):
        """Adds an Event message; a closed writer drops it, with a warning."""
        if self._is_open():
            self._writer.add_event(event)

    def _is_open(self):
        if self._closed:
            warnings.warn(
                "Attempting to use a closed FileWriter. The operation will be a noop unless the FileWriter is "
                "explicitly reopened.",
                stacklevel=3,
            )
        return not self._closed

    def _write(self, event):
        self.add_event(event)

    def flush(self):
        """Writes what waits to disk; of what was added before, nothing is lost when the process ends now."""
        if self._is_open():
            self._writer.flush()

    def close(self):
        """Flushes and closes the file."""
        if not self._closed:
            self.flush()
            _open.discard(self)
            self._writer.close()
            self._closed = True

    def reopen(self):
        """Goes on in a new file of the same folder; does nothing while the file is open."""
        if self._closed:
            if self._session is None:
                self._writer = self._make_file()
                _open.add(self)
            else:
                self._writer.reopen()
            self._closed = False

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()
        return False


class FileWriterCache:
    """One FileWriter per folder. It begins with the graph that is the default when it is first requested."""

    _cache = {}
    _lock = threading.RLock()

    @staticmethod
    def get(logdir):
        """The FileWriter of that folder."""
        with FileWriterCache._lock:
            if logdir not in FileWriterCache._cache:
                FileWriterCache._cache[logdir] = FileWriter(logdir, graph=get_default_graph())
            return FileWriterCache._cache[logdir]

    @staticmethod
    def clear():
        """Closes all of them."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._cache.values():
                writer.close()
            FileWriterCache._cache.clear()
