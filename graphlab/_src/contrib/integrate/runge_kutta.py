"""One step of Dormand and Prince's method, and what it is outside of its points in time (J. Comput. Appl. Math. 6, 1980)."""

from typing import Any

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.cast import cast
from graphlab._src.ops.extremes import maximum, minimum

_ALPHA = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
_BETA = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
_ERROR = (
    1951 / 21600 - 35 / 384,
    0,
    22642 / 50085 - 500 / 1113,
    451 / 720 - 125 / 192,
    -12231 / 42400 + 2187 / 6784,
    649 / 6300 - 11 / 84,
    1 / 60,
)
# Shampine, "Some practical Runge-Kutta formulas", Math. Comp. 46 (1986): the solution in the middle of a step.
_MIDDLE = (
    6025192743 / 30085553152 / 2,
    0,
    51252292925 / 65400821598 / 2,
    -2691868925 / 45128329728 / 2,
    187940372067 / 1594534317056 / 2,
    -1776094331 / 19743644256 / 2,
    11237099 / 235043384 / 2,
)


def _combined(scale, factors, values):
    return add_n([scale * factor * value for factor, value in zip(factors, values, strict=True) if factor != 0])


def step(func, y0, f0, t0, dt):
    """(y at t0 + dt, func there, the estimated error of y, the values of func on the way) from y0 and f0 at t0."""
    with name_scope("runge_kutta_step"):
        size = cast(dt, y0.dtype)
        k, y = [f0], y0
        for alpha, beta in zip(_ALPHA, _BETA, strict=True):
            y = y0 + _combined(size, beta, k)
            k.append(convert_to_tensor(func(y, t0 + alpha * dt)))
        return y, k[-1], _combined(size, _ERROR, k), k


def fitted(y0, y1, k, dt):
    """The coefficients, highest power first, of the polynomial in (t - t0) / dt that interpolates the step."""
    with name_scope("interp_fit_rk"):
        dt = cast(dt, y0.dtype)
        return through(y0, y1, y0 + _combined(dt, _MIDDLE, k), k[0], k[-1], dt)


def through(y0, y1, y_mid, f0, f1, dt):
    """The coefficients of the polynomial with these values and derivatives at both ends and this one in the middle."""
    known = (dt * f0, dt * f1, y0, y1, y_mid)
    rows = ((-2, 2, -8, -8, 16), (5, -3, 18, 14, -32), (-4, 1, -11, -5, 16))
    return [*(add_n([n * value for n, value in zip(row, known, strict=True)]) for row in rows), dt * f0, y0]


def optimal_step_size(
    last_step, error_ratio, safety: Any = 0.9, ifactor: Any = 10.0, dfactor: Any = 0.2, order=5, name=None
):
    """The size of the next step, from 1 / dfactor to ifactor times smaller or larger.

    error_ratio: of the last step's error to the one that is allowed.  order: of the error's growth with the step.
    """
    with name_scope(name, "optimal_step_size", [last_step, error_ratio]):
        growth = cast(error_ratio, last_step.dtype) ** (1 / order) / safety
        return last_step / maximum(1 / ifactor, minimum(growth, 1 / dfactor))


def evaluated(coefficients, t0, t1, t):
    """The polynomial of `fitted` at a time between t0 and t1."""
    with name_scope("interp_evaluate"):
        x = cast((t - t0) / (t1 - t0), coefficients[0].dtype)
        result = coefficients[0]
        for coefficient in coefficients[1:]:
            result = result * x + coefficient
        return result
