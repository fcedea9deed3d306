"""tf.summary: summaries of a run for TensorBoard, and their event files."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach
from graphlab._src.summary.audio import audio
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.image import image
from graphlab._src.summary.live import live
from graphlab._src.summary.merge import merge, merge_all
from graphlab._src.summary.scalar import scalar

# What is not in the block has the name of its module, which would be found in its place.
if TYPE_CHECKING:
    from graphlab._src.proto import Event, SessionLog, Summary, SummaryDescription, TaggedRunMetadata
    from graphlab._src.summary.graph_writers import all_v2_summary_ops, initialize
    from graphlab._src.summary.tensor import get_summary_description, tensor_summary, text
    from graphlab._src.summary.writer import FileWriter, FileWriterCache
else:
    __getattr__, __dir__ = attach(__name__)

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
