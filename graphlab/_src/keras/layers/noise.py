"""Noise in training: added, multiplied, or whole channels left out."""

import numpy as np

from graphlab._src.keras.layers.activation import Elementwise
from graphlab._src.keras.layers.backend_config import normalize_data_format
from graphlab._src.keras.layers.drawn_seeds import seed_or_drawn
from graphlab._src.keras.layers.dropout import Dropout, when
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.random import random_normal, random_uniform
from graphlab._src.ops.shape import shape


class GaussianNoise(Elementwise):
    """In training adds normally distributed numbers with that standard deviation."""

    def __init__(self, stddev, **kwargs):
        super().__init__(**kwargs)
        self.stddev = stddev

    def call(self, inputs, training=None):
        """The inputs, with noise where training is true; the learning phase decides where it is None."""

        def noised():
            kind, seed = inputs.dtype.base_dtype, seed_or_drawn()
            return inputs + random_normal(shape(inputs), mean=0.0, stddev=self.stddev, dtype=kind, seed=seed)

        return when(learning_phase() if training is None else training, noised, lambda: inputs)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "stddev": self.stddev}


class GaussianDropout(Elementwise):
    """In training multiplies by numbers around 1 whose variance is rate / (1 - rate) (Srivastava et al., 2014)."""

    def __init__(self, rate, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate

    def call(self, inputs, training=None):
        """The inputs, with noise where training is true; the learning phase decides where it is None."""
        if not 0 < self.rate < 1:
            return inputs

        def noised():
            stddev = np.sqrt(self.rate / (1.0 - self.rate))
            kind, seed = inputs.dtype.base_dtype, seed_or_drawn()
            return inputs * random_normal(shape(inputs), mean=1.0, stddev=stddev, dtype=kind, seed=seed)

        return when(learning_phase() if training is None else training, noised, lambda: inputs)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "rate": self.rate}


class AlphaDropout(Elementwise):
    """Dropout that keeps mean and variance where activations are selu (Klambauer et al., 2017)."""

    _VALUE = -1.6732632423543772848170429916717 * 1.0507009873554804934193349852946

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed

    def call(self, inputs, training=None):
        """The inputs, some at selu's lowest value where training is true."""
        if not 0.0 < self.rate < 1.0:
            return inputs

        sizes = self.noise_shape or shape(inputs)

        def dropped():
            seed = seed_or_drawn(self.seed)
            noise = random_uniform(sizes, seed=seed, dtype=inputs.dtype.base_dtype)
            mask = cast(greater_equal(noise, self.rate), inputs.dtype.base_dtype)
            a = ((1 - self.rate) * (1 + self.rate * self._VALUE**2)) ** -0.5
            b = -a * self._VALUE * self.rate
            return a * (inputs * mask + self._VALUE * (1 - mask)) + b

        return when(learning_phase() if training is None else training, dropped, lambda: inputs)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "rate": self.rate}


class _SpatialDropout(Dropout):
    """Dropout of whole channels."""

    space = 0  # axes of it

    def __init__(self, rate, data_format=None, **kwargs):
        super().__init__(rate, **kwargs)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.space + 2)

    def _get_noise_shape(self, inputs):
        sizes = shape(inputs)
        ones = (1,) * self.space
        if self.data_format == "channels_first":
            return (sizes[0], sizes[1], *ones)
        return (sizes[0], *ones, sizes[self.space + 1])


class SpatialDropout1D(_SpatialDropout):
    """Dropout of whole channels of sequences: [batch, length, channels]."""

    space = 1

    def __init__(self, rate, **kwargs):
        super().__init__(rate, "channels_last", **kwargs)


class SpatialDropout2D(_SpatialDropout):
    """Dropout of whole channels of images: [batch, height, width, channels]."""

    space = 2


class SpatialDropout3D(_SpatialDropout):
    """Dropout of whole channels of volumes: [batch, depth, height, width, channels]."""

    space = 3
