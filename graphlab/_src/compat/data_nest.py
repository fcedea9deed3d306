"""tensorflow.python.data.util.nest: structures of a dataset's elements, in which a list is one tensor."""

from collections.abc import Mapping
from typing import Any

from graphlab._src.data import nest

is_sequence = nest.is_structure
flatten = nest.flatten
_sequence_like = nest.like
_yield_value = nest.items


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raises ValueError or TypeError unless the two have the same structure. check_types: of the same types."""
    nest.assert_same_structure(nest1, nest2, check_types)


def pack_sequence_as(structure: Any, flat_sequence: Any) -> Any:
    """The leaves put into the form of `structure`."""
    if not (is_sequence(flat_sequence) or isinstance(flat_sequence, list)):
        raise TypeError("flat_sequence must be a sequence")
    size = len(flatten(structure))
    if size != len(flat_sequence):
        if not is_sequence(structure):
            raise ValueError(f"Structure is a scalar but len(flat_sequence) == {len(flat_sequence)} > 1")
        raise ValueError(
            f"Could not pack sequence. Structure had {size} elements, but flat_sequence had {len(flat_sequence)} elements.  "
            f"Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return nest.pack_as(structure, flat_sequence)


def map_structure(func: Any, *structure: Any, **check_types_dict: Any) -> Any:
    """The structure of the results of func on the leaves. check_types: False also for structures of other types."""
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    if set(check_types_dict) - {"check_types"}:
        raise ValueError("Only valid keyword argument is check_types")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, **check_types_dict)
    return pack_sequence_as(structure[0], [func(*leaves) for leaves in zip(*map(flatten, structure), strict=True)])


def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> None:
    """Raises TypeError or ValueError unless `input_tree` is nested as `shallow_tree` is, or deeper."""
    if not is_sequence(shallow_tree):
        return
    if not is_sequence(input_tree):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(input_tree)}."
        )
    if check_types and not isinstance(input_tree, type(shallow_tree)):
        raise TypeError(
            f"The two structures don't have the same sequence type. Input structure has type {type(input_tree)}, while "
            f"shallow structure has type {type(shallow_tree)}."
        )
    if len(input_tree) != len(shallow_tree):
        raise ValueError(
            f"The two structures don't have the same sequence length. Input structure has length {len(input_tree)}, while "
            f"shallow structure has length {len(shallow_tree)}."
        )
    if check_types and isinstance(shallow_tree, Mapping) and set(input_tree) != set(shallow_tree):
        raise ValueError(
            f"The two structures don't have the same keys. Input structure has keys {list(input_tree)}, while shallow "
            f"structure has keys {list(shallow_tree)}."
        )
    for shallow, deep in zip(nest.items(shallow_tree), nest.items(input_tree), strict=True):
        assert_shallow_structure(shallow, deep, check_types)


def flatten_up_to(shallow_tree: Any, input_tree: Any) -> list[Any]:
    """The parts of `input_tree` at the leaves of `shallow_tree`."""
    assert_shallow_structure(shallow_tree, input_tree)
    return nest.flatten_up_to(shallow_tree, input_tree)


def map_structure_up_to(shallow_tree: Any, func: Any, *inputs: Any) -> Any:
    """The results of func on the parts of the inputs at the leaves of `shallow_tree`, in its form."""
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    columns = zip(*(flatten_up_to(shallow_tree, each) for each in inputs), strict=True)
    return pack_sequence_as(shallow_tree, [func(*parts) for parts in columns])
