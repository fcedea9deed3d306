"""tf.config.optimizer: what rewrites a graph before it runs. XLA does that here, always."""

from graphlab._src.session.tf_config.optimizer import (
    get_experimental_options,
    get_jit,
    set_experimental_options,
    set_jit,
)

__all__ = [
    "get_experimental_options",
    "get_jit",
    "set_experimental_options",
    "set_jit",
]
