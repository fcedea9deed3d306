"""Decays of the sign's part in PowerSign and AddSign, as functions of the global step."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater_equal
from graphlab._src.ops.division import floormod
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.select import where
from graphlab._src.ops.trigonometry import cos


def _progress(global_step, decay_steps, name):
    """(the step, at most decay_steps; what part of them it is)."""
    if global_step is None:
        raise ValueError(f"global_step is required for {name}.")
    step = minimum(global_step, decay_steps)
    return step, cast(step, dtypes.float32) / cast(decay_steps, dtypes.float32)


def _half_wave(fraction):
    return 0.5 * (1.0 + cos(convert_to_tensor(math.pi, dtypes.float32) * fraction))


def get_linear_decay_fn(decay_steps):
    """A function of the global step that falls from 1 to 0 in decay_steps steps."""

    def linear_decay_fn(global_step):
        step, _ = _progress(global_step, decay_steps, "linear_decay")
        left = cast(decay_steps, dtypes.int32) - cast(step, dtypes.int32)
        return maximum(0.0, cast(left, dtypes.float32) / cast(decay_steps, dtypes.float32))

    return linear_decay_fn


def get_cosine_decay_fn(decay_steps, num_periods=0.5, zero_after=None):
    """A function of the global step: (1 + cos) / 2 over num_periods periods in decay_steps steps.

    zero_after: the number of periods after which it is 0.
    """

    def cosine_decay_fn(global_step):
        _, part = _progress(global_step, decay_steps, "cosine_decay")
        fraction = 2.0 * num_periods * part
        decayed = _half_wave(fraction)
        return decayed if zero_after is None else where(greater_equal(fraction, 2 * zero_after), 0.0, decayed)

    return cosine_decay_fn


def get_restart_decay_fn(decay_steps, num_periods=1, zero_after=None):
    """A function of the global step: from 1 to 0 as half a cosine, num_periods times in decay_steps steps.

    zero_after: the number of periods after which it is 0.
    """

    def restart_decay_fn(global_step):
        step, _ = _progress(global_step, decay_steps, "cosine_decay")
        steps = cast(decay_steps, dtypes.float32)
        decayed = _half_wave(floormod(num_periods * cast(step, dtypes.float32), steps) / steps)
        if zero_after is None:
            return decayed
        return where(greater_equal(cast(num_periods * step, dtypes.float32) / steps, zero_after), 0.0, decayed)

    return restart_decay_fn
