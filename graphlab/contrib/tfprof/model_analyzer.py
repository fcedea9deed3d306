"""tf.contrib.tfprof.model_analyzer: profiles of models."""

from graphlab._src.contrib.tfprof.model_analyzer import (
    FLOAT_OPS_OPTIONS,
    PRINT_ALL_TIMING_MEMORY,
    TRAINABLE_VARS_PARAMS_STAT_OPTIONS,
    print_model_analysis,
)
from graphlab._src.session.profiling.profile import Profiler

__all__ = [
    "FLOAT_OPS_OPTIONS",
    "PRINT_ALL_TIMING_MEMORY",
    "Profiler",
    "TRAINABLE_VARS_PARAMS_STAT_OPTIONS",
    "print_model_analysis",
]
