"""Learning rates that change with the global step."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_n_to_tensor, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add, multiply, negative
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import divide
from graphlab._src.ops.extremes import minimum
from graphlab._src.ops.power import exp, log, sqrt
from graphlab._src.ops.power import pow as power_of
from graphlab._src.ops.random import random_normal
from graphlab._src.ops.rounding import ceil, floor
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.select import select
from graphlab._src.ops.trigonometry import cos


def exponential_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    """learning_rate · decay_rate ^ (global_step / decay_steps).

    staircase: whether only whole periods count.
    """
    with name_scope(name or "ExponentialDecay") as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        steps = cast(decay_steps, rate.dtype)
        factor = cast(decay_rate, rate.dtype)
        passed = cast(global_step, rate.dtype) / steps
        return multiply(rate, power_of(factor, floor(passed) if staircase else passed), name=scope)


def natural_exp_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    """learning_rate · exp(-decay_rate · global_step / decay_steps).

    staircase: whether only whole periods count.
    """
    return exponential_decay(learning_rate, global_step, decay_steps, exp(negative(decay_rate)), staircase, name)


def inverse_time_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    """learning_rate / (1 + decay_rate · global_step / decay_steps).

    staircase: whether only whole periods count.
    """
    with name_scope(name or "InverseTimeDecay") as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        steps = cast(decay_steps, rate.dtype)
        factor = cast(decay_rate, rate.dtype)
        passed = cast(global_step, rate.dtype) / steps
        if staircase:
            passed = floor(passed)
        one = cast(constant(1), rate.dtype)
        return divide(rate, add(one, multiply(factor, passed)), name=scope)


def polynomial_decay(
    learning_rate, global_step, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None
):
    """From learning_rate to end_learning_rate in decay_steps, along (1 - global_step / decay_steps) ^ power.

    cycle: whether it begins anew, over ever longer periods, after decay_steps.
    """
    with name_scope(name or "PolynomialDecay") as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        end = cast(end_learning_rate, rate.dtype)
        power = cast(power, rate.dtype)
        step = cast(global_step, rate.dtype)
        steps = cast(decay_steps, rate.dtype)
        if cycle:
            with counted_as(12):  # those of cond
                periods = select(equal(step, 0), ones_like(step), ceil(step / decay_steps))
            steps = multiply(steps, periods)
        else:
            step = minimum(step, decay_steps)
        left = divide(step, steps)
        return add(multiply(rate - end, power_of(1 - left, power)), end, name=scope)


def piecewise_constant(x, boundaries, values, name=None):
    """values[0] up to boundaries[0], values[1] up to boundaries[1], …, the last value beyond all of them.

    x: a number, mostly the global step.  boundaries: rising, of the type of x.  values: one more than boundaries.
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    boundaries, values = convert_n_to_tensor(boundaries), convert_n_to_tensor(values)
    x = convert_to_tensor(x)
    for i, boundary in enumerate(boundaries):
        if boundary.dtype.base_dtype is x.dtype.base_dtype:
            continue
        if boundary.dtype.base_dtype is not dtypes.int32 or x.dtype.base_dtype is not dtypes.int64:
            raise ValueError(
                f"Boundaries ({boundary.dtype.base_dtype}) must have the same dtype as x ({x.dtype.base_dtype})."
            )
        boundaries[i] = cast(boundary, x.dtype)
    for value in values[1:]:
        if value.dtype.base_dtype is not values[0].dtype.base_dtype:
            raise ValueError(
                "Values must have elements all with the same dtype "
                f"({values[0].dtype.base_dtype} vs {value.dtype.base_dtype})."
            )
    count = len(boundaries)
    with name_scope(name or "PiecewiseConstant"), counted_as(count * count + 11 * count + 25):  # those of tf.case
        result = values[-1]
        for boundary, value in zip(reversed(boundaries), reversed(values[:-1]), strict=True):
            result = select(x <= boundary, value, result)
        return result


def _half_cosine(fraction):
    return 0.5 * (1.0 + cos(constant(math.pi) * fraction))


def cosine_decay(learning_rate, global_step, decay_steps, alpha=0.0, name=None):
    """From learning_rate down half a cosine to alpha · learning_rate in decay_steps (Loshchilov and Hutter, 2016)."""
    with name_scope(name or "CosineDecay"):
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        steps = cast(decay_steps, rate.dtype)
        step = minimum(cast(global_step, rate.dtype), steps)
        return multiply(rate, (1 - alpha) * _half_cosine(step / steps) + alpha)


def linear_cosine_decay(learning_rate, global_step, decay_steps, num_periods=0.5, alpha=0.0, beta=0.001, name=None):
    """A cosine of num_periods under a falling line (Bello et al., 2017).

    The rate is learning_rate · ((alpha + line) · cosine + beta).
    """
    with name_scope(name or "LinearCosineDecay") as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        steps, periods, alpha, beta = (cast(value, rate.dtype) for value in (decay_steps, num_periods, alpha, beta))
        step = minimum(cast(global_step, rate.dtype), steps)
        line = (steps - step) / steps
        passed = step / steps
        fraction = 2.0 * periods * passed
        wave = _half_cosine(fraction)
        return multiply(rate, (alpha + line) * wave + beta, name=scope)


def noisy_linear_cosine_decay(
    learning_rate,
    global_step,
    decay_steps,
    initial_variance=1.0,
    variance_decay=0.55,
    num_periods=0.5,
    alpha=0.0,
    beta=0.001,
    name=None,
):
    """linear_cosine_decay with noise on the line (Bello et al., 2017).

    The noise has the variance initial_variance / (1 + global_step) ^ variance_decay.
    """
    with name_scope(name or "NoisyLinearCosineDecay") as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        given = (decay_steps, initial_variance, variance_decay, num_periods, alpha, beta)
        steps, variance, falling, periods, alpha, beta = (cast(value, rate.dtype) for value in given)
        step = minimum(cast(global_step, rate.dtype), steps)
        line = (steps - step) / steps
        variance = variance / power_of(1.0 + step, falling)
        line = line + random_normal(line.shape, stddev=sqrt(variance))
        passed = step / steps
        wave = _half_cosine(2.0 * periods * passed)
        return multiply(rate, (alpha + line) * wave + beta, name=scope)


def cosine_decay_restarts(learning_rate, global_step, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name=None):
    """Half cosines one after another, each t_mul times as long as the one before (Loschilov and Hutter, 2016).

    first_decay_steps: how long the first one is.  m_mul: what the height is multiplied by at each restart.
    alpha: the lowest rate, as a part of learning_rate.
    """
    with name_scope(name or "SGDRDecay") as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        given = (first_decay_steps, alpha, t_mul, m_mul)
        first, alpha, t_mul, m_mul = (cast(value, rate.dtype) for value in given)
        passed = cast(global_step, rate.dtype) / first

        def even():
            restarts = floor(passed)
            return restarts, passed - restarts

        def growing():
            restarts = floor(log(1.0 - passed * (1.0 - t_mul)) / log(t_mul))
            before = (1.0 - t_mul**restarts) / (1.0 - t_mul)
            return restarts, (passed - before) / t_mul**restarts

        restarts, fraction = cond(equal(t_mul, 1.0), even, growing)
        height = 0.5 * m_mul**restarts
        decayed = height * (1.0 + cos(constant(math.pi) * fraction))
        return multiply(rate, (1 - alpha) * decayed + alpha, name=scope)
