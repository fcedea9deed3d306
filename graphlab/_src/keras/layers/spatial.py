"""Layers that change how much space there is: ZeroPadding, Cropping, UpSampling."""

from typing import Any

from graphlab._src.base.arguments import with_defaults
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.repetition import repeat_elements, resize_images
from graphlab._src.keras.layers.windows import normalize_tuple, space_axes
from graphlab._src.ops.indexing import getitem
from graphlab._src.ops.padding import pad


def _pairs(value, count, name):
    """(before, after) for each axis of space."""
    if isinstance(value, int):
        return ((value, value),) * count
    if len(value) != count:
        raise ValueError(f"`{name}` should have {count} elements. Found: {value}")
    return tuple(normalize_tuple(item, 2, f"entry of {name}") for item in value)


class SpaceLayer(Layer):
    """A layer that works on the axes of space."""

    rank = 0  # of space

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    @property
    def _axes(self):
        return list(space_axes(self.data_format, self.rank))


class _Space(SpaceLayer):
    """A layer that changes the sizes of space."""

    def _length(self, length, number) -> Any:
        """The new length of an axis of space."""
        raise NotImplementedError

    def compute_output_shape(self, input_shape):
        """The input's, with other lengths of space."""
        sizes: Any = TensorShape(input_shape).as_list()
        for number, axis in enumerate(self._axes):
            sizes[axis] = None if sizes[axis] is None else self._length(sizes[axis], number)
        return TensorShape(sizes)

    def _with_space(self, name, value):
        """get_config with what changes the axes of space; for sequences it is said without the axis."""
        own = {name: value[0]} if self.rank == 1 else {name: value, "data_format": self.data_format}
        return {**Layer.get_config(self), **own}


class _ZeroPadding(_Space):
    """Zeros around. padding: how many: a number, one for each axis, or (before, after) for each axis."""

    def __init__(self, padding: Any = 1, data_format=None, **kwargs):
        super().__init__(data_format, **kwargs)
        self.padding = _pairs(padding, self.rank, "padding")

    def _length(self, length, number):
        return length + sum(self.padding[number])

    def call(self, inputs):
        """The inputs with zeros around."""
        widths = [[0, 0] for _ in range(self.rank + 2)]
        for axis, pair in zip(self._axes, self.padding, strict=True):
            widths[axis] = list(pair)
        return pad(inputs, widths)

    def get_config(self):
        """The arguments that make an equal layer."""
        return self._with_space("padding", self.padding)


class ZeroPadding1D(_ZeroPadding):
    """Zeros before and after sequences. padding: how many, or (before, after)."""

    rank = 1

    def __init__(self, padding: Any = 1, **kwargs):
        pair = normalize_tuple(padding, 2, "padding")
        super().__init__((pair,), "channels_last", **kwargs)


@with_defaults(padding=(1, 1))
class ZeroPadding2D(_ZeroPadding):
    """Zeros around images. padding: how many: a number, one for each axis, or (before, after) for each."""

    rank = 2


@with_defaults(padding=(1, 1, 1))
class ZeroPadding3D(_ZeroPadding):
    """Zeros around volumes. padding: how many: a number, one for each axis, or (before, after) for each."""

    rank = 3


class _Cropping(_Space):
    """Less at the borders. cropping: how much: a number, one for each axis, or (before, after) for each axis."""

    def __init__(self, cropping: Any, data_format=None, **kwargs):
        super().__init__(data_format, **kwargs)
        self.cropping = _pairs(cropping, self.rank, "cropping")

    def _length(self, length, number):
        return length - sum(self.cropping[number])

    def call(self, inputs):
        """The inputs without their borders."""
        parts: Any = [slice(None)] * (self.rank + 2)
        for axis, (before, after) in zip(self._axes, self.cropping, strict=True):
            parts[axis] = slice(before, -after if after else None)
        return getitem(inputs, tuple(parts))

    def get_config(self):
        """The arguments that make an equal layer."""
        return self._with_space("cropping", self.cropping)


class Cropping1D(_Cropping):
    """Sequences without their ends. cropping: how much, or (before, after)."""

    rank = 1

    def __init__(self, cropping: Any = (1, 1), **kwargs):
        pair = normalize_tuple(cropping, 2, "cropping")
        super().__init__((pair,), "channels_last", **kwargs)


class Cropping2D(_Cropping):
    """Images without their borders."""

    rank = 2

    def __init__(self, cropping: Any = ((0, 0), (0, 0)), data_format=None, **kwargs):
        super().__init__(cropping, data_format, **kwargs)


class Cropping3D(_Cropping):
    """Volumes without their borders."""

    rank = 3

    def __init__(self, cropping: Any = ((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs):
        super().__init__(cropping, data_format, **kwargs)


class _UpSampling(_Space):
    """Each place several times. size: how often along each axis."""

    def __init__(self, size: Any = 2, data_format=None, **kwargs):
        super().__init__(data_format, **kwargs)
        self.size = normalize_tuple(size, self.rank, "size")

    def _length(self, length, number):
        return length * self.size[number]

    def call(self, inputs):
        """Each place several times."""
        for number, axis in enumerate(self._axes):
            inputs = repeat_elements(inputs, self.size[number], axis)
        return inputs

    def get_config(self):
        """The arguments that make an equal layer."""
        return self._with_space("size", self.size)


class UpSampling1D(_UpSampling):
    """Each step of sequences several times."""

    rank = 1

    def __init__(self, size=2, **kwargs):
        super().__init__(size, "channels_last", **kwargs)


class UpSampling2D(_UpSampling):
    """Images made larger. interpolation: "nearest" or "bilinear"."""

    rank = 2

    def __init__(self, size: Any = (2, 2), data_format=None, interpolation="nearest", **kwargs):
        super().__init__(size, data_format, **kwargs)
        if interpolation not in ("nearest", "bilinear"):
            raise ValueError('`interpolation` argument should be one of `"nearest"` or `"bilinear"`.')
        self.interpolation = interpolation

    def call(self, inputs):
        """The images, larger."""
        return resize_images(inputs, self.size[0], self.size[1], self.data_format, self.interpolation)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "interpolation": self.interpolation}


@with_defaults(size=(2, 2, 2))
class UpSampling3D(_UpSampling):
    """Each place of volumes several times."""

    rank = 3
