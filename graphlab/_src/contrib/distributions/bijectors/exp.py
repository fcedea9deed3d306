"""The bijector of the exponential function."""

from graphlab._src.contrib.distributions.bijectors.power_transform import PowerTransform


class Exp(PowerTransform):
    """y = exp(x), element by element."""

    def __init__(self, validate_args=False, name="exp"):
        super().__init__(validate_args=validate_args, name=name)
