"""The bijector from rising vectors to any."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.ops.checks.values import assert_greater, assert_positive
from graphlab._src.ops.cumulative import cumsum
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import exp, log
from graphlab._src.ops.reduction import reduce_sum


class Ordered(Bijector):
    """y[0] = x[0], y[i] = log(x[i] - x[i - 1]): of vectors whose elements rise strictly.  validate_args: whether runs check x."""

    def __init__(self, validate_args=False, name="ordered"):
        super().__init__(forward_min_event_ndims=1, validate_args=validate_args, name=name)

    def _forward_event_shape(self, input_shape):
        if input_shape.ndims is None or input_shape.as_list()[-1] is None:
            return input_shape
        return TensorShape([input_shape.as_list()[-1]])

    def _forward_event_shape_tensor(self, input_shape):
        return input_shape[-1][..., None]

    def _inverse_event_shape(self, output_shape):
        if output_shape.ndims is None or output_shape.as_list()[-1] is None:
            return output_shape
        size = output_shape.as_list()[-1]
        if size <= 1:
            raise ValueError(f"output_shape[-1] = {size} <= 1")
        return TensorShape([size])

    def _inverse_event_shape_tensor(self, output_shape):
        if self.validate_args:
            message = "Need last dimension greater than 1."
            output_shape = checked(output_shape, assert_greater(output_shape[-1], 1, message=message))
        return output_shape[-1][..., None]

    def _forward(self, x):
        x = self._checked(x)
        return concat([x[..., :1], log(x[..., 1:] - x[..., :-1])], axis=-1)

    def _inverse(self, y):
        return cumsum(concat([y[..., :1], exp(y[..., 1:])], axis=-1), axis=-1)

    def _inverse_log_det_jacobian(self, y):
        return reduce_sum(y[..., 1:], axis=-1)

    def _forward_log_det_jacobian(self, x):
        x = self._checked(x)
        return -reduce_sum(log(x[..., 1:] - x[..., :-1]), axis=-1)

    def _checked(self, x):
        if not self.validate_args:
            return x
        message = "Forward transformation input must be strictly increasing."
        return checked(x, assert_positive(x[..., 1:] - x[..., :-1], message=message))
