"""tf.contrib.summary: summaries that a run writes by itself, into the default writer."""

from graphlab._src.contrib.summary.recording import (
    always_record_summaries,
    never_record_summaries,
    record_summaries_every_n_global_steps,
    should_record_summaries,
)
from graphlab._src.contrib.summary.writers import create_summary_file_writer, eval_dir
from graphlab._src.summary.graph_writers import (
    SummaryWriter,
    create_file_writer,
    flush,
    import_event,
    initialize,
    summary_writer_initializer_op,
)
from graphlab._src.summary.graph_writers import all_v2_summary_ops as all_summary_ops
from graphlab.contrib.summary.summaries import audio, generic, graph, histogram, image, scalar

__all__ = [
    "SummaryWriter",
    "all_summary_ops",
    "always_record_summaries",
    "audio",
    "create_file_writer",
    "create_summary_file_writer",
    "eval_dir",
    "flush",
    "generic",
    "graph",
    "histogram",
    "image",
    "import_event",
    "initialize",
    "never_record_summaries",
    "record_summaries_every_n_global_steps",
    "scalar",
    "should_record_summaries",
    "summary_writer_initializer_op",
]
