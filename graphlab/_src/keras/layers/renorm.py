"""Batch renormalization: a batch is brought nearer to how moving averages would normalize it (Ioffe, 2017)."""

from graphlab._src.graph import get_default_graph
from graphlab._src.keras.layers.dropout import when
from graphlab._src.keras.layers.moving_average import assign_moving_average
from graphlab._src.ops.constants import ones_like, zeros_like
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import sqrt

_KEYS = ("rmax", "rmin", "dmax")


def check_clipping(clipping):
    """renorm_clipping, {} for None; ValueError for keys that it cannot have."""
    clipping = clipping or {}
    if set(clipping) - set(_KEYS):
        raise ValueError(f"renorm_clipping {clipping} contains keys not in {list(_KEYS)}")
    return clipping


def renorm_correction(layer, mean, variance, training):
    """(r, d, mean, variance): a normalized value x becomes x·r + d; the moments come after the averages' update.

    layer: has renorm_mean, renorm_stddev, renorm_momentum, renorm_clipping and epsilon.
    """
    stddev = sqrt(variance + layer.epsilon)
    average = layer.renorm_mean
    average_stddev = maximum(layer.renorm_stddev, sqrt(layer.epsilon))  # never 0, also early in training
    r = stddev / average_stddev
    d = (mean - average) / average_stddev
    graph = get_default_graph()
    with graph.control_dependencies([r, d]):  # which see the averages before their update
        mean = identity(mean)
        stddev = identity(stddev)
    rmin, rmax, dmax = (layer.renorm_clipping.get(key) for key in ("rmin", "rmax", "dmax"))
    if rmin is not None:
        r = maximum(r, rmin)
    if rmax is not None:
        r = minimum(r, rmax)
    if dmax is not None:
        d = minimum(maximum(d, -dmax), dmax)
    r, d = (
        when(training, lambda: r, lambda: ones_like(r)),
        when(training, lambda: d, lambda: zeros_like(d)),
    )

    def update(variable, value):
        value = identity(value)
        return when(
            training,
            lambda: assign_moving_average(variable, value, layer.renorm_momentum),
            lambda: identity(variable),
        )

    updates = [update(layer.renorm_mean, mean), update(layer.renorm_stddev, stddev)]
    with graph.control_dependencies(updates):
        return r, d, identity(mean), identity(variance)
