"""DepthwiseConv2D: each channel convolved with its own filters."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.conv import Conv2D
from graphlab._src.keras.layers.windows import convert_data_format
from graphlab._src.ops.convolution.depthwise import depthwise_conv2d


class DepthwiseConv2D(Conv2D):
    """Images, each channel of which is convolved with its own filters.

    depth_multiplier: how many outputs a channel has.  depthwise_kernel: [height, width, channels, depth_multiplier].
    """

    _kernels = ("depthwise",)

    def __init__(
        self,
        kernel_size,
        strides: Any = (1, 1),
        padding="valid",
        depth_multiplier=1,
        data_format=None,
        activation=None,
        use_bias=True,
        depthwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        depthwise_constraint=None,
        bias_constraint=None,
        **kwargs,
    ):
        own = {name: value for name, value in locals().items() if name.startswith("depth")}
        super().__init__(filters=None, **forwarded(locals(), "own", *own))
        self.depth_multiplier = depth_multiplier
        self._set_roles(own, "depthwise")

    def build(self, input_shape):
        """Makes depthwise_kernel and bias; ValueError when the number of channels is not known."""
        channels = self._channels(input_shape)
        self.filters = channels * self.depth_multiplier
        self.depthwise_kernel = self._make_kernel(
            "depthwise_kernel", (*self.kernel_size, channels, self.depth_multiplier)
        )
        self._make_bias()
        self.built = True

    def compute_output_shape(self, input_shape):
        """[batch, height, width, channels · depth_multiplier], as strides and padding make it."""
        sizes: Any = TensorShape(input_shape).as_list()
        self.filters = sizes[1 if self.data_format == "channels_first" else -1] * self.depth_multiplier
        return super().compute_output_shape(input_shape)

    def call(self, inputs):
        """The inputs, each channel convolved with its filters."""
        form = convert_data_format(self.data_format, 4)
        strides = self._with_all_axes(self.strides)
        outputs = depthwise_conv2d(
            inputs, self.depthwise_kernel, strides, self._op_padding(), rate=self.dilation_rate, data_format=form
        )
        return self._activated(self._with_bias(outputs))

    def get_config(self):
        """The arguments that make an equal layer."""
        config = super().get_config()
        del config["filters"]
        return {**config, "depth_multiplier": self.depth_multiplier, **self._config_of("depthwise")}
