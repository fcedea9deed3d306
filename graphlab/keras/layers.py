"""tf.keras.layers: layers with names and configurations of their own."""

from graphlab.keras.engine.input_layer import Input, InputLayer
from graphlab.layers.engine import Layer
from graphlab.layers.input_spec import InputSpec
from graphlab.layers.keras.activation import ELU, Activation, LeakyReLU, PReLU, ReLU, Softmax, ThresholdedReLU
from graphlab.layers.keras.activity import ActivityRegularization
from graphlab.layers.keras.attention import AdditiveAttention, Attention
from graphlab.layers.keras.batch_normalization import BatchNormalization
from graphlab.layers.keras.bidirectional import Bidirectional
from graphlab.layers.keras.conv import Conv1D, Conv2D, Conv3D
from graphlab.layers.keras.conv_transpose import Conv2DTranspose, Conv3DTranspose
from graphlab.layers.keras.convolutional_recurrent import ConvLSTM2D
from graphlab.layers.keras.cudnn_recurrent import CuDNNGRU, CuDNNLSTM
from graphlab.layers.keras.dense import Dense
from graphlab.layers.keras.depthwise import DepthwiseConv2D
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
from graphlab.layers.keras.known import LAYERS
from graphlab.layers.keras.lambda_layer import Lambda
from graphlab.layers.keras.layer_normalization import LayerNormalization
from graphlab.layers.keras.local import LocallyConnected1D, LocallyConnected2D
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
from graphlab.layers.keras.objects import deserialize_object, serialize_object
from graphlab.layers.keras.pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AveragePooling3D,
    MaxPooling1D,
    MaxPooling2D,
    MaxPooling3D,
)
from graphlab.layers.keras.recurrent import RNN
from graphlab.layers.keras.recurrent_cells import GRUCell, LSTMCell, SimpleRNNCell
from graphlab.layers.keras.recurrent_kinds import GRU, LSTM, SimpleRNN
from graphlab.layers.keras.reshaping import Permute, RepeatVector, Reshape
from graphlab.layers.keras.separable import SeparableConv1D, SeparableConv2D
from graphlab.layers.keras.space import (
    Cropping1D,
    Cropping2D,
    Cropping3D,
    UpSampling1D,
    UpSampling2D,
    UpSampling3D,
    ZeroPadding1D,
    ZeroPadding2D,
    ZeroPadding3D,
)
from graphlab.layers.keras.stacked_cells import AbstractRNNCell, StackedRNNCells
from graphlab.layers.keras.wrappers import TimeDistributed, Wrapper

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


LAYERS.update(
    {name: value for name, value in globals().items() if isinstance(value, type) and issubclass(value, Layer)}
)


def serialize(layer):
    """What `deserialize` makes an equal layer of."""
    return serialize_object(layer)


def deserialize(config, custom_objects=None):
    """The layer that a name or a config means."""
    return deserialize_object("layer", LAYERS, config, custom_objects)


__all__ = [
    "AbstractRNNCell",
    "Activation",
    "ActivityRegularization",
    "Add",
    "AdditiveAttention",
    "AlphaDropout",
    "Attention",
    "Average",
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "BatchNormalization",
    "Bidirectional",
    "Concatenate",
    "Conv1D",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "ConvLSTM2D",
    "Convolution1D",
    "Convolution2D",
    "Convolution2DTranspose",
    "Convolution3D",
    "Convolution3DTranspose",
    "Cropping1D",
    "Cropping2D",
    "Cropping3D",
    "CuDNNGRU",
    "CuDNNLSTM",
    "Dense",
    "DepthwiseConv2D",
    "Dot",
    "Dropout",
    "ELU",
    "Embedding",
    "Flatten",
    "GRU",
    "GRUCell",
    "GaussianDropout",
    "GaussianNoise",
    "GlobalAveragePooling1D",
    "GlobalAveragePooling2D",
    "GlobalAveragePooling3D",
    "GlobalAvgPool1D",
    "GlobalAvgPool2D",
    "GlobalAvgPool3D",
    "GlobalMaxPool1D",
    "GlobalMaxPool2D",
    "GlobalMaxPool3D",
    "GlobalMaxPooling1D",
    "GlobalMaxPooling2D",
    "GlobalMaxPooling3D",
    "Input",
    "InputLayer",
    "InputSpec",
    "LSTM",
    "LSTMCell",
    "Lambda",
    "Layer",
    "LayerNormalization",
    "LeakyReLU",
    "LocallyConnected1D",
    "LocallyConnected2D",
    "Masking",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "Maximum",
    "Minimum",
    "Multiply",
    "PReLU",
    "Permute",
    "RNN",
    "ReLU",
    "RepeatVector",
    "Reshape",
    "SeparableConv1D",
    "SeparableConv2D",
    "SeparableConvolution1D",
    "SeparableConvolution2D",
    "SimpleRNN",
    "SimpleRNNCell",
    "Softmax",
    "SpatialDropout1D",
    "SpatialDropout2D",
    "SpatialDropout3D",
    "StackedRNNCells",
    "Subtract",
    "ThresholdedReLU",
    "TimeDistributed",
    "UpSampling1D",
    "UpSampling2D",
    "UpSampling3D",
    "Wrapper",
    "ZeroPadding1D",
    "ZeroPadding2D",
    "ZeroPadding3D",
    "add",
    "average",
    "concatenate",
    "deserialize",
    "dot",
    "maximum",
    "minimum",
    "multiply",
    "serialize",
    "subtract",
]
