"""tf.layers: layers as functions and as objects, with variables in variable scopes."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach
from graphlab._src.layers.batch_normalization import BatchNormalization, batch_normalization
from graphlab._src.layers.dense import Dense, dense
from graphlab._src.layers.dropout import Dropout, dropout
from graphlab._src.layers.flatten import Flatten, flatten

# What is not in the block has the name of its module, which would be found in its place.
if TYPE_CHECKING:
    from graphlab._src.keras.layers.input_spec import InputSpec
    from graphlab._src.layers.base_layer import Layer
    from graphlab._src.layers.conv import Conv1D, Conv2D, Conv3D, conv1d, conv2d, conv3d
    from graphlab._src.layers.conv_transpose import Conv2DTranspose, Conv3DTranspose, conv2d_transpose, conv3d_transpose
    from graphlab._src.layers.pooling import (
        AveragePooling1D,
        AveragePooling2D,
        AveragePooling3D,
        MaxPooling1D,
        MaxPooling2D,
        MaxPooling3D,
        average_pooling1d,
        average_pooling2d,
        average_pooling3d,
        max_pooling1d,
        max_pooling2d,
        max_pooling3d,
    )
    from graphlab._src.layers.separable import SeparableConv1D, SeparableConv2D, separable_conv1d, separable_conv2d
    from graphlab.layers import experimental as experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "BatchNormalization",
    "Conv1D",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "Dense",
    "Dropout",
    "Flatten",
    "InputSpec",
    "Layer",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "SeparableConv1D",
    "SeparableConv2D",
    "average_pooling1d",
    "average_pooling2d",
    "average_pooling3d",
    "batch_normalization",
    "conv1d",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "dense",
    "dropout",
    "experimental",
    "flatten",
    "max_pooling1d",
    "max_pooling2d",
    "max_pooling3d",
    "separable_conv1d",
    "separable_conv2d",
]
