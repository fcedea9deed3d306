"""ConvLSTMCell: an LSTM whose products are convolutions."""

from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph.attributes import attribute
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, RNNCell
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.convolution.conv1d import conv1d
from graphlab._src.ops.convolution.conv2d import conv2d
from graphlab._src.ops.convolution.conv3d import conv3d
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable

_CONVOLUTIONS: Any = {1: (conv1d, 1), 2: (conv2d, [1] * 4), 3: (conv3d, [1] * 5)}


class ConvLSTMCell(RNNCell):
    """An LSTM over images, whose products are convolutions (Shi et al., 2015, arXiv 1506.04214).

    conv_ndims: 1, 2 or 3.  input_shape: [size…, channels] of the inputs, without the batch.
    output_channels: of c and h.  kernel_shape: of the convolution, conv_ndims sizes.
    skip_connection: the inputs come after the output's channels.  initializers: not used, as in TensorFlow.
    """

    def __init__(
        self,
        conv_ndims,
        input_shape,
        output_channels,
        kernel_shape,
        use_bias=True,
        skip_connection=False,
        forget_bias=1.0,
        initializers=None,
        name="conv_lstm_cell",
    ):
        super().__init__(name=name)
        if conv_ndims != len(input_shape) - 1:
            raise ValueError(f"Invalid input_shape {input_shape} for conv_ndims={conv_ndims}.")
        *sizes, channels = input_shape
        self._conv_ndims = conv_ndims
        self._output_channels = output_channels
        self._kernel_shape = list(kernel_shape)
        self._use_bias = use_bias
        self._skip_connection = skip_connection
        self._forget_bias = forget_bias
        state = TensorShape([*sizes, output_channels])
        self._state_size = LSTMStateTuple(state, state)
        self._output_size = TensorShape([*sizes, output_channels + (channels if skip_connection else 0)])

    output_size = attribute("_output_size", "[size…, output_channels], and the inputs' channels with skip_connection.")
    state_size = attribute("_state_size", "LSTMStateTuple of two [size…, output_channels].")

    def call(self, inputs, state, scope=None):
        """(output, next state)."""
        c, h = state
        axis = self._conv_ndims + 1
        i, j, f, o = split(value=self._convolve(inputs, h), num_or_size_splits=4, axis=axis)
        c = sigmoid(f + self._forget_bias) * c
        c += sigmoid(i) * tanh(j)
        output = tanh(c) * sigmoid(o)
        if self._skip_connection:
            output = concat([output, inputs], axis=-1)
        return output, LSTMStateTuple(c, output)

    def _convolve(self, inputs, h):
        for tensor in (inputs, h):
            if tensor.shape.ndims != self._conv_ndims + 2:
                raise ValueError(
                    f"Conv Linear expects 3D, 4D or 5D arguments, all of one rank, here {self._conv_ndims + 2}: "
                    f"{[inputs.shape, h.shape]}"
                )
        depth = sum(tensor.shape.as_list()[-1] for tensor in (inputs, h))
        convolution, strides = _CONVOLUTIONS[self._conv_ndims]
        features = 4 * self._output_channels
        kernel = get_variable("kernel", [*self._kernel_shape, depth, features], dtype=inputs.dtype)
        result = convolution(concat([inputs, h], self._conv_ndims + 1), kernel, strides, padding="SAME")
        if not self._use_bias:
            return result
        zeros = constant_initializer(0.0, dtype=inputs.dtype)
        return result + get_variable("biases", [features], dtype=inputs.dtype, initializer=zeros)


class Conv1DLSTMCell(ConvLSTMCell):
    """A ConvLSTMCell over [length, channels]; its arguments are that one's, by keyword."""

    def __init__(self, name="conv_1d_lstm_cell", **kwargs):
        super().__init__(conv_ndims=1, name=name, **kwargs)


class Conv2DLSTMCell(ConvLSTMCell):
    """A ConvLSTMCell over [height, width, channels]; its arguments are that one's, by keyword."""

    def __init__(self, name="conv_2d_lstm_cell", **kwargs):
        super().__init__(conv_ndims=2, name=name, **kwargs)


class Conv3DLSTMCell(ConvLSTMCell):
    """A ConvLSTMCell over [depth, height, width, channels]; its arguments are that one's, by keyword."""

    def __init__(self, name="conv_3d_lstm_cell", **kwargs):
        super().__init__(conv_ndims=3, name=name, **kwargs)
