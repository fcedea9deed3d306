"""Initializers by name, with Keras' defaults."""

import inspect
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.keras.layers.object_registry import deserialize_object, get_object, serialize_object
from graphlab._src.state import initializers
from graphlab._src.state.initializers import (
    Constant,
    GlorotNormal,
    GlorotUniform,
    Identity,
    Initializer,
    Ones,
    Orthogonal,
    VarianceScaling,
    Zeros,
    he_normal,
    he_uniform,
    lecun_normal,
    lecun_uniform,
)


class TruncatedNormal(initializers.TruncatedNormal):
    """Normally distributed numbers, drawn again where they lie more than two standard deviations off."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None, dtype=dtypes.float32):
        super().__init__(mean, stddev, seed, dtype)


class RandomUniform(initializers.RandomUniform):
    """Evenly spread numbers from minval up to, not including, maxval."""

    def __init__(self, minval: Any = -0.05, maxval: Any = 0.05, seed=None, dtype=dtypes.float32):
        super().__init__(minval, maxval, seed, dtype)


class RandomNormal(initializers.RandomNormal):
    """Normally distributed numbers."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None, dtype=dtypes.float32):
        super().__init__(mean, stddev, seed, dtype)


constant, identity, ones, orthogonal, zeros = Constant, Identity, Ones, Orthogonal, Zeros
glorot_normal, glorot_uniform, truncated_normal = GlorotNormal, GlorotUniform, TruncatedNormal
normal = random_normal = RandomNormal
uniform = random_uniform = RandomUniform

KNOWN = {
    "Constant": Constant,
    "GlorotNormal": GlorotNormal,
    "GlorotUniform": GlorotUniform,
    "Identity": Identity,
    "Initializer": Initializer,
    "Ones": Ones,
    "Orthogonal": Orthogonal,
    "RandomNormal": RandomNormal,
    "RandomUniform": RandomUniform,
    "TruncatedNormal": TruncatedNormal,
    "VarianceScaling": VarianceScaling,
    "Zeros": Zeros,
    "constant": Constant,
    "glorot_normal": GlorotNormal,
    "glorot_uniform": GlorotUniform,
    "he_normal": he_normal,
    "he_uniform": he_uniform,
    "identity": Identity,
    "lecun_normal": lecun_normal,
    "lecun_uniform": lecun_uniform,
    "normal": RandomNormal,
    "one": Ones,
    "ones": Ones,
    "orthogonal": Orthogonal,
    "random_normal": RandomNormal,
    "random_uniform": RandomUniform,
    "truncated_normal": TruncatedNormal,
    "uniform": RandomUniform,
    "zero": Zeros,
    "zeros": Zeros,
}


def serialize(initializer):
    """What `deserialize` makes an equal initializer of."""
    return serialize_object(initializer)


def deserialize(config, custom_objects=None):
    """The initializer that a name or a config means."""
    if isinstance(config, str) and inspect.isfunction(KNOWN.get(config)):
        return KNOWN[config]()
    return deserialize_object("initializer", KNOWN, config, custom_objects)


def get(identifier):
    """The initializer that a name, a config, a class or a function means; None for None."""
    if isinstance(identifier, str):
        return deserialize(identifier)
    if inspect.isclass(identifier):
        return identifier()
    return get_object("initializer", KNOWN, identifier)
