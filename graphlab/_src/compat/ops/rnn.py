"""What programs take of TensorFlow's rnn and rnn_cell_impl modules beside their public functions."""

from typing import Any

from graphlab._src.graph import nest
from graphlab._src.graph.nest_prefix import map_structure_up_to
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.layers.rnn.cells.rnn_cell import RNNCell, check_type


def is_keras_rnn_cell(rnn_cell: Any) -> bool:
    """True for a cell of Keras, which has no zero_state()."""
    return (
        isinstance(rnn_cell, Layer)
        and not isinstance(rnn_cell, RNNCell)
        and getattr(rnn_cell, "zero_state", None) is None
    )


def check_rnn_cell_input_dtypes(inputs: Any) -> None:
    """ValueError when one of the tensors is known to be of another type than floating point."""
    for tensor in nest.flatten(inputs):
        check_type(tensor.dtype)


def enumerated_map_structure_up_to(shallow_structure: Any, map_fn: Any, *args: Any, **kwargs: Any) -> Any:
    """nest.map_structure_up_to of a function whose first argument is a count from 0."""
    numbers = iter(range(len(nest.flatten(shallow_structure))))
    return map_structure_up_to(
        shallow_structure, lambda *values, **named: map_fn(next(numbers), *values, **named), *args, **kwargs
    )


def has_attribute(obj: Any, attr_name: str) -> bool:
    """True for an object with that attribute."""
    return hasattr(obj, attr_name)
