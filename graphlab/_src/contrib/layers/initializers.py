"""Initializers whose variance depends on the size of the layer."""

import math

from graphlab._src.base import dtypes
from graphlab._src.ops.random import random_uniform, truncated_normal


def xavier_initializer(uniform=True, seed=None, dtype=dtypes.float32):
    """Glorot and Bengio 2010: the variance 2/(inputs + outputs). uniform: False draws from a normal distribution.

    seed: of the random numbers.  dtype: of the weights; floating point, else a TypeError.
    """
    return variance_scaling_initializer(factor=1.0, mode="FAN_AVG", uniform=uniform, seed=seed, dtype=dtype)


xavier_initializer_conv2d = xavier_initializer


def variance_scaling_initializer(factor=2.0, mode="FAN_IN", uniform=False, seed=None, dtype=dtypes.float32):
    """Random weights of variance factor/n; n is the number of inputs, of outputs or their mean, as mode says.

    mode: "FAN_IN", "FAN_OUT" or "FAN_AVG".  uniform: False draws from a normal distribution, cut off at 2 deviations.
    seed: of the random numbers.  dtype: of the weights; floating point, else a TypeError.
    """
    _check_float(dtype)
    if mode not in ("FAN_IN", "FAN_OUT", "FAN_AVG"):
        raise TypeError("Unknown mode %s [FAN_IN, FAN_OUT, FAN_AVG]", mode)

    def _initializer(shape, dtype=dtype, partition_info=None):
        _check_float(dtype)
        sizes = [float(size) for size in shape]
        inputs = sizes[-2] if len(sizes) > 1 else sizes[-1] if sizes else 1.0
        outputs = sizes[-1] if sizes else 1.0
        receptive = math.prod(sizes[:-2])
        inputs, outputs = inputs * receptive, outputs * receptive
        n = {"FAN_IN": inputs, "FAN_OUT": outputs, "FAN_AVG": (inputs + outputs) / 2}[mode]
        if uniform:
            limit = math.sqrt(3.0 * factor / n)
            return random_uniform(shape, -limit, limit, dtype, seed=seed)
        # 1.3 makes up for the variance lost by truncation
        return truncated_normal(shape, 0.0, math.sqrt(1.3 * factor / n), dtype, seed=seed)

    return _initializer


def _check_float(dtype):
    if not dtype.is_floating:
        raise TypeError("Cannot create initializer for non-floating point type.")
