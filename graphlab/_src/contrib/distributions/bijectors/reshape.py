"""The bijector that reshapes events."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal, assert_less_equal
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.distributions.static_values import constant_value_as_shape
from graphlab._src.ops.indexing import boolean_mask
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import rank, reshape, shape


class Reshape(Bijector):
    """Events of one shape in another one, with the same elements.

    event_shape_out, event_shape_in: int vectors, numbers or tensors, with at most one -1, which the others imply.
    ValueError for shapes that can't be, or in a run with validate_args.
    """

    def __init__(self, event_shape_out, event_shape_in=(-1,), validate_args=False, name=None):
        with name_scope(name, "reshape", values=[event_shape_out, event_shape_in]):
            self._event_shape_out = convert_to_tensor(
                event_shape_out, name="event_shape_out", preferred_dtype=dtypes.int32
            )
            self._event_shape_in = convert_to_tensor(
                event_shape_in, name="event_shape_in", preferred_dtype=dtypes.int32
            )
            self._assertions = [
                *_shape_checks(self._event_shape_out, validate_args),
                *_shape_checks(self._event_shape_in, validate_args),
            ]
            super().__init__(
                forward_min_event_ndims=0,
                is_constant_jacobian=True,
                validate_args=validate_args,
                name=name or "reshape",
            )

    def _reshape(self, x, shape_in, shape_out):
        with control_dependencies(self._assertions):
            x = self._checked(x, shape_in)
            count = shape_in.shape.with_rank_at_least(1).as_list()[0] if shape_in.shape.ndims is not None else None
            if count is not None and x.shape.ndims == count:
                return reshape(x, shape_out)
            outer = shape(x)[: rank(x) - (shape(shape_in)[0] if count is None else count)]
            return reshape(x, concat([outer, shape_out], axis=0))

    def _checked(self, x, shape_in):
        """x, checked to have events of that shape."""
        count = shape_in.shape.as_list()[0] if shape_in.shape.ndims is not None else None
        sizes = expected = None
        if count is not None and x.shape.ndims is not None:
            sizes = x.shape.with_rank_at_least(count)[x.shape.ndims - count :]
            sizes = np.array(sizes.as_list(), np.int32) if sizes.is_fully_defined() else None
            expected = static_value(shape_in)
        if sizes is not None and expected is not None:
            if not np.array_equal(sizes[expected >= 0], expected[expected >= 0]):
                raise ValueError(f"Input `event_shape` does not match `event_shape_in` ({sizes} vs {expected}).")
        elif self.validate_args:
            found = shape(x)[rank(x) - shape(shape_in)[0] :] if sizes is None else sizes
            stated = reshape(shape_in >= 0, [-1])
            message = "Input `event_shape` does not match `event_shape_in`."
            check = assert_equal(boolean_mask(found, stated), boolean_mask(shape_in, stated), message=message)
            return checked(x, check)
        return x

    def _forward(self, x):
        return self._reshape(x, self._event_shape_in, self._event_shape_out)

    def _inverse(self, y):
        return self._reshape(y, self._event_shape_out, self._event_shape_in)

    def _inverse_log_det_jacobian(self, y):
        with control_dependencies(self._assertions):
            return constant(0.0, dtype=y.dtype)

    def _forward_log_det_jacobian(self, x):
        with control_dependencies(self._assertions):
            return constant(0.0, dtype=x.dtype)

    def _forward_event_shape(self, input_shape):
        return self._static_shape(input_shape, self._event_shape_in, self._event_shape_out)

    def _inverse_event_shape(self, output_shape):
        return self._static_shape(output_shape, self._event_shape_out, self._event_shape_in)

    def _static_shape(self, sizes, shape_in, shape_out):
        if sizes.is_fully_defined():
            return self._reshape(zeros(sizes.as_list()), shape_in, shape_out).shape
        return constant_value_as_shape(shape_out)

    def _forward_event_shape_tensor(self, input_shape):
        return shape(self._reshape(zeros(input_shape), self._event_shape_in, self._event_shape_out))

    def _inverse_event_shape_tensor(self, output_shape):
        return shape(self._reshape(zeros(output_shape), self._event_shape_out, self._event_shape_in))


def _shape_checks(sizes, validate_args):
    if not sizes.dtype.is_integer:
        raise TypeError(f"{sizes} dtype ({sizes.dtype.name}) should be `int`-like.")
    checks = []
    ndims = sizes.shape.ndims
    if ndims is not None and ndims > 1:
        raise ValueError(f"`{sizes}` rank ({ndims}) should be <= 1.")
    if ndims is None and validate_args:
        checks.append(assert_less_equal(rank(sizes), 1, message=f"`{sizes}` rank should be <= 1."))
    value = static_value(sizes)
    # With sizes that are known and all there is nothing to check.
    if validate_args and (value is None or (value < 0).any()):
        implied = reduce_sum(cast(equal(sizes, -1), dtypes.int32))
        checks += [
            assert_less_equal(implied, 1, message=f"`{sizes}` elements must have at most one `-1`."),
            assert_greater_equal(sizes, -1, message=f"`{sizes}` elements must be either positive integers or `-1`."),
        ]
    return checks
