"""tf.contrib.solvers: linear systems solved by iteration."""

from graphlab.contrib.solvers import lanczos as lanczos
from graphlab.contrib.solvers import least_squares as least_squares
from graphlab.contrib.solvers import linear_equations as linear_equations
from graphlab.contrib.solvers import util as util

__all__ = [
    "lanczos",
    "least_squares",
    "linear_equations",
    "util",
]
