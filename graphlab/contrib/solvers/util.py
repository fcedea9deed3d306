"""tf.contrib.solvers.util: matrices as operators, and norms."""

from graphlab._src.contrib.solvers.util import (
    create_operator,
    dot,
    identity_operator,
    l2norm,
    l2norm_squared,
    l2normalize,
)

__all__ = [
    "create_operator",
    "dot",
    "identity_operator",
    "l2norm",
    "l2norm_squared",
    "l2normalize",
]
