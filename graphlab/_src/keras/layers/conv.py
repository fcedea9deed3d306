"""Conv1D, Conv2D, Conv3D: sequences, images and volumes convolved with trained filters."""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.layers import activations, constraints, initializers, regularizers
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.kernel_and_bias import KernelAndBias
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.windows import (
    conv_output_length,
    convert_data_format,
    normalize_padding,
    normalize_tuple,
    space_axes,
)
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.convolution.conv1d import conv1d
from graphlab._src.ops.convolution.conv2d import conv2d
from graphlab._src.ops.convolution.conv3d import conv3d
from graphlab._src.ops.convolution.convolution import steps
from graphlab._src.ops.convolution.dilated import with_space_to_batch
from graphlab._src.ops.padding import pad
from graphlab._src.ops.shape import reshape

_OPERATIONS = {1: conv1d, 2: conv2d, 3: conv3d}


class Conv(KernelAndBias, Layer):
    """Inputs convolved with filters, plus a bias, through an activation.

    rank: how many axes of space there are.  filters: how many.
    kernel_size, strides, dilation_rate: a number for each axis of space, or one for all.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    inputs: [batch, space…, channels].  kernel: [space…, channels, filters].  bias: [filters].
    activation: a function or its name; None for none.  use_bias: False leaves the bias out.
    *_initializer: of kernel_… and bias_….  *_regularizer: functions whose results are losses.
    *_constraint: functions of a variable that optimizers apply.
    """

    _kernels = ("kernel",)

    def __init__(
        self,
        rank,
        filters,
        kernel_size,
        strides: Any = 1,
        padding: Any = "valid",
        data_format=None,
        dilation_rate: Any = 1,
        activation=None,
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        arguments = locals()
        super().__init__(
            trainable=trainable,
            name=name,
            activity_regularizer=regularizers.get(activity_regularizer),
            **kwargs,
        )
        self.rank = rank
        self.filters = filters
        self.kernel_size = normalize_tuple(kernel_size, self.rank, "kernel_size")
        self.strides = normalize_tuple(strides, self.rank, "strides")
        self.padding = normalize_padding(padding)
        if self.padding == "causal" and self.rank != 1:
            raise ValueError("Causal padding is only supported for `Conv1D`and ``SeparableConv1D`.")
        self.data_format = normalize_data_format(data_format)
        self.dilation_rate = normalize_tuple(dilation_rate, self.rank, "dilation_rate")
        self._set_kernel_and_bias(arguments)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def build(self, input_shape):
        """Makes kernel and bias; ValueError when the number of channels is not known."""
        channels = self._channels(input_shape)
        self.kernel = self._make_kernel("kernel", (*self.kernel_size, channels, self.filters))
        self._make_bias()
        self._convolution_op = self._convolution()
        self.built = True

    def _convolution(self):
        """The function of inputs and filters that convolves them."""
        strides, rates = steps(self.rank, self.strides, self.dilation_rate)
        strides = strides[0] if self.rank == 1 else self._with_all_axes(strides)
        rates = convert_to_tensor(rates, name="dilation_rate")
        data_format = convert_data_format(self.data_format, self.rank + 2)

        def convolution(inputs, filters):
            def convolve(images, _, padding):
                return _OPERATIONS[self.rank](images, filters, strides, padding, data_format=data_format)

            axes = space_axes(self.data_format, self.rank)
            return with_space_to_batch(inputs, rates, self._op_padding(), convolve, filters.shape, axes, data_format)

        return convolution

    def _channels(self, input_shape):
        """The number of channels, which inputs must have from now on."""
        axis = 1 if self.data_format == "channels_first" else -1
        channels = TensorShape(input_shape).as_list()[axis]
        if channels is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={axis: channels})
        return channels

    def _make_kernel(self, name, shape):
        prefix = name if name == "kernel" else name.removesuffix("_kernel")
        return self.add_weight(
            name=name,
            shape=shape,
            initializer=getattr(self, prefix + "_initializer"),
            regularizer=getattr(self, prefix + "_regularizer"),
            constraint=getattr(self, prefix + "_constraint"),
            trainable=True,
            dtype=self.dtype,
        )

    def _make_bias(self):
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                name="bias",
                shape=(self.filters,),
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
                trainable=True,
                dtype=self.dtype,
            )

    def _with_all_axes(self, numbers):
        """The numbers for the axes of space, with a 1 for batch and channels each."""
        return [1, *numbers, 1] if self.data_format == "channels_last" else [1, 1, *numbers]

    def _op_padding(self):
        padding: Any = "valid" if self.padding == "causal" else self.padding
        return padding if isinstance(padding, (list, tuple)) else padding.upper()

    def call(self, inputs):
        """The inputs, convolved with the filters."""
        if self.padding == "causal":
            inputs = pad(inputs, self._compute_causal_padding())
        return self._activated(self._with_bias(self._convolution_op(inputs, self.kernel)))

    def _with_bias(self, outputs):
        if not self.use_bias:
            return outputs
        if self.data_format == "channels_last":
            return bias_add(outputs, self.bias, data_format="NHWC")
        if self.rank == 1:
            return outputs + reshape(self.bias, (1, self.filters, 1))
        return bias_add(outputs, self.bias, data_format="NCHW")

    def _activated(self, outputs):
        return outputs if self.activation is None else self.activation(outputs)

    def _compute_causal_padding(self):
        """Zeros before the beginning, so that no output sees a later input."""
        before = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
        return [[0, 0], before, [0, 0]] if self.data_format == "channels_last" else [[0, 0], [0, 0], before]

    def compute_output_shape(self, input_shape):
        """[batch, space…, filters], as strides and padding make it."""
        return self._output_shape(
            input_shape,
            [
                lambda length, i=i: conv_output_length(
                    length, self.kernel_size[i], self.padding, self.strides[i], self.dilation_rate[i]
                )
                for i in range(self.rank)
            ],
        )

    def _output_shape(self, input_shape, lengths):
        """The shape with new sizes of space, each made of the old one, and with `filters` channels."""
        sizes = TensorShape(input_shape).as_list()
        for axis, length in zip(space_axes(self.data_format, self.rank), lengths, strict=True):
            sizes[axis] = length(sizes[axis])
        sizes[-1 if self.data_format == "channels_last" else 1] = self.filters
        return TensorShape(sizes)

    def get_config(self):
        """The arguments that make an equal layer."""
        config = {
            **super().get_config(),
            "filters": self.filters,
            "kernel_size": self.kernel_size,
            "strides": self.strides,
            "padding": self.padding,
            "data_format": self.data_format,
            "dilation_rate": self.dilation_rate,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
        }
        return {**config, **self._config_of(*(name for name in self._kernels if name == "kernel"), "bias")}

    def _config_of(self, *names):
        """How weights are made, held small and constrained."""
        config = {}
        for role, module in (("initializer", initializers), ("regularizer", regularizers), ("constraint", constraints)):
            if role == "constraint" and "bias" in names:
                config["activity_regularizer"] = regularizers.serialize(self.activity_regularizer)
            config.update({f"{name}_{role}": module.serialize(getattr(self, f"{name}_{role}")) for name in names})
        return config


class _OfRank(Conv):
    """A convolution whose class says how many axes of space there are."""

    _rank = 0

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = 1,
        padding: Any = "valid",
        data_format=None,
        dilation_rate: Any = 1,
        activation=None,
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        bias_constraint=None,
        **kwargs,
    ):
        super().__init__(rank=self._rank, **forwarded(locals()))


@with_defaults(data_format="channels_last")
class Conv1D(_OfRank):
    """Sequences convolved with filters.

    inputs: [batch, length, channels].  kernel: [length, channels, filters].
    padding: "causal" lets no output see a later input.
    """

    _rank = 1


@with_defaults(strides=(1, 1), dilation_rate=(1, 1))
class Conv2D(_OfRank):
    """Images convolved with filters.

    inputs: [batch, height, width, channels].  kernel: [height, width, channels, filters].
    """

    _rank = 2


@with_defaults(strides=(1, 1, 1), dilation_rate=(1, 1, 1))
class Conv3D(_OfRank):
    """Volumes convolved with filters.

    inputs: [batch, depth, height, width, channels].  kernel: [depth, height, width, channels, filters].
    """

    _rank = 3
