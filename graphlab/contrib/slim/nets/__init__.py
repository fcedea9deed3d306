"""tf.contrib.slim.nets: well-known networks for images, with the names of variables that published checkpoints have."""

from graphlab.contrib.slim.nets import alexnet, inception, overfeat, resnet_utils, resnet_v1, resnet_v2, vgg

__all__ = ["alexnet", "inception", "overfeat", "resnet_utils", "resnet_v1", "resnet_v2", "vgg"]
