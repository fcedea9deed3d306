"""Pooling: the highest number or the mean of each window."""

from typing import Any

from graphlab._src.base.arguments import forwarded, with_defaults
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

    pool_function: makes it of inputs, pool_size, strides, padding and data_format.
    pool_size, strides: a number for each axis of space, or one for all; strides is pool_size when left out.
    padding: "valid" or "same".  data_format: "channels_last" or "channels_first".
    """

    rank = 0  # of space

    def __init__(
        self,
        pool_function: Any,
        pool_size: Any,
        strides: Any,
        padding="valid",
        data_format="channels_last",
        name=None,
        **kwargs,
    ):
        super().__init__(name=name, **kwargs)
        self.pool_function: Any = pool_function
        self.pool_size = normalize_tuple(pool_size, self.rank, "pool_size")
        self.strides = normalize_tuple(pool_size if strides is None else strides, self.rank, "strides")
        self.padding: Any = normalize_padding(padding)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

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


class Pooling1D(Pooling):
    """One number of each window of sequences: [batch, length, channels].

    pool_function: of images, as tf.keras.backend.pool2d is.
    """

    rank = 1

    def call(self, inputs):
        """The numbers: as images of width 1."""
        axis = 2 if self.data_format == "channels_last" else 3
        outputs = self.pool_function(
            expand_dims(inputs, axis),
            (*self.pool_size, 1),
            strides=(*self.strides, 1),
            padding=self.padding,
            data_format=self.data_format,
        )
        return squeeze(outputs, axis)


@with_defaults(data_format=None)
class Pooling2D(Pooling):
    """One number of each window of images: [batch, height, width, channels].

    pool_function: as tf.nn.max_pool is.
    """

    rank = 2

    def call(self, inputs):
        """The numbers."""
        return self.pool_function(
            inputs,
            ksize=_with_all_axes(self.pool_size, self.data_format),
            strides=_with_all_axes(self.strides, self.data_format),
            padding=self.padding.upper(),
            data_format=convert_data_format(self.data_format, 4),
        )


class Pooling3D(Pooling):
    """One number of each window of volumes: [batch, depth, height, width, channels].

    pool_function: as tf.nn.max_pool3d is.
    """

    rank = 3

    def call(self, inputs):
        """The numbers."""
        first = self.data_format == "channels_first"
        inputs = transpose(inputs, (0, 2, 3, 4, 1)) if first else inputs
        outputs = self.pool_function(
            inputs, ksize=(1, *self.pool_size, 1), strides=(1, *self.strides, 1), padding=self.padding.upper()
        )
        return transpose(outputs, (0, 4, 1, 2, 3)) if first else outputs


def _with_all_axes(numbers, data_format):
    return [1, *numbers, 1] if data_format == "channels_last" else [1, 1, *numbers]


def _of_images(pool) -> Any:
    """A pooling operation as Pooling1D calls it."""

    def pooled(inputs, pool_size, strides, padding, data_format):
        return pool(
            inputs,
            _with_all_axes(pool_size, data_format),
            _with_all_axes(strides, data_format),
            padding=padding.upper(),
            data_format=convert_data_format(data_format, 4),
        )

    return pooled


class _Pools(Pooling):
    """A pooling layer whose class says which function makes the numbers."""

    _pool: Any

    def __init__(self, pool_size: Any = 2, strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(type(self)._pool, **forwarded(locals()))


@with_defaults(data_format="channels_last")
class MaxPooling1D(_Pools, Pooling1D):
    """The highest number of each window of sequences: [batch, length, channels]."""

    _pool = staticmethod(_of_images(max_pool))


@with_defaults(data_format="channels_last")
class AveragePooling1D(_Pools, Pooling1D):
    """The mean of each window of sequences: [batch, length, channels]."""

    _pool = staticmethod(_of_images(avg_pool))


@with_defaults(pool_size=(2, 2))
class MaxPooling2D(_Pools, Pooling2D):
    """The highest number of each window of images: [batch, height, width, channels]."""

    _pool = staticmethod(max_pool)


@with_defaults(pool_size=(2, 2))
class AveragePooling2D(_Pools, Pooling2D):
    """The mean of each window of images: [batch, height, width, channels]."""

    _pool = staticmethod(avg_pool)


@with_defaults(pool_size=(2, 2, 2))
class MaxPooling3D(_Pools, Pooling3D):
    """The highest number of each window of volumes: [batch, depth, height, width, channels]."""

    _pool = staticmethod(max_pool3d)


@with_defaults(pool_size=(2, 2, 2))
class AveragePooling3D(_Pools, Pooling3D):
    """The mean of each window of volumes: [batch, depth, height, width, channels]."""

    _pool = staticmethod(avg_pool3d)
