"""GRUCell: two gates decide what of the state is looked at, and what stays."""

from typing import Any

from graphlab._src.keras.layers import activations, initializers
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import (
    LayerRNNCell,
    NumUnitsCell,
    activation_of,
    check_type,
    check_types,
    depth_of,
    zeros_of,
)
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.state.initializers import constant_initializer


class GRUCell(NumUnitsCell, LayerRNNCell):
    """A gated recurrent unit (Cho et al., 2014): h' = u · h + (1 - u) · activation(W [x, r · h] + b).

    num_units: size of the state.  activation: tanh when left out.  reuse: take variables that there are.
    kernel_initializer, bias_initializer: of all kernels and biases; the bias of the gates r and u begins with 1, the
    other with 0, when left out.
    dtype: of the variables; that of the inputs when left out.
    """

    def __init__(
        self,
        num_units,
        activation=None,
        reuse=None,
        kernel_initializer=None,
        bias_initializer=None,
        name=None,
        dtype=None,
        **kwargs,
    ):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_type(self.dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation_of(activation)
        self._kernel_initializer = initializers.get(kernel_initializer)
        self._bias_initializer = initializers.get(bias_initializer)

    def build(self, inputs_shape):
        """Makes kernel and bias of the gates and of the candidate."""
        rows = depth_of(inputs_shape) + self._num_units
        check_type(self.dtype)
        ones = self._bias_initializer or self._ones()
        zeros = self._bias_initializer or zeros_of(self.dtype)
        units, kernel = self._num_units, self._kernel_initializer
        self._gate_kernel = self.add_variable("gates/kernel", shape=[rows, 2 * units], initializer=kernel)
        self._gate_bias = self.add_variable("gates/bias", shape=[2 * units], initializer=ones)
        self._candidate_kernel = self.add_variable("candidate/kernel", shape=[rows, units], initializer=kernel)
        self._candidate_bias = self.add_variable("candidate/bias", shape=[units], initializer=zeros)
        self.built = True

    def _ones(self):
        kind: Any = self.dtype or "float32"  # a wrapper may build it before it is called
        return constant_initializer(1.0, dtype=kind)

    def call(self, inputs, state):
        """(output, next state)."""
        check_types(inputs, state)
        gates = matmul(concat([inputs, state], 1), self._gate_kernel)
        gates = sigmoid(bias_add(gates, self._gate_bias))
        r, u = split(value=gates, num_or_size_splits=2, axis=1)
        candidate = matmul(concat([inputs, r * state], 1), self._candidate_kernel)
        c = self._activation(bias_add(candidate, self._candidate_bias))
        output = u * state + (1 - u) * c
        return output, output

    def get_config(self):
        """The arguments that make an equal cell."""
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "kernel_initializer": initializers.serialize(self._kernel_initializer),
            "bias_initializer": initializers.serialize(self._bias_initializer),
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }
