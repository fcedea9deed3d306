"""Nested structures of tensors: flattens and packs lists, tuples, dicts and attrs classes.

Dicts are flattened in the order of their sorted keys, views of dicts in their own order; a view is packed as a list. With `expand_composites` an object of several tensors, such as IndexedSlices, counts as a structure of
these; `register_composite` adds such types.
"""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownLambdaType=false

from collections import defaultdict
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any

from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import CompositeTensor, IndexedSlices, Tensor

_VIEWS = (ItemsView, KeysView, ValuesView)
_composites: dict[
    type, tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]
] = {}  # type -> (take apart, put together)
_descriptions: set[type] = set()  # TypeSpecs of composites


def register_composite(kind: type, components_of: Callable[[Any], Any], rebuild: Callable[[Any, Any], Any]) -> None:
    """Makes a type one that expand_composites flattens.

    components_of(value) -> its tensors, in a structure or alone.  rebuild(value, components) -> the same with others.
    """
    _composites[kind] = (components_of, rebuild)


def register_description(kind: type) -> None:
    """Makes a class of TypeSpecs one that expand_composites flattens to specs, and packs as the value it describes."""
    register_composite(
        kind,
        lambda spec: spec._component_specs,
        lambda spec, components: spec._from_components(components),
    )
    _descriptions.add(kind)


def _slices_parts(value: IndexedSlices) -> tuple[Tensor, ...]:
    parts = value.values, value.indices
    return parts if value.dense_shape is None else (*parts, value.dense_shape)


register_composite(IndexedSlices, _slices_parts, lambda value, parts: IndexedSlices(*parts))
register_composite(
    SparseTensor,
    lambda value: [value.indices, value.values, value.dense_shape],
    lambda value, parts: SparseTensor(*parts),
)


def is_composite(value: Any) -> bool:
    """True for an object of several tensors."""
    return _handled(type(value)) is not None and type(value) not in _descriptions


def _handled(kind: type) -> tuple[Callable[[Any], Any], Callable[[Any, Any], Any]] | None:
    """How objects of a type are taken apart and put together; None for a type that is no composite of tensors.

    A class of a program derives from CompositeTensor, and its `_type_spec` does both.
    """
    if kind not in _composites and issubclass(kind, CompositeTensor) and hasattr(kind, "_type_spec"):
        register_composite(
            kind,
            lambda value: value._type_spec._to_components(value),
            lambda value, components: value._type_spec._from_components(components),
        )
    return _composites.get(kind)


def is_nested(seq: object) -> bool:
    """True for a list, tuple, dict, other Sequence but text, view of a dict (`d.values()`) or attrs object."""
    if isinstance(seq, (list, tuple, Mapping, *_VIEWS)) or hasattr(type(seq), "__attrs_attrs__"):
        return True
    return isinstance(seq, Sequence) and not isinstance(seq, (str, bytes))


def items_of(value: Any, expand: bool = False) -> Sequence[Any] | None:
    """The items of a structure, in order; None for a leaf. A composite has one item, the structure of its components."""
    if isinstance(value, Mapping):
        return [value[key] for key in _sorted_keys(value)]
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, _VIEWS):
        return list(value)
    if hasattr(type(value), "__attrs_attrs__"):
        return [getattr(value, attribute.name) for attribute in type(value).__attrs_attrs__]
    handled = _handled(type(value)) if expand else None
    if handled is not None:
        return [handled[0](value)]
    # One after the other, so that what a class of a program raises comes through.
    return list(value) if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) else None


def _sorted_keys(value: Mapping[Any, Any]) -> list[Any]:
    try:
        return sorted(value)
    except TypeError:
        raise TypeError("nest only supports dicts with sortable keys.") from None


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves, as a list; for a leaf alone a list of one."""
    found: list[Any] = []
    _collect(structure, expand_composites, found)
    return found


def _collect(structure: Any, expand: bool, found: list[Any]) -> None:
    items = items_of(structure, expand)
    if items is None:
        found.append(structure)
    else:
        for item in items:
            _collect(item, expand, found)


def pack_sequence_as(structure: Any, flat_sequence: Iterable[Any], expand_composites: bool = False) -> Any:
    """The leaves put into the form of `structure`; ValueError when their number differs."""
    flat = list(flat_sequence)
    if items_of(structure, expand_composites) is None:
        if len(flat) != 1:
            raise ValueError(f"Structure is a scalar but len(flat_sequence) == {len(flat)} > 1")
        return flat[0]
    wanted = len(flatten(structure, expand_composites))
    if wanted != len(flat):
        raise ValueError(
            f"Could not pack sequence. Structure had {wanted} elements, but flat_sequence had {len(flat)} elements.  "
            f"Structure: {structure}, flat_sequence: {flat}."
        )
    return _packed(structure, iter(flat), expand_composites)


def _packed(structure: Any, leaves: Iterator[Any], expand: bool) -> Any:
    items = items_of(structure, expand)
    if items is None:
        return next(leaves)
    return like(structure, [_packed(item, leaves, expand) for item in items])


def like(structure: Any, items: Sequence[Any]) -> Any:
    """A structure of that type with other items, which are in the order of items_of."""
    kind: type = type(structure)
    handled = _handled(kind)
    if handled is not None:
        return handled[1](structure, items[0])
    if isinstance(structure, Mapping):
        values = dict(zip(_sorted_keys(structure), items, strict=True))
        if isinstance(structure, defaultdict):
            return kind(structure.default_factory, {key: values[key] for key in structure})
        return kind((key, values[key]) for key in structure)
    if isinstance(structure, tuple) and hasattr(kind, "_fields") or hasattr(kind, "__attrs_attrs__"):
        return kind(*items)
    return list(items) if isinstance(structure, (*_VIEWS, range)) else kind(items)


def map_structure(func: Any, *structures: Any, check_types: bool = True, expand_composites: bool = False) -> Any:
    """The structure of the results of func on the leaves of structures, which must have one form.

    check_types: TypeError when they are of other types of sequence.
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structures:
        raise ValueError("Must provide at least one structure")
    for other in structures[1:]:
        assert_same_structure(structures[0], other, check_types, expand_composites)
    columns = zip(*[flatten(structure, expand_composites) for structure in structures], strict=True)
    return pack_sequence_as(structures[0], [func(*leaves) for leaves in columns], expand_composites)


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Raises ValueError when the two are nested differently, TypeError when their types of sequence differ."""
    try:
        _compare(nest1, nest2, check_types, expand_composites)
    except (TypeError, ValueError) as error:
        raise type(error)(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {_described(nest1)}\n\nSecond structure: {_described(nest2)}\n\n"
            f"More specifically: {error}\n"
            f"Entire first structure:\n{_outline(nest1)}\nEntire second structure:\n{_outline(nest2)}"
        ) from None


def _compare(first: Any, second: Any, check_types: bool, expand: bool) -> None:
    items, others = items_of(first, expand), items_of(second, expand)
    if items is None and others is None:
        return
    if items is None or others is None:
        nested, leaf = (second, first) if items is None else (first, second)
        raise ValueError(
            f'Substructure "{_described(nested)}" is a sequence, while substructure "{_described(leaf)}" is not'
        )
    if check_types:
        _compare_types(first, second)
        if _handled(type(first)) is not None:
            _compare_specs(first, second)
    if len(items) != len(others):
        raise ValueError(
            "The two structures don't have the same number of elements. "
            f"First structure: {_described(first)}. Second structure: {_described(second)}"
        )
    for item, other in zip(items, others, strict=True):
        _compare(item, other, check_types, expand)


def _compare_types(first: Any, second: Any) -> None:
    mappings = isinstance(first, Mapping) and isinstance(second, Mapping)
    kinds = [_kind_of(one) for one in (first, second)]
    if not mappings and kinds[0] is not kinds[1] and not _same_namedtuple(first, second):
        raise TypeError(
            "The two namedtuples don't have the same sequence type. "
            f"First structure {_described(first)} has type {type(first).__name__}, "
            f"while second structure {_described(second)} has type {type(second).__name__}"
        )
    if mappings and set(first) != set(second):
        raise ValueError(
            "The two dictionaries don't have the same set of keys. "
            f"First structure has keys {_described(list(first))}, "
            f"while second structure has keys {_described(list(second))}"
        )


def _kind_of(value: Any) -> type:
    """The class of a structure, which a TypeSpec has in common with what it describes."""
    return value.value_type if type(value) in _descriptions else getattr(type(value), "_wraps", type(value))


def _spec_of(value: Any) -> Any:
    return value if type(value) in _descriptions else getattr(value, "_type_spec", None)


def _compare_specs(first: Any, second: Any) -> None:
    """ValueError when no type could hold both composites: their dtypes differ, or what a program's class compares."""
    reason = ""
    spec, other = _spec_of(first), _spec_of(second)
    if spec is not None and other is not None:
        try:
            spec.most_specific_compatible_type(other)
            return
        except (TypeError, ValueError) as error:
            reason = f" -- {error}"
    else:
        types, others = ([part.dtype.base_dtype for part in flatten(one, True)] for one in (first, second))
        if types == others:
            return
        reason = f" -- {[one.name for one in types]} and {[one.name for one in others]}"
    raise ValueError(f"Incompatible CompositeTensor TypeSpecs: {_described(first)} vs. {_described(second)}{reason}")


def _same_namedtuple(first: Any, second: Any) -> bool:
    """Two classes of one name and the same fields, as a program has that defines its class anew."""
    fields, others = getattr(first, "_fields", None), getattr(second, "_fields", None)
    return fields is not None and fields == others and type(first).__name__ == type(second).__name__


def _described(value: Any) -> str:
    return f"type={type(value).__name__} str={value}"


class _Leaf:
    """A leaf where an error shows the form of a structure."""

    def __repr__(self) -> str:
        return "."


def _outline(structure: Any) -> str:
    return str(map_structure(lambda _: _Leaf(), structure))
