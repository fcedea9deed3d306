"""The bijector y = scale x + shift, element by element."""

from graphlab._src.graph import constant, convert_to_tensor
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.checks.values import assert_none_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.identity import identity
from graphlab._src.ops.power import log
from graphlab._src.ops.rounding import abs as abs_


class AffineScalar(Bijector):
    """y = scale x + shift, element by element.

    shift: 0 when left out.  scale: 1 when left out; not 0.  They broadcast against x.
    validate_args: whether runs check scale.
    """

    def __init__(self, shift=None, scale=None, validate_args=False, name="affine_scalar"):
        self._graph_parents, self._name, self._validate_args = [], name, validate_args
        with self._name_scope("init", values=[scale, shift]):
            self._shift = None if shift is None else convert_to_tensor(shift, name="shift")
            self._scale = None if scale is None else convert_to_tensor(scale, name="scale")
            if self._scale is not None and validate_args:
                self._scale = checked(self._scale, assert_none_equal(self._scale, zeros([], dtype=self._scale.dtype)))
            super().__init__(
                forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name
            )

    shift = attribute("_shift", "What is added, or None.")
    scale = attribute("_scale", "The factor, or None.")

    def _forward(self, x):
        y = identity(x)
        if self.scale is not None:
            y *= self.scale
        return y if self.shift is None else y + self.shift

    def _inverse(self, y):
        x = identity(y)
        if self.shift is not None:
            x -= self.shift
        return x if self.scale is None else x / self.scale

    def _forward_log_det_jacobian(self, x):
        if self.scale is None:
            return constant(0.0, dtype=x.dtype.base_dtype)
        return log(abs_(self.scale))
