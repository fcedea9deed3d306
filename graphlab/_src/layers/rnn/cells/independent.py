"""Cells whose units see only their own last state: IndRNNCell, IndyGRUCell, IndyLSTMCell (Li et al., 2018, arXiv 1803.04831)."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import (
    LayerRNNCell,
    LSTMStateTuple,
    NumUnitsCell,
    NumUnitsLSTM,
    activation_of,
    depth_of,
    zeros_of,
)
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.arithmetic import add, multiply
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import tile
from graphlab._src.state.initializers import constant_initializer, random_uniform_initializer


class _IndependentCell(NumUnitsCell, LayerRNNCell):
    def __init__(self, num_units, activation, reuse, name, dtype, kernel_initializer=None, bias_initializer=None):
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation_of(activation)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def _variables(self, depth, w, u, bias, size, bias_initializer=None):
        """The matrix of the inputs, the weights of the units' own states, and the bias."""
        kind: Any = self.dtype
        own = random_uniform_initializer(minval=-1, maxval=1, dtype=kind)
        first = self._bias_initializer or bias_initializer or zeros_of(self.dtype)
        return (
            self.add_variable(w, shape=[depth, size], initializer=self._kernel_initializer),
            self.add_variable(u, shape=[1, size], initializer=own),
            self.add_variable(bias, shape=[size], initializer=first),
        )


class IndRNNCell(_IndependentCell):
    """output = next state = activation(W x + u · state + b), u a weight for each unit.

    num_units: size of the state.  activation: tanh when left out.
    """

    def __init__(self, num_units, activation=None, reuse=None, name=None, dtype=None):
        super().__init__(num_units, activation, reuse, name, dtype)

    def build(self, inputs_shape):
        """Makes kernel_w, kernel_u and bias."""
        self._parts = self._variables(depth_of(inputs_shape), "kernel_w", "kernel_u", "bias", self._num_units)
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        w, u, bias = self._parts
        output = self._activation(bias_add(matmul(inputs, w) + state * u, bias))
        return output, output


class IndyGRUCell(_IndependentCell):
    """A GRU whose units see only their own last state.

    num_units: size of the state.  activation: tanh when left out.
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
    ):
        super().__init__(num_units, activation, reuse, name, dtype, kernel_initializer, bias_initializer)

    def build(self, inputs_shape):
        """Makes the variables of the gates and of the candidate."""
        depth, units = depth_of(inputs_shape), self._num_units
        kind: Any = self.dtype
        ones = constant_initializer(1.0, dtype=kind)
        self._gates = self._variables(depth, "gates/kernel_w", "gates/kernel_u", "gates/bias", 2 * units, ones)
        names = "candidate/kernel", "candidate/kernel_u", "candidate/bias"
        self._candidate = self._variables(depth, *names, units)
        self.built = True

    def call(self, inputs, state):
        """(output, next state)."""
        w, u, bias = self._gates
        gates = sigmoid(bias_add(matmul(inputs, w) + tile(state, [1, 2]) * u, bias))
        reset, update = split(value=gates, num_or_size_splits=2, axis=1)
        w, u, bias = self._candidate
        candidate = self._activation(bias_add(matmul(inputs, w) + reset * state * u, bias))
        output = update * state + (1 - update) * candidate
        return output, output


class IndyLSTMCell(NumUnitsLSTM, _IndependentCell):
    """An LSTM whose units see only their own last state.

    num_units: size of c and of h.  forget_bias: added to the forget gate's input.  activation: tanh when left out.
    """

    def __init__(
        self,
        num_units,
        forget_bias=1.0,
        activation=None,
        reuse=None,
        kernel_initializer=None,
        bias_initializer=None,
        name=None,
        dtype=None,
    ):
        super().__init__(num_units, activation, reuse, name, dtype, kernel_initializer, bias_initializer)
        self._forget_bias = forget_bias

    def build(self, inputs_shape):
        """Makes kernel_w, kernel_u and bias; columns are the gates i, j, f, o."""
        self._parts = self._variables(depth_of(inputs_shape), "kernel_w", "kernel_u", "bias", 4 * self._num_units)
        self.built = True

    def call(self, inputs, state):
        """(h, next state)."""
        axis: Any = constant(1, dtypes.int32)
        c, h = state
        w, u, bias = self._parts
        gates = bias_add(matmul(inputs, w) + tile(h, [1, 4]) * u, bias)
        i, j, f, o = split(value=gates, num_or_size_splits=4, axis=axis)
        remembered = multiply(c, sigmoid(add(f, constant(self._forget_bias, f.dtype))))
        c = add(remembered, multiply(sigmoid(i), self._activation(j)))
        h = multiply(self._activation(c), sigmoid(o))
        return h, LSTMStateTuple(c, h)
