"""The bijector of functions that are passed to it."""

from typing import Any

from graphlab._src.ops.distributions.bijector import Bijector


class Inline(Bijector):
    """A bijector of functions: forward_fn(x), inverse_fn(y), and the log-det-Jacobian of one of them or of both.

    forward_event_shape_fn, …_tensor_fn, inverse_…: the shape of an event for the shape of an argument's, the same when
    left out. What is not passed raises NotImplementedError.

        Inline(tf.exp, tf.log, lambda y: -tf.log(y), forward_min_event_ndims=0)
    """

    def __init__(
        self,
        forward_fn=None,
        inverse_fn=None,
        inverse_log_det_jacobian_fn=None,
        forward_log_det_jacobian_fn=None,
        forward_event_shape_fn=None,
        forward_event_shape_tensor_fn=None,
        inverse_event_shape_fn=None,
        inverse_event_shape_tensor_fn=None,
        is_constant_jacobian=False,
        validate_args=False,
        forward_min_event_ndims=None,
        inverse_min_event_ndims=None,
        name="inline",
    ):
        super().__init__(
            forward_min_event_ndims=forward_min_event_ndims,
            inverse_min_event_ndims=inverse_min_event_ndims,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name,
        )
        self._functions: dict[str, Any] = {
            "forward_fn": forward_fn,
            "inverse_fn": inverse_fn,
            "inverse_log_det_jacobian_fn": inverse_log_det_jacobian_fn,
            "forward_log_det_jacobian_fn": forward_log_det_jacobian_fn,
            "forward_event_shape_fn": forward_event_shape_fn,
            "forward_event_shape_tensor_fn": forward_event_shape_tensor_fn,
            "inverse_event_shape_fn": inverse_event_shape_fn,
            "inverse_event_shape_tensor_fn": inverse_event_shape_tensor_fn,
        }

    def _of_shape(self, name, sizes):
        function = self._functions[name]
        return sizes if function is None else function(sizes)

    def _call(self, name, argument, kwargs):
        if not callable(self._functions[name]):
            raise NotImplementedError(f"{name} is not a callable function.")
        return self._functions[name](argument, **kwargs)

    def _forward_event_shape(self, input_shape):
        return self._of_shape("forward_event_shape_fn", input_shape)

    def _forward_event_shape_tensor(self, input_shape):
        return self._of_shape("forward_event_shape_tensor_fn", input_shape)

    def _inverse_event_shape(self, output_shape):
        return self._of_shape("inverse_event_shape_fn", output_shape)

    def _inverse_event_shape_tensor(self, output_shape):
        return self._of_shape("inverse_event_shape_tensor_fn", output_shape)

    def _forward(self, x, **kwargs):
        return self._call("forward_fn", x, kwargs)

    def _inverse(self, y, **kwargs):
        return self._call("inverse_fn", y, kwargs)

    def _inverse_log_det_jacobian(self, y, **kwargs):
        return self._call("inverse_log_det_jacobian_fn", y, kwargs)

    def _forward_log_det_jacobian(self, x, **kwargs):
        return self._call("forward_log_det_jacobian_fn", x, kwargs)
