"""tf.contrib.integrate: initial value problems of ordinary differential equations."""

from graphlab._src.contrib.integrate.odes import (
    odeint,
    odeint_fixed,
)

__all__ = [
    "odeint",
    "odeint_fixed",
]
