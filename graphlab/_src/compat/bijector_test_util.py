"""Checks of bijectors that TensorFlow's own tests use (tensorflow.python.ops.distributions.bijector_test_util)."""

from typing import Any

import numpy as np

from graphlab._src.ops.distributions.uniform import Uniform
from graphlab._src.ops.power import exp
from graphlab._src.session.session import get_default_session


def assert_finite(array):
    """AssertionError for NaN or infinity."""
    if not np.isfinite(array).all():
        raise AssertionError(f"array was not all finite. {array[:15]}")


def assert_strictly_increasing(array):
    """AssertionError for an element that is not above the one before it."""
    np.testing.assert_array_less(0.0, np.diff(array))


def assert_strictly_decreasing(array):
    """AssertionError for an element that is not below the one before it."""
    np.testing.assert_array_less(np.diff(array), 0.0)


def assert_strictly_monotonic(array):
    """AssertionError where elements neither only rise nor only fall."""
    (assert_strictly_increasing if array[0] < array[-1] else assert_strictly_decreasing)(array)


def assert_scalar_congruency(bijector, lower_x, upper_x, n=10000, rtol=0.01, sess=None):
    """Checks a bijector of numbers between two: monotonic, inverse of its inverse, and the integral of its Jacobian."""
    run = (sess or default_session()).run
    points = np.linspace(lower_x, upper_x, num=10).astype(np.float32)
    if bijector.dtype is not None:
        points = points.astype(bijector.dtype.as_numpy_dtype)
    ends = sorted(run([bijector.forward(lower_x), bijector.forward(upper_x)]))
    x = Uniform(low=lower_x, high=upper_x).sample(n, seed=0)
    y = Uniform(low=ends[0], high=ends[1]).sample(n, seed=1)
    forward, dx_dy, dy_dx, x, y, x_again, y_again = run(
        [
            bijector.forward(points),
            exp(bijector.inverse_log_det_jacobian(y, event_ndims=0)),
            exp(bijector.forward_log_det_jacobian(bijector.inverse(y), event_ndims=0)),
            x,
            y,
            bijector.inverse(bijector.forward(x)),
            bijector.forward(bijector.inverse(y)),
        ]
    )
    assert_strictly_monotonic(forward)
    np.testing.assert_allclose(x_again, x, atol=1e-5, rtol=1e-3)
    np.testing.assert_allclose(y_again, y, atol=1e-5, rtol=1e-3)
    np.testing.assert_allclose(upper_x - lower_x, (ends[1] - ends[0]) * dx_dy.mean(), atol=0, rtol=rtol)
    np.testing.assert_allclose(dx_dy, np.divide(1.0, dy_dx), atol=1e-5, rtol=1e-3)


def assert_bijective_and_finite(bijector, x, y, event_ndims, atol=0, rtol=1e-5, sess=None):
    """Checks at x and y that a bijector and its inverse are each other's, and so are their Jacobians, and all is finite."""
    run = (sess or default_session()).run
    assert_finite(x)
    assert_finite(y)
    f_x, g_y = bijector.forward(x), bijector.inverse(y)
    found = run(
        [
            bijector.inverse(f_x),
            bijector.forward(g_y),
            bijector.inverse_log_det_jacobian(f_x, event_ndims=event_ndims),
            bijector.forward_log_det_jacobian(x, event_ndims=event_ndims),
            bijector.inverse_log_det_jacobian(y, event_ndims=event_ndims),
            bijector.forward_log_det_jacobian(g_y, event_ndims=event_ndims),
            f_x,
            g_y,
        ]
    )
    for array in found:
        assert_finite(array)
    expected = [(found[0], x), (found[1], y), (-found[2], found[3]), (-found[4], found[5])]
    for array, wanted in expected:
        np.testing.assert_allclose(array, wanted, atol=atol, rtol=rtol)


def default_session() -> Any:
    """The session that was entered last."""
    return get_default_session()
