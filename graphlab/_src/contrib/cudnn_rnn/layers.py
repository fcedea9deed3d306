"""Stacks of recurrent layers as cuDNN has them; XLA compiles the loop over time, on every device."""

import math
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.cudnn_rnn import cells
from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.base_layer import Layer
from graphlab._src.layers.rnn.dynamic_rnn import dynamic_rnn
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.dropout import dropout
from graphlab._src.ops.joining import concat, split, stack
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.transpose import reverse, reverse_sequence, transpose
from graphlab._src.state.initializers import Constant, GlorotUniform
from graphlab._src.state.scope import get_variable, variable_scope

_MODES = ("linear_input", "skip_input", "auto_select")
_DIRECTIONS = ("unidirectional", "bidirectional")


class _CudnnRNN(Layer):
    """What the four kinds have in common. A subclass sets _cell and _rnn_mode."""

    _cell: Any
    _rnn_mode = ""

    def __init__(
        self,
        num_layers,
        num_units,
        input_mode="linear_input",
        direction="unidirectional",
        dropout=0.0,
        seed=None,
        dtype=dtypes.float32,
        kernel_initializer=None,
        bias_initializer=None,
        name=None,
    ):
        super().__init__(dtype=dtype, name=name)
        if direction not in _DIRECTIONS:
            raise ValueError(f"Invalid direction: {direction}, expecting unidirectional or bidirectional")
        if input_mode not in _MODES:
            raise ValueError(f"Invalid input_mode: {input_mode}, expect one of {', '.join(_MODES)}")
        dtype = dtypes.as_dtype(dtype)
        if dtype not in (dtypes.float16, dtypes.float32, dtypes.float64):
            raise ValueError(f"Only support float16, float32, float64, provided {dtype}")
        self._plain_dtype = dtype
        self._num_layers = num_layers
        self._num_units = num_units
        self._input_mode = input_mode
        self._direction = direction
        self._dropout = dropout
        self._seed = seed
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer
        self._input_size: Any = None

    @property
    def num_layers(self):
        """How many layers are stacked."""
        return self._num_layers

    @property
    def num_units(self):
        """The size of the state."""
        return self._num_units

    @property
    def input_mode(self):
        """How inputs enter the first layer."""
        return self._input_mode

    @property
    def input_size(self):
        """The size of the inputs; ValueError before the layer is built."""
        if not self._input_size:
            raise ValueError("'input_size' is unknown since layer has not been built.")
        return self._input_size

    @property
    def rnn_mode(self):
        """ "lstm", "gru", "rnn_tanh" or "rnn_relu"."""
        return self._rnn_mode

    @property
    def direction(self):
        """ "unidirectional" or "bidirectional"."""
        return self._direction

    @property
    def num_dirs(self):
        """1 or 2."""
        return _DIRECTIONS.index(self._direction) + 1

    @property
    def saveable(self):
        """None: a Saver saves the variable opaque_kernel as it is."""
        return None

    @property
    def canonical_weight_shapes(self):
        """The shapes of the weights, by layer, direction and gate, those of inputs before those of states."""
        if not self._input_size:
            raise RuntimeError(f"{type(self).__name__}.canonical_weight_shapes invoked before input shape is known")
        units, found = self._num_units, []
        for layer in range(self._num_layers):
            size = self.num_dirs * units if layer else self._input_size
            found.extend(([(units, size)] * self._cell.gates + [(units, units)] * self._cell.gates) * self.num_dirs)
        return found

    @property
    def canonical_bias_shapes(self):
        """The shapes of the biases, in the order of the weights."""
        return [[self._num_units]] * (2 * self._cell.gates * self.num_dirs * self._num_layers)

    def build(self, input_shape):
        """Makes the variable opaque_kernel: all weights, then all biases, as one vector."""
        if self.built:
            return
        dims = TensorShape(input_shape)
        if dims.ndims != 3:
            raise ValueError(f"Expecting input_shape with 3 dims, got {dims.ndims}")
        self._input_size = dims[-1].value
        if self._input_size is None:
            raise ValueError("The last dimension of the inputs to `CudnnRNN` should be defined. Found `None`.")
        if self._input_mode == "skip_input" or (
            self._input_mode == "auto_select" and self._input_size == self._num_units
        ):
            raise ValueError("input_mode 'skip_input' is not computed: use 'linear_input'")
        self.input_spec = InputSpec(ndim=3, axes={-1: self._input_size})
        self._set_scope(None)
        kind = self._plain_dtype
        with variable_scope(self._scope):
            weights = self._kernel_initializer or GlorotUniform(seed=self._seed, dtype=kind)
            biases = self._bias_initializer or Constant(0.0, dtype=kind)
            parts = [weights(dims, dtype=kind) for dims in self.canonical_weight_shapes]
            parts += [biases(dims, dtype=kind) for dims in self.canonical_bias_shapes]
            whole = concat([reshape(convert_to_tensor(part), [-1]) for part in parts], 0)
            self.kernel = get_variable("opaque_kernel", dtype=kind, initializer=whole)
        self._trainable_weights.append(self.kernel)
        self.built = True

    def state_shape(self, batch_size):
        """The shapes of the state's tensors: [layers · directions, batch, units]."""
        return ([self.num_layers * self.num_dirs, batch_size, self.num_units],) * self._cell.states

    def call(self, inputs, initial_state=None, sequence_lengths=None, time_major=True, training=True):
        """(outputs, state): outputs [time, batch, directions · units], and the state after the last step, a tuple.

        inputs: [time, batch, size]; [batch, time, size] without time_major, and states [batch, layers · directions,
        units].  initial_state: a tuple, (h, c) of an LSTM and (h,) of others, zeros when left out.
        sequence_lengths: int [batch]: from there on outputs are 0 and states stay.  training: whether dropout applies.
        """
        if initial_state is not None and not isinstance(initial_state, tuple):
            raise TypeError(f"Invalid initial_state type: {initial_state}, expecting tuple.")
        kind = self._plain_dtype
        inputs = convert_to_tensor(inputs, dtype=kind)
        if not time_major:
            inputs = transpose(inputs, [1, 0, 2])
        if initial_state is None:
            given = [zeros(dims, dtype=kind) for dims in self.state_shape(shape(inputs)[1])]
        else:
            given = [convert_to_tensor(part, dtype=kind) for part in initial_state]
            given = given if time_major else [transpose(part, [1, 0, 2]) for part in given]
        outputs, finals = self._stacked(inputs, given, sequence_lengths, training)
        states = tuple(stack(list(column)) for column in zip(*finals, strict=True))
        if time_major:
            return outputs, states
        return transpose(outputs, [1, 0, 2]), tuple(transpose(part, [1, 0, 2]) for part in states)

    def _stacked(self, inputs, given, lengths, training):
        weights, biases = self._parts()
        count, finals = 2 * self._cell.gates, []
        for layer in range(self._num_layers):
            if layer and self._dropout and training:
                inputs = dropout(inputs, keep_prob=1.0 - self._dropout, seed=self._seed)
            outputs = []
            for backward in range(self.num_dirs):
                number = layer * self.num_dirs + backward
                own = slice(number * count, (number + 1) * count)
                cell = self._cell(self._num_units, weights[own], biases[own])
                read = _reversed(inputs, lengths) if backward else inputs
                result, final = dynamic_rnn(
                    cell,
                    read,
                    lengths,
                    tuple(part[number] for part in given),
                    time_major=True,
                    scope=f"layer_{number}",
                )
                outputs.append(_reversed(result, lengths) if backward else result)
                finals.append(final)
            inputs = concat(outputs, 2) if self.num_dirs > 1 else outputs[0]
        return inputs, finals

    def _parts(self):
        """The weights and the biases that the vector holds."""
        dims = [list(one) for one in (*self.canonical_weight_shapes, *self.canonical_bias_shapes)]
        flat = split(convert_to_tensor(self.kernel), [math.prod(one) for one in dims], axis=0)
        found = [reshape(part, one) for part, one in zip(flat, dims, strict=True)]
        count = len(self.canonical_weight_shapes)
        return found[:count], found[count:]


def _reversed(sequences, lengths):
    if lengths is None:
        return reverse(sequences, [0])
    return reverse_sequence(sequences, lengths, seq_axis=0, batch_axis=1)


class CudnnLSTM(_CudnnRNN):
    """A stack of LSTM layers.

    num_layers, num_units: how many, and the size of the state.  input_mode: "linear_input".
    direction: "unidirectional" or "bidirectional".  dropout: what part of a layer's outputs the next one does not see in
    training.  kernel_initializer, bias_initializer: of each matrix (glorot_uniform) and vector (0).
    """

    _cell = cells.LSTM
    _rnn_mode = "lstm"


class CudnnGRU(_CudnnRNN):
    """A stack of GRU layers; the arguments are CudnnLSTM's."""

    _cell = cells.GRU
    _rnn_mode = "gru"


class CudnnRNNTanh(_CudnnRNN):
    """A stack of layers h = tanh(W x + R h + b); the arguments are CudnnLSTM's."""

    _cell = cells.Tanh
    _rnn_mode = "rnn_tanh"


class CudnnRNNRelu(_CudnnRNN):
    """A stack of layers h = relu(W x + R h + b); the arguments are CudnnLSTM's."""

    _cell = cells.Relu
    _rnn_mode = "rnn_relu"
