"""The base class of bijectors that depend on more than their argument."""

from graphlab._src.ops.distributions.bijector import Bijector


class ConditionalBijector(Bijector):
    """A bijector whose functions have more arguments, by keyword, which `_forward`, `_inverse` and so on receive."""

    def forward(self, x, name="forward", **condition_kwargs):
        """y: the function of x under these conditions."""
        return self._call_forward(x, name, **condition_kwargs)

    def inverse(self, y, name="inverse", **condition_kwargs):
        """x: what `forward` maps to y under these conditions."""
        return self._call_inverse(y, name, **condition_kwargs)

    def inverse_log_det_jacobian(self, y, event_ndims, name="inverse_log_det_jacobian", **condition_kwargs):
        """log(abs(det(dx / dy))) at y under these conditions."""
        return self._call_inverse_log_det_jacobian(y, event_ndims, name, **condition_kwargs)

    def forward_log_det_jacobian(self, x, event_ndims, name="forward_log_det_jacobian", **condition_kwargs):
        """log(abs(det(dy / dx))) at x under these conditions."""
        return self._call_forward_log_det_jacobian(x, event_ndims, name, **condition_kwargs)
