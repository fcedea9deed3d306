"""The parts of both residual networks: blocks of units, stacked up to an output stride."""

from graphlab._src.contrib.slim.nets.resnet_utils import (
    DEPTHS,
    Block,
    bottleneck_block,
    conv2d_same,
    four_blocks,
    resnet,
    resnet_arg_scope,
    stack_blocks_dense,
    subsample,
)

__all__ = [
    "Block",
    "DEPTHS",
    "bottleneck_block",
    "conv2d_same",
    "four_blocks",
    "resnet",
    "resnet_arg_scope",
    "stack_blocks_dense",
    "subsample",
]
