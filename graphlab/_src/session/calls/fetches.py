"""FetchStructure: nested lists, tuples and dicts of fetches, flattened, and rebuilt with the results."""

import operator
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphlab._src.base.errors import InaccessibleTensorError, explain
from graphlab._src.base.fixes import Explanation
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Build, Element
from graphlab._src.session.calls.conversions import conversion_of, is_fixed, plain_types
from graphlab._src.session.calls.mistakes import fix_of_fetch


class FetchStructure:
    """The structure of the fetches: `elements` are the tensors and operations, each once.

    build(values) puts the values of `elements` back into that structure.

    Raises TypeError for a fetch of the wrong type, ValueError for one that this graph does not have.
    """

    def __init__(self, graph: Graph, fetches: Any) -> None:
        self._graph = graph
        self.elements: list[Element] = []
        self._positions: dict[Element, int] = {}
        self.build = self._take(fetches)

    def _take(self, fetch: Any) -> Build:
        if fetch is None:
            message = "Fetch argument None has invalid type <class 'NoneType'>"
            raise TypeError(explain(message, fix=fix_of_fetch(self._graph, None)))
        if isinstance(fetch, (list, tuple)):
            return self._sequence(fetch)
        if isinstance(fetch, Mapping):
            return self._mapping(fetch)
        if hasattr(type(fetch), "__attrs_attrs__"):
            return self._attrs(fetch)
        conversion = conversion_of(fetch)
        return self._element(fetch) if conversion is None else self._expanded(*conversion.fetch(fetch))

    def _sequence(self, fetch: Any) -> Build:
        builders = [self._take(item) for item in fetch]
        if isinstance(fetch, list):
            return lambda values: [build(values) for build in builders]
        if type(fetch) is tuple:
            return lambda values: tuple([build(values) for build in builders])
        kind = type(fetch)
        return lambda values: kind(*[build(values) for build in builders])

    def _mapping(self, fetch: Any) -> Build:
        builders = [(key, self._take(item)) for key, item in fetch.items()]
        kind = type(fetch)

        def build(values: Sequence[Any]) -> Any:
            result = kind()
            for key, build_item in builders:
                result[key] = build_item(values)
            return result

        return build

    def _attrs(self, fetch: Any) -> Build:
        kind = type(fetch)
        builders = [self._take(item) for item in _attrs_values(fetch)]
        return lambda values: kind(*[build(values) for build in builders])

    def _expanded(self, fetches: Iterable[Any], contract: Build) -> Build:
        builders = [self._element(item) for item in fetches]
        if not builders:
            return lambda values: None
        return lambda values: contract([build(values) for build in builders])

    def _element(self, fetch: Any) -> Build:
        try:
            element = self._graph.as_graph_element(fetch)
        except TypeError as error:
            message = f"Fetch argument {fetch!r} has invalid type {type(fetch)}, must be a string or Tensor. ({error})"
            raise TypeError(explain(message, fix=fix_of_fetch(self._graph, fetch))) from None
        except ValueError as error:
            raise self._unknown(fetch, error.args[0]) from None
        except KeyError as error:
            raise self._unknown(fetch, str(error)) from None
        if not self._graph.is_fetchable(element):
            name = element.op.name if isinstance(element, Tensor) else element.name
            raise InaccessibleTensorError(
                explain(
                    f"Operation '{name}' has been marked as not fetchable. Typically this happens when it is defined in "
                    "another function or code block. Use return values, explicit Python locals or TensorFlow collections "
                    "to access it.",
                    at=element,
                )
            )
        position = self._positions.get(element)
        if position is None:
            position = self._positions[element] = len(self.elements)
            self.elements.append(element)
        return operator.itemgetter(position)

    def _unknown(self, fetch: object, reason: str) -> ValueError:
        fix = reason.fix if isinstance(reason, Explanation) else fix_of_fetch(self._graph, fetch)
        reason, newline, where = reason.partition("\n")
        message = f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({reason}){newline}{where}"
        return ValueError(Explanation(message, fix) if newline else explain(message, fix=fix))


def _attrs_values(item: Any) -> list[Any]:
    return [getattr(item, field.name) for field in type(item).__attrs_attrs__]


def key_of(fetches: Any) -> Any:
    """A hashable key for fetches, the same for the same structure; None when there is none."""
    kind = type(fetches)
    if kind in plain_types:
        return fetches
    if kind is dict or kind is OrderedDict or kind is defaultdict:
        return _key_of_parts(kind, fetches, fetches.values())
    if issubclass(kind, (list, tuple)):
        return _key_of_parts(kind, (), fetches)
    if hasattr(kind, "__attrs_attrs__"):
        return _key_of_parts(kind, (), _attrs_values(fetches))
    return fetches if fetches is not None and not issubclass(kind, Mapping) and is_fixed(fetches) else None


def _key_of_parts(kind: type, names: Iterable[Any], items: Iterable[Any]) -> Any:
    parts = [key_of(item) for item in items]
    return None if None in parts else (kind, *names, *parts)
