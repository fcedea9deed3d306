"""A function over the steps of sequences: what recurrent layers do, and K.rnn."""

import inspect
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, nest
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.joining import stack, unstack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import reverse, transpose


def accepts(function, name):
    """Whether a function has an argument of that name."""
    return name in inspect.signature(function).parameters


def rnn(
    step_function,
    inputs: Any,
    initial_states,
    go_backwards=False,
    mask: Any = None,
    constants=None,
    unroll=False,
    input_length=None,
    time_major=False,
    zero_output_for_mask=False,
):
    """(the last output, all outputs, the last states) of a function of inputs and states.

    step_function: (inputs, states + constants) -> (output, states).  inputs: [batch, steps, …], or several in a structure;
    with time_major [steps, batch, …].  mask: [batch, steps]; where it is False the states stay, and so does the output,
    or it is 0 with zero_output_for_mask.  unroll: a part of the graph for each step instead of a loop.
    """
    constants = list(constants or [])
    if not time_major:
        inputs = nest.map_structure(_swapped, inputs)
    items = nest.flatten(inputs)
    steps, batch = items[0].shape.as_list()[:2]
    if mask is not None:
        mask = mask if mask.dtype == dtypes.bool else cast(mask, dtypes.bool)
        mask = expand_dims(mask, -1) if mask.shape.ndims == 2 else mask
        mask = mask if time_major else _swapped(mask)

    def step(tensors, states):
        taken = nest.pack_sequence_as(inputs, tensors) if isinstance(inputs, (list, tuple)) else tensors[0]
        output, new = step_function(taken, [*nest.pack_sequence_as(initial_states, states), *constants])
        return output, nest.flatten(new)

    states = nest.flatten(initial_states)
    count = shape(items[0])[0]  # also where nothing reads it: seeds count operations
    if unroll:
        if not steps:
            raise ValueError("Unrolling requires a fixed number of timesteps.")
        outputs, last, states = _unrolled(step, items, states, mask, go_backwards, zero_output_for_mask)
    else:
        if mask is not None and not states:
            raise ValueError(
                "No initial states provided! When using masking in an RNN, you should provide initial states (and your step "
                "function should return as its first state at time `t` the output at time `t-1`)."
            )
        outputs, last, states = _looped(
            step, items, states, mask, go_backwards, zero_output_for_mask, count, input_length
        )
    for output in nest.flatten(outputs):
        output.set_shape([steps, batch, *output.shape.as_list()[2:]])
    if not time_major:
        outputs = nest.map_structure(_swapped, outputs)
    return last, outputs, nest.pack_sequence_as(initial_states, states)


def _swapped(tensor):
    return transpose(tensor, [1, 0, *range(2, tensor.shape.ndims)])


def _spread(mask, tensor, fixed=1):
    """The mask as wide as a tensor; `fixed` of its axes are as they should be."""
    for _ in range(tensor.shape.ndims - mask.shape.ndims):
        mask = expand_dims(mask, -1)
    return tile(mask, [1] * fixed + tensor.shape.as_list()[fixed:])


def _chosen(mask, new, old):
    return [where(_spread(mask, now), now, before) for now, before in zip(new, old, strict=True)]


def _unrolled(step, items, states, mask, backwards, zero_output):
    """The outputs of all steps, the last one, the last states; each step a part of the graph."""
    taken = [unstack(item) for item in items]
    masks = None if mask is None else unstack(mask)
    if backwards:
        taken = [parts[::-1] for parts in taken]
        masks = None if masks is None else masks[::-1]
    structure: Any = None
    outputs = []
    for number in range(len(taken[0])):
        structure, new = step([parts[number] for parts in taken], states)
        output = nest.flatten(structure)
        if masks is not None:
            before = outputs[-1] if outputs else [zeros_like(item) for item in output]
            output = _chosen(masks[number], output, before)
            new = _chosen(masks[number], new, states)
        outputs.append(output)
        states = new
    last = outputs[-1]
    whole = [stack(list(parts)) for parts in zip(*outputs, strict=True)]
    if masks is not None and zero_output:
        last = [where(_spread(masks[-1], item), item, zeros_like(item)) for item in last]
        whole = [where(_spread(mask, item, 2), item, zeros_like(item)) for item in whole]
    return _like(structure, whole), _like(structure, last), states


def _looped(step, items, states, mask, backwards, zero_output, count, limit):
    """The outputs of all steps, the last one, the last states; by a loop."""
    arrays = [
        TensorArray(item.dtype, size=count, tensor_array_name=f"input_ta_{i}").unstack(
            reverse(item, [0]) if backwards else item
        )
        for i, item in enumerate(items)
    ]
    structure, _ = step([item[0] for item in items], states)
    first = nest.flatten(structure)
    output_arrays = [
        TensorArray(item.dtype, size=count, element_shape=item.shape, tensor_array_name=f"output_ta_{i}")
        for i, item in enumerate(first)
    ]
    masks: Any = None
    blank = []
    if mask is not None:
        masks = TensorArray(dtypes.bool, size=count, tensor_array_name="mask_ta")
        masks = masks.unstack(reverse(mask, [0]) if backwards else mask)
        blank = [zeros_like(item) for item in first]

    def body(time, output_arrays, previous, states):
        output, new = step([array.read(time) for array in arrays], list(states))
        output = nest.flatten(output)
        if masks is not None:
            now = masks.read(time)
            output = _chosen(now, output, blank if zero_output else previous)
            previous = tuple(output)
        for state, item in zip(states, new, strict=True):
            item.set_shape(state.shape)
        if masks is not None:
            new = _chosen(now, new, states)
        return (
            time + 1,
            tuple(a.write(time, o) for a, o in zip(output_arrays, output, strict=True)),
            previous,
            tuple(new),
        )

    _, output_arrays, _, states = while_loop(
        lambda time, *_: time < count,
        body,
        (constant(0, name="time"), tuple(output_arrays), tuple(blank), tuple(states)),
        parallel_iterations=32,
        maximum_iterations=limit,
        swap_memory=True,
    )
    whole = [array.stack() for array in output_arrays]
    return _like(structure, whole), _like(structure, [item[-1] for item in whole]), list(states)


def _like(structure, items):
    return nest.pack_sequence_as(structure, items) if isinstance(structure, (list, tuple, dict)) else items[0]
