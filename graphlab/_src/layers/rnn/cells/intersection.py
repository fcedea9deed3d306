"""IntersectionRNNCell: a gate over time and a gate over depth."""

from graphlab._src.layers.rnn.cells.rnn_cell import NumUnitsCell, RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.ops.activation import relu, sigmoid
from graphlab._src.ops.joining import concat
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class IntersectionRNNCell(NumUnitsCell, RNNCell):
    """A cell with a gate over time and a gate over depth (Collins et al., 2017, arXiv 1611.09913).

    num_units: size of the state, and of the inputs, unless num_in_proj says to bring them to it.
    forget_bias: added to the inputs of both gates.  y_activation: of the output.
    """

    def __init__(self, num_units, num_in_proj=None, initializer=None, forget_bias=1.0, y_activation=relu, reuse=None):
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._num_input_proj = num_in_proj
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._y_activation = y_activation
        self._projection = self._linear = None

    def call(self, inputs, state):
        """(output, next state)."""
        units, size = self._num_units, inputs.shape.with_rank(2).as_list()[1]
        if size is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            if size != units:
                if not self._num_input_proj:
                    raise ValueError(
                        "Must have input size == output size for Intersection RNN. "
                        "To fix, num_in_proj should be set to num_units at cell init."
                    )
                with variable_scope("in_projection"):
                    self._projection = self._projection or Linear(inputs, units, True)
                    inputs = self._projection(inputs)
            both = concat([inputs, state], 1)
            self._linear = self._linear or Linear(both, 4 * units, True)
            matrix = self._linear(both)
            gh, h, gy, y = [matrix[:, i * units : (i + 1) * units] for i in range(4)]
            h, y = tanh(h), self._y_activation(y)
            gh, gy = sigmoid(gh + self._forget_bias), sigmoid(gy + self._forget_bias)
            state = gh * state + (1.0 - gh) * h
            return gy * inputs + (1.0 - gy) * y, state
