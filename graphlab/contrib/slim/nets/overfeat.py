"""OverFeat (Sermanet et al., 2014, arXiv 1312.6229), the fast net."""

from graphlab._src.contrib.slim.nets.overfeat import (
    overfeat,
    overfeat_arg_scope,
)

__all__ = [
    "overfeat",
    "overfeat_arg_scope",
]
