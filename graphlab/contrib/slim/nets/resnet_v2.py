"""Residual networks (He et al., 2016, arXiv 1603.05027): normalization and activation before each product."""

from graphlab._src.contrib.slim.nets.resnet_v2 import (
    bottleneck,
    resnet_arg_scope,
    resnet_v2,
    resnet_v2_50,
    resnet_v2_101,
    resnet_v2_152,
    resnet_v2_200,
    resnet_v2_block,
)
from graphlab.contrib.slim.nets import resnet_utils

__all__ = [
    "bottleneck",
    "resnet_arg_scope",
    "resnet_utils",
    "resnet_v2",
    "resnet_v2_101",
    "resnet_v2_152",
    "resnet_v2_200",
    "resnet_v2_50",
    "resnet_v2_block",
]
