"""What the ways to run a cell have in common: the first state, one step of sequences that end at different times."""

from graphlab._src.base import shapes
from graphlab._src.graph import Tensor, get_default_graph, nest, static_value
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_array import TensorArray


def first_state(cell, state, batch_size, dtype, message):
    """`state`, or the one that the cell begins with where it is None; ValueError with `message` without a dtype."""
    if state is not None:
        return state
    if not dtype:
        raise ValueError(message)
    if getattr(cell, "get_initial_state", None) is not None:
        return cell.get_initial_state(inputs=None, batch_size=batch_size, dtype=dtype)
    return cell.zero_state(batch_size, dtype)


def state_dtype(explicit_dtype, state):
    """`explicit_dtype`, or the one that all tensors of a state have."""
    if explicit_dtype is not None:
        return explicit_dtype
    found = [item.dtype for item in nest.flatten(state)]
    if not found:
        raise ValueError("Unable to infer dtype from empty state.")
    if any(other != found[0] for other in found):
        raise ValueError(
            "State has tensors of different inferred_dtypes. Unable to infer a single representative dtype."
        )
    return found[0]


def caches_reads():
    """Whether variables are read once, beside the variable: not inside a loop, where each iteration reads."""
    context = get_default_graph().control_flow_context
    return context is None or context.get_while_context() is None


def cache_reads(scope):
    """Lets a scope's variables be read once, beside the variable, where that is possible."""
    if caches_reads() and scope.caching_device is None:
        scope.set_caching_device(lambda op: op.device)


def makes_lists(cell):
    """True for a Keras cell, whose state is always a list."""
    return getattr(cell, "zero_state", None) is None


def shape_of_size(shape):
    """The size of an output as a shape; unknown when a tensor has no constant value."""
    return shapes.as_shape(static_value(shape)) if isinstance(shape, Tensor) else shapes.as_shape(shape)


def copy_where(done, current, candidate):
    """`current` in the rows where `done`, else `candidate`; TensorArrays and single numbers just go on."""
    if isinstance(current, TensorArray) or current.shape.ndims == 0:
        return candidate
    with get_default_graph().colocate_with(candidate):
        return where(done, current, candidate)


def step_of_sequences(time, lengths, shortest, longest, zero_output, state, call_cell, always=False):
    """(output, state) of one time step: in a sequence that is over the output is zero and the state stays.

    lengths: of the sequences, [batch].  shortest, longest: among them.  call_cell() -> (output, state).
    always: call the cell in any case, not only while a sequence goes on.
    """
    flat_state, flat_zeros = nest.flatten(state), nest.flatten(zero_output)
    over = time >= lengths

    def called():
        output, new_state = call_cell()
        nest.assert_same_structure(zero_output, output)
        nest.assert_same_structure(state, new_state)
        return nest.flatten(output), nest.flatten(new_state)

    def copied(outputs, states):
        return [
            copy_where(over, before, after)
            for before, after in zip([*flat_zeros, *flat_state], [*outputs, *states], strict=True)
        ]

    def some():
        outputs, states = called()
        return cond(time < shortest, lambda: outputs + states, lambda: copied(outputs, states))

    result = copied(*called()) if always else cond(time >= longest, lambda: flat_zeros + flat_state, some)
    count = len(flat_zeros)
    for new, before in zip(result, [*flat_zeros, *flat_state], strict=True):
        if not isinstance(new, TensorArray):
            new.set_shape(before.shape)
    return nest.pack_sequence_as(zero_output, result[:count]), nest.pack_sequence_as(state, result[count:])


def batch_size_of(flat_input, axis=1):
    """The batch size of the first input that knows it, else that of the first input as a tensor."""
    for tensor in flat_input:
        if tensor.shape.ndims is None:
            continue
        if tensor.shape.ndims < 2:
            raise ValueError(f"Expected input tensor {tensor} to have rank at least 2")
        size = tensor.shape.dims[axis].value
        if size is not None:
            return size
    return shape(flat_input[0])[axis]
