"""ConvLSTM2D: long short-term memory of images, whose gates are convolutions."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.recurrent import RNN, state_variable
from graphlab._src.keras.layers.recurrent_cells import LSTMCell
from graphlab._src.keras.layers.recurrent_layers import WithCell
from graphlab._src.keras.layers.recurrent_states import as_list
from graphlab._src.keras.layers.windows import (
    conv_output_length,
    convert_data_format,
    normalize_padding,
    normalize_tuple,
    space_axes,
)
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.convolution.convolution import convolution
from graphlab._src.ops.joining import split
from graphlab._src.ops.reduction import reduce_sum

_WINDOW = ("filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate")


class ConvLSTM2DCell(LSTMCell):
    """A step of ConvLSTM2D. Its arguments are those of ConvLSTM2D that say how a step is made."""

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = (1, 1),
        padding="valid",
        data_format=None,
        dilation_rate: Any = (1, 1),
        activation: Any = "tanh",
        *args,
        **kwargs,
    ):
        super().__init__(filters, activation, *args, **kwargs)
        self.filters = filters
        self.kernel_size = normalize_tuple(kernel_size, 2, "kernel_size")
        self.strides = normalize_tuple(strides, 2, "strides")
        self.padding: Any = normalize_padding(padding)
        self.data_format = normalize_data_format(data_format)
        self.dilation_rate = normalize_tuple(dilation_rate, 2, "dilation_rate")
        self.state_size = (filters, filters)

    @property
    def _form(self):
        return convert_data_format(self.data_format, 4)

    def build(self, input_shape):
        """Makes kernel, recurrent_kernel and bias."""
        channels = TensorShape(input_shape).as_list()[1 if self.data_format == "channels_first" else -1]
        if channels is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        width = self.filters * 4
        self.kernel_shape = (*self.kernel_size, channels, width)
        self.kernel = self._weight("kernel", "kernel", self.kernel_shape)
        self.recurrent_kernel = self._weight("recurrent_kernel", "recurrent", (*self.kernel_size, self.filters, width))
        self.bias = self._bias(width) if self.use_bias else None
        self.built = True

    def input_conv(self, x, w, b=None, padding="valid"):
        """Inputs convolved with filters, plus a bias."""
        found = convolution(x, w, padding.upper(), self.strides, self.dilation_rate, data_format=self._form)
        return found if b is None else bias_add(found, b, data_format=self._form)

    def recurrent_conv(self, x, w):
        """A state convolved with filters."""
        return convolution(x, w, "SAME", data_format=self._form)

    def call(self, inputs, states, training=None):
        """(output, [output, what is remembered])."""
        before, memory = states
        kernels, inner = split(self.kernel, 4, axis=3), split(self.recurrent_kernel, 4, axis=3)
        biases = [None] * 4 if self.bias is None else split(self.bias, 4)
        taken, hidden = self._inputs(inputs, training, 4), self._states(before, training, 4)
        x = [self.input_conv(*parts, padding=self.padding) for parts in zip(taken, kernels, biases, strict=True)]
        gates = [
            part + self.recurrent_conv(state, kernel) for part, state, kernel in zip(x, hidden, inner, strict=True)
        ]
        memory, opened = self._gated(gates, memory)
        output = opened * self.activation(memory)
        return output, [output, memory]

    def settings(self):
        """The arguments that make an equal cell, but for those that every layer has."""
        own = super().settings()
        for name in ("units", "implementation"):
            del own[name]
        return {**{name: getattr(self, name) for name in _WINDOW}, **own}


class ConvRNN2D(RNN):
    """A cell over the steps of sequences of images: [batch, steps, height, width, channels].

    cell: a layer with state_size, call(inputs, states) and input_conv, and with filters, kernel_size, kernel_shape, strides,
    padding, dilation_rate and data_format of the convolution that its states come from.
    """

    _has_loop_limit = True

    def __init__(
        self,
        cell,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        unroll=False,
        **kwargs,
    ):
        if unroll:
            raise TypeError("Unrolling isn't possible with convolutional RNNs.")
        if isinstance(cell, (list, tuple)):
            raise TypeError("It is not possible at the moment to stack convolutional cells.")
        super().__init__(cell, return_sequences, return_state, go_backwards, stateful, unroll, **kwargs)
        self.input_spec = [InputSpec(ndim=5)]

    def _check_states(self):
        """The states are images: their sizes follow from the inputs'."""

    def _shape_of_state(self, input_shape):
        """The shape of a state, for inputs of [batch, …]."""
        cell = self.cell
        sizes: Any = TensorShape(input_shape).as_list()
        for number, axis in enumerate(space_axes(cell.data_format, 2)):
            window = cell.kernel_size[number], cell.padding, cell.strides[number], cell.dilation_rate[number]
            sizes[axis] = conv_output_length(sizes[axis], *window)
        sizes[1 if cell.data_format == "channels_first" else -1] = cell.filters
        return sizes

    def _make_states(self, batch, features):
        state = self._shape_of_state([batch, *features])
        if None in state:
            raise ValueError(
                "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: \n"
                "- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to your "
                "first layer.\n- If using the functional API, specify the time dimension by passing a `batch_shape` argument "
                "to your Input layer.\nThe same thing goes for the number of rows and columns."
            )
        return [state_variable(state) for _ in as_list(self.cell.state_size)]

    def compute_output_shape(self, input_shape):
        """[batch, height, width, filters], or with the steps with return_sequences; and the states'."""
        batch, steps, *features = self._sizes_of_input(input_shape)
        state = self._shape_of_state([batch, *features])
        own = TensorShape([batch, steps, *state[1:]] if self.return_sequences else state)
        return [own, TensorShape(state), TensorShape(state)] if self.return_state else own

    def get_initial_state(self, inputs):
        """Zeros of the size of the outputs."""
        first = reduce_sum(zeros_like(inputs), axis=1)
        kernel = zeros((*self.cell.kernel_shape[:-1], self.cell.filters), inputs.dtype)
        blank = self.cell.input_conv(first, kernel, padding=self.cell.padding)
        return [blank for _ in as_list(self.cell.state_size)]


class ConvLSTM2D(WithCell, ConvRNN2D):
    """Long short-term memory over sequences of images (Shi et al., 2015).

    inputs: [batch, steps, height, width, channels].  filters: the channels of output and states.
    kernel_size, strides, padding, data_format, dilation_rate: of the convolutions of the inputs.
    """

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = (1, 1),
        padding="valid",
        data_format=None,
        dilation_rate: Any = (1, 1),
        activation: Any = "tanh",
        recurrent_activation: Any = "hard_sigmoid",
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias=True,
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        return_sequences=False,
        go_backwards=False,
        stateful=False,
        dropout=0.0,
        recurrent_dropout=0.0,
        **kwargs,
    ):
        super().__init__(ConvLSTM2DCell, forwarded(locals()))
        self.input_spec = [InputSpec(ndim=5)]
