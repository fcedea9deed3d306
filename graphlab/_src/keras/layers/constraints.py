"""Constraints: functions that project a weight after each step of an optimizer."""

from typing import Any

import numpy as np

from graphlab._src.graph import constant
from graphlab._src.keras.layers.backend_config import epsilon, floatx
from graphlab._src.keras.layers.object_registry import deserialize_object, get_object, serialize_object
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_sum


class Constraint:
    """The base of all constraints: a function of a variable that returns its new value."""

    def __call__(self, w):
        """The new value."""
        return w

    def get_config(self):
        """The arguments that make an equal one."""
        return {}

    @classmethod
    def from_config(cls, config):
        """The constraint that get_config describes."""
        return cls(**config)


def _norms(w, axis):
    """The length of each vector along an axis."""
    squares = reduce_sum(square(w), axis=axis, keepdims=True)
    kind = squares.dtype.base_dtype
    return sqrt(clip_by_value(squares, constant(0.0, kind), constant(float("inf"), kind)))


def _clipped(norms, low, high) -> Any:
    kind = norms.dtype.base_dtype
    return clip_by_value(norms, constant(low, kind), constant(max(low, high), kind))


class MaxNorm(Constraint):
    """Vectors along an axis are at most max_value long."""

    def __init__(self, max_value=2, axis=0):
        self.max_value = max_value
        self.axis = axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        return w * (_clipped(norms, 0, self.max_value) / (epsilon() + norms))

    def get_config(self):
        return {"max_value": self.max_value, "axis": self.axis}


class NonNeg(Constraint):
    """Nothing is below 0."""

    def __call__(self, w):
        return w * cast(greater_equal(w, 0.0), floatx())


class UnitNorm(Constraint):
    """Vectors along an axis have length 1."""

    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        return w / (epsilon() + _norms(w, self.axis))

    def get_config(self):
        return {"axis": self.axis}


class MinMaxNorm(Constraint):
    """The length of vectors along an axis goes a part (rate) of the way to between min_value and max_value."""

    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value = min_value
        self.max_value = max_value
        self.rate = rate
        self.axis = axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        wanted = self.rate * _clipped(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (wanted / (epsilon() + norms))

    def get_config(self):
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


class RadialConstraint(Constraint):
    """Filters that have one value in each square ring around the middle: [size, size, channels, filters].

    The value of the innermost ring is that of the place (m - 1, m - 1), where m is half the size, rounded down; those of the
    others outwards are on the diagonal from (m, m), or from (m + 1, m + 1) where the size is even, as in TensorFlow.
    """

    def __call__(self, w):
        if w.shape.ndims != 4:
            raise ValueError(f"The weight tensor must be of rank 4, but is of shape: {w.shape}")
        size, width, *_ = w.shape.as_list()
        if size != width or size < 2:
            raise ValueError(f"RadialConstraint needs square filters of at least 2 by 2, but got shape {w.shape}")
        distance = np.abs(np.arange(size) - (size - 1) / 2)
        ring = np.floor(np.maximum(distance[:, None], distance)).astype(int)
        half = size // 2
        places = np.where(ring == 0, half - 1, half + ring - size % 2)
        return gather_nd(w, np.stack([places, places], axis=-1))


max_norm, min_max_norm, non_neg, unit_norm = MaxNorm, MinMaxNorm, NonNeg, UnitNorm
radial_constraint = RadialConstraint

KNOWN = {
    "Constraint": Constraint,
    "MaxNorm": MaxNorm,
    "MinMaxNorm": MinMaxNorm,
    "NonNeg": NonNeg,
    "RadialConstraint": RadialConstraint,
    "UnitNorm": UnitNorm,
    "max_norm": MaxNorm,
    "maxnorm": MaxNorm,
    "min_max_norm": MinMaxNorm,
    "non_neg": NonNeg,
    "nonneg": NonNeg,
    "radial_constraint": RadialConstraint,
    "unit_norm": UnitNorm,
    "unitnorm": UnitNorm,
}


def serialize(constraint):
    """What `deserialize` makes an equal constraint of."""
    return serialize_object(constraint)


def deserialize(config, custom_objects=None):
    """The constraint that a name or a config means."""
    return deserialize_object("constraint", KNOWN, config, custom_objects)


def get(identifier):
    """The constraint that a name, a config or a function means; None for None."""
    return get_object("constraint", KNOWN, identifier)
