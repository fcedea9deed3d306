"""Recurrent: a loop of a function of weights, state and inputs, whose gradient may be another such function."""

from typing import Any

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.graph import constant, convert_to_tensor, nest
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import expand_dims, shape
from graphlab._src.ops.tensor_array import TensorArray


def Recurrent(  # noqa: N802  (its public name)
    theta,
    state0,
    inputs,
    cell_fn,
    cell_grad=None,
    extras=None,
    max_input_length=None,
    use_tpu=False,
    aligned_end=False,
):
    """(the states after each step, stacked [time, …]; the last state) of state = cell_fn(theta, state, inputs[t]).

    theta, state0, inputs: structures of tensors; inputs are [time, …].
    cell_fn(theta, state, inputs): returns (next state, extras), of the structure of state0 and of `extras`.
    cell_grad(theta, state, inputs, extras, dstate): returns the gradients (dtheta, dstate, dinputs) of one step, for
    what cell_fn returned there; cell_fn is differentiated when left out.
    extras: not needed, as the loop finds them.  max_input_length: how many steps there are; all of inputs when left out.
    aligned_end: the steps are the last ones of inputs, not the first. States of other steps are zeros.
    use_tpu: not used.
    """
    states, _, last = loop(theta, state0, inputs, cell_fn, cell_grad, max_input_length, aligned_end)
    return states, last


def loop(theta, state0, inputs, cell_fn, cell_grad=None, max_input_length=None, aligned_end=False):
    """(states, extras, last state) of all steps, the first two stacked; see Recurrent. Extras have no gradient of
    cell_grad."""
    state0 = nest.map_structure(convert_to_tensor, state0)
    before = after = None
    if max_input_length is not None:
        steps = shape(nest.flatten(inputs)[0])[0]
        rest = steps - convert_to_tensor(max_input_length, steps.dtype)
        before, after = (rest, 0) if aligned_end else (0, rest)
        inputs = nest.map_structure(lambda value: value[before : steps - after], inputs)
    forward = _forward if cell_grad is None else _with_gradient(cell_grad)
    states, stacked_extras, last = forward(theta, state0, inputs, cell_fn)
    if max_input_length is not None:
        states, stacked_extras = nest.map_structure(
            lambda value: _padded(value, before, after), (states, stacked_extras)
        )
    for value, first in zip(nest.flatten([states, last]), nest.flatten([state0, state0]), strict=True):
        value.set_shape(first.shape if value.shape.ndims == first.shape.ndims else [None, *first.shape])
    return states, stacked_extras, last


def _forward(theta, state0, inputs, cell_fn):
    """The states and extras of each step of inputs, stacked, and the last state."""
    values = nest.flatten(inputs)
    steps = shape(values[0])[0]
    # What the function returns beside the state is not known before it is called, outside of the loop.
    first = nest.map_structure(lambda value: gather(value, 0), inputs)
    extras: Any = nest.map_structure(convert_to_tensor, cell_fn(theta, state0, first)[1])
    read = [TensorArray(value.dtype, size=steps).unstack(value) for value in values]

    def step(t, state, arrays):
        state1, more = cell_fn(theta, state, nest.pack_sequence_as(inputs, [array.read(t) for array in read]))
        written = zip(arrays, nest.flatten([state1, more]), strict=True)
        return t + 1, nest.pack_sequence_as(state0, nest.flatten(state1)), [a.write(t, value) for a, value in written]

    arrays = [TensorArray(value.dtype, size=steps) for value in nest.flatten([state0, extras])]
    _, last, arrays = while_loop(lambda t, *_: t < steps, step, (constant(0), state0, arrays))
    states, stacked_extras = nest.pack_sequence_as([state0, extras], [array.stack() for array in arrays])
    return states, stacked_extras, last


def _with_gradient(cell_grad):
    """_forward whose gradient is cell_grad's, step by step."""

    def forward(theta, state0, inputs, cell_fn):
        structure, outer = (theta, state0, inputs), {}

        @custom_gradient
        def computed(*flat):
            arguments = nest.pack_sequence_as(structure, list(flat))
            weights, first, given = arguments
            states, stacked_extras, last = _forward(weights, first, given, cell_fn)
            outer["structure"] = states, stacked_extras, last

            def grad(*dy):
                dstates, _, dlast = nest.pack_sequence_as(outer["structure"], list(dy))
                return nest.flatten(_backward(weights, first, given, states, stacked_extras, dstates, dlast, cell_grad))

            return nest.flatten((states, stacked_extras, last)), grad

        results = computed(*nest.flatten(structure))
        return nest.pack_sequence_as(outer["structure"], list(results))

    return forward


def _padded(value, before, after):
    """value with so many zeros before and after it."""
    rest = shape(value)[1:]
    edges = [zeros(concat([[size], rest], 0), value.dtype) for size in (before, after)]
    return concat([edges[0], value, edges[1]], 0)


def _backward(theta, state0, inputs, states, stacked_extras, dstates, dlast, cell_grad):
    """The gradients of theta, state0 and inputs, from those of the states: the steps, from the last to the first."""
    steps = shape(nest.flatten(inputs)[0])[0]
    earlier = nest.map_structure(lambda first, later: concat([expand_dims(first, 0), later], 0), state0, states)

    def step(t, dtheta, dstate, arrays):
        state, inputs_t, extras_t, more = nest.map_structure(
            lambda value: gather(value, t), (earlier, inputs, stacked_extras, dstates)
        )
        weights = nest.map_structure(identity, theta)  # in the loop, where cell_grad may differentiate by them
        found = cell_grad(weights, state, inputs_t, extras_t, nest.map_structure(add, more, dstate))
        given = nest.flatten((weights, state, inputs_t))
        flat = [zeros_like(x) if dx is None else dx for dx, x in zip(nest.flatten(found), given, strict=True)]
        dtheta_t, dstate, dinputs = nest.pack_sequence_as((theta, state0, inputs), flat)
        arrays = [array.write(t, dx) for array, dx in zip(arrays, nest.flatten(dinputs), strict=True)]
        return t - 1, nest.map_structure(add, dtheta, dtheta_t), dstate, arrays

    arrays = [TensorArray(value.dtype, size=steps) for value in nest.flatten(inputs)]
    first = steps - 1, nest.map_structure(zeros_like, theta), dlast, arrays
    _, dtheta, dstate, arrays = while_loop(lambda t, *_: t >= 0, step, first)
    return dtheta, dstate, nest.pack_sequence_as(inputs, [array.stack() for array in arrays])
