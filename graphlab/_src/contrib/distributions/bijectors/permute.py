"""The bijector that permutes the last axis."""

from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.gather import gather
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape, size
from graphlab._src.ops.transpose import invert_permutation


class Permute(Bijector):
    """The elements of the last axis in another order.

    permutation: an int vector with each of 0, 1, …, size - 1 once; ValueError otherwise, or in a run with validate_args.
    """

    def __init__(self, permutation, validate_args=False, name=None):
        with name_scope(name, "permute", values=[permutation]):
            permutation = convert_to_tensor(permutation, name="permutation")
            if not permutation.dtype.is_integer:
                raise TypeError(f"permutation.dtype ({permutation.dtype.name}) should be `int`-like.")
            order = static_value(permutation)
            message = "Permutation over `d` must contain exactly one of each of `{0, 1, ..., d}`."
            if order is not None:
                if set(order) != set(range(order.size)):
                    raise ValueError(message)
            elif validate_args:
                falling, _ = top_k(-permutation, k=shape(permutation)[-1], sorted=True)
                permutation = checked(permutation, assert_equal(-falling, range_(size(falling)), message=message))
            self._permutation = permutation
            super().__init__(
                forward_min_event_ndims=1,
                is_constant_jacobian=True,
                validate_args=validate_args,
                name=name or "permute",
            )

    permutation = attribute("_permutation", "Where each element of the result comes from.")

    def _forward(self, x):
        return gather(x, self.permutation, axis=-1)

    def _inverse(self, y):
        return gather(y, invert_permutation(self.permutation), axis=-1)

    def _inverse_log_det_jacobian(self, y):
        return constant(0.0, dtype=y.dtype.base_dtype)

    def _forward_log_det_jacobian(self, x):
        return constant(0.0, dtype=x.dtype.base_dtype)
