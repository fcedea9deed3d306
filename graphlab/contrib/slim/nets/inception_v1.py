"""Inception, version 1 (Szegedy et al., 2014, arXiv 1409.4842)."""

from graphlab._src.contrib.slim.nets.inception_v1 import (
    inception_v1,
    inception_v1_arg_scope,
    inception_v1_base,
)

__all__ = [
    "inception_v1",
    "inception_v1_arg_scope",
    "inception_v1_base",
]
