"""The bijector of Real NVP: some elements scale and shift the others."""

from graphlab._src.graph import constant, name_scope
from graphlab._src.layers.dense import dense
from graphlab._src.ops.activation import relu
from graphlab._src.ops.distributions.bijector import Bijector
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.state.template import make_template


class RealNVP(Bijector):
    """Copies the first elements of vectors, and scales and shifts the others by functions of the first ones.

    num_masked: how many are copied.  shift_and_log_scale_fn: (the first elements, how many others there are) to their
    (shift, log_scale); None for nothing.  is_constant_jacobian: whether log_scale is None or constant.
    ValueError where all elements would be copied, NotImplementedError where only a run knows how many there are.
    See https://arxiv.org/abs/1605.08803.
    """

    def __init__(self, num_masked, shift_and_log_scale_fn, is_constant_jacobian=False, validate_args=False, name=None):
        if num_masked <= 0:
            raise ValueError("num_masked must be a positive integer.")
        self._num_masked = num_masked
        self._input_depth = None
        self._shift_and_log_scale_fn = shift_and_log_scale_fn
        super().__init__(
            forward_min_event_ndims=1,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name or "real_nvp",
        )

    def _split(self, x):
        """(the elements that are copied, the others, their shift, their log_scale)."""
        if self._input_depth is None:
            depth = x.shape.with_rank_at_least(1).as_list()[-1] if x.shape.ndims is not None else None
            if depth is None:
                raise NotImplementedError("Rightmost dimension must be known prior to graph execution.")
            if self._num_masked >= depth:
                raise ValueError("Number of masked units must be smaller than the event size.")
            self._input_depth = depth
        first = x[..., : self._num_masked]
        shift, log_scale = self._shift_and_log_scale_fn(first, self._input_depth - self._num_masked)
        return first, x[..., self._num_masked :], shift, log_scale

    def _forward(self, x):
        first, others, shift, log_scale = self._split(x)
        if log_scale is not None:
            others *= exp(log_scale)
        if shift is not None:
            others += shift
        return concat([first, others], axis=-1)

    def _inverse(self, y):
        first, others, shift, log_scale = self._split(y)
        if shift is not None:
            others -= shift
        if log_scale is not None:
            others *= exp(-log_scale)
        return concat([first, others], axis=-1)

    def _inverse_log_det_jacobian(self, y):
        log_scale = self._split(y)[3]
        return constant(0.0, dtype=y.dtype, name="ildj") if log_scale is None else -reduce_sum(log_scale, axis=-1)

    def _forward_log_det_jacobian(self, x):
        log_scale = self._split(x)[3]
        return constant(0.0, dtype=x.dtype, name="fldj") if log_scale is None else reduce_sum(log_scale, axis=-1)


def real_nvp_default_template(hidden_layers, shift_only=False, activation=relu, name=None, *args, **kwargs):
    """A function for RealNVP, a template: dense layers of these sizes, and one that computes shift and log_scale.

    shift_only: whether log_scale is None.  activation: of the hidden layers.  args, kwargs: for tf.layers.dense.
    """
    with name_scope(name, "real_nvp_default_template"):

        def shift_and_log_scale(x, output_units):
            for units in hidden_layers:
                x = dense(x, units, activation, *args, **kwargs)
            x = dense(x, (1 if shift_only else 2) * output_units, None, *args, **kwargs)
            return (x, None) if shift_only else tuple(split(x, 2, axis=-1))

        return make_template("real_nvp_default_template", shift_and_log_scale)
