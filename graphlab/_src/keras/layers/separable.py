"""SeparableConv1D, SeparableConv2D: each channel by itself first, then all channels at each place."""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
from graphlab._src.keras.layers.conv import Conv
from graphlab._src.keras.layers.windows import convert_data_format
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.convolution.depthwise import separable_conv2d
from graphlab._src.ops.padding import pad
from graphlab._src.ops.shape import expand_dims, squeeze


class SeparableConv(Conv):
    """A convolution in two steps: each channel by itself, then all channels at each place.

    depth_multiplier: how many outputs the first step makes of each channel.
    depthwise_kernel: [space…, channels, depth_multiplier].
    pointwise_kernel: [1…, channels · depth_multiplier, filters].
    The other arguments are those of Conv.
    """

    _kernels = ("kernel", "depthwise", "pointwise")

    def __init__(
        self,
        rank,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
        data_format=None,
        dilation_rate: Any = 1,
        depth_multiplier=1,
        activation=None,
        use_bias=True,
        depthwise_initializer: Any = "glorot_uniform",
        pointwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer=None,
        pointwise_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        depthwise_constraint=None,
        pointwise_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        own = {name: value for name, value in locals().items() if name.startswith(("depth", "pointwise"))}
        super().__init__(**forwarded(locals(), "own", *own))
        self.depth_multiplier = depth_multiplier
        self._set_roles(own, "depthwise", "pointwise")

    def build(self, input_shape):
        """Makes both kernels and the bias."""
        channels = self._channels(input_shape)
        self.depthwise_kernel = self._make_kernel(
            "depthwise_kernel", (*self.kernel_size, channels, self.depth_multiplier)
        )
        wide = self.depth_multiplier * channels
        self.pointwise_kernel = self._make_kernel("pointwise_kernel", (*(1,) * self.rank, wide, self.filters))
        self._make_bias()
        self.built = True

    def _convolved(self, inputs, depthwise_kernel, pointwise_kernel, strides, rate):
        data_format = convert_data_format(self.data_format, 4)
        outputs = separable_conv2d(
            inputs,
            depthwise_kernel,
            pointwise_kernel,
            strides=self._with_all_axes(strides),
            padding=self._op_padding(),
            rate=rate,
            data_format=data_format,
        )
        return bias_add(outputs, self.bias, data_format=data_format) if self.use_bias else outputs

    def get_config(self):
        """The arguments that make an equal layer."""
        own = self._config_of("depthwise", "pointwise")
        return {**super().get_config(), "depth_multiplier": self.depth_multiplier, **own}


class _OfRank(SeparableConv):
    """Such a convolution, whose class says how many axes of space there are."""

    _rank = 0

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
        data_format=None,
        dilation_rate: Any = 1,
        depth_multiplier=1,
        activation=None,
        use_bias=True,
        depthwise_initializer: Any = "glorot_uniform",
        pointwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer=None,
        pointwise_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        depthwise_constraint=None,
        pointwise_constraint=None,
        bias_constraint=None,
        **kwargs,
    ):
        super().__init__(rank=self._rank, **forwarded(locals()))


class SeparableConv1D(_OfRank):
    """A convolution of sequences in two steps: each channel by itself, then all channels at each place."""

    _rank = 1

    def call(self, inputs):
        """The inputs, convolved with the filters: as images of height 1."""
        if self.padding == "causal":
            inputs = pad(inputs, self._compute_causal_padding())
        axis = 1 if self.data_format == "channels_last" else 2
        outputs = self._convolved(
            expand_dims(inputs, axis),
            expand_dims(self.depthwise_kernel, 0),
            expand_dims(self.pointwise_kernel, 0),
            self.strides * 2,
            (1, *self.dilation_rate),
        )
        return self._activated(squeeze(outputs, [axis]))


@with_defaults(strides=(1, 1), dilation_rate=(1, 1))
class SeparableConv2D(_OfRank):
    """A convolution of images in two steps: each channel by itself, then all channels at each place."""

    _rank = 2

    def call(self, inputs):
        """The inputs, convolved with the filters."""
        outputs = self._convolved(
            inputs, self.depthwise_kernel, self.pointwise_kernel, self.strides, self.dilation_rate
        )
        return self._activated(outputs)
