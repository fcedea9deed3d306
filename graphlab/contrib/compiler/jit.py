"""tf.contrib.compiler.jit: a block whose operations are marked for XLA."""

from graphlab._src.contrib.compiler import (
    experimental_jit_scope,
)

__all__ = [
    "experimental_jit_scope",
]
