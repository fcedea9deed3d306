"""Regularizers: what the size of weights adds to the loss."""

import inspect

import numpy as np

from graphlab._src.graph import constant
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.object_registry import deserialize_object, get_object, serialize_object
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.rounding import abs as absolute


class Regularizer:
    """The base of all regularizers."""

    def __call__(self, x):
        """The loss for a variable or tensor."""
        return 0.0

    @classmethod
    def from_config(cls, config):
        """The regularizer that get_config describes."""
        return cls(**config)


class L1L2(Regularizer):
    """l1·Σ|x| + l2·Σx²."""

    def __init__(self, l1=0.0, l2=0.0):
        self.l1 = np.asarray(l1, floatx())
        self.l2 = np.asarray(l2, floatx())

    def __call__(self, x):
        if not self.l1 and not self.l2:
            return constant(0.0, floatx())
        loss = 0.0
        if self.l1:
            loss += self.l1 * reduce_sum(absolute(x))
        if self.l2:
            loss += self.l2 * reduce_sum(square(x))
        return loss

    def get_config(self):
        """The arguments that make an equal one."""
        return {"l1": float(self.l1), "l2": float(self.l2)}


def l1(l=0.01):  # noqa: E741  (Keras' name)
    """l·Σ|x|."""
    return L1L2(l1=l)


def l2(l=0.01):  # noqa: E741  (Keras' name)
    """l·Σx²."""
    return L1L2(l2=l)


def l1_l2(l1=0.01, l2=0.01):
    """l1·Σ|x| + l2·Σx²."""
    return L1L2(l1=l1, l2=l2)


KNOWN = {"L1L2": L1L2, "Regularizer": Regularizer, "l1": l1, "l1_l2": l1_l2, "l2": l2}


def serialize(regularizer):
    """What `deserialize` makes an equal regularizer of."""
    return serialize_object(regularizer)


def deserialize(config, custom_objects=None):
    """The regularizer that a name or a config means."""
    if isinstance(config, str) and inspect.isfunction(KNOWN.get(config)):
        return KNOWN[config]()
    return deserialize_object("regularizer", KNOWN, config, custom_objects)


def get(identifier):
    """The regularizer that a name, a config or a function means; None for None."""
    return deserialize(identifier) if isinstance(identifier, str) else get_object("regularizer", KNOWN, identifier)
