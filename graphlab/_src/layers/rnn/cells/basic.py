"""BasicRNNCell: output = next state = tanh(W [x, h] + b)."""

from graphlab._src.keras.layers import activations
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
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul


class BasicRNNCell(NumUnitsCell, LayerRNNCell):
    """The simplest cell: its output, and next state, is activation(W [input, state] + b).

    num_units: size of the state.  activation: tanh when left out.  reuse: take variables that there are.
    """

    def __init__(self, num_units, activation=None, reuse=None, name=None, dtype=None, **kwargs):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_type(self.dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation_of(activation)

    def build(self, inputs_shape):
        """Makes kernel and bias."""
        depth = depth_of(inputs_shape)
        check_type(self.dtype)
        self._kernel = self.add_variable("kernel", shape=[depth + self._num_units, self._num_units])
        self._bias = self.add_variable("bias", shape=[self._num_units], initializer=zeros_of(self.dtype))
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        check_types(inputs, state)
        product = matmul(concat([inputs, state], 1), self._kernel)
        output = self._activation(bias_add(product, self._bias))
        return output, output

    def get_config(self):
        """The arguments that make an equal cell."""
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }
