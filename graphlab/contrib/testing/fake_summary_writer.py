"""FakeSummaryWriter: a FileWriter that records summaries in memory, for tests."""

from graphlab._src.contrib.testing.fake_summary_writer import (
    FakeSummaryWriter,
)

__all__ = [
    "FakeSummaryWriter",
]
