"""The bijector of the sigmoid function."""

from graphlab._src.ops.activation import sigmoid, softplus
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.power import log, log1p


class Sigmoid(Bijector):
    """y = 1 / (1 + exp(-x)), element by element."""

    def __init__(self, validate_args=False, name="sigmoid"):
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    def _forward(self, x):
        return sigmoid(x)

    def _inverse(self, y):
        return log(y) - log1p(-y)

    def _inverse_log_det_jacobian(self, y):
        return -log(y) - log1p(-y)

    def _forward_log_det_jacobian(self, x):
        return -softplus(-x) - softplus(x)
