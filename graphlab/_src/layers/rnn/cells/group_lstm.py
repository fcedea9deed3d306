"""GLSTMCell: an LSTM of groups that each see a part of the inputs and of the state."""

from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple, RNNCell
from graphlab._src.layers.rnn.linear import Linear
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.shape import shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class GLSTMCell(RNNCell):
    """An LSTM of groups that each see a part of the inputs and of the state (Kuchaiev and Ginsburg, arXiv 1703.10722).

    num_units: size of c.  num_proj: of h, where it is another.  number_of_groups: divides both, and the inputs' size.
    """

    def __init__(
        self,
        num_units,
        initializer=None,
        num_proj=None,
        number_of_groups=1,
        forget_bias=1.0,
        activation=tanh,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        if num_units % number_of_groups:
            raise ValueError("num_units must be divisible by number_of_groups")
        if num_proj and num_proj % number_of_groups:
            raise ValueError("num_proj must be divisible by number_of_groups")
        self._num_units = num_units
        self._num_proj = num_proj
        self._initializer = initializer
        self._groups = number_of_groups
        self._forget_bias = forget_bias
        self._activation = activation
        self._linears = {}

    @property
    def state_size(self):
        """LSTMStateTuple(num_units, output_size)."""
        return LSTMStateTuple(self._num_units, self.output_size)

    @property
    def output_size(self):
        """num_proj, or num_units."""
        return self._num_proj or self._num_units

    def _linear(self, which, args, size):
        if which not in self._linears:
            self._linears[which] = Linear(args, size, False)
        return self._linears[which](args)

    def call(self, inputs, state):
        """(h, next state)."""
        c, h = state
        batch, size = inputs.shape.as_list()
        if size is None:
            raise ValueError("input size must be statically known")
        if size % self._groups:
            raise ValueError(f"input size ({size}) must be divisible by number_of_groups ({self._groups})")
        batch = shape(inputs)[0] if batch is None else batch
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            parts = zip(*(self._group(g, batch, inputs, size, h) for g in range(self._groups)), strict=True)
            biases = [
                get_variable(
                    f"bias_{gate}",
                    [self._num_units],
                    dtype=inputs.dtype,
                    initializer=constant_initializer(0.0, dtype=inputs.dtype),
                )
                for gate in "ijfo"
            ]
            i, j, f, o = (bias_add(concat(list(part), axis=1), bias) for part, bias in zip(parts, biases, strict=True))
        c = sigmoid(f + self._forget_bias) * c + sigmoid(i) * tanh(j)
        h = sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            with variable_scope("projection"):
                h = self._linear("projection", h, self._num_proj)
        return h, LSTMStateTuple(c, h)

    def _group(self, group, batch, inputs, size, h):
        """The gates i, j, f and o of one group, before their biases."""

        def part(tensor, width):
            name = f"GLSTM_group{group}_input_generation"
            return slice_(tensor, [0, group * width], [batch, width], name=name)

        with variable_scope(f"group{group}"):
            seen = [part(inputs, size // self._groups), part(h, self.output_size // self._groups)]
            gates = self._linear(group, concat(seen, axis=1), 4 * self._num_units // self._groups)
            return split(gates, 4, 1)
