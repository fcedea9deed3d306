"""VGG (Simonyan and Zisserman, 2014, arXiv 1409.1556): nets A, D (16 layers) and E (19)."""

from graphlab._src.contrib.slim.nets.vgg import (
    vgg_16,
    vgg_19,
    vgg_a,
    vgg_arg_scope,
    vgg_d,
    vgg_e,
)

__all__ = [
    "vgg_16",
    "vgg_19",
    "vgg_a",
    "vgg_arg_scope",
    "vgg_d",
    "vgg_e",
]
