"""FakeSummaryWriter: a FileWriter that keeps what it gets in memory, for tests."""

from graphlab._src.contrib.testing.fake_summary_writer import (
    FakeSummaryWriter,
)

__all__ = [
    "FakeSummaryWriter",
]
