"""NASCell: the cell that a search found (Zoph and Le, 2017)."""

from graphlab._src.base.shapes import as_shape
from graphlab._src.layers.rnn.cells.rnn_cell import LayerRNNCell, LSTMStateTuple
from graphlab._src.ops.activation import relu, sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import zeros_initializer

# Of each of the eight parts: how input and state are joined, and what comes after.
_ADD, _MULTIPLY = (lambda x, m: x + m), (lambda x, m: x * m)
_PARTS = [
    (_ADD, sigmoid), (_ADD, relu), (_ADD, sigmoid), (_MULTIPLY, relu),
    (_ADD, tanh), (_ADD, sigmoid), (_ADD, tanh), (_ADD, sigmoid),
]  # fmt: skip


class NASCell(LayerRNNCell):
    """The recurrent cell that neural architecture search found (arXiv 1611.01578).

    num_units: size of c.  num_proj: size of h, a product of the output with a matrix.  use_bias: add one.
    """

    def __init__(self, num_units, num_proj=None, use_bias=False, reuse=None, **kwargs):
        super().__init__(_reuse=reuse, **kwargs)
        self._num_units = num_units
        self._num_proj = num_proj
        self._use_bias = use_bias

    @property
    def state_size(self):
        """LSTMStateTuple(num_units, output_size)."""
        return LSTMStateTuple(self._num_units, self.output_size)

    @property
    def output_size(self):
        """num_proj, or num_units without a projection."""
        return self._num_units if self._num_proj is None else self._num_proj

    def build(self, inputs_shape):
        """Makes the kernels, and bias and projection where they are requested."""
        size = as_shape(inputs_shape).with_rank(2).as_list()[1]
        if size is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        columns = len(_PARTS) * self._num_units
        self.recurrent_kernel = self.add_variable("recurrent_kernel", [self.output_size, columns])
        self.kernel = self.add_variable("kernel", [size, columns])
        if self._use_bias:
            self.bias = self.add_variable("bias", shape=[columns], initializer=zeros_initializer)
        if self._num_proj is not None:
            self.projection_weights = self.add_variable("projection_weights", [self._num_units, self._num_proj])
        self.built = True

    def call(self, inputs, state):
        """(h, next state)."""
        c, h = state
        from_state = matmul(h, self.recurrent_kernel)
        from_input = matmul(inputs, self.kernel)
        if self._use_bias:
            from_state = bias_add(from_state, self.bias)
        from_state = split(axis=1, num_or_size_splits=len(_PARTS), value=from_state)
        from_input = split(axis=1, num_or_size_splits=len(_PARTS), value=from_input)
        a, b, d, e, f, g, i, j = [
            activation(join(x, m)) for (join, activation), x, m in zip(_PARTS, from_input, from_state, strict=True)
        ]
        first, second, third, fourth = tanh(a * b), tanh(d + e), tanh(f * g), sigmoid(i + j)
        c = tanh(first + c) * second
        h = tanh(c * tanh(third + fourth))
        if self._num_proj is not None:
            h = matmul(h, self.projection_weights)
        return h, LSTMStateTuple(c, h)
