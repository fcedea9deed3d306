"""tf.compat.v2.summary in graph mode: summaries that the run writes to the default writer, in TensorFlow 2's format."""

import contextlib
import re
from collections.abc import Callable
from typing import Any

import graphlab as tf
from graphlab._src.distribute.context import replica_number
from graphlab._src.graph import GraphKeys
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.ops.control_flow.smart_cond import smart_cond
from graphlab._src.summary import graph_writers, sink_ops
from graphlab._src.summary.graph_writers import NoopSummaryWriter, current

SummaryWriter = graph_writers.SummaryWriter
create_file_writer = graph_writers.create_file_writer
flush = graph_writers.flush


def create_noop_writer() -> NoopSummaryWriter:
    """A SummaryWriter that writes nothing."""
    return NoopSummaryWriter()


@contextlib.contextmanager
def record_if(condition: Any) -> Any:
    """Records summaries inside the block where the condition is true: a bool, a tensor, or a function that returns one."""
    before, current.recording = current.recording, condition
    try:
        yield
    finally:
        current.recording = before


def get_step() -> Any:
    """The step of summaries that say none, or None."""
    return current.step


def set_step(step: Any) -> None:
    """Sets the step of summaries that say none."""
    current.step = step


@contextlib.contextmanager
def summary_scope(name: Any, default_name: str = "summary", values: Any = None) -> Any:
    """(the tag of a summary: its name in the scopes around it; the name scope) for the block."""
    name = name or default_name
    around = tf.get_default_graph().get_name_scope()
    tag = f"{around}/{name}" if around else name
    with tf.name_scope(re.sub(r"[^-/\w.]", "", name) or None, default_name, values) as scope:
        yield tag, scope


def write(tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> tf.Tensor:
    """Writes a tensor: bool, True where it was written, False when there is no default writer.

    metadata: a SummaryMetadata: which plugin of TensorBoard shows it.  step: int64; that of set_step when left out.
    """
    described: Any = metadata.SerializeToString() if hasattr(metadata, "SerializeToString") else metadata or b""

    def add(handle: tf.Tensor, at: Any, scope: str) -> tf.Operation:
        return sink_ops.write_summary(handle, at, tf.identity(tensor), tag, described, name=scope)

    return recorded(add, step, name, "write_summary")


def recorded(add: Callable[..., tf.Operation], step: Any, name: str | None, default_name: str) -> tf.Tensor:
    """What add(handle of the default writer, step, name) writes where summaries are recorded: bool, whether it did."""
    with tf.name_scope(name, default_name) as scope:
        writer = current.writer
        if writer is None:
            return tf.constant(False)
        step = get_step() if step is None else step
        if step is None:
            raise ValueError("No step set via 'step' argument or tf.summary.experimental.set_step()")

        def record() -> tf.Tensor:
            with tf.device("cpu:0"):
                with tf.control_dependencies([add(writer.handle, tf.cast(step, tf.int64), scope)]):
                    return tf.constant(True)

        with tf.device("cpu:0"):
            wanted = current.recording() if callable(current.recording) else current.recording
            wanted = tf.logical_and(replica_number() == 0, True if wanted is None else wanted)
            written: Any = smart_cond(wanted, record, lambda: tf.constant(False), name="summary_cond")
            add_to_collection(GraphKeys._SUMMARY_COLLECTION, written)
            return written


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> tf.Tensor:
    """Writes a number, as float32."""
    with summary_scope(name, "scalar_summary", [data, step]) as (tag, _):
        tf.debugging.assert_scalar(data)
        return write(tag, tf.cast(data, tf.float32), step, _metadata("scalars", description))


def histogram(name: str, data: Any, step: Any = None, buckets: Any = None, description: str | None = None) -> tf.Tensor:
    """Writes how many values lie in each of the buckets, 30 when left out, between the least and the greatest."""
    with summary_scope(name, "histogram_summary", [data, buckets, step]) as (tag, _):
        counted = _buckets(data, 30 if buckets is None else buckets)
        return write(tag, counted, step, _metadata("histograms", description))


def image(name: str, data: Any, step: Any = None, max_outputs: Any = 3, description: str | None = None) -> tf.Tensor:
    """Writes images. data: [k, h, w, c], uint8 or float in [0, 1].  max_outputs: how many of them at most."""
    with summary_scope(name, "image_summary", [data, max_outputs, step]) as (tag, _):
        tf.debugging.assert_rank(data, 4)
        images = tf.image.convert_image_dtype(data, tf.uint8, saturate=True)[:max_outputs]
        encoded = tf.map_fn(tf.image.encode_png, images, dtype=tf.string)
        size = tf.shape(images)
        sizes = tf.stack([tf.as_string(size[2]), tf.as_string(size[1])])
        return write(tag, tf.concat([sizes, encoded], 0), step, _metadata("images", description))


def audio(
    name: str,
    data: Any,
    sample_rate: Any,
    step: Any = None,
    max_outputs: Any = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> tf.Tensor:
    """Writes clips. data: [k, t, c], float in [-1, 1].  encoding: "wav".  max_outputs: how many of them at most.

    Raises ValueError for another encoding.
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}; use 'wav'")
    with summary_scope(name, "audio_summary", [data, sample_rate, max_outputs, step]) as (tag, _):
        tf.debugging.assert_rank(data, 3)
        clips = tf.convert_to_tensor(data)[:max_outputs]
        encoded = tf.map_fn(lambda clip: tf.audio.encode_wav(clip, sample_rate), clips, dtype=tf.string)
        labelled = tf.stack([encoded, tf.fill(tf.shape(clips)[:1], "")], 1)
        metadata = _metadata("audio", description)
        metadata.plugin_data.content = b"\x10\x0b"  # AudioPluginData(encoding=WAV)
        return write(tag, labelled, step, metadata)


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> tf.Tensor:
    """Writes strings, of any shape."""
    with summary_scope(name, "text_summary", [data, step]) as (tag, _):
        return write(tag, tf.convert_to_tensor(data, tf.string), step, _metadata("text", description))


def _metadata(plugin: str, description: str | None) -> Any:
    made: Any = tf.SummaryMetadata(summary_description=description or "")
    made.plugin_data.plugin_name = plugin
    return made


def _buckets(data: Any, count: Any) -> Any:
    """[buckets, 3], float64: left edge, right edge and how many; a bucket of width 1 for equal values, none for no values."""
    with tf.name_scope("buckets"):
        values = tf.cast(tf.reshape(data, [-1]), tf.float64)

        def several() -> tf.Tensor:
            least, most = tf.reduce_min(values), tf.reduce_max(values)
            width = (most - least) / tf.cast(count, tf.float64)
            found = tf.minimum(tf.cast(tf.floor((values - least) / width), tf.int32), count - 1)
            counts = tf.cast(tf.reduce_sum(tf.one_hot(found, count), 0), tf.float64)
            edges = tf.concat([tf.linspace(least, most, count + 1)[:-1], [most]], 0)
            return tf.stack([edges[:-1], edges[1:], counts], 1)

        def equal() -> tf.Tensor:
            only = values[0]
            return tf.stack([[only - 0.5, only + 0.5, tf.cast(tf.size(values), tf.float64)]])

        def some() -> Any:
            return tf.cond(tf.equal(tf.reduce_min(values), tf.reduce_max(values)), equal, several)

        return tf.cond(tf.equal(tf.size(values), 0), lambda: tf.zeros([0, 3], tf.float64), some)
