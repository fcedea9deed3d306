"""Fused cells: what goes over a whole sequence in one call."""

from abc import ABC, abstractmethod
from typing import Any

from graphlab._src.layers.rnn.dynamic_rnn import dynamic_rnn
from graphlab._src.layers.rnn.static_rnn import static_rnn
from graphlab._src.ops.joining import stack, unstack
from graphlab._src.ops.transpose import reverse, reverse_sequence


class FusedRNNCell(ABC):
    """What goes over a whole sequence in one call.

    inputs: [time, batch, size], or a list of [batch, size].  initial_state: zeros of `dtype` when left out.
    sequence_length: int [batch].  The result is (outputs, last state), outputs a list where the inputs are one.
    """

    @abstractmethod
    def __call__(self, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
        """(outputs, last state)."""


class FusedRNNCellAdaptor(FusedRNNCell):
    """A cell with static_rnn, or dynamic_rnn, around it."""

    def __init__(self, cell, use_dynamic_rnn=False):
        self._cell = cell
        self._use_dynamic_rnn = use_dynamic_rnn

    def __call__(self, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
        is_list = isinstance(inputs, list)
        rest: Any = {
            "initial_state": initial_state,
            "dtype": dtype,
            "sequence_length": sequence_length,
            "scope": scope,
        }
        if self._use_dynamic_rnn:
            inputs = stack(inputs) if is_list else inputs
            outputs, state = dynamic_rnn(self._cell, inputs, time_major=True, **rest)
            return unstack(outputs) if is_list else outputs, state
        outputs, state = static_rnn(self._cell, inputs if is_list else unstack(inputs), **rest)
        return outputs if is_list else stack(outputs), state


class TimeReversedFusedRNN(FusedRNNCell):
    """A fused cell that goes over its sequences from their ends."""

    def __init__(self, cell):
        self._cell = cell

    def __call__(self, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
        outputs, state = self._cell(
            _reversed(inputs, sequence_length),
            initial_state=initial_state,
            dtype=dtype,
            sequence_length=sequence_length,
            scope=scope,
        )
        return _reversed(outputs, sequence_length), state


def _reversed(sequence, lengths):
    if isinstance(sequence, list):
        return list(reversed(sequence))
    return reverse(sequence, [0]) if lengths is None else reverse_sequence(sequence, lengths, 0, 1)
