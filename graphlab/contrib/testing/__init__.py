"""tf.contrib.testing: what tests of summaries use."""

from graphlab.contrib.testing.fake_summary_writer import FakeSummaryWriter

__all__ = ["FakeSummaryWriter"]
