"""A traced run as a timeline of its operations: `timeline.Timeline(run_metadata.step_stats)`.

TensorFlow 1.15 has this as `tensorflow.python.client.timeline`.
"""

from graphlab._src.session.tracing.timeline import AllocationMaximum, StepStatsAnalysis, Timeline

__all__ = ["AllocationMaximum", "StepStatsAnalysis", "Timeline"]
