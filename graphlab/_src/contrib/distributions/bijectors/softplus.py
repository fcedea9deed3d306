"""The bijector of softplus."""

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.activation import softplus
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_none_equal
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.distributions.numerics import softplus_inverse
from graphlab._src.ops.power import expm1, log


class Softplus(Bijector):
    """y = c softplus(x / c), element by element.

    hinge_softness: c, not 0; 1 when left out. Negative ones make y negative.
    """

    def __init__(self, hinge_softness=None, validate_args=False, name="softplus"):
        with name_scope(name, values=[hinge_softness]):
            self._hinge_softness = None
            if hinge_softness is not None:
                softness = convert_to_tensor(hinge_softness, name="hinge_softness")
                if validate_args:
                    zero = convert_to_tensor(0, dtype=softness.dtype)
                    softness = checked(
                        softness, assert_none_equal(zero, softness, message="hinge_softness must be non-zero")
                    )
                self._hinge_softness = softness
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    hinge_softness = attribute("_hinge_softness", "The factor c, or None.")

    def _scaled(self, function, x):
        if self.hinge_softness is None:
            return function(x)
        softness = cast(self.hinge_softness, x.dtype)
        return softness * function(x / softness)

    def _over(self, x):
        return x if self.hinge_softness is None else x / cast(self.hinge_softness, x.dtype)

    def _forward(self, x):
        return self._scaled(softplus, x)

    def _inverse(self, y):
        return self._scaled(softplus_inverse, y)

    def _inverse_log_det_jacobian(self, y):
        return -log(-expm1(-self._over(y)))

    def _forward_log_det_jacobian(self, x):
        return -softplus(-self._over(x))
