"""Conv2DTranspose, Conv3DTranspose: from few numbers to many, as a convolution's gradient goes."""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.conv import Conv2D, Conv3D
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.windows import convert_data_format, deconv_output_length, normalize_tuple, space_axes
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.convolution.conv2d import conv2d_transpose
from graphlab._src.ops.convolution.conv3d import conv3d_transpose
from graphlab._src.ops.convolution.convolution import atrous_conv2d_transpose
from graphlab._src.ops.joining import stack
from graphlab._src.ops.shape import shape
from graphlab._src.ops.transpose import transpose


class _Transposed(Layer):
    """What both have in common; output_padding: how much longer than needed the output is, for each axis of space."""

    rank: Any
    kernel_size: Any
    strides: Any
    padding: Any
    dilation_rate: Any
    data_format: Any
    filters: Any
    bias: Any
    _channels: Any
    _make_kernel: Any
    _make_bias: Any
    _with_all_axes: Any
    _activated: Any
    _output_shape: Any

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
        output_padding=None,
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
        super().__init__(**forwarded(locals(), "output_padding"))
        self.output_padding = output_padding
        if output_padding is not None:
            self.output_padding = normalize_tuple(output_padding, self.rank, "output_padding")
            for stride, more in zip(self.strides, self.output_padding, strict=True):
                if more >= stride:
                    raise ValueError(f"Stride {self.strides} must be greater than output padding {self.output_padding}")

    def build(self, input_shape):
        """Makes kernel and bias."""
        known = TensorShape(input_shape)
        if known.ndims != self.rank + 2:
            raise ValueError(f"Inputs should have rank {self.rank + 2}. Received input shape: {known}")
        channels = self._channels(known)
        self.kernel = self._make_kernel("kernel", (*self.kernel_size, self.filters, channels))
        self._make_bias()
        self.built = True

    def call(self, inputs):
        """The inputs, spread out."""
        sizes = shape(inputs)
        batch = sizes[0]
        lengths = [sizes[axis] for axis in space_axes(self.data_format, self.rank)]
        space = [self._length(i, length) for i, length in enumerate(lengths)]
        last = self.data_format == "channels_last"
        output_shape = stack([batch, *space, self.filters] if last else [batch, self.filters, *space])
        outputs = self._transposed(inputs, output_shape)
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        if self.bias is not None:
            outputs = bias_add(outputs, self.bias, data_format=convert_data_format(self.data_format, 4))
        return self._activated(outputs)

    def _transposed(self, inputs, output_shape):
        function = conv2d_transpose if self.rank == 2 else conv3d_transpose
        return function(
            inputs,
            self.kernel,
            output_shape,
            self._with_all_axes(self.strides),
            padding=self.padding.upper(),
            data_format=convert_data_format(self.data_format, self.rank + 2),
        )

    def _length(self, i, length):
        more = None if self.output_padding is None else self.output_padding[i]
        return deconv_output_length(
            length, self.kernel_size[i], self.padding, more, self.strides[i], self.dilation_rate[i]
        )

    def compute_output_shape(self, input_shape):
        """[batch, space…, filters], as strides and padding make it."""
        lengths = [lambda length, i=i: self._length(i, length) for i in range(self.rank)]
        return self._output_shape(input_shape, lengths)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "output_padding": self.output_padding}


@with_defaults(strides=(1, 1), dilation_rate=(1, 1))
class Conv2DTranspose(_Transposed, Conv2D):
    """Images spread out through filters, which some call a deconvolution.

    inputs: [batch, height, width, channels].  kernel: [height, width, filters, channels].
    output_padding: how much longer than needed the output is, for each axis of space.
    """

    def _transposed(self, inputs, output_shape):
        _ = output_shape[0]  # TensorFlow's graphs hold this operation, though nothing uses it
        if self.dilation_rate == (1, 1):
            return super()._transposed(inputs, output_shape)
        first = self.data_format == "channels_first"
        if first:
            inputs = transpose(inputs, (0, 2, 3, 1))
            output_shape = stack([output_shape[i] for i in (0, 2, 3, 1)])
        outputs = atrous_conv2d_transpose(
            inputs, self.kernel, output_shape, rate=self.dilation_rate[0], padding=self.padding.upper()
        )
        return transpose(outputs, (0, 3, 1, 2)) if first else outputs


class Conv3DTranspose(_Transposed, Conv3D):
    """Volumes spread out through filters.

    inputs: [batch, depth, height, width, channels].  kernel: [depth, height, width, filters, channels].
    output_padding: how much longer than needed the output is, for each axis of space.
    """

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = (1, 1, 1),
        padding="valid",
        output_padding=None,
        data_format=None,
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
        super().__init__(**forwarded(locals()))

    def get_config(self):
        """The arguments that make an equal layer."""
        config = super().get_config()
        del config["dilation_rate"]
        return config
