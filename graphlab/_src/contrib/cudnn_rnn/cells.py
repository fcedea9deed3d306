"""cuDNN's recurrent formulas, as cells whose weights are parts of a vector."""

from graphlab._src.ops.activation import relu, sigmoid
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.trigonometry import tanh


class Cell:
    """A step from (input, state) to (output, next state), as dynamic_rnn calls it.

    weights: [units, inputs] for each gate, then [units, units] for each.  biases: [units], two for each gate in that order.
    """

    gates = 1
    states = 1  # tensors of a state

    def __init__(self, units, weights, biases):
        self.output_size = units
        self.state_size = (units,) * self.states
        self._input_kernel = concat(weights[: self.gates], 0)
        self._state_kernel = concat(weights[self.gates :], 0)
        self._input_bias = concat(biases[: self.gates], 0)
        self._state_bias = concat(biases[self.gates :], 0)

    def zero_state(self, batch_size, dtype):
        """There is always an initial state."""
        raise NotImplementedError

    def _products(self, inputs, h):
        return (
            matmul(inputs, self._input_kernel, transpose_b=True) + self._input_bias,
            matmul(h, self._state_kernel, transpose_b=True) + self._state_bias,
        )


class LSTM(Cell):
    """Gates: input, forget, new memory, output. The state is (h, c)."""

    gates = 4
    states = 2

    def __call__(self, inputs, state, scope=None):
        h, c = state
        new, old = self._products(inputs, h)
        i, f, g, o = split(new + old, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * tanh(g)
        h = sigmoid(o) * tanh(c)
        return h, (h, c)


class GRU(Cell):
    """Gates: reset, update, new memory; the reset comes after the product."""

    gates = 3

    def __call__(self, inputs, state, scope=None):
        (h,) = state
        new, old = (split(product, 3, axis=1) for product in self._products(inputs, h))
        r, z = sigmoid(new[0] + old[0]), sigmoid(new[1] + old[1])
        h = (1 - z) * tanh(new[2] + r * old[2]) + z * h
        return h, (h,)


class Tanh(Cell):
    """h = tanh(W x + R h + b)."""

    def __call__(self, inputs, state, scope=None):
        new, old = self._products(inputs, state[0])
        h = tanh(new + old)
        return h, (h,)


class Relu(Cell):
    """h = relu(W x + R h + b)."""

    def __call__(self, inputs, state, scope=None):
        new, old = self._products(inputs, state[0])
        h = relu(new + old)
        return h, (h,)
