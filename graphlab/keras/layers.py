"""tf.keras.layers: layers with names and configurations of their own."""

from graphlab.keras.engine.input_layer import Input, InputLayer
from graphlab.layers.engine import Layer
from graphlab.layers.input_spec import InputSpec
from graphlab.layers.keras.activation import ELU, Activation, LeakyReLU, PReLU, ReLU, Softmax, ThresholdedReLU
from graphlab.layers.keras.batch_normalization import BatchNormalization
from graphlab.layers.keras.conv import Conv1D, Conv2D, Conv3D
from graphlab.layers.keras.conv_transpose import Conv2DTranspose, Conv3DTranspose
from graphlab.layers.keras.dense import Dense
from graphlab.layers.keras.dropout import Dropout
from graphlab.layers.keras.embedding import Embedding
from graphlab.layers.keras.flatten import Flatten
from graphlab.layers.keras.global_pooling import (
    GlobalAveragePooling1D,
    GlobalAveragePooling2D,
    GlobalAveragePooling3D,
    GlobalMaxPooling1D,
    GlobalMaxPooling2D,
    GlobalMaxPooling3D,
)
from graphlab.layers.keras.lambda_layer import Lambda
from graphlab.layers.keras.masking import Masking
from graphlab.layers.keras.merging import (
    Add,
    Average,
    Concatenate,
    Dot,
    Maximum,
    Minimum,
    Multiply,
    Subtract,
    add,
    average,
    concatenate,
    dot,
    multiply,
    subtract,
)
from graphlab.layers.keras.merging import maximum_of as maximum
from graphlab.layers.keras.merging import minimum_of as minimum
from graphlab.layers.keras.noise import (
    AlphaDropout,
    GaussianDropout,
    GaussianNoise,
    SpatialDropout1D,
    SpatialDropout2D,
    SpatialDropout3D,
)
from graphlab.layers.keras.pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AveragePooling3D,
    MaxPooling1D,
    MaxPooling2D,
    MaxPooling3D,
)
from graphlab.layers.keras.reshaping import Permute, RepeatVector, Reshape
from graphlab.layers.keras.separable import SeparableConv1D, SeparableConv2D

AvgPool1D = AveragePooling1D
MaxPool1D = MaxPooling1D
GlobalAvgPool1D = GlobalAveragePooling1D
GlobalMaxPool1D = GlobalMaxPooling1D
Convolution1D = Conv1D
AvgPool2D = AveragePooling2D
MaxPool2D = MaxPooling2D
GlobalAvgPool2D = GlobalAveragePooling2D
GlobalMaxPool2D = GlobalMaxPooling2D
Convolution2D = Conv2D
AvgPool3D = AveragePooling3D
MaxPool3D = MaxPooling3D
GlobalAvgPool3D = GlobalAveragePooling3D
GlobalMaxPool3D = GlobalMaxPooling3D
Convolution3D = Conv3D
Convolution2DTranspose = Conv2DTranspose
Convolution3DTranspose = Conv3DTranspose
SeparableConvolution1D = SeparableConv1D
SeparableConvolution2D = SeparableConv2D

__all__ = [
    "Input",
    "InputLayer",
    "Layer",
    "InputSpec",
    "ELU",
    "Activation",
    "LeakyReLU",
    "PReLU",
    "ReLU",
    "Softmax",
    "ThresholdedReLU",
    "BatchNormalization",
    "Conv1D",
    "Conv2D",
    "Conv3D",
    "Conv2DTranspose",
    "Conv3DTranspose",
    "Dense",
    "Dropout",
    "Embedding",
    "Flatten",
    "GlobalAveragePooling1D",
    "GlobalAveragePooling2D",
    "GlobalAveragePooling3D",
    "GlobalMaxPooling1D",
    "GlobalMaxPooling2D",
    "GlobalMaxPooling3D",
    "Lambda",
    "Masking",
    "Add",
    "Average",
    "Concatenate",
    "Dot",
    "Maximum",
    "Minimum",
    "Multiply",
    "Subtract",
    "add",
    "average",
    "concatenate",
    "dot",
    "multiply",
    "subtract",
    "maximum",
    "minimum",
    "AlphaDropout",
    "GaussianDropout",
    "GaussianNoise",
    "SpatialDropout1D",
    "SpatialDropout2D",
    "SpatialDropout3D",
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "Permute",
    "RepeatVector",
    "Reshape",
    "SeparableConv1D",
    "SeparableConv2D",
    "AvgPool1D",
    "MaxPool1D",
    "GlobalAvgPool1D",
    "GlobalMaxPool1D",
    "Convolution1D",
    "AvgPool2D",
    "MaxPool2D",
    "GlobalAvgPool2D",
    "GlobalMaxPool2D",
    "Convolution2D",
    "AvgPool3D",
    "MaxPool3D",
    "GlobalAvgPool3D",
    "GlobalMaxPool3D",
    "Convolution3D",
    "Convolution2DTranspose",
    "Convolution3DTranspose",
    "SeparableConvolution1D",
    "SeparableConvolution2D",
]
