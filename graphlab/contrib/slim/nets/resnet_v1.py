"""Residual networks (He et al., 2015, arXiv 1512.03385): activation after the sum."""

from graphlab._src.contrib.slim.nets.resnet_v1 import (
    bottleneck,
    resnet_arg_scope,
    resnet_v1,
    resnet_v1_50,
    resnet_v1_101,
    resnet_v1_152,
    resnet_v1_200,
    resnet_v1_block,
)
from graphlab.contrib.slim.nets import resnet_utils

__all__ = [
    "bottleneck",
    "resnet_arg_scope",
    "resnet_utils",
    "resnet_v1",
    "resnet_v1_101",
    "resnet_v1_152",
    "resnet_v1_200",
    "resnet_v1_50",
    "resnet_v1_block",
]
