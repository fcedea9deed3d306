"""UGRNNCell: between a plain cell and a GRU, with one gate for all that is remembered."""

from graphlab._src.layers.rnn.cells.rnn_cell import NumUnitsCell, RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class UGRNNCell(NumUnitsCell, RNNCell):
    """h' = g · h + (1 - g) · activation(c) (Collins et al., 2017, arXiv 1611.09913).

    num_units: size of the state.  initializer: of the kernel.  forget_bias: added to the gate's input.
    """

    def __init__(self, num_units, initializer=None, forget_bias=1.0, activation=tanh, reuse=None):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._activation = activation
        self._linear = None

    def call(self, inputs, state):
        """(output, next state)."""
        if inputs.shape.with_rank(2).as_list()[1] is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            both = concat([inputs, state], 1)
            if self._linear is None:
                self._linear = Linear(both, 2 * self._num_units, True)
            g, c = split(axis=1, num_or_size_splits=2, value=self._linear(both))
            c = self._activation(c)
            g = sigmoid(g + self._forget_bias)
            output = g * state + (1.0 - g) * c
        return output, output
