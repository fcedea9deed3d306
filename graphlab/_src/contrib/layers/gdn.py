"""Generalized divisive normalization (Ballé et al., 2016)."""

from typing import Any

from graphlab._src.autodiff.registry import RegisterGradient
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.base_layer import Layer
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones
from graphlab._src.ops.convolution.convolution import convolution
from graphlab._src.ops.diagonal import eye
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.power import sqrt
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze


@RegisterGradient("GDNLowerBound")
def _lower_bound_gradient(op, grad):
    """The gradient passes where it would move a value that is below the bound up."""
    passes = logical_or(op.inputs[0] >= op.inputs[1], grad < 0)
    return [cast(passes, grad.dtype) * grad, None]


def _at_least(inputs, bound):
    with name_scope(None, "GDNLowerBound", [inputs, bound]) as scope:
        inputs, bound = convert_to_tensor(inputs, name="inputs"), convert_to_tensor(bound, name="bound")
        with get_default_graph().gradient_override_map({"Maximum": "GDNLowerBound"}):
            return maximum(inputs, bound, name=scope)


class GDN(Layer):
    """x[i] / sqrt(beta[i] + sum over channels j of gamma[j, i] x[j]²), or times that root with inverse.

    beta_min: the least beta.  gamma_init: the diagonal of gamma at the beginning.
    reparam_offset: variables are roots of beta and gamma plus its square, so that gradients near 0 do not vanish.
    data_format: "channels_last" or "channels_first".  Inputs have 3 to 5 axes.
    """

    def __init__(
        self,
        inverse=False,
        beta_min=1e-6,
        gamma_init=0.1,
        reparam_offset=2**-18,
        data_format="channels_last",
        activity_regularizer=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.inverse = inverse
        self._beta_min = beta_min
        self._gamma_init = gamma_init
        self._reparam_offset = reparam_offset
        self.data_format = data_format
        self._channel_axis()
        self.input_spec = InputSpec(min_ndim=3, max_ndim=5)

    def _channel_axis(self):
        if self.data_format not in ("channels_first", "channels_last"):
            raise ValueError(f"Unsupported `data_format` for GDN layer: {self.data_format}.")
        return 1 if self.data_format == "channels_first" else -1

    def _variable(self, name, dims, value, lower):
        """A variable that is sqrt(value + offset²) at the beginning, and what it represents, at least lower²- offset²."""
        pedestal = self._reparam_offset**2

        def initializer(shape, dtype=None, partition_info=None):
            return sqrt(value(dtype) + constant(pedestal, dtype=self.dtype))

        variable = self.add_variable(name, shape=dims, initializer=initializer, dtype=self.dtype, trainable=True)
        bounded = _at_least(variable, constant(lower, dtype=self.dtype))
        return square(bounded) - constant(pedestal, dtype=self.dtype)

    def build(self, input_shape):
        """Makes the variables reparam_beta [channels] and reparam_gamma [channels, channels]."""
        axis, dims = self._channel_axis(), TensorShape(input_shape)
        count = dims.as_list()[axis]
        if count is None:
            raise ValueError("The channel dimension of the inputs to `GDN` must be defined.")
        self._input_rank = dims.ndims
        self.input_spec = InputSpec(ndim=dims.ndims, axes={axis: count})
        lower = (self._beta_min + self._reparam_offset**2) ** 0.5
        self.beta = self._variable("reparam_beta", [count], lambda dtype: ones([count], dtype=dtype), lower)
        self.gamma = self._variable(
            "reparam_gamma",
            [count, count],
            lambda dtype: self._gamma_init * eye(count, dtype=dtype),
            self._reparam_offset,
        )
        self.built = True

    def call(self, inputs):
        """The inputs, normalized."""
        inputs = convert_to_tensor(inputs, dtype=self.dtype)
        rank: Any = self._input_rank
        gamma = reshape(self.gamma, (rank - 2) * [1] + self.gamma.shape.as_list())
        if self.data_format == "channels_last":
            pooled = bias_add(convolution(square(inputs), gamma, "VALID"), self.beta, data_format="NHWC")
        else:
            pooled = convolution(square(inputs), gamma, "VALID", data_format="NC" + "DHW"[2 - rank :])
            if rank == 3:
                pooled = squeeze(bias_add(expand_dims(pooled, 2), self.beta, data_format="NCHW"), [2])
            elif rank == 5:
                whole = shape(pooled)
                planes = bias_add(reshape(pooled, concat([whole[:3], [-1]], 0)), self.beta, data_format="NCHW")
                pooled = reshape(planes, whole)
            else:
                pooled = bias_add(pooled, self.beta, data_format="NCHW")
        root = sqrt(pooled)
        outputs = inputs * root if self.inverse else inputs / root
        outputs.set_shape(inputs.shape)
        return outputs

    def compute_output_shape(self, input_shape):
        """That of the inputs."""
        dims = TensorShape(input_shape)
        if dims.ndims is None or not 3 <= dims.ndims <= 5:
            raise ValueError("`input_shape` must be of rank 3 to 5, inclusive.")
        if dims.as_list()[self._channel_axis()] is None:
            raise ValueError("The channel dimension of `input_shape` must be defined.")
        return dims


def gdn(
    inputs,
    inverse=False,
    beta_min=1e-6,
    gamma_init=0.1,
    reparam_offset=2**-18,
    data_format="channels_last",
    activity_regularizer=None,
    trainable=True,
    name=None,
    reuse=None,
):
    """The inputs, normalized by a GDN layer with these arguments."""
    layer = GDN(
        inverse=inverse,
        beta_min=beta_min,
        gamma_init=gamma_init,
        reparam_offset=reparam_offset,
        data_format=data_format,
        activity_regularizer=activity_regularizer,
        trainable=trainable,
        name=name,
        dtype=inputs.dtype.base_dtype,
        _scope=name,
        _reuse=reuse,
    )
    return layer.apply(inputs)
