"""What a run is asked for: nested lists, tuples, dicts of fetches taken apart, and the results put back together."""

import operator
from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Mapping

from graphlab.errors import explain
from graphlab.graph.tensor import IndexedSlices, Tensor

IndexedSlicesValue = namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"])

_conversions = []  # (type, fetch function, feed function)
_atoms = {Tensor, str}  # types of fetches that stand for themselves


def register_session_run_conversion_functions(
    tensor_type, fetch_function, feed_function=None, feed_function_for_partial_run=None
):
    """Lets run() fetch and feed objects of a type of the caller's own.

    fetch_function(object) -> ([fetches], function that makes the result of their values).
    feed_function(object, value) -> [(tensor, value), …].
    """
    if any(kind is tensor_type for kind, _, _ in _conversions):
        raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    _conversions.insert(0, (tensor_type, fetch_function, feed_function))
    _atoms.intersection_update((Tensor, str))


def feed_function_of(key):
    """The function that expands a fed object of a registered type, or None."""
    return next((feed for kind, _, feed in _conversions if feed and isinstance(key, kind)), None)


def _indexed_slices(fetch):
    parts = [fetch.values, fetch.indices]
    if fetch.dense_shape is None:
        return parts, lambda values: IndexedSlicesValue(values[0], values[1], None)
    return [*parts, fetch.dense_shape], lambda values: IndexedSlicesValue._make(values)


class FetchStructure:
    """The shape of what was asked for: `elements` are the tensors and operations, each once.

    build(values) puts the values of `elements` back into that structure.

    Raises TypeError for a fetch of the wrong type, ValueError for one that this graph does not have.
    """

    def __init__(self, graph, fetches):
        self._graph = graph
        self.elements = []
        self._positions = {}
        self.build = self._take(fetches)

    def _take(self, fetch):
        if fetch is None:
            raise TypeError("Fetch argument None has invalid type <class 'NoneType'>")
        if isinstance(fetch, (list, tuple)):
            return self._sequence(fetch)
        if isinstance(fetch, Mapping):
            return self._mapping(fetch)
        if hasattr(type(fetch), "__attrs_attrs__"):
            return self._attrs(fetch)
        if isinstance(fetch, IndexedSlices):
            return self._expanded(*_indexed_slices(fetch))
        for kind, function, _ in _conversions:
            if isinstance(fetch, kind):
                return self._expanded(*function(fetch))
        return self._element(fetch)

    def _sequence(self, fetch):
        builders = [self._take(item) for item in fetch]
        if isinstance(fetch, list):
            return lambda values: [build(values) for build in builders]
        if type(fetch) is tuple:
            return lambda values: tuple([build(values) for build in builders])
        kind = type(fetch)
        return lambda values: kind(*[build(values) for build in builders])

    def _mapping(self, fetch):
        builders = [(key, self._take(item)) for key, item in fetch.items()]
        kind = type(fetch)
        if issubclass(kind, defaultdict):
            return lambda values: defaultdict(fetch.default_factory, [(key, build(values)) for key, build in builders])
        if kind in (dict, OrderedDict):
            return lambda values: kind([(key, build(values)) for key, build in builders])
        return lambda values: kind(**{key: build(values) for key, build in builders})

    def _attrs(self, fetch):
        kind = type(fetch)
        builders = [self._take(getattr(fetch, field.name)) for field in kind.__attrs_attrs__]
        return lambda values: kind(*[build(values) for build in builders])

    def _expanded(self, fetches, contract):
        builders = [self._element(item) for item in fetches]
        return lambda values: contract([build(values) for build in builders])

    def _element(self, fetch):
        try:
            element = self._graph.as_graph_element(fetch)
        except TypeError as error:
            raise TypeError(
                f"Fetch argument {fetch!r} has invalid type {type(fetch)}, must be a string or Tensor. ({error})"
            ) from None
        except (ValueError, KeyError) as error:
            reason, newline, where = error.args[0].partition("\n")
            raise ValueError(
                f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({reason}){newline}{where}"
            ) from None
        if not self._graph.is_fetchable(element):
            name = element.name
            raise ValueError(explain(f"Operation '{name}' has been marked as not fetchable.", at=element))
        position = self._positions.get(element)
        if position is None:
            position = self._positions[element] = len(self.elements)
            self.elements.append(element)
        return operator.itemgetter(position)


def key_of(fetches):
    """A hashable stand-in for what is fetched, the same for the same structure; None when there is none."""
    kind = type(fetches)
    if kind in _atoms:
        return fetches
    if kind is list or kind is tuple:
        parts = [key_of(item) for item in fetches]
        return None if None in parts else (kind, *parts)
    if kind is dict:
        parts = [key_of(item) for item in fetches.values()]
        return None if None in parts else (dict, *fetches, *parts)
    if isinstance(fetches, (list, tuple, Mapping, IndexedSlices)) or hasattr(kind, "__attrs_attrs__"):
        return None
    if kind.__hash__ is None or any(isinstance(fetches, registered) for registered, _, _ in _conversions):
        return None
    _atoms.add(kind)
    return fetches
