"""tf.keras.layers: layers with names and configurations of their own."""

from graphlab._src.keras.engine.ancillary import AddLoss, AddMetric
from graphlab._src.keras.engine.input_layer import Input, InputLayer
from graphlab._src.keras.layers.activation import ELU, Activation, LeakyReLU, PReLU, ReLU, Softmax, ThresholdedReLU
from graphlab._src.keras.layers.activity import ActivityRegularization
from graphlab._src.keras.layers.attention import AdditiveAttention, Attention
from graphlab._src.keras.layers.batch_normalization import BatchNormalization
from graphlab._src.keras.layers.bidirectional import Bidirectional
from graphlab._src.keras.layers.conv import Conv1D, Conv2D, Conv3D
from graphlab._src.keras.layers.conv_transpose import Conv2DTranspose, Conv3DTranspose
from graphlab._src.keras.layers.convolutional_recurrent import ConvLSTM2D
from graphlab._src.keras.layers.cudnn_recurrent import CuDNNGRU, CuDNNLSTM
from graphlab._src.keras.layers.dense import Dense
from graphlab._src.keras.layers.depthwise import DepthwiseConv2D
from graphlab._src.keras.layers.dropout import Dropout
from graphlab._src.keras.layers.embedding import Embedding
from graphlab._src.keras.layers.flatten import Flatten
from graphlab._src.keras.layers.global_pooling import (
    GlobalAveragePooling1D,
    GlobalAveragePooling2D,
    GlobalAveragePooling3D,
    GlobalMaxPooling1D,
    GlobalMaxPooling2D,
    GlobalMaxPooling3D,
)
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.lambda_layer import Lambda
from graphlab._src.keras.layers.layer import Layer, TensorFlowOpLayer
from graphlab._src.keras.layers.layer_normalization import LayerNormalization
from graphlab._src.keras.layers.layer_registry import LAYERS, layer_from
from graphlab._src.keras.layers.local import LocallyConnected1D, LocallyConnected2D
from graphlab._src.keras.layers.masking import Masking
from graphlab._src.keras.layers.merging import (
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
from graphlab._src.keras.layers.merging import maximum_of as maximum
from graphlab._src.keras.layers.merging import minimum_of as minimum
from graphlab._src.keras.layers.noise import (
    AlphaDropout,
    GaussianDropout,
    GaussianNoise,
    SpatialDropout1D,
    SpatialDropout2D,
    SpatialDropout3D,
)
from graphlab._src.keras.layers.object_registry import deserialize_object, serialize_object
from graphlab._src.keras.layers.pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AveragePooling3D,
    MaxPooling1D,
    MaxPooling2D,
    MaxPooling3D,
)
from graphlab._src.keras.layers.recurrent import RNN
from graphlab._src.keras.layers.recurrent_cells import GRUCell, LSTMCell, SimpleRNNCell
from graphlab._src.keras.layers.recurrent_layers import GRU, LSTM, SimpleRNN
from graphlab._src.keras.layers.reshaping import Permute, RepeatVector, Reshape
from graphlab._src.keras.layers.separable import SeparableConv1D, SeparableConv2D
from graphlab._src.keras.layers.spatial import (
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
from graphlab._src.keras.layers.stacked_cells import AbstractRNNCell, StackedRNNCells
from graphlab._src.keras.layers.wrappers import TimeDistributed, Wrapper

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
LAYERS.update(AddLoss=AddLoss, AddMetric=AddMetric, TensorFlowOpLayer=TensorFlowOpLayer)


def serialize(layer):
    """What `deserialize` makes an equal layer of."""
    return serialize_object(layer)


def deserialize(config, custom_objects=None):
    """The layer that a name or a config means."""
    return layer_from(config, custom_objects)
