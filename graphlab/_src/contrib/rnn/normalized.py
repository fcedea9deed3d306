"""Layer normalization of a cell's gates, whose gain and shift begin with values that the cell was given."""

from graphlab._src.contrib.layers.normalization import layer_norm
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope


def norm(g, b, inp, scope):
    """inp with mean 0 and variance 1 in each row, times gamma, which begins with g, plus beta, which begins with b.

    scope: the variable scope, below the one that is open, of gamma and beta.
    """
    with variable_scope(scope):
        get_variable("gamma", shape=inp.shape[-1:], initializer=constant_initializer(g))
        get_variable("beta", shape=inp.shape[-1:], initializer=constant_initializer(b))
    return layer_norm(inp, reuse=True, scope=scope)
