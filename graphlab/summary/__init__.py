"""tf.summary: event files that TensorBoard reads."""

from graphlab.proto import Event, SessionLog, Summary, SummaryDescription, TaggedRunMetadata
from graphlab.summary.scalar import scalar
from graphlab.summary.writer import FileWriter, FileWriterCache

__all__ = [
    "Event",
    "FileWriter",
    "FileWriterCache",
    "SessionLog",
    "Summary",
    "SummaryDescription",
    "TaggedRunMetadata",
    "scalar",
]
