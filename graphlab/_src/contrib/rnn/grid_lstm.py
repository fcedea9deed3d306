"""GridLSTMCell: LSTMs over time and over bands of frequencies, side by side."""

import collections
from typing import Any

from graphlab._src.contrib.rnn.sharded import sharded_variable
from graphlab._src.contrib.rnn.time_freq_lstm import band_count, feature_count
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.padding import pad
from graphlab._src.ops.shape import shape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable, variable_scope


class GridLSTMCell(RNNCell):
    """An LSTM over time and one over bands of frequencies in each step (Kalchbrenner et al., 2015; Li et al., 2016).

    num_units: size of c and m of a band.  share_time_frequency_weights: both LSTMs have one kernel.
    feature_size, frequency_skip: the width of a band, and how far the next is.
    num_frequency_blocks: a list, how many bands each block has; start_freqindex_list, end_freqindex_list: where each
    block begins and ends.  couple_input_forget_gates: forget gates are one less the input gates.
    cell_clip: the largest value of c.  The state is a tuple of c and m of each band, or these side by side.
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        share_time_frequency_weights=False,
        cell_clip=None,
        initializer=None,
        num_unit_shards=1,
        forget_bias=1.0,
        feature_size=None,
        frequency_skip=None,
        num_frequency_blocks=None,
        start_freqindex_list=None,
        end_freqindex_list=None,
        couple_input_forget_gates=False,
        state_is_tuple=True,
        reuse=None,
    ):
        super().__init__(_reuse=reuse)
        if num_frequency_blocks is None:
            raise ValueError("Must specify num_frequency_blocks")
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._share_time_frequency_weights = share_time_frequency_weights
        self._couple_input_forget_gates = couple_input_forget_gates
        self._state_is_tuple = state_is_tuple
        self._cell_clip = cell_clip
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size: Any = feature_size
        self._frequency_skip: Any = frequency_skip
        self._start_freqindex_list = start_freqindex_list
        self._end_freqindex_list = end_freqindex_list
        self._num_frequency_blocks = num_frequency_blocks
        self._total_blocks = sum(int(count) for count in num_frequency_blocks)
        self._state_tuple_type = self._tuple_type("GridLSTMStateTuple", ["state"]) if state_is_tuple else None

    def _tuple_type(self, name, prefixes):
        fields = [
            f"{prefix}_f{k:02d}_b{block:02d}_{part}"
            for prefix in prefixes
            for block, count in enumerate(self._num_frequency_blocks)
            for k in range(count)
            for part in "cm"
        ]
        return collections.namedtuple(name, fields)

    @property
    def output_size(self):
        """That of the outputs of both LSTMs for all bands."""
        return self._num_units * self._total_blocks * 2

    @property
    def state_size(self):
        """A tuple of sizes, or their sum."""
        if self._state_tuple_type is None:
            return self._num_units * self._total_blocks * 2
        return self._state_tuple_type(*[self._num_units] * len(self._state_tuple_type._fields))

    @property
    def state_tuple_type(self):
        """The class of the state, or None."""
        return self._state_tuple_type

    def call(self, inputs, state):
        """(outputs over time and frequency of all bands, next state)."""
        batch = inputs.shape.as_list()[0] or shape(inputs)[0]
        outputs, following = [], []
        for block, bands in enumerate(self._make_tf_features(inputs)):
            out, after = self._compute(bands, block, state, batch, state_is_tuple=self._state_is_tuple)
            outputs += out
            following += after
        kind = self._state_tuple_type
        return concat(outputs, 1), concat(following, 1) if kind is None else kind(*following)

    def _weights(self, name, block, rows, dtype):
        """The kernel and the bias of one LSTM: name is f or t."""
        columns = (3 if self._couple_input_forget_gates else 4) * self._num_units
        kernel = sharded_variable(f"W_{name}_{block}", [rows, columns], dtype, self._num_unit_shards)
        bias = get_variable(f"B_{name}_{block}", shape=[columns], initializer=zeros_initializer(), dtype=dtype)
        return kernel, bias

    def _peepholes(self, name, block, dtype):
        """{gate: what c over frequency, and c over time, are multiplied with} of one LSTM: name is freq or time."""
        gates = "IO" if self._couple_input_forget_gates else "FIO"
        return {
            gate: [
                get_variable(f"W_{gate}_diag_{name}{way}_{block}", shape=[self._num_units], dtype=dtype) for way in "ft"
            ]
            for gate in gates
        }

    def _compute(self, freq_inputs, block, state, batch_size, state_prefix="state", state_is_tuple=True):
        """(outputs, states) of a block of bands: lists of m over time and over frequency, and of c and m over time."""
        units, dtype = self._num_units, freq_inputs[0].dtype
        rows = freq_inputs[0].shape.as_list()[1] + 2 * units
        shared = self._share_time_frequency_weights
        over_freq = self._weights("f", block, rows, dtype)
        over_time = over_freq if shared else self._weights("t", block, rows, dtype)
        peep_freq = self._peepholes("freq", block, dtype) if self._use_peepholes else {}
        peep_time = peep_freq if shared or not self._use_peepholes else self._peepholes("time", block, dtype)
        m_freq, c_freq = zeros([batch_size, units], dtype), zeros([batch_size, units], dtype)
        outputs, following = [], []
        for k, band in enumerate(freq_inputs):
            if state_is_tuple:
                c_time, m_time = (getattr(state, f"{state_prefix}_f{k:02d}_b{block:02d}_{part}") for part in "cm")
            else:
                c_time = slice_(state, [0, 2 * k * units], [-1, units])
                m_time = slice_(state, [0, (2 * k + 1) * units], [-1, units])
            cells = concat([band, m_time, m_freq], 1)
            before = (c_freq, c_time)
            matrix = bias_add(matmul(cells, over_freq[0]), over_freq[1])
            c_freq, o_freq = self._next(matrix, before, c_freq, peep_freq)
            if not shared:
                matrix = bias_add(matmul(cells, over_time[0]), over_time[1])
            c_time, o_time = self._next(matrix, before, c_time, peep_time)
            after = (c_freq, c_time)
            m_freq = sigmoid(_peeped(o_freq, "O", after, peep_freq)) * tanh(c_freq)
            m_time = sigmoid(_peeped(o_time, "O", after, peep_time)) * tanh(c_time)
            outputs += [m_time, m_freq]
            following += [c_time, m_time]
        return outputs, following

    def _next(self, matrix, before, c, peepholes):
        """(the next c, the output gate before its sigmoid)."""
        if self._couple_input_forget_gates:
            i, j, o = split(value=matrix, num_or_size_splits=3, axis=1)
            take = sigmoid(_peeped(i, "I", before, peepholes))
            keep = 1.0 - take
        else:
            i, j, f, o = split(value=matrix, num_or_size_splits=4, axis=1)
            take = sigmoid(_peeped(i, "I", before, peepholes))
            keep = sigmoid(_peeped(f + self._forget_bias, "F", before, peepholes))
        c = keep * c + take * tanh(j)
        return (c if self._cell_clip is None else clip_by_value(c, -self._cell_clip, self._cell_clip)), o

    def _make_tf_features(self, input_feat, slice_offset=0):
        """The bands of each block; slice_offset: how far they are moved, with zeros where the input is over."""
        size = feature_count(input_feat)
        if slice_offset:
            sides = [0, slice_offset] if slice_offset > 0 else [-slice_offset, 0]
            input_feat = pad(input_feat, [[0, 0], sides])
        counts: Any = self._num_frequency_blocks
        starts: Any = self._start_freqindex_list
        ends: Any = self._end_freqindex_list
        if not starts:
            if len(counts) != 1:
                raise ValueError(f"Length of num_frequency_blocks is not 1, but instead is {len(counts)}")
            starts, ends = [0], [size]
        elif len(starts) != len(ends):
            raise ValueError(f"Length of start and end freqindex_list does not match {len(starts)} {len(ends)}")
        elif len(counts) != len(starts):
            raise ValueError(
                f"Length of num_frequency_blocks is not equal to start_freqindex_list {len(counts)} {len(starts)}"
            )
        offset = max(slice_offset, 0)
        return [
            self._bands(input_feat, start, end, count, offset)
            for start, end, count in zip(starts, ends, counts, strict=True)
        ]

    def _bands(self, inputs, start, end, expected, offset):
        count = band_count(end - start, self._feature_size, self._frequency_skip)
        if count != expected:
            raise ValueError(
                f"Invalid num_frequency_blocks, requires {expected} but gets {count}, please check the input size and "
                "filter config are correct."
            )
        places = (start + offset + k * self._frequency_skip for k in range(count))
        return [slice_(inputs, [0, place], [-1, self._feature_size]) for place in places]


def _peeped(gate, name, cells, peepholes):
    if name not in peepholes:
        return gate
    f, t = peepholes[name]
    return gate + f * cells[0] + t * cells[1]


class BidirectionalGridLSTMCell(GridLSTMCell):
    """Two GridLSTMCells: one over the bands from low to high, one from high to low.

    backward_slice_offset: how far the bands of the second are moved.  The other arguments are those of GridLSTMCell.
    """

    def __init__(
        self,
        num_units,
        use_peepholes=False,
        share_time_frequency_weights=False,
        cell_clip=None,
        initializer=None,
        num_unit_shards=1,
        forget_bias=1.0,
        feature_size=None,
        frequency_skip=None,
        num_frequency_blocks=None,
        start_freqindex_list=None,
        end_freqindex_list=None,
        couple_input_forget_gates=False,
        backward_slice_offset=0,
        reuse=None,
    ):
        super().__init__(
            num_units,
            use_peepholes,
            share_time_frequency_weights,
            cell_clip,
            initializer,
            num_unit_shards,
            forget_bias,
            feature_size,
            frequency_skip,
            num_frequency_blocks,
            start_freqindex_list,
            end_freqindex_list,
            couple_input_forget_gates,
            True,
            reuse,
        )
        self._backward_slice_offset = int(backward_slice_offset)
        self._state_tuple_type = self._tuple_type("BidirectionalGridLSTMStateTuple", ["fwd_state", "bwd_state"])

    @property
    def output_size(self):
        """That of both directions."""
        return 2 * super().output_size

    def call(self, inputs, state):
        """(outputs of both directions, next state)."""
        batch = inputs.shape.as_list()[0] or shape(inputs)[0]
        forward = self._make_tf_features(inputs)
        offset = self._backward_slice_offset
        backward = self._make_tf_features(inputs, offset) if offset else forward
        outputs, following = [], []
        for name, blocks in (("fwd", forward), ("bwd", [bands[::-1] for bands in backward])):
            with variable_scope(name):
                for block, bands in enumerate(blocks):
                    out, after = self._compute(bands, block, state, batch, state_prefix=f"{name}_state")
                    outputs += out
                    following += after
        kind = self._state_tuple_type
        return concat(outputs, 1), following if kind is None else kind(*following)
