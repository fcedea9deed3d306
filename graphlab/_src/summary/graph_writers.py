"""Summary writers that operations write to, in the run: how they are made, chosen and initialized."""

import contextlib
import threading
from typing import Any

from graphlab._src.base import context, dtypes
from graphlab._src.graph import Graph, GraphKeys, Tensor, constant, convert_to_tensor
from graphlab._src.graph.scopes import add_to_collection, control_dependencies, device, get_collection
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.identity import identity, placeholder
from graphlab._src.summary import sink_ops

_INITIALIZERS = "_SUMMARY_WRITER_V2"
_CPU = "cpu:0"


class _Current(threading.local):
    """The summary state of this thread: the default writer, whether to record, and the step (None: not set)."""

    def __init__(self):
        self.writer: Any = None
        self.recording: Any = None
        self.step: Any = None


current = _Current()
context.inherited.append(current)


class SummaryWriter:
    """What summaries are written to; create_file_writer makes one."""

    def set_as_default(self):
        """Lets this thread's summaries go here from now on."""
        current.writer = self

    @contextlib.contextmanager
    def as_default(self):
        """Lets this thread's summaries go here inside the block."""
        before, current.writer = current.writer, self
        try:
            yield self
            self.flush()
        finally:
            current.writer = before

    def init(self):
        """The operation that makes the file."""
        raise NotImplementedError()

    def flush(self):
        """An operation that writes what waits to disk."""
        raise NotImplementedError()

    def close(self):
        """An operation that flushes and closes the file."""
        raise NotImplementedError()


class ResourceSummaryWriter(SummaryWriter):
    """A writer of an event file. Writers of one name are one in a session."""

    def __init__(self, shared_name, options):
        self.handle = sink_ops.summary_writer(shared_name=shared_name, name="SummaryWriter")
        self._options = options
        add_to_collection(_INITIALIZERS, self.init())

    def init(self):
        return sink_ops.create_summary_file_writer(self.handle, *self._options, name="CreateSummaryFileWriter")

    def flush(self):
        return flush(self)

    def close(self):
        with control_dependencies([self.flush()]), device(_CPU):
            return sink_ops.close_summary_writer(self.handle, name="CloseSummaryWriter")


class NoopSummaryWriter(SummaryWriter):
    """A writer that writes nothing."""

    def set_as_default(self):
        """Does nothing."""

    @contextlib.contextmanager
    def as_default(self):
        """Changes nothing."""
        yield

    def init(self):
        """None."""

    def flush(self):
        """None."""

    def close(self):
        """None."""


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None):
    """A SummaryWriter of an event file in a folder; one that writes nothing when logdir is None.

    max_queue: summaries that may wait; 10 when left out.  flush_millis: how often they go to disk, in milliseconds;
    two minutes when left out.  filename_suffix: added to the file's name; .v2 when left out.
    name: writers of one name are one in a session; "logdir:" and the folder when left out.
    """
    if logdir is None:
        return NoopSummaryWriter()
    logdir = str(logdir)
    with device(_CPU):
        max_queue = constant(10) if max_queue is None else max_queue
        flush_millis = constant(2 * 60 * 1000) if flush_millis is None else flush_millis
        filename_suffix = constant(".v2") if filename_suffix is None else filename_suffix
        options = logdir, max_queue, flush_millis, filename_suffix
        return ResourceSummaryWriter(f"logdir:{logdir}" if name is None else name, options)


def summary_writer_initializer_op():
    """The operations that make the files of the graph's summary writers."""
    return get_collection(_INITIALIZERS)


def all_v2_summary_ops():
    """What tf.contrib.summary has added to the graph: bool, one for each summary, to be run with the training step."""
    return get_collection(GraphKeys._SUMMARY_COLLECTION)


def initialize(graph=None, session=None):
    """Makes the files of the graph's summary writers, in a session.

    graph: a Graph or GraphDef to write to the default writer.  session: the default session when left out.
    Raises RuntimeError when no writer is the default, ValueError when there is no session.
    """
    if current.writer is None:
        raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
    session = context.sessions.get_default() if session is None else session
    if session is None:
        raise ValueError("session must be passed if no default session exists")
    session.run(summary_writer_initializer_op())
    if graph is not None:
        message: Any = graph.as_graph_def(add_shapes=True) if isinstance(graph, Graph) else graph
        serialized = placeholder(dtypes.string)
        session.run(write_graph(serialized, 0), {serialized: message.SerializeToString()})


def write_graph(tensor, step, name=None):
    """An operation that writes a graph to the default writer. tensor: string, a serialized GraphDef.

    step: int64.  Raises TypeError for what is no tensor.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"graph() needs a tf.Tensor (e.g. tf.placeholder) in graph mode, but was: {type(tensor)}")
    if current.writer is None:
        return no_op()
    with device(_CPU):
        tensor = identity(tensor)
        step = convert_to_tensor(step, dtypes.int64)
        return sink_ops.write_graph_summary(current.writer.handle, step, tensor, name=name)


def flush(writer=None, name=None):
    """An operation that writes what waits to disk. writer: the default one when left out."""
    writer = current.writer if writer is None else writer
    if writer is None:
        return no_op()
    with device(_CPU):
        handle = writer.handle if isinstance(writer, ResourceSummaryWriter) else writer
        return sink_ops.flush_summary_writer(handle, name=name)


def import_event(tensor, name=None):
    """An operation that writes an Event message, serialized, to the default writer as it is."""
    return sink_ops.import_event(current.writer.handle, tensor, name=name)
