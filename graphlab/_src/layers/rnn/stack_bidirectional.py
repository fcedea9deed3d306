"""Bidirectional layers on top of one another: each gets the outputs of both directions of the one below."""

from graphlab._src.layers.rnn.dynamic_rnn import bidirectional_dynamic_rnn
from graphlab._src.layers.rnn.static_rnn import static_bidirectional_rnn
from graphlab._src.ops.joining import concat
from graphlab._src.state.scope import variable_scope


def stack_bidirectional_rnn(
    cells_fw,
    cells_bw,
    inputs,
    initial_states_fw=None,
    initial_states_bw=None,
    dtype=None,
    sequence_length=None,
    scope=None,
):
    """(outputs on top, states forward, states backward) of static_bidirectional_rnn, layer by layer.

    cells_fw, cells_bw, initial_states_fw, initial_states_bw: lists, one for each layer.
    """

    def run(forward, backward, inputs, states, opened):
        return static_bidirectional_rnn(
            forward, backward, inputs, *states, sequence_length=sequence_length, dtype=dtype, scope=opened
        )

    return _stacked(run, cells_fw, cells_bw, inputs, initial_states_fw, initial_states_bw, scope)


def stack_bidirectional_dynamic_rnn(
    cells_fw,
    cells_bw,
    inputs,
    initial_states_fw=None,
    initial_states_bw=None,
    dtype=None,
    sequence_length=None,
    parallel_iterations=None,
    time_major=False,
    scope=None,
    swap_memory=False,
):
    """(outputs on top, states forward, states backward) of bidirectional_dynamic_rnn, layer by layer.

    cells_fw, cells_bw, initial_states_fw, initial_states_bw: lists, one for each layer.
    """

    def run(forward, backward, inputs, states, _):
        outputs, states = bidirectional_dynamic_rnn(
            forward,
            backward,
            inputs,
            sequence_length,
            *states,
            dtype=dtype,
            parallel_iterations=parallel_iterations,
            swap_memory=swap_memory,
            time_major=time_major,
        )
        return concat(outputs, 2), *states

    return _stacked(run, cells_fw, cells_bw, inputs, initial_states_fw, initial_states_bw, scope)


def _stacked(run, cells_fw, cells_bw, inputs, initial_states_fw, initial_states_bw, scope):
    """run(forward cell, backward cell, inputs, first states, scope) -> (outputs, state, state)."""
    for cells, which in ((cells_fw, "fw"), (cells_bw, "bw")):
        if not cells:
            raise ValueError(f"Must specify at least one {which} cell for BidirectionalRNN.")
        if not isinstance(cells, list):
            raise ValueError(f"cells_{which} must be a list of RNNCells (one per layer).")
    if len(cells_fw) != len(cells_bw):
        raise ValueError("Forward and Backward cells must have the same depth.")
    for states, which in ((initial_states_fw, "fw"), (initial_states_bw, "bw")):
        if states is not None and (not isinstance(states, list) or len(states) != len(cells_fw)):
            raise ValueError(f"initial_states_{which} must be a list of state tensors (one per layer).")
    nothing = [None] * len(cells_fw)
    layers = zip(cells_fw, cells_bw, initial_states_fw or nothing, initial_states_bw or nothing, strict=True)
    states_fw, states_bw = [], []
    with variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (forward, backward, *states) in enumerate(layers):
            with variable_scope(f"cell_{i}") as opened:
                inputs, state_fw, state_bw = run(forward, backward, inputs, states, opened)
            states_fw.append(state_fw)
            states_bw.append(state_bw)
    return inputs, tuple(states_fw), tuple(states_bw)
