"""adaptive_clipping_fn: gradients are scaled when their norm is far from what it was so far."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import IndexedSlices
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import global_norm
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.power import exp, log, sqrt
from graphlab._src.ops.select import where
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.moving_averages import assign_moving_average
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.summary.scalar import scalar


def adaptive_clipping_fn(
    std_factor=2.0,
    decay=0.95,
    static_max_norm=None,
    global_step=None,
    report_summary=False,
    epsilon=1e-8,
    name=None,
):
    """A function of (gradient, variable) pairs for optimize_loss(clip_gradients=…) (Chorowski et al., 2014, 3.2.1).

    It averages the logarithm of the global norm and of its square. A norm above exp(mean + std_factor · deviation) is
    scaled to exp(mean).
    decay: of the averages.  global_step: where given, decay is at most n / (n + 1) in step n, so that they adapt sooner.
    static_max_norm: the norm is never above it.  report_summary: adds a summary of the bound.
    epsilon: the least norm and variance.  name: of the scope of the averages.
    """

    def clip(grads_and_vars):
        gradients, variables = zip(*grads_and_vars, strict=True)
        norm = global_norm(gradients)
        bound, mean = _adaptive_max_norm(norm, std_factor, decay, global_step, epsilon, name)
        if report_summary:
            scalar("global_norm/adaptive_max_gradient_norm", bound)
        factor = where(norm < bound, ones_like(norm), exp(mean) / norm)
        if static_max_norm is not None:
            factor = minimum(static_max_norm / norm, factor)
        return [(_scaled(gradient, factor), variable) for gradient, variable in zip(gradients, variables, strict=True)]

    return clip


def _scaled(gradient, factor):
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * factor, gradient.indices, gradient.dense_shape)
    return None if gradient is None else gradient * factor


def _adaptive_max_norm(norm, std_factor, decay, global_step, epsilon, name):
    """(the largest norm that is not scaled, the average of the norm's logarithm)."""
    with variable_scope(name, "AdaptiveMaxNorm", [norm]):
        log_norm = log(norm + epsilon)
        if global_step is not None:
            steps: Any = cast(global_step, dtypes.float32)
            decay = minimum(decay, steps / (steps + 1.0))

        def average(name, value):
            variable = get_variable(
                name, shape=value.shape, dtype=value.dtype, initializer=zeros_initializer(), trainable=False
            )
            return assign_moving_average(variable, value, decay, zero_debias=False)

        mean, mean_of_squares = average("mean", log_norm), average("sq_mean", square(log_norm))
        deviation = sqrt(maximum(epsilon, mean_of_squares - square(mean)))
        return exp(mean + std_factor * deviation), mean
