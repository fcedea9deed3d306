"""The operations of summary writers: what they write goes into an event file in the run, and is not fetched."""

import time

from graphlab._src.base import dtypes
from graphlab._src.graph.tensor_proto import make_tensor_proto
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar
from graphlab._src.proto import Event, Summary, SummaryMetadata
from graphlab._src.state.named_resources import find_or_make
from graphlab._src.summary.audio import sounds
from graphlab._src.summary.histogram import finite_histogram_of
from graphlab._src.summary.image import images
from graphlab._src.summary.message import tag_of
from graphlab._src.summary.sink import Sink

_FLOATING = {dtypes.uint8, dtypes.float16, dtypes.float32}
_HOST = {"host": True, "stateful": True, "grad": no_gradient}


def _writes(op_type, signature, types=None, minimums=None):
    return op(op_type, signature, types=types, infer=no_outputs, minimums=minimums or {}, **_HOST)


@op("SummaryWriter", "-> writer: resource", infer=scalar, **_HOST)
def summary_writer(*, shared_name: str = "", container: str = "", context):
    """A handle of a summary writer, whose file CreateSummaryFileWriter makes."""
    return find_or_make(context, "summary writer", Sink)


@_writes(
    "CreateSummaryFileWriter",
    "writer: resource, logdir: string, max_queue: int32, flush_millis: int32, filename_suffix: string ->",
)
def create_summary_file_writer(writer, logdir, max_queue, flush_millis, filename_suffix):
    """Makes an event file in a folder, unless the writer has one. flush_millis: in milliseconds."""
    suffix = filename_suffix.item().decode()
    writer.open(logdir.item().decode(), int(max_queue), int(flush_millis) / 1000, suffix)


@_writes("FlushSummaryWriter", "writer: resource ->")
def flush_summary_writer(writer):
    """Writes what waits to disk."""
    writer.flush()


@_writes("CloseSummaryWriter", "writer: resource ->")
def close_summary_writer(writer):
    """Flushes and closes the file."""
    writer.close()


@_writes("WriteSummary", "writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string ->")
def write_summary(writer, step, tensor, tag, summary_metadata):
    """Writes a tensor of any type under a tag. summary_metadata: a SummaryMetadata message, which may be empty."""
    value = Summary.Value(tag=tag_of(tag, "WriteSummary"), tensor=make_tensor_proto(tensor))
    if described := summary_metadata.item():
        value.metadata.CopyFrom(SummaryMetadata.FromString(described))
    writer.summarize(step, [value])


@_writes("WriteRawProtoSummary", "writer: resource, step: int64, tensor: string ->")
def write_raw_proto_summary(writer, step, tensor):
    """Writes Summary messages as they are."""
    for message in tensor.ravel():
        writer.summarize(step, Summary.FromString(message).value)


@_writes("WriteScalarSummary", "writer: resource, step: int64, tag: string, value: T ->", {"T": dtypes.REAL})
def write_scalar_summary(writer, step, tag, value):
    """Writes a number under a tag."""
    tag = tag_of(tag, "WriteScalarSummary")
    if value.size != 1:
        raise ValueError(f"scalar summary {tag!r} holds one number, its shape is {list(value.shape)}")
    writer.summarize(step, [Summary.Value(tag=tag, simple_value=float(value.item()))])


@_writes(
    "WriteHistogramSummary", "writer: resource, step: int64, tag: string, values: T=float32 ->", {"T": dtypes.REAL}
)
def write_histogram_summary(writer, step, tag, values):
    """Writes a histogram of values, all of them finite."""
    tag = tag_of(tag, "WriteHistogramSummary")
    writer.summarize(step, [Summary.Value(tag=tag, histo=finite_histogram_of(tag, values))])


@_writes(
    "WriteImageSummary",
    "writer: resource, step: int64, tag: string, tensor: T=float32, bad_color: uint8 ->",
    {"T": _FLOATING},
    minimums={"max_images": 1},
)
def write_image_summary(writer, step, tag, tensor, bad_color, *, max_images: int = 3):
    """Writes the first images of a batch."""
    writer.summarize(step, images(tag_of(tag, "WriteImageSummary"), tensor, max_images, bad_color))


@_writes(
    "WriteAudioSummary",
    "writer: resource, step: int64, tag: string, tensor: float32, sample_rate: float32 ->",
    minimums={"max_outputs": 1},
)
def write_audio_summary(writer, step, tag, tensor, sample_rate, *, max_outputs: int = 3):
    """Writes the first sounds of a batch."""
    writer.summarize(step, sounds(tag_of(tag, "WriteAudioSummary"), tensor, float(sample_rate), max_outputs))


@_writes("WriteGraphSummary", "writer: resource, step: int64, tensor: string ->")
def write_graph_summary(writer, step, tensor):
    """Writes a graph, a GraphDef message."""
    writer.write(Event(wall_time=time.time(), step=int(step), graph_def=tensor.item()))


@_writes("ImportEvent", "writer: resource, event: string ->")
def import_event(writer, event):
    """Writes an Event message as it is."""
    writer.write(Event.FromString(event.item()))
