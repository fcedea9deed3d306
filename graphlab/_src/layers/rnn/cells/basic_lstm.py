"""BasicLSTMCell: a long short-term memory without peepholes, clipping or projection."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.keras.layers import activations
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import (
    LayerRNNCell,
    LSTMStateTuple,
    NumUnitsCell,
    activation_of,
    check_type,
    check_types,
    depth_of,
    zeros_of,
)
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.arithmetic import add, multiply
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul


class BasicLSTMCell(NumUnitsCell, LayerRNNCell):
    """A long short-term memory (Zaremba et al., 2014, arXiv 1409.2329).

    num_units: size of c and of h.  forget_bias: added to the forget gate's input; 0 for variables that CudnnLSTM trained.
    state_is_tuple: False: the state is [batch, 2 · num_units], c before h.
    activation: tanh when left out.  reuse: take variables that there are.
    dtype: of the variables; that of the inputs when left out.
    """

    def __init__(
        self,
        num_units,
        forget_bias=1.0,
        state_is_tuple=True,
        activation=None,
        reuse=None,
        name=None,
        dtype=None,
        **kwargs,
    ):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        check_type(self.dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation_of(activation)

    @property
    def state_size(self):
        """LSTMStateTuple(num_units, num_units), or 2 · num_units."""
        return LSTMStateTuple(self._num_units, self._num_units) if self._state_is_tuple else 2 * self._num_units

    def build(self, inputs_shape):
        """Makes kernel and bias; columns are the gates i, j, f, o."""
        depth = depth_of(inputs_shape)
        check_type(self.dtype)
        self._kernel = self.add_variable("kernel", shape=[depth + self._num_units, 4 * self._num_units])
        self._bias = self.add_variable("bias", shape=[4 * self._num_units], initializer=zeros_of(self.dtype))
        self.built = True

    def _weights(self):
        """What inputs and state are multiplied with."""
        return self._kernel

    def call(self, inputs, state):
        """(h, next state)."""
        check_types(inputs, state)
        one: Any = constant(1, dtype=dtypes.int32)
        c, h = state if self._state_is_tuple else split(value=state, num_or_size_splits=2, axis=one)
        gates = bias_add(matmul(concat([inputs, h], 1), self._weights()), self._bias)
        i, j, f, o = split(value=gates, num_or_size_splits=4, axis=one)
        forget_bias = constant(self._forget_bias, dtype=f.dtype)
        # The operations are made in TensorFlow's order.
        remembered = multiply(c, sigmoid(add(f, forget_bias)))
        new_c = add(remembered, multiply(sigmoid(i), self._activation(j)))
        new_h = multiply(self._activation(new_c), sigmoid(o))
        return new_h, LSTMStateTuple(new_c, new_h) if self._state_is_tuple else concat([new_c, new_h], 1)

    def get_config(self):
        """The arguments that make an equal cell."""
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._state_is_tuple,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }
