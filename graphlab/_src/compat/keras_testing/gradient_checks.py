"""Identity functions whose gradients are checked, or become NaN: what unit tests of loss scales put into a model."""

from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import fill
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import shape


def create_identity_with_grad_check_fn(expected_gradient: Any, expected_dtype: Any = None) -> Callable[[Any], Any]:
    """A function that returns its argument; a run fails where the gradient that reaches it is not the expected one."""

    @custom_gradient
    def checked(x: Any) -> Any:
        def grad(dx: Any) -> Any:
            if expected_dtype:
                assert dx.dtype == expected_dtype, f"dx.dtype should be {expected_dtype} but is: {dx.dtype}"
            expected = convert_to_tensor(expected_gradient, dtype=dx.dtype, name="expected_gradient")
            with get_default_graph().control_dependencies([assert_equal(dx, expected)]):
                return identity(dx)

        return identity(x), grad

    return checked


def create_identity_with_nan_gradients_fn(have_nan_gradients: Any) -> Callable[[Any], Any]:
    """A function that returns its argument; the gradient is NaN where a boolean tensor is True."""

    @custom_gradient
    def spoiled(x: Any) -> Any:
        def grad(dx: Any) -> Any:
            nan = convert_to_tensor(np.nan, dx.dtype)
            return cond(have_nan_gradients, lambda: fill(shape(dx), nan), lambda: identity(dx))

        return identity(x), grad

    return spoiled
