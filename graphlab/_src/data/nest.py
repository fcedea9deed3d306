"""Structures of a dataset's elements: tuples and dicts are nested. A list is not: it represents one tensor."""

from collections.abc import Mapping
from typing import Any

from graphlab._src.graph.sparse_tensor import SparseTensorValue


def is_structure(value):
    """True for a tuple or dict."""
    return isinstance(value, (tuple, Mapping)) and not isinstance(value, SparseTensorValue)


def items(value):
    """The parts of a tuple in order, those of a dict by their keys."""
    if isinstance(value, Mapping):
        return [value[key] for key in sorted(value)]
    return list(value)


def like(structure, parts) -> Any:
    """A tuple or dict of the same type, of these parts."""
    if isinstance(structure, Mapping):
        found = dict(zip(sorted(structure), parts, strict=True))
        kind: Any = type(structure)
        return kind((key, found[key]) for key in structure)
    if hasattr(structure, "_fields"):
        return type(structure)(*parts)
    return tuple(parts)


def flatten(structure):
    """The leaves, as a list."""
    if not is_structure(structure):
        return [structure]
    return [leaf for item in items(structure) for leaf in flatten(item)]


def flatten_up_to(shallow, deep):
    """The parts of `deep` at the leaves of `shallow`; TypeError or ValueError where the structures differ."""
    if not is_structure(shallow):
        return [deep]
    if not is_structure(deep) and not isinstance(deep, list):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(deep)}."
        )
    if isinstance(shallow, Mapping) != isinstance(deep, Mapping):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(deep)}, while shallow structure has type {type(shallow)}."
        )
    if len(shallow) != len(deep):
        raise ValueError(
            f"The two structures don't have the same sequence length. Input structure has length {len(deep)}, while "
            f"shallow structure has length {len(shallow)}."
        )
    if isinstance(shallow, Mapping) and set(shallow) != set(deep):
        raise ValueError("The two structures don't have the same keys.")
    pairs = zip(items(shallow), items(deep), strict=True)
    return [leaf for one, other in pairs for leaf in flatten_up_to(one, other)]


def pack_as(structure, flat):
    """The leaves put into the form of `structure`."""
    leaves = iter(flat)

    def pack(part) -> Any:
        return like(part, [pack(item) for item in items(part)]) if is_structure(part) else next(leaves)

    return pack(structure)


def map_structure(function, *structures):
    """The structure of the results of function on the leaves."""
    for other in structures[1:]:
        assert_same_structure(structures[0], other)
    columns = zip(*[flatten(structure) for structure in structures], strict=True)
    return pack_as(structures[0], [function(*leaves) for leaves in columns])


def map_up_to(shallow, function, *deep):
    """The same with structures that may go deeper than `shallow`."""
    columns = zip(*[flatten_up_to(shallow, structure) for structure in deep], strict=True)
    return pack_as(shallow, [function(*leaves) for leaves in columns])


def assert_same_structure(first, second, check_types=True):
    """Raises ValueError, or TypeError for other types of sequence, unless the two have the same structure.

    check_types: False for any types, of dicts with any keys.
    """
    problem = _difference(first, second, check_types)
    if problem:
        kind, text = problem
        raise kind(
            f"The two structures don't have the same nested structure. First structure: {first}, second structure: "
            f"{second}. {text}"
        )


def _difference(first, second, check_types):
    if is_structure(first) != is_structure(second):
        return ValueError, "One is a sequence where the other is not."
    if not is_structure(first):
        return None
    mappings = isinstance(first, Mapping), isinstance(second, Mapping)
    if check_types and (
        mappings[0] != mappings[1] or not mappings[0] and type(first).__name__ != type(second).__name__
    ):
        return TypeError, f"The two don't have the same sequence type: {type(first)} and {type(second)}."
    if len(first) != len(second) or check_types and all(mappings) and set(first) != set(second):
        return ValueError, "The two don't have the same elements."
    pairs = zip(items(first), items(second), strict=True)
    return next((found for pair in pairs if (found := _difference(*pair, check_types))), None)
