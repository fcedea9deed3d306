"""SummaryToEventTransformer: summaries, graphs and metadata of runs as Event messages, for a writer of events."""

import time
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import explain
from graphlab._src.graph import Graph
from graphlab._src.proto import Event, GraphDef, MetaGraphDef, SessionLog, Summary, TaggedRunMetadata


class SummaryToEventTransformer:
    """Makes Event messages of what it is given, and adds them to a writer.

    event_writer: has add_event(event).  graph: a Graph, added at once.  graph_def: an older way to pass the graph.
    """

    def __init__(self, event_writer, graph=None, graph_def=None):
        self.event_writer = event_writer
        self._begin(graph, graph_def)

    def _begin(self, graph, graph_def):
        """Nothing is described yet; adds the graph where there is one."""
        self._described_tags = set()
        self._run_tags = set()
        if graph is not None or graph_def is not None:
            self.add_graph(graph=graph, graph_def=graph_def)
            self.add_meta_graph(_meta_graph_of(graph_def if graph is None else graph))

    def _write(self, event):
        self.event_writer.add_event(event)

    def _add(self, event, global_step):
        event.wall_time = time.time()
        if global_step is not None:
            event.step = int(global_step)
        self._write(event)

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
