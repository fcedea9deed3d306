"""functional_rnn and bidirectional_functional_rnn: a cell over a sequence, by tf.contrib.recurrent's loop."""

from graphlab._src.contrib.recurrent.recurrent import loop
from graphlab._src.graph import nest
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.transpose import reverse as reversed_along
from graphlab._src.ops.transpose import reverse_sequence, transpose
from graphlab._src.state.scope import variable_scope


def functional_rnn(
    cell,
    inputs,
    sequence_length=None,
    initial_state=None,
    dtype=None,
    time_major=False,
    scope=None,
    use_tpu=False,
    reverse=False,
):
    """(outputs, final state) of a cell over a sequence, as those of dynamic_rnn.

    inputs: [batch, time, size], or [time, batch, size] with time_major.
    sequence_length: [batch]: outputs after it are zeros, and the final state is the one at its end; with `reverse`, the
    state after the first of the inputs. Of a sequence without inputs it is zeros, as in TensorFlow.
    initial_state: zeros of `dtype` when left out.  reverse: from the last of the inputs to the first.
    use_tpu: not used.
    """
    with variable_scope(scope or "rnn") as opened:
        if not time_major:
            inputs = nest.map_structure(lambda value: transpose(value, [1, 0, 2]), inputs)
        first = nest.flatten(inputs)[0]
        if initial_state is None:
            initial_state = cell.zero_state(shape(first)[1], dtype)
    longest = None if sequence_length is None else reduce_max(sequence_length)
    if reverse:
        inputs = nest.map_structure(_reversed, inputs)

    def step(_, state, inputs_t):
        with variable_scope(opened):
            output, next_state = cell(inputs_t, state)
        return next_state, output

    states, outputs, final = loop([], initial_state, inputs, step, None, longest, reverse)
    if sequence_length is not None and not reverse:
        final = nest.map_structure(lambda value: _at_end(value, sequence_length), states)
    outputs = transpose(_reversed(outputs) if reverse else outputs, [1, 0, 2])
    outputs.set_shape([first.shape[1], first.shape[0], outputs.shape[2]])
    if sequence_length is not None:
        inside = range_(shape(outputs)[1]) < expand_dims(cast(sequence_length, "int32"), 1)
        outputs *= expand_dims(cast(inside, outputs.dtype), 2)
    return transpose(outputs, [1, 0, 2]) if time_major else outputs, final


def _reversed(value):
    return reversed_along(value, [0])


def _at_end(states, sequence_length):
    """The state of each example at the end of its sequence, of states [time, batch, size]."""
    last = expand_dims(cast(sequence_length, "int32"), 0) - 1
    is_last = equal(expand_dims(range_(shape(states)[0]), 1), last)
    return reduce_sum(expand_dims(cast(is_last, states.dtype), 2) * states, 0)


def bidirectional_functional_rnn(
    cell_fw,
    cell_bw,
    inputs,
    initial_state_fw=None,
    initial_state_bw=None,
    dtype=None,
    sequence_length=None,
    time_major=False,
    use_tpu=False,
    fast_reverse=False,
    scope=None,
):
    """((outputs forward, outputs backward), (final state forward, backward)), as those of bidirectional_dynamic_rnn.

    fast_reverse: the second cell goes from the last input to the first, also over those after sequence_length. Otherwise
    each sequence is reversed by itself. The other arguments are functional_rnn's.
    """

    def turned(values):
        axes = (0, 1) if time_major else (1, 0)
        if sequence_length is None:
            return nest.map_structure(lambda value: reversed_along(value, [axes[0]]), values)
        return nest.map_structure(
            lambda value: reverse_sequence(value, sequence_length, seq_axis=axes[0], batch_axis=axes[1]), values
        )

    settings = {"sequence_length": sequence_length, "dtype": dtype, "time_major": time_major}
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as inner:
            forward, state_fw = functional_rnn(cell_fw, inputs, initial_state=initial_state_fw, scope=inner, **settings)
        with variable_scope("bw") as inner:
            backward, state_bw = functional_rnn(
                cell_bw,
                inputs if fast_reverse else turned(inputs),
                initial_state=initial_state_bw,
                scope=inner,
                reverse=fast_reverse,
                **settings,
            )
    return (forward, backward if fast_reverse else turned(backward)), (state_fw, state_bw)
