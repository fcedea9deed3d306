"""Cells with the formulas and variables of recurrent layers that cuDNN trained."""

from graphlab._src.layers.rnn.cells.gru import GRUCell
from graphlab._src.layers.rnn.cells.lstm_block import LSTMBlockCell
from graphlab._src.layers.rnn.cells.rnn_cell import check_types, depth_of, zeros_of
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul


class CudnnCompatibleLSTMCell(LSTMBlockCell):
    """LSTMBlockCell without forget bias, as cuDNN computes it.

    num_units: size of c and of h.  reuse: take variables that there are.
    """

    def __init__(self, num_units, reuse=None):
        super().__init__(num_units, forget_bias=0, reuse=reuse, name="cudnn_compatible_lstm_cell")


class CudnnCompatibleGRUCell(GRUCell):
    """A GRU that resets after the product, tanh(W x + b + r · (U h + c)), as cuDNN computes it.

    num_units: size of the state.  kernel_initializer: of all kernels.
    """

    def __init__(self, num_units, reuse=None, kernel_initializer=None):
        super().__init__(num_units, reuse=reuse, kernel_initializer=kernel_initializer)

    def build(self, inputs_shape):
        """Makes kernels and biases of the gates, and of the candidate's two projections."""
        depth, units, first = depth_of(inputs_shape), self._num_units, self._kernel_initializer
        self._gate_kernel = self.add_variable("gates/kernel", shape=[depth + units, 2 * units], initializer=first)
        self._gate_bias = self.add_variable("gates/bias", shape=[2 * units], initializer=self._ones())
        parts = ("input", depth), ("hidden", units)
        self._kernels = [
            self.add_variable(f"candidate/{part}_projection/kernel", shape=[rows, units], initializer=first)
            for part, rows in parts
        ]
        self._biases = [
            self.add_variable(f"candidate/{part}_projection/bias", shape=[units], initializer=zeros_of(self.dtype))
            for part, _ in parts
        ]
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        check_types(inputs, state)
        gates = sigmoid(bias_add(matmul(concat([inputs, state], 1), self._gate_kernel), self._gate_bias))
        r, u = split(value=gates, num_or_size_splits=2, axis=1)
        new, old = (
            bias_add(matmul(value, kernel), bias)
            for value, kernel, bias in zip((inputs, state), self._kernels, self._biases, strict=True)
        )
        output = (1 - u) * self._activation(new + r * old) + u * state
        return output, output
