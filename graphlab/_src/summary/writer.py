"""FileWriter: event files that TensorBoard opens."""

import contextlib
import os
import threading
import time
import warnings
import weakref
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import OpError, explain
from graphlab._src.graph import Graph, get_default_graph
from graphlab._src.graph.pickling import NotPickled
from graphlab._src.proto import (
    Event,
    GraphDef,
    MetaGraphDef,
    SessionLog,
    Summary,
    TaggedRunMetadata,
)
from graphlab._src.summary.event_file import EventFile
from graphlab._src.summary.shared_file import SharedEventFile

_open = weakref.WeakSet()  # writers with a file of their own


def flush_writers(logdir):
    """Flushes the FileWriters of this process that write into a folder, or into one inside."""
    folder = os.path.join(os.path.abspath(logdir), "")
    for writer in list(_open):
        if os.path.join(os.path.abspath(writer.get_logdir()), "").startswith(folder):
            with contextlib.suppress(OSError, OpError):  # another thread has just closed it
                writer._writer.flush()


class FileWriter(NotPickled):
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
        self._described_tags = set()
        self._run_tags = set()
        if graph is not None or graph_def is not None:
            self.add_graph(graph=graph, graph_def=graph_def)
            self.add_meta_graph(_meta_graph_of(graph_def if graph is None else graph))

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

    def _add(self, event, global_step):
        event.wall_time = time.time()
        if global_step is not None:
            event.step = int(global_step)
        self.add_event(event)

    def add_summary(self, summary, global_step=None):
        """Adds a Summary message, or the bytes that a summary operation returned.

        global_step: the training step that it describes.
        """
        if isinstance(summary, bytes):
            summary = Summary.FromString(summary)
        copy = Summary()
        copy.CopyFrom(summary)
        for value in copy.value:
            # The description of a tag is written once; TensorBoard remembers it.
            if value.HasField("metadata"):
                if value.tag in self._described_tags:
                    value.ClearField("metadata")
                else:
                    self._described_tags.add(value.tag)
        self._add(Event(summary=copy), global_step)

    def add_graph(self, graph, global_step=None, graph_def=None):
        """Adds a graph. graph: a Graph.  graph_def: a GraphDef, the older way.

        Raises ValueError when both are given, TypeError for anything else.
        """
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        message = _graph_def_of(graph_def if graph is None else graph)
        self._add(Event(graph_def=message.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def, global_step=None):
        """Adds a MetaGraphDef message; TypeError for anything else."""
        if not isinstance(meta_graph_def, MetaGraphDef):
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._add(Event(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_session_log(self, session_log, global_step=None):
        """Adds a SessionLog message."""
        if not isinstance(session_log, SessionLog):
            raise TypeError(f"session_log must be a SessionLog, got {type(session_log)}")
        self._add(Event(session_log=session_log), global_step)

    def add_run_metadata(self, run_metadata, tag, global_step=None):
        """Adds the RunMetadata of one run under a tag, which may be used once only."""
        if tag in self._run_tags:
            raise ValueError(f"The provided tag was already used for this event type: {tag}")
        self._run_tags.add(tag)
        tagged = TaggedRunMetadata(tag=tag, run_metadata=run_metadata.SerializeToString())
        self._add(Event(tagged_run_metadata=tagged), global_step)

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


def _graph_def_of(given) -> Any:
    if isinstance(given, Graph):
        return given.as_graph_def(add_shapes=True)
    if isinstance(given, GraphDef):
        logging.warning(
            "Passing a `GraphDef` to the SummaryWriter is deprecated. Pass a `Graph` object instead, such as `sess.graph`."
        )
        return given
    raise TypeError(
        explain(
            f"The passed graph must be an instance of `Graph` or the deprecated `GraphDef`, got {type(given)}",
            fix="tf.summary.FileWriter(logdir, sess.graph)",
        )
    )


def _meta_graph_of(given):
    """A MetaGraphDef of the graph alone, as an event file holds it."""
    graph_def = given.as_graph_def(add_shapes=True) if isinstance(given, Graph) else given
    message = MetaGraphDef(graph_def=graph_def)
    message.meta_info_def.tensorflow_version = "1.15.0"
    return message


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
