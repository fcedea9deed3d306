"""tf.contrib.compiler: XLA compiles every run; what programs say about it has no other effect."""

from graphlab.contrib.compiler import jit as jit
from graphlab.contrib.compiler import xla as xla

__all__ = [
    "jit",
    "xla",
]
