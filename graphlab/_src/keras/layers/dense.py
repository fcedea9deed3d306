"""Dense: activation(inputs · kernel + bias)."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.keras.layers import activations, constraints, initializers, regularizers
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.kernel_and_bias import KernelAndBias
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.products import tensordot
from graphlab._src.ops.sparse_products import sparse_tensor_dense_matmul


class Dense(KernelAndBias, Layer):
    """A layer whose every output unit sees all inputs: activation(inputs · kernel + bias).

    units: how many outputs.  use_bias: False leaves the bias out.
    inputs: […, n], with n known.  kernel: [n, units].  bias: [units].
    activation: a function or its name; None for none.  *_initializer: of kernel_… and bias_….
    *_regularizer: functions whose results are losses.  *_constraint: functions of a variable that optimizers apply.
    Raises ValueError when n is not known, TypeError for a dtype that is not floating point.
    """

    def __init__(
        self,
        units,
        activation=None,
        use_bias=True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        bias_constraint=None,
        **kwargs,
    ):
        arguments = locals()
        if "input_shape" not in kwargs and "input_dim" in kwargs:
            kwargs["input_shape"] = (kwargs.pop("input_dim"),)
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        self.units = int(units)
        self._set_kernel_and_bias(arguments)
        self.supports_masking = True
        self.input_spec = InputSpec(min_ndim=2)

    def build(self, input_shape):
        """Makes kernel and bias; ValueError when the inputs' last size is not known."""
        dtype = dtypes.as_dtype(self.dtype or floatx())
        if not (dtype.is_floating or dtype.is_complex):
            raise TypeError(f"Unable to build `Dense` layer with non-floating point dtype {dtype}")
        size = TensorShape(input_shape).as_list()[-1]
        if size is None:
            raise ValueError("The last dimension of the inputs to `Dense` should be defined. Found `None`.")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.kernel = self.add_weight(
            "kernel",
            shape=[size, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
            dtype=self.dtype,
            trainable=True,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
                dtype=self.dtype,
                trainable=True,
            )
        self.built = True

    def call(self, inputs):
        """activation(inputs · kernel + bias)."""
        rank = inputs.shape.ndims
        if rank > 2:
            outputs = tensordot(inputs, self.kernel, [[rank - 1], [0]])
            outputs.set_shape([*inputs.shape.as_list()[:-1], self.units])
        else:
            inputs = cast(inputs, self._compute_dtype)
            if isinstance(inputs, SparseTensor):
                outputs = sparse_tensor_dense_matmul(inputs, self.kernel)
            else:
                outputs = raw_ops.MatMul(inputs, self.kernel)
        if self.bias is not None:
            outputs = bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape):
        """[…, units]."""
        input_shape = TensorShape(input_shape).with_rank_at_least(2)
        sizes = input_shape.as_list()
        if sizes[-1] is None:
            raise ValueError(f"The innermost dimension of input_shape must be defined, but saw: {input_shape}")
        return TensorShape([*sizes[:-1], self.units])

    def get_config(self):
        """The arguments that make an equal layer."""
        return {
            **super().get_config(),
            "units": self.units,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": initializers.serialize(self.kernel_initializer),
            "bias_initializer": initializers.serialize(self.bias_initializer),
            "kernel_regularizer": regularizers.serialize(self.kernel_regularizer),
            "bias_regularizer": regularizers.serialize(self.bias_regularizer),
            "activity_regularizer": regularizers.serialize(self.activity_regularizer),
            "kernel_constraint": constraints.serialize(self.kernel_constraint),
            "bias_constraint": constraints.serialize(self.bias_constraint),
        }
