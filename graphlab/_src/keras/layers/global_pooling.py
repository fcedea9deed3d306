"""Global pooling: one number of each channel."""

from typing import Any

from graphlab._src.base.arguments import with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.spatial import SpaceLayer
from graphlab._src.ops.cast import cast
from graphlab._src.ops.reduction import reduce_max, reduce_mean, reduce_sum
from graphlab._src.ops.shape import expand_dims


class GlobalPooling(SpaceLayer):
    """[batch, space…, channels] as [batch, channels]. Subclasses say how in `call`."""

    def call(self, inputs) -> Any:
        """One number of each channel."""
        raise NotImplementedError

    def compute_output_shape(self, input_shape):
        """[batch, channels]."""
        sizes = TensorShape(input_shape).as_list()
        return TensorShape([size for axis, size in enumerate(sizes) if axis not in self._axes])

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "data_format": self.data_format}


class _Mean(GlobalPooling):
    def call(self, inputs):
        """The mean of each channel."""
        return reduce_mean(inputs, axis=self._axes)


class _Max(GlobalPooling):
    def call(self, inputs):
        """The highest number of each channel."""
        return reduce_max(inputs, axis=self._axes)


@with_defaults(data_format="channels_last")
class GlobalPooling1D(GlobalPooling):
    """[batch, steps, features] as [batch, features]."""

    rank = 1


class GlobalPooling2D(GlobalPooling):
    """[batch, height, width, channels] as [batch, channels]."""

    rank = 2


class GlobalPooling3D(GlobalPooling):
    """[batch, depth, height, width, channels] as [batch, channels]."""

    rank = 3


class GlobalAveragePooling1D(GlobalPooling1D):
    """The mean over the steps of sequences, of those that count where there is a mask: [batch, steps, features]."""

    def __init__(self, data_format="channels_last", **kwargs):
        super().__init__(data_format, **kwargs)
        self.supports_masking = True

    def call(self, inputs, mask=None):
        """The mean of each feature."""
        axis = self._axes[0]
        if mask is None:
            return reduce_mean(inputs, axis=axis)
        counts = expand_dims(cast(mask, inputs.dtype.base_dtype), 2 if axis == 1 else 1)
        return reduce_sum(inputs * counts, axis=axis) / reduce_sum(counts, axis=axis)

    def compute_mask(self, inputs, mask=None):
        """None: there are no steps left."""
        return


class GlobalMaxPooling1D(_Max, GlobalPooling1D):
    """The highest number over the steps of sequences: [batch, steps, features]."""


class GlobalAveragePooling2D(_Mean, GlobalPooling2D):
    """The mean of each channel of images: [batch, height, width, channels]."""


class GlobalMaxPooling2D(_Max, GlobalPooling2D):
    """The highest number of each channel of images: [batch, height, width, channels]."""


class GlobalAveragePooling3D(_Mean, GlobalPooling3D):
    """The mean of each channel of volumes: [batch, depth, height, width, channels]."""


class GlobalMaxPooling3D(_Max, GlobalPooling3D):
    """The highest number of each channel of volumes: [batch, depth, height, width, channels]."""
