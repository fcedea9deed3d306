"""tf.profiler: parameters, floating point operations, time and memory of a model's parts."""

from graphlab._src.session.profiling.options import ProfileOptionBuilder
from graphlab._src.session.profiling.profile import Profiler, profile

__all__ = ["ProfileOptionBuilder", "Profiler", "profile"]
