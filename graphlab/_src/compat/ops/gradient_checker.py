"""tensorflow.python.ops.gradient_checker: Jacobians of a tensor by one of which the gradient graph is given."""

from typing import Any

import numpy as np

from graphlab._src.graph import Tensor
from graphlab._src.testing import jacobian


def compute_jacobians(
    x: Tensor,
    x_shape: Any,
    dx: Any,
    y: Tensor,
    y_shape: Any,
    dy: Tensor,
    x_init_value: Any = None,
    delta: float = 1e-3,
    extra_feed_dict: Any = None,
) -> Any:
    """(Jacobian from the gradient dx, by finite differences). dy: what y's gradient is fed to; see compute_gradient."""
    return jacobian._jacobians(x, x_shape, dx, dy, y, y_shape, x_init_value, delta, extra_feed_dict or {})


def product(t: Any) -> int:
    """A whole number, or the product of several."""
    return t if isinstance(t, int) else int(np.prod(list(t), dtype=np.int64))
