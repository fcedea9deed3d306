"""LSTMBlockFusedCell: an LSTM over a whole sequence that is a single operation."""

from abc import abstractmethod
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.layers.base_layer import Layer
from graphlab._src.layers.rnn.cells.lstm_block import BlockLSTM
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.gather import gather_nd
from graphlab._src.ops.grids import sequence_mask
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.lstm_sequence import block_lstm
from graphlab._src.ops.padding import tile
from graphlab._src.ops.reduction import reduce_max
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.transpose import transpose


class LSTMBlockWrapper(Layer):
    """What an LSTM over whole sequences does besides its steps: first states, masks, last states.

    Subclasses define `num_units`, and _call_cell(inputs, initial c, initial h, dtype, sequence_length), which returns
    (c, h) of all steps, each [time, batch, num_units].
    """

    @property
    @abstractmethod
    def num_units(self) -> Any:
        """Size of c and of h."""

    @abstractmethod
    def _call_cell(self, inputs, initial_cell_state, initial_output, dtype, sequence_length) -> Any: ...

    def call(self, inputs, initial_state=None, dtype=None, sequence_length=None):
        """(outputs, last state).

        inputs: [time, batch, size], or a list of [batch, size]: the outputs are a list then.
        initial_state: (c, h); zeros of `dtype` when left out.  sequence_length: int [batch].
        """
        is_list = isinstance(inputs, list)
        inputs = convert_to_tensor(stack(inputs) if is_list else inputs)
        time, batch, size = inputs.shape.with_rank(3).as_list()
        if not size:
            raise ValueError(f"Expecting inputs_shape[2] to be set: {inputs.shape}")
        batch = shape(inputs)[1] if batch is None else batch
        time = shape(inputs)[0] if time is None else time
        if initial_state is None:
            if dtype is None:
                raise ValueError("Either initial_state or dtype needs to be specified")
            zero = zeros(stack([batch, self.num_units]), dtype=dtype)
            initial_state = zero, zero
        elif len(initial_state) != 2:
            raise ValueError("Expecting initial_state to be a tuple with length 2 or None")
        first_c, first_h = (convert_to_tensor(part) for part in initial_state)
        dtype = first_c.dtype if dtype is None else dtype
        if sequence_length is not None:
            sequence_length = convert_to_tensor(sequence_length)
        c, h = self._call_cell(inputs, first_c, first_h, dtype, sequence_length)
        if sequence_length is None:
            last = LSTMStateTuple(c[-1], h[-1])
        else:
            mask = transpose(sequence_mask(sequence_length, time, dtype=dtype), [1, 0])
            h *= tile(expand_dims(mask, [-1]), [1, 1, self.num_units])
            # The first state precedes all others: it is the last state of an empty sequence.
            states = [concat([expand_dims(a, [0]), b], 0) for a, b in ((first_c, c), (first_h, h))]
            lengths = cast(sequence_length, dtypes.int32)
            last = LSTMStateTuple(*(gather_nd(each, stack([lengths, range_(batch)], axis=1)) for each in states))
        return unstack(h) if is_list else h, last


class LSTMBlockFusedCell(BlockLSTM, LSTMBlockWrapper):
    """An LSTM over whole sequences, with the variables of LSTMBlockCell.

    num_units: size of c and of h.  forget_bias: added to the forget gate's input.  cell_clip: c stays within it.
    use_peephole: the gates also look at c.
    """

    def __init__(
        self,
        num_units,
        forget_bias=1.0,
        cell_clip=None,
        use_peephole=False,
        reuse=None,
        dtype=None,
        name="lstm_fused_cell",
    ):
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self.input_spec = InputSpec(ndim=3)
        self._set(num_units, forget_bias, cell_clip, use_peephole)

    @property
    def num_units(self):
        """Size of c and of h."""
        return self._num_units

    def build(self, input_shape):
        """Makes kernel and bias, and the peepholes."""
        self._make_variables(as_shape(input_shape).as_list()[2])

    def _call_cell(self, inputs, initial_cell_state, initial_output, dtype, sequence_length):
        known = inputs.shape.as_list()[0]
        steps = shape(inputs)[0] if known is None else known
        if sequence_length is not None:
            steps = reduce_max(sequence_length)
        peepholes = self._weights_of_peepholes(dtype)
        given = cast(steps, dtypes.int64), inputs, initial_cell_state, initial_output
        _, c, _, _, _, _, h = self._compute(block_lstm, given, peepholes)
        return c, h
