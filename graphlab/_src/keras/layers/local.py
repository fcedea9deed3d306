"""LocallyConnected1D, LocallyConnected2D: convolutions with other filters at each place."""

import itertools
import math
from typing import Any

import numpy as np

from graphlab._src.base.arguments import with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers import activations, constraints, initializers, regularizers
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.kernel_and_bias import KernelAndBias
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.windows import conv_output_length, normalize_padding, normalize_tuple, space_axes
from graphlab._src.ops.gather import scatter_nd
from graphlab._src.ops.joining import stack
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import transpose


def local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format):
    """The window of each place times filters of its own. kernel: [places, window · channels, filters].

    output_shape: how many places there are along each axis of space.
    """
    with counted_as(6 * math.prod(output_shape) + 8):  # TensorFlow cuts each place out and joins them
        return _local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format)


def _local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format):
    rank, first = len(output_shape), data_format == "channels_first"
    channels = inputs.shape.as_list()[1 if first else rank + 1]
    seen = []
    for start in itertools.product(*map(range, kernel_size)):  # a strided slice for each place of the window
        cut = [
            slice(at, at + (length - 1) * stride + 1, stride)
            for at, length, stride in zip(start, output_shape, strides, strict=True)
        ]
        part = inputs[(slice(None), slice(None), *cut) if first else (slice(None), *cut, slice(None))]
        if first:
            part = transpose(part, [0, *range(2, rank + 2), 1])
        seen.append(reshape(part, [-1, math.prod(output_shape), channels]))
    # [batch, places, window, channels]; the filters count channels first where the data does.
    windows = stack(seen, axis=2)
    windows = transpose(windows, [0, 1, 3, 2]) if first else windows
    places, features, filters = kernel.shape.as_list()
    windows = transpose(reshape(windows, [-1, places, features]), [1, 0, 2])
    outputs = reshape(transpose(matmul(windows, kernel), [1, 0, 2]), [-1, *output_shape, filters])
    return transpose(outputs, [0, rank + 1, *range(1, rank + 1)]) if first else outputs


class LocallyConnected(KernelAndBias, Layer):
    """A convolution with other filters at each place.

    implementation: how filters are stored: 1 as [places, window · channels, filters], 2 as a matrix of all inputs and
    all outputs, most of it 0, 3 only what of that is not 0.
    """

    rank = 0  # of space

    def __init__(
        self,
        filters,
        kernel_size,
        strides: Any = 1,
        padding="valid",
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
        implementation=1,
        **kwargs,
    ):
        arguments = locals()
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        self.filters = filters
        self.kernel_size = normalize_tuple(kernel_size, self.rank, "kernel_size")
        self.strides = normalize_tuple(strides, self.rank, "strides")
        self.padding = normalize_padding(padding)
        if self.padding != "valid" and implementation == 1:
            raise ValueError(
                f'Invalid border mode for {type(self).__name__} (only "valid" is supported if implementation is 1): {padding}'
            )
        if implementation not in (1, 2, 3):
            raise ValueError(f"Unrecognized implementation mode: {implementation}.")
        self.data_format = normalize_data_format(data_format)
        self._set_kernel_and_bias(arguments)
        self.implementation = implementation
        self.input_spec = InputSpec(ndim=self.rank + 2)

    @property
    def _channel_axis(self):
        return 1 if self.data_format == "channels_first" else self.rank + 1

    def build(self, input_shape):
        """Makes kernel and bias; ValueError when a size is not known."""
        sizes = TensorShape(input_shape).as_list()
        self._space: Any = [sizes[axis] for axis in space_axes(self.data_format, self.rank)]
        self._channels: Any = sizes[self._channel_axis]
        if None in (*self._space, self._channels):
            raise ValueError(f"The spatial dimensions of the inputs should be fully-defined. Found shape: {sizes}")
        self._out: Any = [self._length(length, axis) for axis, length in enumerate(self._space)]
        self.kernel = self.add_weight(
            shape=self._kernel_shape(),
            initializer=self.kernel_initializer,
            name="kernel",
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=(*self._out, self.filters),
                initializer=self.bias_initializer,
                name="bias",
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._channel_axis: self._channels})
        self.built = True

    def _length(self, length, axis):
        return conv_output_length(length, self.kernel_size[axis], self.padding, self.strides[axis])

    def _arranged(self, space, channels):
        """The sizes of an example: space and channels in the order of the data format."""
        return (channels, *space) if self.data_format == "channels_first" else (*space, channels)

    def _kernel_shape(self):
        if self.implementation == 1:
            return (math.prod(self._out), math.prod(self.kernel_size) * self._channels, self.filters)
        self._connected = self._connections()
        if self.implementation == 3:
            return (int(self._connected.sum()),)
        return (*self._arranged(self._space, self._channels), *self._arranged(self._out, self.filters))

    def _connections(self):
        """Which inputs an output sees: [all inputs, all outputs], bool."""
        seen = np.zeros((*self._space, *self._out), bool)
        for place in itertools.product(*map(range, self._out)):
            window = []
            for axis, at in enumerate(place):
                before = self.kernel_size[axis] // 2
                center = at * self.strides[axis] + (before if self.padding == "valid" else 0)
                window.append(slice(max(0, center - before), center - before + self.kernel_size[axis]))
            seen[(*window, *place)] = True
        seen = seen.reshape(math.prod(self._space), 1, math.prod(self._out), 1)
        seen = np.broadcast_to(seen, (seen.shape[0], self._channels, seen.shape[2], self.filters))
        if self.data_format == "channels_first":
            seen = seen.transpose(1, 0, 3, 2)
        return seen.reshape(seen.shape[0] * seen.shape[1], -1)

    def call(self, inputs):
        """The inputs, convolved with the filters of each place."""
        if self.implementation == 1:
            outputs = local_conv(inputs, self.kernel, self.kernel_size, self.strides, self._out, self.data_format)
        else:
            with counted_as(self.rank + (35 if self.implementation == 2 else 22)):  # with sizes as operations
                outputs = matmul(reshape(inputs, [-1, self._connected.shape[0]]), self._whole())
                outputs = reshape(outputs, [-1, *self._arranged(self._out, self.filters)])
        if self.bias is not None:
            outputs = outputs + reshape(self.bias, [1, *self._arranged(self._out, self.filters)])
        return self.activation(outputs)

    def _whole(self):
        """The filters as a matrix of all inputs and all outputs."""
        if self.implementation == 2:
            return reshape(self.kernel, self._connected.shape) * self._connected.astype(self.dtype)
        places = np.argwhere(self._connected.T).astype(np.int32)
        return transpose(scatter_nd(places, self.kernel, self._connected.shape[::-1]))

    def compute_output_shape(self, input_shape):
        """[batch, space…, filters], as strides and padding make it."""
        sizes: Any = TensorShape(input_shape).as_list()
        for number, axis in enumerate(space_axes(self.data_format, self.rank)):
            sizes[axis] = self._length(sizes[axis], number)
        sizes[self._channel_axis] = self.filters
        return TensorShape(sizes)

    def get_config(self):
        """The arguments that make an equal layer."""
        config = super().get_config()
        for name in ("filters", "kernel_size", "strides", "padding", "data_format"):
            config[name] = getattr(self, name)
        config.update(activation=activations.serialize(self.activation), use_bias=self.use_bias)
        for role, module in (("initializer", initializers), ("regularizer", regularizers), ("constraint", constraints)):
            if role == "constraint":
                config["activity_regularizer"] = regularizers.serialize(self.activity_regularizer)
            for name in ("kernel", "bias"):
                config[f"{name}_{role}"] = module.serialize(getattr(self, f"{name}_{role}"))
        return {**config, "implementation": self.implementation}


class LocallyConnected1D(LocallyConnected):
    """Sequences convolved with different filters at each step. inputs: [batch, length, channels]."""

    rank = 1


@with_defaults(strides=(1, 1))
class LocallyConnected2D(LocallyConnected):
    """Images convolved with different filters at each place. inputs: [batch, height, width, channels]."""

    rank = 2
