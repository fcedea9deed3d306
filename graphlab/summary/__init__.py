"""tf.summary: what a run tells TensorBoard, and the event files that hold it."""

from graphlab.later import later
from graphlab.summary.audio import audio
from graphlab.summary.histogram import histogram
from graphlab.summary.image import image
from graphlab.summary.live import live
from graphlab.summary.merge import merge, merge_all
from graphlab.summary.scalar import scalar

# What is not in the block has the name of its module, which would be found in its place.
with later(__name__):
    from graphlab.proto import Event, SessionLog, Summary, SummaryDescription, TaggedRunMetadata
    from graphlab.summary.graph_writers import all_v2_summary_ops, initialize
    from graphlab.summary.tensor import get_summary_description, tensor_summary, text
    from graphlab.summary.writer import FileWriter, FileWriterCache

__all__ = [
    "Event",
    "FileWriter",
    "FileWriterCache",
    "SessionLog",
    "Summary",
    "SummaryDescription",
    "TaggedRunMetadata",
    "all_v2_summary_ops",
    "audio",
    "get_summary_description",
    "histogram",
    "image",
    "initialize",
    "live",
    "merge",
    "merge_all",
    "scalar",
    "tensor_summary",
    "text",
]
