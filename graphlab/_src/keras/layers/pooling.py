"""Pooling: the highest number or the mean of each window."""

from typing import Any

from graphlab._src.base.arguments import with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.windows import (
    conv_output_length,
    convert_data_format,
    normalize_padding,
    normalize_tuple,
    space_axes,
)
from graphlab._src.ops.pooling.pool import avg_pool, avg_pool3d, max_pool, max_pool3d
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.transpose import transpose


class Pooling(Layer):
    """One number of each window.

    pool_size, strides: a number for each axis of space, or one for all; strides is pool_size when left out.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    """

    rank = 0  # of space
    _pool: Any

    def __init__(self, pool_size: Any = 2, strides=None, padding="valid", data_format=None, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        self.pool_size = normalize_tuple(pool_size, self.rank, "pool_size")
        self.strides = normalize_tuple(pool_size if strides is None else strides, self.rank, "strides")
        self.padding: Any = normalize_padding(padding)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _with_all_axes(self, numbers):
        return [1, *numbers, 1] if self.data_format == "channels_last" else [1, 1, *numbers]

    def _pooled(self, inputs, sizes, strides, data_format):
        return type(self)._pool(inputs, sizes, strides, padding=self.padding.upper(), data_format=data_format)

    def compute_output_shape(self, input_shape):
        """The input's, with fewer places."""
        sizes: Any = TensorShape(input_shape).as_list()
        for i, axis in enumerate(space_axes(self.data_format, self.rank)):
            sizes[axis] = conv_output_length(sizes[axis], self.pool_size[i], self.padding, self.strides[i])
        return TensorShape(sizes)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {
            **super().get_config(),
            "pool_size": self.pool_size,
            "padding": self.padding,
            "strides": self.strides,
            "data_format": self.data_format,
        }


@with_defaults(data_format="channels_last")
class Pooling1D(Pooling):
    """One number of each window of sequences: [batch, length, channels]."""

    rank = 1

    def call(self, inputs):
        """The numbers: as images of width 1."""
        axis = 2 if self.data_format == "channels_last" else 3
        sizes, strides = self._with_all_axes((*self.pool_size, 1)), self._with_all_axes((*self.strides, 1))
        outputs = self._pooled(expand_dims(inputs, axis), sizes, strides, convert_data_format(self.data_format, 4))
        return squeeze(outputs, axis)


@with_defaults(pool_size=(2, 2))
class Pooling2D(Pooling):
    """One number of each window of images: [batch, height, width, channels]."""

    rank = 2

    def call(self, inputs):
        """The numbers."""
        sizes, strides = self._with_all_axes(self.pool_size), self._with_all_axes(self.strides)
        return self._pooled(inputs, sizes, strides, convert_data_format(self.data_format, 4))


@with_defaults(pool_size=(2, 2, 2))
class Pooling3D(Pooling):
    """One number of each window of volumes: [batch, depth, height, width, channels]."""

    rank = 3

    def call(self, inputs):
        """The numbers."""
        first = self.data_format == "channels_first"
        inputs = transpose(inputs, (0, 2, 3, 4, 1)) if first else inputs
        outputs = self._pooled(inputs, (1, *self.pool_size, 1), (1, *self.strides, 1), "NDHWC")
        return transpose(outputs, (0, 4, 1, 2, 3)) if first else outputs


class MaxPooling1D(Pooling1D):
    """The highest number of each window of sequences: [batch, length, channels]."""

    _pool = staticmethod(max_pool)


class AveragePooling1D(Pooling1D):
    """The mean of each window of sequences: [batch, length, channels]."""

    _pool = staticmethod(avg_pool)


class MaxPooling2D(Pooling2D):
    """The highest number of each window of images: [batch, height, width, channels]."""

    _pool = staticmethod(max_pool)


class AveragePooling2D(Pooling2D):
    """The mean of each window of images: [batch, height, width, channels]."""

    _pool = staticmethod(avg_pool)


class MaxPooling3D(Pooling3D):
    """The highest number of each window of volumes: [batch, depth, height, width, channels]."""

    _pool = staticmethod(max_pool3d)


class AveragePooling3D(Pooling3D):
    """The mean of each window of volumes: [batch, depth, height, width, channels]."""

    _pool = staticmethod(avg_pool3d)
