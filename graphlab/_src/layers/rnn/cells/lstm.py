"""LSTMCell: a long short-term memory with peepholes, clipping and a projection, each where it is requested."""

from graphlab._src.graph.attributes import attribute
from graphlab._src.keras.layers import activations, initializers
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.rnn.cells.rnn_cell import (
    LayerRNNCell,
    LSTMStateTuple,
    activation_of,
    check_type,
    check_types,
    depth_of,
    zeros_of,
)
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.slicing import slice_
from graphlab._src.state.partitioners import fixed_size_partitioner


class LSTMCell(LayerRNNCell):
    """A long short-term memory (Sak et al., 2014; peepholes: Gers and Schmidhuber, 2000).

    num_units: size of c, and of h without a projection.  use_peepholes: the gates also look at c.
    cell_clip: c stays within ±cell_clip.  initializer: of kernels and peepholes.
    num_proj: size of h, a product of the output with a matrix.  proj_clip: h then stays within ±proj_clip.
    num_unit_shards, num_proj_shards: into how many parts the kernels are cut; a partitioner on the scope does the same.
    forget_bias: added to the forget gate's input.  state_is_tuple: False: the state is one tensor, c before h.
    activation: tanh when left out.  reuse: take variables that there are.
    dtype: of the variables; that of the inputs when left out.
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        cell_clip=None,
        initializer=None,
        num_proj=None,
        proj_clip=None,
        num_unit_shards=None,
        num_proj_shards=None,
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
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = initializers.get(initializer)
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation_of(activation)
        self._output_size = num_proj or num_units
        if state_is_tuple:
            self._state_size = LSTMStateTuple(num_units, self._output_size)
        else:
            self._state_size = num_units + self._output_size

    state_size = attribute("_state_size", "LSTMStateTuple(num_units, output_size), or their sum.")
    output_size = attribute("_output_size", "num_proj, or num_units without a projection.")

    def build(self, inputs_shape):
        """Makes kernel and bias, whose columns are the gates i, j, f, o; peepholes and the projection."""
        depth = depth_of(inputs_shape)
        check_type(self.dtype)
        units = self._num_units
        self._kernel = self._matrix("kernel", [depth + (self._num_proj or units), 4 * units], self._num_unit_shards)
        self._bias = self.add_variable("bias", shape=[4 * units], initializer=zeros_of(self.dtype))
        if self._use_peepholes:
            self._w_f_diag, self._w_i_diag, self._w_o_diag = [
                self.add_variable(name, shape=[units], initializer=self._initializer)
                for name in ("w_f_diag", "w_i_diag", "w_o_diag")
            ]
        if self._num_proj is not None:
            self._proj_kernel = self._matrix("projection/kernel", [units, self._num_proj], self._num_proj_shards)
        self.built = True

    def _matrix(self, name, shape, parts):
        partitioner = None if parts is None else fixed_size_partitioner(parts)
        return self.add_variable(name, shape=shape, initializer=self._initializer, partitioner=partitioner)

    def _weights(self):
        """What inputs and state are multiplied with."""
        return self._kernel

    def call(self, inputs, state):
        """(h, next state)."""
        check_types(inputs, state)
        if self._state_is_tuple:
            c, h = state
        else:
            c = slice_(state, [0, 0], [-1, self._num_units])
            h = slice_(state, [0, self._num_units], [-1, self._output_size])
        if inputs.shape.with_rank(2)[1].value is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        gates = bias_add(matmul(concat([inputs, h], 1), self._weights()), self._bias)
        i, j, f, o = split(value=gates, num_or_size_splits=4, axis=1)
        if self._use_peepholes:
            remembered = sigmoid(f + self._forget_bias + self._w_f_diag * c) * c
            c = remembered + sigmoid(i + self._w_i_diag * c) * self._activation(j)
        else:
            c = sigmoid(f + self._forget_bias) * c + sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            c = clip_by_value(c, -self._cell_clip, self._cell_clip)
        h = sigmoid(o + self._w_o_diag * c if self._use_peepholes else o) * self._activation(c)
        if self._num_proj is not None:
            h = matmul(h, self._proj_kernel)
            if self._proj_clip is not None:
                h = clip_by_value(h, -self._proj_clip, self._proj_clip)
        return h, LSTMStateTuple(c, h) if self._state_is_tuple else concat([c, h], 1)

    def get_config(self):
        """The arguments that make an equal cell."""
        return {
            **super().get_config(),
            "num_units": self._num_units,
            "use_peepholes": self._use_peepholes,
            "cell_clip": self._cell_clip,
            "initializer": initializers.serialize(self._initializer),
            "num_proj": self._num_proj,
            "proj_clip": self._proj_clip,
            "num_unit_shards": self._num_unit_shards,
            "num_proj_shards": self._num_proj_shards,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._state_is_tuple,
            "activation": activations.serialize(self._activation),
            "reuse": self._reuse,
        }
