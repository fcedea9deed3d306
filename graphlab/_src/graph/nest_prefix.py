"""Nested structures with the paths of their leaves, and flattened as deep as another, shallower one."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphlab._src.graph.nest import flatten, is_composite, is_nested, items_of, like, pack_sequence_as

# What is wrong with a tree that is not below a shallow one; programs fill in these texts to compare them with errors.
SHALLOW_TREE_HAS_INVALID_KEYS = (
    "The shallow_tree's keys are not a subset of the input_tree's keys. The shallow_tree has the following keys that are "
    "not in the input_tree: {}."
)
STRUCTURES_HAVE_MISMATCHING_TYPES = (
    "The two structures don't have the same sequence type. Input structure has type {input_type}, while shallow structure "
    "has type {shallow_type}."
)
STRUCTURES_HAVE_MISMATCHING_LENGTHS = (
    "The two structures don't have the same sequence length. Input structure has length {input_length}, while shallow "
    "structure has length {shallow_length}."
)
INPUT_TREE_SMALLER_THAN_SHALLOW_TREE = (
    "The input_tree has fewer elements than the shallow_tree. Input structure has length {input_size}, while shallow "
    "structure has length {shallow_size}."
)
IF_SHALLOW_IS_SEQ_INPUT_MUST_BE_SEQ = (
    "If shallow structure is a sequence, input must also be a sequence. Input has type: {}."
)


def is_sequence_or_composite(seq: object) -> bool:
    """True for a nested structure, and for an object of several tensors."""
    return is_nested(seq) or is_composite(seq)


def _entries(value: Any, expand: bool) -> list[tuple[Any, Any]] | None:
    """(key, item) of a structure, in the order of flatten; None for a leaf. Parts of a composite are below its type's name."""
    items = items_of(value, expand)
    if items is None:
        return None
    if isinstance(value, Mapping):
        return [(key, value[key]) for key in sorted(value)]
    if hasattr(value, "_fields"):
        return list(zip(value._fields, items, strict=True))
    if hasattr(type(value), "__attrs_attrs__"):
        return [(one.name, item) for one, item in zip(type(value).__attrs_attrs__, items, strict=True)]
    if is_composite(value):
        return [(type(value).__name__, items[0])]
    return list(enumerate(items))


def assert_shallow_structure(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> None:
    """Raises TypeError or ValueError unless shallow_tree is the upper part of input_tree.

    check_subtrees_length: False lets a structure of input_tree have more items than that of shallow_tree.
    """
    items = items_of(shallow_tree, expand_composites)
    if items is None:
        return
    others = items_of(input_tree, expand_composites)
    if others is None:
        raise TypeError(IF_SHALLOW_IS_SEQ_INPUT_MUST_BE_SEQ.format(type(input_tree)))
    if check_types and not isinstance(input_tree, type(shallow_tree)) and not _alternative(shallow_tree, input_tree):
        raise TypeError(
            STRUCTURES_HAVE_MISMATCHING_TYPES.format(input_type=type(input_tree), shallow_type=type(shallow_tree))
        )
    if check_subtrees_length and len(items) != len(others):
        raise ValueError(
            STRUCTURES_HAVE_MISMATCHING_LENGTHS.format(input_length=len(others), shallow_length=len(items))
        )
    if len(others) < len(items):
        raise ValueError(INPUT_TREE_SMALLER_THAN_SHALLOW_TREE.format(input_size=len(others), shallow_size=len(items)))
    if isinstance(shallow_tree, Mapping):
        absent = set(shallow_tree) - set(input_tree)
        if absent:
            raise ValueError(SHALLOW_TREE_HAS_INVALID_KEYS.format(sorted(absent)))
        others = [input_tree[key] for key in sorted(shallow_tree)]
    for item, other in zip(items, others, strict=False):
        assert_shallow_structure(item, other, check_types, expand_composites, check_subtrees_length)


def _alternative(shallow: Any, tree: Any) -> bool:
    """True for two mappings, and two classes of named tuples with one name and the same fields."""
    if isinstance(shallow, Mapping) and isinstance(tree, Mapping):
        return True
    fields = getattr(shallow, "_fields", None)
    same_name = type(shallow).__name__ == type(tree).__name__
    return fields is not None and same_name and fields == getattr(tree, "_fields", None)


def _leaves(shallow: Any, tree: Any, expand: bool, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(path, part of tree) for each leaf of shallow."""
    entries = _entries(shallow, expand)
    if entries is None:
        yield path, tree
        return
    found = dict(_entries(tree, expand) or ())
    for key, item in entries:
        yield from _leaves(item, found[key], expand, (*path, key))


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> list[tuple[tuple[Any, ...], Any]]:
    """(path, part) of input_tree at the places of shallow_tree's leaves, as a list. A path is a tuple of keys and indices."""
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites, check_subtrees_length)
    return list(_leaves(shallow_tree, input_tree, expand_composites))


def flatten_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> list[Any]:
    """The parts of input_tree at the places of shallow_tree's leaves, as a list."""
    options = (check_types, expand_composites, check_subtrees_length)
    return [part for _, part in flatten_with_tuple_paths_up_to(shallow_tree, input_tree, *options)]


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any
) -> Any:
    """shallow_tree with func(path, *parts) for its leaves, where the parts are those of the inputs there.

    kwargs: check_types, expand_composites, check_subtrees_length; the others go to func.
    """
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    check_types = kwargs.pop("check_types", True)
    expand = kwargs.pop("expand_composites", False)
    options = (check_types, expand, kwargs.pop("check_subtrees_length", True))
    columns = [flatten_up_to(shallow_tree, tree, *options) for tree in inputs]
    paths = [path for path, _ in _leaves(shallow_tree, inputs[0], expand)]
    results = [func(*parts, **kwargs) for parts in zip(paths, *columns, strict=True)]
    return pack_sequence_as(shallow_tree, results, expand)


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any) -> Any:
    """shallow_tree with the results of func on what the inputs have in the places of its leaves."""

    def without_path(path: Any, *parts: Any, **options: Any) -> Any:
        return func(*parts, **options)

    return map_structure_with_tuple_paths_up_to(shallow_tree, without_path, *inputs, **kwargs)


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """The structure of func(path, *leaves) on structures of one form. A path is a tuple of keys and indices."""
    return map_structure_with_tuple_paths_up_to(structure[0], func, *structure, **kwargs)


def map_structure_with_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """The structure of func(path, *leaves) on structures of one form. A path is a string: "a/0"."""

    def joined(path: tuple[Any, ...], *leaves: Any, **options: Any) -> Any:
        return func("/".join(map(str, path)), *leaves, **options)

    return map_structure_with_tuple_paths(joined, *structure, **kwargs)


def yield_flat_paths(nest: Any, expand_composites: bool = False) -> Iterator[tuple[Any, ...]]:
    """The paths of the leaves, in the order of flatten: tuples of keys and indices."""
    return (path for path, _ in _leaves(nest, nest, expand_composites))


def flatten_with_tuple_paths(structure: Any, expand_composites: bool = False) -> list[tuple[tuple[Any, ...], Any]]:
    """(path, leaf) for each leaf, as a list. A path is a tuple of keys and indices."""
    paths = yield_flat_paths(structure, expand_composites)
    return list(zip(paths, flatten(structure, expand_composites), strict=True))


def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """(path, leaf) for each leaf, as a list. A path is a string: "a/0"."""
    found = flatten_with_tuple_paths(structure, expand_composites)
    return [(separator.join(map(str, path)), leaf) for path, leaf in found]


def flatten_dict_items(dictionary: Any) -> dict[Any, Any]:
    """A dict whose keys are the leaves of the keys, and whose values those of the values: {(a, b): (1, 2)} is {a: 1, b: 2}."""
    if not isinstance(dictionary, Mapping):
        raise TypeError("input must be a dictionary")
    found: dict[Any, Any] = {}
    for key, value in dictionary.items():
        keys, values = ([key], [value]) if not is_nested(key) else (flatten(key), flatten(value))
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} elements. "
                f"Key: {keys}, value: {values}."
            )
        for one, item in zip(keys, values, strict=True):
            if one in found:
                raise ValueError(f"Could not flatten dictionary: key {one} is not unique.")
            found[one] = item
    return found


def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """A shallow structure of bools: how deep traverse_fn says to go.

    traverse_fn(part) -> True, False, or a structure of bools, one for each item of the part.
    """
    chosen = traverse_fn(structure)
    items = items_of(structure, expand_composites)
    if items is None:
        if not isinstance(chosen, bool):
            raise TypeError(f"traverse_fn returned structure: {chosen} for non-structure: {structure}")
        return chosen
    if isinstance(chosen, bool):
        if not chosen:
            return False
        return like(structure, [get_traverse_shallow_structure(traverse_fn, item, expand_composites) for item in items])
    if not is_nested(chosen):
        raise TypeError(f"traverse_fn returned a non-bool scalar: {chosen} for input: {structure}")
    assert_shallow_structure(chosen, structure)
    results: list[Any] = []
    for goes_on, item in zip(items_of(chosen) or (), items, strict=True):
        if not isinstance(goes_on, bool):
            raise TypeError(
                f"traverse_fn didn't return a depth=1 structure of bools.  saw: {chosen} for structure: {structure}"
            )
        results.append(get_traverse_shallow_structure(traverse_fn, item, expand_composites) if goes_on else False)
    return like(structure, results)
