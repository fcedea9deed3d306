"""The bijector from vectors to the probabilities of one class more."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.checks.values import assert_greater
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.distributions.static_values import pad
from graphlab._src.ops.power import log
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.statistics import reduce_logsumexp


class SoftmaxCentered(Bijector):
    """y = softmax([x, 0]): vectors [..., n] as probabilities [..., n + 1].

    The Jacobian is that of the first n probabilities.  validate_args: whether runs check sizes.
    """

    def __init__(self, validate_args=False, name="softmax_centered"):
        super().__init__(forward_min_event_ndims=1, validate_args=validate_args, name=name)

    def _forward_event_shape(self, input_shape):
        if input_shape.ndims is None or input_shape.as_list()[-1] is None:
            return input_shape
        return TensorShape([input_shape.as_list()[-1] + 1])

    def _forward_event_shape_tensor(self, input_shape):
        return (input_shape[-1] + 1)[..., None]

    def _inverse_event_shape(self, output_shape):
        if output_shape.ndims is None or output_shape.as_list()[-1] is None:
            return output_shape
        size = output_shape.as_list()[-1]
        if size <= 1:
            raise ValueError(f"output_shape[-1] = {size} <= 1")
        return TensorShape([size - 1])

    def _inverse_event_shape_tensor(self, output_shape):
        if self.validate_args:
            message = "Need last dimension greater than 1."
            output_shape = checked(output_shape, assert_greater(output_shape[-1], 1, message=message))
        return (output_shape[-1] - 1)[..., None]

    def _forward(self, x):
        return softmax(pad(x, axis=-1, back=True))

    def _inverse(self, y):
        logs = log(y)
        return logs[..., :-1] - logs[..., -1:]

    def _inverse_log_det_jacobian(self, y):
        return -reduce_sum(log(y), axis=-1)

    def _forward_log_det_jacobian(self, x):
        normalizer = softplus(reduce_logsumexp(x, axis=-1, keepdims=True))
        total = reduce_sum(x - normalizer, axis=-1, keepdims=True) - normalizer
        return squeeze(total, axis=-1)
