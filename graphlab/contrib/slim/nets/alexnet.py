"""AlexNet, as "One weird trick for parallelizing convolutional neural networks" has it (arXiv 1404.5997)."""

from graphlab._src.contrib.slim.nets.alexnet import (
    alexnet_v2,
    alexnet_v2_arg_scope,
)

__all__ = [
    "alexnet_v2",
    "alexnet_v2_arg_scope",
]
