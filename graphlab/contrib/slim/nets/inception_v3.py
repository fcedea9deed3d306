"""Inception, version 3 (Szegedy et al., 2015, arXiv 1512.00567)."""

from graphlab._src.contrib.slim.nets.inception_v3 import (
    inception_v3,
    inception_v3_arg_scope,
    inception_v3_base,
)

__all__ = [
    "inception_v3",
    "inception_v3_arg_scope",
    "inception_v3_base",
]
