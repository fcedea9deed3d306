"""dynamic_rnn: a cell in a loop over as many time steps as there are when the graph runs."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.layers.rnn.sizes import assert_like_rnncell, static_with_prefix, with_prefix
from graphlab._src.layers.rnn.step import (
    batch_size_of,
    cache_reads,
    first_state,
    makes_lists,
    shape_of_size,
    state_dtype,
    step_of_sequences,
)
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.reduction import reduce_all, reduce_max, reduce_min
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import reverse, reverse_sequence, transpose
from graphlab._src.state.scope import variable_scope


def dynamic_rnn(
    cell,
    inputs,
    sequence_length=None,
    initial_state=None,
    dtype=None,
    parallel_iterations=None,
    swap_memory=False,
    time_major=False,
    scope=None,
):
    """(outputs of every step, last state) of a cell that goes over the steps of a batch of sequences.

    inputs: [batch, time, size…], or [time, batch, size…] with time_major; or a nested structure of such.
    sequence_length: int [batch]: from there on a sequence's output is zero and its state stays.
    initial_state: what the state begins with; left out: the cell's zero_state of that `dtype`.
    parallel_iterations, swap_memory: recorded in the graph.
    outputs: [batch, time, output_size] (or time first), nested as cell.output_size.
    """
    assert_like_rnncell("cell", cell)
    with variable_scope(scope or "rnn") as opened:
        cache_reads(opened)
        flat = nest.flatten(inputs)
        if not time_major:
            flat = [swap_batch_and_time(convert_to_tensor(tensor)) for tensor in flat]
        if sequence_length is not None:
            sequence_length = _checked_vector(sequence_length)
        batch_size = batch_size_of(flat)
        state = _first_state(cell, initial_state, batch_size, dtype)
        if sequence_length is not None:
            with get_default_graph().control_dependencies([_assert_shape(sequence_length, [batch_size])]):
                sequence_length = identity(sequence_length, name="CheckSeqLen")
        inputs = nest.pack_sequence_as(inputs, flat)
        outputs, state = loop_over_steps(
            cell, inputs, state, parallel_iterations or 32, swap_memory, sequence_length, dtype
        )
        return outputs if time_major else nest.map_structure(swap_batch_and_time, outputs), state


def _first_state(cell, state, batch_size, dtype):
    return first_state(cell, state, batch_size, dtype, "If there is no initial_state, you must give a dtype.")


def swap_batch_and_time(x):
    """The tensor with its first two axes exchanged; one of fewer axes as it is."""
    if x.shape.ndims is not None and x.shape.ndims < 2:
        return x
    result = transpose(x, concat(([1, 0], range_(2, rank(x))), axis=0))
    if x.dims is not None:
        result.set_shape([x.dims[1], x.dims[0], *x.dims[2:]])
    return result


def _checked_vector(sequence_length):
    lengths = cast(sequence_length, dtypes.int32)
    if lengths.shape.ndims not in (None, 1):
        raise ValueError(f"sequence_length must be a vector of length batch_size, but saw shape: {lengths.shape}")
    return identity(lengths, name="sequence_length")


def _assert_shape(x, wanted):
    sizes = shape(x)
    packed = stack(wanted)
    return assert_(
        reduce_all(equal(sizes, packed)),
        [f"Expected shape for Tensor {x.name} is ", packed, " but saw shape: ", sizes],
    )


def loop_over_steps(cell, inputs, initial_state, parallel_iterations, swap_memory, sequence_length=None, dtype=None):
    """The loop over [time, batch, …] inputs. sequence_length: [batch], or None."""
    flat = nest.flatten(inputs)
    output_sizes = nest.flatten(cell.output_size)
    time_steps = shape(flat[0])[0]
    batch_size = batch_size_of(flat)
    input_shapes = [tensor.shape.with_rank_at_least(3) for tensor in flat]
    steps, batch = _common_sizes(input_shapes)
    kind = state_dtype(dtype, initial_state)
    zero_outputs = [zeros(stack(with_prefix(batch_size, size)), kind) for size in output_sizes]
    zero_output = nest.pack_sequence_as(cell.output_size, zero_outputs)
    shortest = longest = None
    if sequence_length is not None:
        shortest, longest = reduce_min(sequence_length), reduce_max(sequence_length)
    time = constant(0, dtypes.int32, name="time")
    with name_scope("dynamic_rnn") as base:
        pass

    def array(name, element_shape, dtype):
        return TensorArray(dtype, size=time_steps, element_shape=element_shape, tensor_array_name=base + name)

    output_arrays = tuple(
        array(f"output_{i}", TensorShape([batch]).concatenate(shape_of_size(size)), kind)
        for i, size in enumerate(output_sizes)
    )
    input_arrays = [array(f"input_{i}", tensor.shape[1:], tensor.dtype) for i, tensor in enumerate(flat)]
    input_arrays = [rows.unstack(tensor) for rows, tensor in zip(input_arrays, flat, strict=True)]
    lists = makes_lists(cell)

    def time_step(time, arrays, state):
        rows = [rows.read(time) for rows in input_arrays]
        for row, dims in zip(rows, input_shapes, strict=True):
            row.set_shape(dims[1:])
        row = nest.pack_sequence_as(inputs, rows)
        if lists and not nest.is_nested(state):
            state = [state]
        if sequence_length is None:
            output, new_state = cell(row, state)
        else:
            output, new_state = step_of_sequences(
                time, sequence_length, shortest, longest, zero_output, state, lambda: cell(row, state), always=True
            )
        if lists and len(new_state) == 1:
            new_state = new_state[0]
        arrays = tuple(rows.write(time, row) for rows, row in zip(arrays, nest.flatten(output), strict=True))
        return time + 1, arrays, new_state

    bound = minimum(time_steps, maximum(1, time_steps if longest is None else longest))
    _, output_arrays, last_state = while_loop(
        lambda time, *_: time < bound,
        time_step,
        (time, output_arrays, initial_state),
        parallel_iterations=parallel_iterations,
        maximum_iterations=time_steps,
        swap_memory=swap_memory,
    )
    outputs = [rows.stack() for rows in output_arrays]
    for output, size in zip(outputs, output_sizes, strict=True):
        output.set_shape(static_with_prefix(TensorShape([steps, batch]), size))
    return nest.pack_sequence_as(cell.output_size, outputs), last_state


def _common_sizes(input_shapes):
    """(time steps, batch size) of all inputs, each None where it is not known."""
    steps, batch = input_shapes[0].as_list()[:2]
    for dims in input_shapes:
        if not dims[2:].is_fully_defined():
            raise ValueError("Input size (depth of inputs) must be accessible via shape inference, but saw value None.")
        if dims[0].value != steps:
            raise ValueError("Time steps is not the same for all the elements in the input in a batch.")
        if dims[1].value != batch:
            raise ValueError("Batch_size is not the same for all the elements in the input.")
    return steps, batch


def bidirectional_dynamic_rnn(
    cell_fw,
    cell_bw,
    inputs,
    sequence_length=None,
    initial_state_fw=None,
    initial_state_bw=None,
    dtype=None,
    parallel_iterations=None,
    swap_memory=False,
    time_major=False,
    scope=None,
):
    """((outputs forward, outputs backward), (state forward, state backward)): dynamic_rnn from both ends.

    The arguments are those of dynamic_rnn; outputs backward are in the order of the inputs again.
    cell_fw, cell_bw: the cells forward and backward.  initial_state_fw, initial_state_bw: their first states.
    sequence_length: int [batch].  time_major: inputs and outputs are [time, batch, size].
    """
    assert_like_rnncell("cell_fw", cell_fw)
    assert_like_rnncell("cell_bw", cell_bw)
    time_axis, batch_axis = (0, 1) if time_major else (1, 0)

    def run(cell, inputs, state, scope):
        return dynamic_rnn(
            cell, inputs, sequence_length, state, dtype, parallel_iterations, swap_memory, time_major, scope
        )

    def backward(tensor):
        if sequence_length is None:
            return reverse(tensor, axis=[time_axis])
        return reverse_sequence(tensor, sequence_length, seq_axis=time_axis, batch_axis=batch_axis)

    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as opened:
            output_fw, state_fw = run(cell_fw, inputs, initial_state_fw, opened)
        with variable_scope("bw") as opened:
            reversed_inputs = nest.map_structure(backward, inputs)
            reversed_output, state_bw = run(cell_bw, reversed_inputs, initial_state_bw, opened)
    return (output_fw, nest.map_structure(backward, reversed_output)), (state_fw, state_bw)
