"""The states of recurrent cells: how many there are, and zeros to begin with."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.shape import shape


def is_multiple_state(state_size):
    """Whether these are the sizes of several states."""
    return hasattr(state_size, "__len__") and not isinstance(state_size, TensorShape)


def as_list(state_size):
    """The sizes of a cell's states; a cell with one state may have a single size."""
    return list(state_size) if is_multiple_state(state_size) else [state_size]


def sizes_of(size):
    """The shape of a state without the batch, as a list: of a number, or of a shape."""
    return TensorShape(size if isinstance(size, (tuple, list, TensorShape)) else [size]).as_list()


def map_sizes(function, state_size):
    """A structure of states: what the function makes of each size."""
    if isinstance(state_size, TensorShape):
        return function(state_size)
    return nest.map_structure(function, state_size)


def output_size_of(cell):
    """The size of a cell's output: as it says, or as its first state's."""
    said = getattr(cell, "output_size", None)
    return as_list(cell.state_size)[0] if said is None else said


def zero_states(batch_size_tensor, state_size, dtype):
    """Zeros for each example. batch_size_tensor: a number or a tensor."""
    if batch_size_tensor is None or dtype is None:
        raise ValueError(
            "batch_size and dtype cannot be None while constructing initial state: "
            f"batch_size={batch_size_tensor}, dtype={dtype}"
        )
    return map_sizes(lambda size: zeros([batch_size_tensor, *sizes_of(size)], dtype=dtype), state_size)


def zero_states_for(cell, inputs=None, batch_size=None, dtype=None):
    """The zeros that a cell begins with, for inputs or for a batch of a size."""
    if inputs is not None:
        batch_size, dtype = shape(inputs)[0], inputs.dtype
    return zero_states(batch_size, cell.state_size, dtype)
