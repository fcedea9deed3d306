"""Nested structures, flattened as deep as another, shallower one."""

from collections.abc import Callable
from typing import Any

from graphlab._src.graph.nest import is_nested, items_of, like, pack_sequence_as


def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> None:
    """Raises TypeError or ValueError unless shallow_tree is the upper part of input_tree."""
    items = items_of(shallow_tree)
    if items is None:
        return
    others = items_of(input_tree)
    if others is None:
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(input_tree)}."
        )
    if check_types and not isinstance(input_tree, type(shallow_tree)):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(input_tree)}, while shallow structure has type {type(shallow_tree)}."
        )
    if len(items) != len(others):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(others)}, while shallow structure has length {len(items)}."
        )
    for item, other in zip(items, others, strict=True):
        assert_shallow_structure(item, other, check_types)


def flatten_up_to(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> list[Any]:
    """The parts of input_tree at the places of shallow_tree's leaves, as a list."""
    assert_shallow_structure(shallow_tree, input_tree, check_types)
    found: list[Any] = []

    def collect(shallow: Any, tree: Any) -> None:
        items = items_of(shallow)
        if items is None:
            found.append(tree)
        else:
            for item, other in zip(items, items_of(tree) or (), strict=True):
                collect(item, other)

    collect(shallow_tree, input_tree)
    return found


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any, check_types: bool = True) -> Any:
    """shallow_tree with the results of func on what the inputs have in the places of its leaves."""
    columns = [flatten_up_to(shallow_tree, tree, check_types) for tree in inputs]
    return pack_sequence_as(shallow_tree, [func(*parts) for parts in zip(*columns, strict=True)])


def get_traverse_shallow_structure(traverse_fn: Callable[[Any], Any], structure: Any) -> Any:
    """A shallow structure of bools: how deep traverse_fn says to go.

    traverse_fn(part) -> True, False, or a structure of bools, one for each item of the part.
    """
    chosen = traverse_fn(structure)
    if not is_nested(structure):
        if not isinstance(chosen, bool):
            raise TypeError(f"traverse_fn returned structure: {chosen} for non-structure: {structure}")
        return chosen
    items = items_of(structure)
    if isinstance(chosen, bool):
        if not chosen:
            return False
        return like(structure, [get_traverse_shallow_structure(traverse_fn, item) for item in items or ()])
    if not is_nested(chosen):
        raise TypeError(f"traverse_fn returned a non-bool scalar: {chosen} for input: {structure}")
    assert_shallow_structure(chosen, structure)
    results: list[Any] = []
    for goes_on, item in zip(items_of(chosen) or (), items or (), strict=True):
        if not isinstance(goes_on, bool):
            raise TypeError(
                f"traverse_fn didn't return a depth=1 structure of bools.  saw: {chosen} for structure: {structure}"
            )
        results.append(get_traverse_shallow_structure(traverse_fn, item) if goes_on else False)
    return like(structure, results)
