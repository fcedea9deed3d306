"""static_rnn: a cell applied to each input of a list, one copy of its operations for each."""

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import dimension_at_index
from graphlab._src.graph import convert_to_tensor, get_default_graph, nest
from graphlab._src.layers.rnn.sizes import assert_like_rnncell, static_with_prefix, with_prefix
from graphlab._src.layers.rnn.step import cache_reads, first_state, makes_lists, state_dtype, step_of_sequences
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack, unstack
from graphlab._src.ops.reduction import reduce_max, reduce_min
from graphlab._src.ops.shape import shape
from graphlab._src.ops.transpose import reverse_sequence
from graphlab._src.state.scope import variable_scope


def static_rnn(cell, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
    """(list of outputs, last state) of a cell that consumes the inputs in order.

    inputs: a list with a tensor [batch, size…], or a nested structure of such, for each step.
    initial_state: what the state begins with; left out: the cell's zero_state of that `dtype`.
    sequence_length: int [batch]: from there on a sequence's output is zero and its state stays.
    """
    assert_like_rnncell("cell", cell)
    _check_inputs(inputs)
    outputs = []
    with variable_scope(scope or "rnn") as opened:
        cache_reads(opened)
        first = inputs
        while nest.is_nested(first):
            first = first[0]
        batch = _batch_size(first, inputs)
        batch_size = batch or shape(first)[0]
        state = _first_state(cell, initial_state, batch_size, dtype)
        step = None
        if sequence_length is not None:
            step = _steps_of_sequences(cell, sequence_length, batch_size, batch, state_dtype(dtype, state))
        lists = makes_lists(cell)
        if lists and not nest.is_nested(state):
            state = [state]
        for time, tensor in enumerate(inputs):
            if time > 0:
                opened.reuse_variables()
            output, state = cell(tensor, state) if step is None else step(time, tensor, state)
            outputs.append(output)
        return outputs, state[0] if lists and len(state) == 1 else state


def _check_inputs(inputs):
    if not nest.is_nested(inputs):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")


def _first_state(cell, state, batch_size, dtype):
    return first_state(cell, state, batch_size, dtype, "If no initial_state is provided, dtype must be specified")


def _batch_size(first, inputs):
    """What the inputs say of their first size, or None."""
    if first.shape.ndims == 1:
        return first.shape.dims[0].value
    batch = dimension_at_index(first.shape.with_rank_at_least(2), 0)
    for tensor in nest.flatten(inputs):
        dims = tensor.shape.with_rank_at_least(2)
        batch = batch.merge_with(dimension_at_index(dims, 0))
        for place, size in enumerate(dims[1:].dims or ()):
            if size.value is None:
                raise ValueError(
                    f"Input size (dimension {place} of inputs) must be accessible via shape inference, but saw value "
                    "None."
                )
    return batch.value


def _steps_of_sequences(cell, sequence_length, batch_size, batch, dtype):
    """step(time, input, state) -> (output, state) for sequences of different lengths."""
    lengths = convert_to_tensor(sequence_length, name="sequence_length")
    if lengths.shape.ndims not in (None, 1):
        raise ValueError("sequence_length must be a vector of length batch_size")

    def nothing(size):
        output = zeros(stack(with_prefix(batch_size, size)), dtype)
        output.set_shape(static_with_prefix(batch, size))
        return output

    zero_output = nest.map_structure(nothing, cell.output_size)
    lengths = cast(lengths, dtypes.int32)
    shortest, longest = reduce_min(lengths), reduce_max(lengths)

    def step(time, tensor, state):
        return step_of_sequences(time, lengths, shortest, longest, zero_output, state, lambda: cell(tensor, state))

    return step


def static_bidirectional_rnn(
    cell_fw,
    cell_bw,
    inputs,
    initial_state_fw=None,
    initial_state_bw=None,
    dtype=None,
    sequence_length=None,
    scope=None,
):
    """(outputs of both side by side, state forward, state backward): static_rnn from both ends.

    The arguments are those of static_rnn; an output is [batch, forward size + backward size].
    cell_fw, cell_bw: the cells forward and backward.  initial_state_fw, initial_state_bw: their first states.
    inputs: a list of [batch, size].  dtype: of states without initial ones.  sequence_length: int [batch].
    """
    assert_like_rnncell("cell_fw", cell_fw)
    assert_like_rnncell("cell_bw", cell_bw)
    _check_inputs(inputs)
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as opened:
            forward, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, opened)
        with variable_scope("bw") as opened:
            last_first = reversed_sequence(inputs, sequence_length)
            backward, state_bw = static_rnn(cell_bw, last_first, initial_state_bw, dtype, sequence_length, opened)
    backward = reversed_sequence(backward, sequence_length)
    pairs = zip(nest.flatten(forward), nest.flatten(backward), strict=True)
    return nest.pack_sequence_as(forward, [concat(pair, 1) for pair in pairs]), state_fw, state_bw


def reversed_sequence(input_seq, lengths):
    """A list of tensors in the other order; of a sequence that ends before, only what is before its end."""
    if lengths is None:
        return list(reversed(input_seq))
    flat = [nest.flatten(item) for item in input_seq]
    results = [[] for _ in input_seq]
    for column in zip(*flat, strict=True):
        form = shapes.unknown_shape(column[0].shape.ndims)
        for tensor in column:
            form = form.merge_with(tensor.shape)
        for tensor in column:
            tensor.set_shape(form)
        for result, row in zip(results, unstack(reverse_sequence(stack(column), lengths, 0, 1)), strict=True):
            row.set_shape(form)
            result.append(row)
    return [nest.pack_sequence_as(item, result) for item, result in zip(input_seq, results, strict=True)]


def static_state_saving_rnn(cell, inputs, state_saver, state_name, sequence_length=None, scope=None):
    """static_rnn whose first state is read from a state saver, and whose last state is written to it.

    state_saver: has state(name) and save_state(name, value).  state_name: a name, nested as cell.state_size.
    """
    nested = nest.is_nested(cell.state_size)
    if nested != nest.is_nested(state_name):
        raise ValueError(
            f"state_name should be the same type as cell.state_size.  state_name: {state_name}, cell.state_size: "
            f"{cell.state_size}"
        )
    names, sizes = nest.flatten(state_name), nest.flatten(cell.state_size)
    if len(names) != len(sizes):
        raise ValueError(f"#elems(state_name) != #elems(state_size): {len(names)} vs. {len(sizes)}")
    first = nest.pack_sequence_as(cell.state_size, [state_saver.state(name) for name in names])
    outputs, state = static_rnn(cell, inputs, first, sequence_length=sequence_length, scope=scope)
    saved = [state_saver.save_state(name, part) for name, part in zip(names, nest.flatten(state), strict=True)]
    with get_default_graph().control_dependencies(saved):
        outputs[-1] = nest.map_structure(identity, outputs[-1])
        state = nest.map_structure(identity, state)
    return outputs, state
