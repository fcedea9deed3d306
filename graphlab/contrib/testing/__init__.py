"""tf.contrib.testing: what tests of summaries use."""

from graphlab._src.contrib.testing.event_files import (
    assert_summary,
    latest_event_file,
    latest_events,
    latest_summaries,
    simple_values_from_events,
    to_summary_proto,
)
from graphlab.contrib.testing.fake_summary_writer import FakeSummaryWriter

__all__ = [
    "FakeSummaryWriter",
    "assert_summary",
    "latest_event_file",
    "latest_events",
    "latest_summaries",
    "simple_values_from_events",
    "to_summary_proto",
]
