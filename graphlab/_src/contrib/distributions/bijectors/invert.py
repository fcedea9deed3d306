"""The bijector that exchanges another one's functions."""

from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.distributions.bijector import Bijector


class Invert(Bijector):
    """The inverse of a bijector: `forward` is its `inverse`. NotImplementedError for one that is not injective."""

    def __init__(self, bijector, validate_args=False, name=None):
        if not bijector._is_injective:
            raise NotImplementedError("Invert is not implemented for non-injective bijectors.")
        self._bijector = bijector
        super().__init__(
            graph_parents=bijector.graph_parents,
            forward_min_event_ndims=bijector.inverse_min_event_ndims,
            inverse_min_event_ndims=bijector.forward_min_event_ndims,
            is_constant_jacobian=bijector.is_constant_jacobian,
            validate_args=validate_args,
            dtype=bijector.dtype,
            name=name or f"invert_{bijector.name}",
        )

    bijector = attribute("_bijector", "The other bijector.")

    def _forward_event_shape(self, input_shape):
        return self.bijector._inverse_event_shape(input_shape)

    def _forward_event_shape_tensor(self, input_shape):
        return self.bijector._inverse_event_shape_tensor(input_shape)

    def _inverse_event_shape(self, output_shape):
        return self.bijector._forward_event_shape(output_shape)

    def _inverse_event_shape_tensor(self, output_shape):
        return self.bijector._forward_event_shape_tensor(output_shape)

    def _forward(self, x, **kwargs):
        return self.bijector._inverse(x, **kwargs)

    def _inverse(self, y, **kwargs):
        return self.bijector._forward(y, **kwargs)

    def _inverse_log_det_jacobian(self, y, **kwargs):
        return self.bijector._forward_log_det_jacobian(y, **kwargs)

    def _forward_log_det_jacobian(self, x, **kwargs):
        return self.bijector._inverse_log_det_jacobian(x, **kwargs)
