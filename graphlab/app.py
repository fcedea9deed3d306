"""tf.app: runs a program's main function with its command-line flags parsed."""

from graphlab._src.base.app import (
    flags,
    run,
)

__all__ = [
    "flags",
    "run",
]
