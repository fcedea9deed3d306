"""The initializers of tf.compat.v2: with a seed, each call draws the same numbers, whatever the graph's seed is."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph.convert import constant_v2
from graphlab._src.ops.stateless_random import stateless_normal, stateless_truncated_normal, stateless_uniform
from graphlab._src.state import initializers
from graphlab._src.state.initializers import Initializer, floating


class _Version2(Initializer):
    """An initializer whose numbers have the type that the call names, float32 where it names none."""

    def get_config(self):
        """The arguments that make an equal initializer."""
        return {name: value for name, value in super().get_config().items() if name != "dtype"}

    @classmethod
    def from_config(cls, config):
        """The initializer that get_config describes; a dtype of TensorFlow 1's is ignored."""
        return cls(**{name: value for name, value in config.items() if name != "dtype"})


class _Seeded(_Version2, initializers.Drawn):
    def uniform(self, shape, minval, maxval, dtype):
        if not (dtypes.as_dtype(dtype).is_floating or dtypes.as_dtype(dtype).is_integer):
            raise ValueError(f"Expected float or integer dtype, got {dtypes.as_dtype(dtype)}.")
        if self.seed is None:
            return super().uniform(shape, minval, maxval, dtype)
        return stateless_uniform(shape, [self.seed, 0], minval, maxval, dtype)

    def normal(self, shape, mean, stddev, dtype):
        dtype = floating(dtype)
        if self.seed is None:
            return super().normal(shape, mean, stddev, dtype)
        return stateless_normal(shape, [self.seed, 0], mean, stddev, dtype)

    def truncated(self, shape, mean, stddev, dtype):
        dtype = floating(dtype)
        if self.seed is None:
            return super().truncated(shape, mean, stddev, dtype)
        return stateless_truncated_normal(shape, [self.seed, 0], mean, stddev, dtype)


class _Floating(_Version2):
    """An initializer that raises ValueError for a type of other than floating point numbers."""

    def __call__(self, shape, dtype=None, partition_info=None):
        """A tensor of that shape."""
        return super().__call__(shape, None if dtype is None else floating(dtype), partition_info)


class Zeros(_Version2, initializers.Zeros):
    """All zeros."""

    def __init__(self):
        super().__init__()


class Ones(_Version2, initializers.Ones):
    """All ones; ValueError for text."""

    def __init__(self):
        super().__init__()

    def __call__(self, shape, dtype=None, partition_info=None):
        """A tensor of that shape."""
        if dtype is not None and dtypes.as_dtype(dtype) == dtypes.string:
            raise ValueError(f"Expected numeric or boolean dtype, got {dtypes.as_dtype(dtype)}.")
        return super().__call__(shape, dtype)


class Constant(_Version2, initializers.Constant):
    """A value, or a list or an array of the wanted shape, of its own type where the call names none."""

    def __init__(self, value: Any = 0):
        super().__init__(value)

    def __call__(self, shape, dtype=None, partition_info=None):
        """A tensor of that shape."""
        return constant_v2(self.value, dtype, shape)


class RandomUniform(_Seeded, initializers.RandomUniform):
    """Evenly spread numbers from minval up to, not including, maxval; integers when the call says so."""

    def __init__(self, minval: Any = -0.05, maxval: Any = 0.05, seed=None):
        super().__init__(minval, maxval, seed)


class RandomNormal(_Seeded, initializers.RandomNormal):
    """Normally distributed numbers. mean, stddev: of the distribution."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        super().__init__(mean, stddev, seed)


class TruncatedNormal(_Seeded, initializers.TruncatedNormal):
    """Normally distributed numbers, drawn again where they lie more than two standard deviations off."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        super().__init__(mean, stddev, seed)


class VarianceScaling(_Floating, _Seeded, initializers.VarianceScaling):
    """Random numbers of variance scale/n, n taken from the shape of the weights.

    mode: n is "fan_in" (inputs), "fan_out" (outputs) or "fan_avg" (their mean).
    distribution: "truncated_normal" ("normal" is the same), "untruncated_normal" or "uniform".
    """

    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None):
        super().__init__(scale, mode, distribution, seed)
        if self.distribution == "normal":
            self.distribution = "truncated_normal"


class GlorotUniform(_Floating, _Seeded, initializers.GlorotUniform):
    """Glorot and Bengio 2010: uniform, with the variance 2/(inputs + outputs)."""

    def __init__(self, seed=None):
        super().__init__(seed)


class GlorotNormal(_Floating, _Seeded, initializers.GlorotNormal):
    """Glorot and Bengio 2010: normal, with the variance 2/(inputs + outputs)."""

    def __init__(self, seed=None):
        super().__init__(seed)


class Orthogonal(_Floating, _Seeded, initializers.Orthogonal):
    """Saxe et al. 2014: gain times an orthogonal matrix, from the QR decomposition of a matrix of normal numbers."""

    def __init__(self, gain=1.0, seed=None):
        super().__init__(gain, seed)


class Identity(_Floating, initializers.Identity):
    """gain times the identity matrix."""

    def __init__(self, gain=1.0):
        super().__init__(gain)


def lecun_normal(seed=None):
    """LeCun et al. 1998: normal, with the variance 1/inputs."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed=None):
    """LeCun et al. 1998: uniform, with the variance 1/inputs."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def he_normal(seed=None):
    """He et al. 2015: normal, with the variance 2/inputs."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed=None):
    """He et al. 2015: uniform, with the variance 2/inputs."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


constant_initializer, ones_initializer, zeros_initializer, identity_initializer = Constant, Ones, Zeros, Identity
random_normal_initializer, random_uniform_initializer = RandomNormal, RandomUniform
truncated_normal_initializer, variance_scaling_initializer = TruncatedNormal, VarianceScaling
glorot_normal_initializer, glorot_uniform_initializer, orthogonal_initializer = GlorotNormal, GlorotUniform, Orthogonal
zero, one = zeros, ones = Zeros, Ones
constant, identity, orthogonal = Constant, Identity, Orthogonal
uniform = random_uniform = RandomUniform
normal = random_normal = RandomNormal
truncated_normal, glorot_normal, glorot_uniform = TruncatedNormal, GlorotNormal, GlorotUniform
