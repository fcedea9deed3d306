"""Inception, version 2 (Ioffe and Szegedy, 2015, arXiv 1502.03167)."""

from graphlab._src.contrib.slim.nets.inception_v2 import (
    inception_v2,
    inception_v2_arg_scope,
    inception_v2_base,
)

__all__ = [
    "inception_v2",
    "inception_v2_arg_scope",
    "inception_v2_base",
]
