"""tf.contrib.compiler.xla: a function whose operations XLA compiles."""

from graphlab._src.contrib.compiler import compile_ as compile  # noqa: A004

__all__ = ["compile"]
