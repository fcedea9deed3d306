"""SRUCell: a simple recurrent unit."""

from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import LayerRNNCell, NumUnitsCell, activation_of, depth_of, zeros_of
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul


class SRUCell(NumUnitsCell, LayerRNNCell):
    """A simple recurrent unit, whose gates see only the inputs (Lei et al., 2017, arXiv 1709.02755).

    num_units: size of the state, and of the inputs.  activation: tanh when left out.
    """

    def __init__(self, num_units, activation=None, reuse=None, name=None, **kwargs):
        super().__init__(_reuse=reuse, name=name, **kwargs)
        self._num_units = num_units
        self._activation = activation_of(activation)
        self.input_spec = InputSpec(ndim=2)

    def build(self, inputs_shape):
        """Makes kernel and bias."""
        units = self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth_of(inputs_shape), 4 * units])
        self._bias = self.add_variable("bias", shape=[2 * units], initializer=zeros_of(self.dtype))
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        new, forget, reset, skip = split(value=matmul(inputs, self._kernel), num_or_size_splits=4, axis=1)
        gates = sigmoid(bias_add(concat([forget, reset], 1), self._bias))
        f, r = split(value=gates, num_or_size_splits=2, axis=1)
        c = f * state + (1.0 - f) * new
        return r * self._activation(c) + (1.0 - r) * skip, c
