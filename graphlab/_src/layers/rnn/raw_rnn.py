"""raw_rnn: a cell in a loop in which a function decides what comes next."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape, dimension_at_index
from graphlab._src.graph import constant, convert_to_tensor, nest
from graphlab._src.layers.rnn.sizes import assert_like_rnncell, with_prefix
from graphlab._src.layers.rnn.step import cache_reads, copy_where, shape_of_size
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.logical import logical_not, logical_or
from graphlab._src.ops.reduction import reduce_all
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.state.scope import variable_scope


def raw_rnn(cell, loop_fn, parallel_iterations=None, swap_memory=False, scope=None):
    """(TensorArray of what was emitted, last state, last loop state) of a cell whose inputs loop_fn returns.

    loop_fn(time, cell_output, cell_state, loop_state) ->
    (finished, next_input, next_state, emit, next_loop_state), first with None for all but time.
    finished: bool [batch]; the loop ends when all are.  emit: written at `time`; in the first call it says the shapes,
    None: those of the cell's output.  loop_state: anything that is to be carried along, or None.
    """
    assert_like_rnncell("cell", cell)
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    call_loop_fn: Any = loop_fn
    with variable_scope(scope or "rnn") as opened:
        cache_reads(opened)
        time = constant(0, dtypes.int32)
        finished, first_input, state, emit, first_loop_state = call_loop_fn(time, None, None, None)
        loop_state = constant(0, dtypes.int32) if first_loop_state is None else first_loop_state
        flat_input = nest.flatten(first_input)
        batch = _batch_size(flat_input)
        batch_size = shape(flat_input[0])[0] if batch is None else batch
        nest.assert_same_structure(state, cell.state_size)
        state = nest.map_structure(convert_to_tensor, state)
        emit, sizes, kinds = _emitted(cell, emit, nest.flatten(state)[0].dtype)
        arrays = [
            TensorArray(
                dtype,
                size=0,
                dynamic_size=True,
                element_shape=TensorShape([batch]).concatenate(shape_of_size(size)),
                name=f"rnn_output_{i}",
            )
            for i, (size, dtype) in enumerate(zip(sizes, kinds, strict=True))
        ]
        nothing = [zeros(with_prefix(batch_size, size), dtype) for size, dtype in zip(sizes, kinds, strict=True)]
        nothing = nest.pack_sequence_as(emit, nothing)

        def step(time, finished, current_input, arrays, state, loop_state):
            output, cell_state = cell(current_input, state)
            nest.assert_same_structure(state, cell_state)
            nest.assert_same_structure(cell.output_size, output)
            following = time + 1
            now_finished, next_input, next_state, emitted, next_loop_state = call_loop_fn(
                following, output, cell_state, loop_state
            )
            nest.assert_same_structure(state, next_state)
            nest.assert_same_structure(current_input, next_input)
            nest.assert_same_structure(arrays, emitted)

            def select(before, after):
                return nest.map_structure(lambda old, new: copy_where(finished, old, new), before, after)

            emitted = select(nothing, emitted)
            next_state = select(state, next_state)
            arrays = nest.map_structure(lambda array, value: array.write(time, value), arrays, emitted)
            loop_state = loop_state if next_loop_state is None else next_loop_state
            return following, logical_or(finished, now_finished), next_input, arrays, next_state, loop_state

        *_, arrays, state, loop_state = while_loop(
            lambda _, finished, *rest: logical_not(reduce_all(finished)),
            step,
            [time, finished, first_input, nest.pack_sequence_as(emit, arrays), state, loop_state],
            parallel_iterations=parallel_iterations or 32,
            swap_memory=swap_memory,
        )
        return arrays, state, None if first_loop_state is None else loop_state


def _batch_size(inputs):
    """What all inputs say of their first size, or None."""
    batch = dimension_at_index(inputs[0].shape, 0)
    for tensor in inputs:
        batch = batch.merge_with(dimension_at_index(tensor.shape, 0))
    return batch.value


def _emitted(cell, emit, dtype):
    """(structure, sizes, types) of what is emitted at each step."""
    if emit is None:
        sizes = nest.flatten(cell.output_size)
        return cell.output_size, sizes, [dtype] * len(sizes)
    flat = nest.flatten(emit)
    sizes = [item.shape if item.shape.is_fully_defined() else shape(item) for item in flat]
    return emit, sizes, [item.dtype for item in flat]
