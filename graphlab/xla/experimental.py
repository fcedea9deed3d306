"""tf.xla.experimental: functions and blocks whose operations are marked for XLA."""

from graphlab._src.contrib.compiler import compile_ as compile  # noqa: A004
from graphlab._src.contrib.compiler import experimental_jit_scope as jit_scope

__all__ = ["compile", "jit_scope"]
