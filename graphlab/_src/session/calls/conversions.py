"""Conversions of objects that consist of several tensors: how they are flattened when fetched and fed."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from graphlab._src.graph.ragged_tensor import RaggedParts, value_of
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.graph.tensor import IndexedSlices, IndexedSlicesValue, Tensor


class Conversion(NamedTuple):
    """The functions that fetch and feed objects of one type; None where a type can't be fed.

    fetch(object) -> ([fetches], function that makes the result of their values).
    feed(object, value) -> [(tensor, value), …].  feed_keys(object) -> [tensor, …], for a partial run.
    fixed: an object always consists of the same tensors.
    """

    kind: type
    fetch: Callable[[Any], Any]
    feed: Callable[[Any, Any], Any] | None = None
    feed_keys: Callable[[Any], Any] | None = None
    fixed: bool = False


def _sparse_parts(sparse: SparseTensor) -> list[Tensor]:
    return [sparse.indices, sparse.values, sparse.dense_shape]


def _slices_parts(slices: IndexedSlices) -> list[Tensor]:
    parts = [slices.values, slices.indices]
    return parts if slices.dense_shape is None else [*parts, slices.dense_shape]


def _slices_value(values: Sequence[Any]) -> IndexedSlicesValue:
    return IndexedSlicesValue(values[0], values[1], values[2] if len(values) == 3 else None)


def _pairs(parts_of: Callable[[Any], list[Tensor]]) -> Callable[[Any, Any], list[tuple[Tensor, Any]]]:
    # A shape that is known, or not there, need not be given: the shorter of the two says how many are fed.
    return lambda key, value: list(zip(parts_of(key), value, strict=False))


def _ragged_parts(ragged: Any) -> list[Any]:
    return [*ragged.nested_row_splits, ragged.flat_values]


def _feed_ragged(key: RaggedParts, value: Any) -> list[tuple[Tensor, Any]]:
    return list(zip(_ragged_parts(key), _ragged_parts(value), strict=False))


_registered = [
    Conversion(
        RaggedParts,
        lambda ragged: (_ragged_parts(ragged), lambda arrays: value_of([arrays[-1], *arrays[:-1]])),
        _feed_ragged,
        _ragged_parts,
        fixed=True,
    ),
    Conversion(
        SparseTensor,
        lambda sparse: (_sparse_parts(sparse), lambda values: SparseTensorValue(*values)),
        _pairs(_sparse_parts),
        _sparse_parts,
        fixed=True,
    ),
    Conversion(
        IndexedSlices,
        lambda slices: (_slices_parts(slices), _slices_value),
        _pairs(_slices_parts),
        _slices_parts,
        fixed=True,
    ),
]
plain_types: set[type] = {Tensor, str, bytes}  # types of objects that are single tensors, as far as they were met


def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: Callable[[Any], Any],
    feed_function: Callable[[Any, Any], Any] | None = None,
    feed_function_for_partial_run: Callable[[Any], Any] | None = None,
) -> None:
    """Registers how run() fetches and feeds objects of a type of the caller's own.

    fetch_function(object) -> ([fetches], function that makes the result of their values).
    feed_function(object, value) -> [(tensor, value), …].
    feed_function_for_partial_run(object) -> [tensor, …].
    Raises ValueError when the type, or one derived from it, is registered already.
    """
    if any(issubclass(conversion.kind, tensor_type) for conversion in _registered):
        raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    _registered.insert(0, Conversion(tensor_type, fetch_function, feed_function, feed_function_for_partial_run))
    plain_types.intersection_update((Tensor, str, bytes))


def conversion_of(item: object) -> Conversion | None:
    """The Conversion for an object, or None for a single tensor or operation."""
    if type(item) in plain_types:
        return None
    return next((conversion for conversion in _registered if isinstance(item, conversion.kind)), None)


def is_plain(item: object) -> bool:
    """True for what refers to one tensor or operation, and can be looked up in a dict."""
    kind = type(item)
    if kind in plain_types:
        return True
    if kind.__hash__ is None or issubclass(kind, tuple) or conversion_of(item) is not None:
        return False
    plain_types.add(kind)
    return True


def is_fixed(item: object) -> bool:
    """True for what always refers to the same tensors, and can be looked up in a dict."""
    if is_plain(item):
        return True
    conversion = conversion_of(item)
    return conversion is not None and conversion.fixed
