"""Initial value problems of ordinary differential equations: with steps as an error bound has them, or with equal ones."""

from graphlab._src.base import dtypes
from graphlab._src.contrib.integrate import runge_kutta
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.arithmetic import add_n, square
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import is_finite
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.reduction import reduce_all, reduce_mean
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.rounding import ceil
from graphlab._src.ops.shape import size as size_of
from graphlab._src.ops.tensor_array import TensorArray


def _check_types(y0, t, dt=None):
    if not (y0.dtype.is_floating or y0.dtype.is_complex):
        raise TypeError("`y0` must have a floating point or complex floating point dtype")
    for name, value in (("t", t), ("dt", dt)):
        if value is not None and not value.dtype.is_floating:
            raise TypeError(f"`{name}` must have a floating point dtype")


def _increasing(t):
    """A block whose operations wait for the check that t increases."""
    check = assert_(reduce_all(t[1:] > t[:-1]), ["`t` must be monotonic increasing"])
    return get_default_graph().control_dependencies([check])


def odeint(func, y0, t, rtol=1e-6, atol=1e-12, method=None, options=None, full_output=False, name=None):
    """y at the times t, where dy/dt = func(y, t) and y is y0 at t[0]: [times, …]; the error of a step is bounded.

    func(y, t) -> dy/dt, a tensor of y's shape.  y0: a floating point or complex tensor.  t: increasing, float64 or float32.
    rtol, atol: the most that a step may err, relative and absolute.
    method: "dopri5", Dormand and Prince's.  options, with a method: first_step, safety, ifactor and dfactor (by what a
    step may grow and shrink), max_num_steps between two times.
    full_output: (y, a dict of num_func_evals, integrate_points, error_ratio) in place of y.
    """
    if method is not None and method != "dopri5":
        raise ValueError(f"invalid method: {method!r}")
    if options is not None and method is None:
        raise ValueError("cannot supply `options` without specifying `method`")
    with name_scope(name, "odeint", [y0, t, rtol, atol]):
        y0 = convert_to_tensor(y0, name="y0")
        t = convert_to_tensor(t, preferred_dtype=dtypes.float64, name="t")
        _check_types(y0, t)
        kind = y0.dtype.real_dtype
        rtol = convert_to_tensor(rtol, dtype=kind, name="rtol")
        atol = convert_to_tensor(atol, dtype=kind, name="atol")
        y, points, ratios = _adaptive(func, y0, t, rtol, atol, **(options or {}))
        if not full_output:
            return y
        count = 6 * size_of(points) + 1
        return y, {"num_func_evals": count, "integrate_points": points, "error_ratio": ratios}


def _adaptive(
    func, y0, t, rtol, atol, first_step=None, safety=0.9, ifactor=10.0, dfactor=0.2, max_num_steps=1000, name=None
):
    """(y at the times, the times of all attempted steps, their errors by what is allowed)."""
    first, safety, ifactor, dfactor = (
        convert_to_tensor(value, dtype=t.dtype)
        for value in (1.0 if first_step is None else first_step, safety, ifactor, dfactor)
    )

    def attempt(y, f, t_before, t_now, dt, coefficients, points, ratios, number):
        checks = [
            assert_(t_now + dt > t_now, ["underflow in dt", dt]),
            assert_(number < max_num_steps, ["max_num_steps exceeded"]),
            assert_(reduce_all(is_finite(abs_(y))), ["non-finite values in state `y`", y]),
        ]
        with get_default_graph().control_dependencies(checks):
            y1, f1, error, k = runge_kutta.step(func, y, f, t_now, dt)
        allowed = atol + rtol * maximum(abs_(y), abs_(y1))
        ratio = sqrt(reduce_mean(square(abs_(error)) / square(allowed)))
        accepted = ratio <= 1
        new_y, new_f, new_t, *new_coefficients = cond(
            accepted,
            lambda: [y1, f1, t_now + dt, *runge_kutta.fitted(y, y1, k, dt)],
            lambda: [y, f, t_now, *coefficients],
        )
        next_dt = runge_kutta.optimal_step_size(dt, ratio, safety, ifactor, dfactor)
        points = points.write(points.size(), t_now + dt)
        ratios = ratios.write(ratios.size(), ratio)
        return new_y, new_f, t_now, new_t, next_dt, new_coefficients, points, ratios, number + 1

    def advance(i, solution, *state):
        y, f, before, now, dt, coefficients, points, ratios, _ = while_loop(
            lambda *inner: t[i] > inner[3], attempt, (*state, 0), name="integrate_loop"
        )
        solution = solution.write(i, runge_kutta.evaluated(coefficients, before, now, t[i]))
        return i + 1, solution, y, f, before, now, dt, coefficients, points, ratios

    with _increasing(t):
        count = size_of(t)
    solution = TensorArray(y0.dtype, size=count).write(0, y0)
    points = TensorArray(t.dtype, size=0, dynamic_size=True)
    ratios = TensorArray(rtol.dtype, size=0, dynamic_size=True)
    state = (y0, convert_to_tensor(func(y0, t[0])), t[0], t[0], first, [y0] * 5, points, ratios)
    found = while_loop(lambda i, *_: i < count, advance, (1, solution, *state), name="interpolate_loop")
    y = found[1].stack()
    y.set_shape(t.shape.concatenate(y0.shape))
    return y, found[8].stack(), found[9].stack()


def odeint_fixed(func, y0, t, dt=None, method="rk4", name=None):
    """y at the times t, see odeint, with equal steps between two times.

    dt: the length of steps, one number or one for each interval, which is shortened to fit; one step when left out.
    method: "rk4" or "midpoint".
    """
    with name_scope(name, "odeint_fixed", [y0, t, dt]):
        t = convert_to_tensor(t, preferred_dtype=dtypes.float64, name="t")
        y0 = convert_to_tensor(y0, name="y0")
        intervals = t[1:] - t[:-1]
        dt = intervals if dt is None else dt
        dt = convert_to_tensor(dt, preferred_dtype=dtypes.float64, name="dt")
        steps = ceil(intervals / dt)
        dt = intervals / steps
        counts = cast(steps, dtypes.int32)
        _check_types(y0, t, dt)
        if t.shape.ndims is not None and t.shape.ndims > 1:
            raise ValueError("t must be a 1D tensor")
        if method not in _METHODS:
            raise ValueError(f"method not supported: {method}")
        change = _METHODS[method]
        with _increasing(t):
            number = size_of(t)

        def interval(i, solution, y, time):
            length = dt[i - 1]

            def move(j, y, time):
                dy = cast(change(func, y, time, length), y.dtype)
                return j + 1, y + dy, time + length

            _, y, time = while_loop(lambda j, *_: j < counts[i - 1], move, (0, y, time))
            return i + 1, solution.write(i, y), y, time

        solution = TensorArray(y0.dtype, number).write(0, y0)
        found = while_loop(lambda i, *_: i < number, interval, (1, solution, y0, t[0]))
        result = found[1].stack()
        result.set_shape(t.shape.concatenate(y0.shape))
        return result


def _midpoint(func, y, t, dt):
    size = cast(dt, y.dtype)
    return size * func(y + func(y, t) * size / 2, t + dt / 2)


def _rk4(func, y, t, dt):
    size, half = cast(dt, y.dtype), t + dt / 2
    k1 = func(y, t)
    k2 = func(y + size * k1 / 2, half)
    k3 = func(y + size * k2 / 2, half)
    k4 = func(y + size * k3, t + dt)
    return add_n([k1, 2 * k2, 2 * k3, k4]) * (size / 6)


_METHODS = {"midpoint": _midpoint, "rk4": _rk4}
