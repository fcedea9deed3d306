"""tensorflow.python.ops.summary_ops_v2: summaries of both forms, and what writes messages as they are."""

from collections.abc import Callable
from typing import Any

import graphlab as tf
from graphlab._src.base import logging
from graphlab._src.compat import summaries_v2
from graphlab._src.contrib.summary.recording import should_record_summaries
from graphlab._src.graph import GraphKeys, Operation, Tensor, get_default_graph
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.proto import RunMetadata
from graphlab._src.summary import scopes, sink_ops
from graphlab._src.summary.graph_writers import create_file_writer, current


def create_file_writer_v2(
    logdir: Any, max_queue: Any = None, flush_millis: Any = None, filename_suffix: Any = None, name: str | None = None
) -> Any:
    """The writer of an event file in a folder. ValueError for None."""
    if logdir is None:
        raise ValueError("logdir cannot be None")
    return create_file_writer(logdir, max_queue, flush_millis, filename_suffix, name)


def summary_writer_function(
    name: str, tensor: Any, function: Callable[[str, str], Operation | Tensor], family: str | None = None
) -> Any:
    """What a function(tag, scope) writes to the default writer, where summaries are recorded: bool, whether it did.

    name, family: the tag is made of.  tensor: what is written.  An operation that does nothing without a default writer.
    """
    around = get_default_graph().get_name_scope()
    around = around and f"{around}/"

    def record() -> Tensor:
        with tf.name_scope(around), scopes.summary_scope(name, family, values=[tensor]) as (tag, scope):
            with tf.control_dependencies([function(tag, scope)]):
                return tf.constant(True)

    if current.writer is None:
        return tf.no_op()
    with tf.device("cpu:0"):
        written: Any = smart_cond(should_record_summaries(), record, lambda: tf.constant(False), name="")
        tf.add_to_collection(GraphKeys._SUMMARY_COLLECTION, written)
    return written


def write_raw_pb(tensor: Any, step: Any = None, name: str | None = None) -> Tensor:
    """Writes Summary messages as they are: bool, True where they were, False when there is no default writer."""

    def add(handle: Tensor, at: Any, scope: str) -> Operation:
        return sink_ops.write_raw_proto_summary(handle, at, tf.identity(tensor), name=scope)

    return summaries_v2.recorded(add, step, name, "write_raw_pb")


def run_metadata(name: str, data: Any, step: Any = None) -> Tensor:
    """Writes a RunMetadata, as summaries_v2.write does."""
    return _message(name, data, step, "graph_run_metadata")


def run_metadata_graphs(name: str, data: Any, step: Any = None) -> Tensor:
    """Writes the graphs of a RunMetadata, as summaries_v2.write does."""
    graphs = RunMetadata(function_graphs=data.function_graphs, partition_graphs=data.partition_graphs)
    return _message(name, graphs, step, "graph_run_metadata_graph")


def _message(name: str, message: Any, step: Any, plugin: str) -> Tensor:
    with summaries_v2.summary_scope(name, f"{plugin}_summary", [step]) as (tag, _):
        return _written(tag, message.SerializeToString(), step, plugin)


def keras_model(name: str, data: Any, step: Any = None) -> Tensor | bool:
    """Writes a Keras model as JSON, as summaries_v2.write does; False, with a warning, for one that has no JSON."""
    try:
        text = data.to_json()
    except Exception as error:  # what the code of a model raises
        logging.warning(f"Model failed to serialize as JSON. Ignoring... {error}")
        return False
    with summaries_v2.summary_scope(name, "graph_keras_model", [step]) as (tag, _):
        return _written(tag, text, step, "graph_keras_model")


def _written(tag: str, text: Any, step: Any, plugin: str) -> Tensor:
    with tf.device("cpu:0"):
        tensor = tf.constant(text, tf.string)
    metadata: Any = tf.SummaryMetadata()
    metadata.plugin_data.plugin_name, metadata.plugin_data.content = plugin, b"1"
    return summaries_v2.write(tag, tensor, step, metadata)
