"""tensorflow.python.client.session: what finds the tensors of fetches, and puts their values in the form of the fetches."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphlab._src.graph import Operation, get_default_graph
from graphlab._src.session.calls.fetches import FetchStructure


class FetchMapper:
    """The structure of fetches of the default graph; for_fetch() makes the one that suits."""

    def __init__(self, fetches: Any) -> None:
        self._structure = FetchStructure(get_default_graph(), fetches)

    def unique_fetches(self) -> list[Any]:
        """The tensors and operations of the fetches, each once."""
        return list(self._structure.elements)

    def build_results(self, values: Any) -> Any:
        """The values of unique_fetches() in the form of the fetches."""
        return self._structure.build(values)

    @staticmethod
    def for_fetch(fetch: Any) -> "FetchMapper":
        """The mapper of a tensor, operation or name, or of a list, tuple, dict or attrs object of these."""
        if isinstance(fetch, (list, tuple)):
            return ListFetchMapper(fetch)
        if isinstance(fetch, Mapping):
            return DictFetchMapper(fetch)
        return AttrsFetchMapper(fetch) if hasattr(type(fetch), "__attrs_attrs__") else FetchMapper(fetch)


class ListFetchMapper(FetchMapper):
    """Of lists, tuples and named tuples."""


class DictFetchMapper(FetchMapper):
    """Of dicts."""


class AttrsFetchMapper(FetchMapper):
    """Of attrs objects."""


class ElementFetchMapper(FetchMapper):
    """Of what a registered conversion makes of one object: its tensors, and the function of their values."""

    def __init__(self, fetches: Any, contraction_fn: Any) -> None:
        super().__init__(list(fetches))
        self._contract = contraction_fn

    def build_results(self, values: Any) -> Any:
        return self._contract(super().build_results(values)) if self._structure.elements and values else None


class FetchHandler:
    """The fetches of a run, what of them has to be computed, and their values.

    feeds: {tensor: value}.  feed_handles: {tensor: handle}, the values of get_session_tensor.
    """

    def __init__(self, graph: Any, fetches: Any, feeds: Any, feed_handles: Any = None) -> None:
        with graph.as_default():
            self._mapper = FetchMapper.for_fetch(fetches)
        self._elements = self._mapper.unique_fetches()
        self._feeds = {graph.as_graph_element(key): value for key, value in (feeds or {}).items()}
        self._handles = set(feed_handles or ())
        given = self._feeds
        self._computed = [one for one in self._elements if not isinstance(one, Operation) and one not in given]
        self._targets = [one for one in self._elements if isinstance(one, Operation)]

    def fetches(self) -> list[Any]:
        """The tensors that a run computes."""
        return list(self._computed)

    def targets(self) -> list[Any]:
        """The operations that it runs without a result."""
        return list(self._targets)

    def build_results(self, session: Any, tensor_values: Any) -> Any:
        """The values of fetches() in the form of the fetches, together with those that were fed."""
        known = dict(zip(self._computed, tensor_values, strict=True))
        for tensor in self._elements:
            if tensor in self._handles:
                known[tensor] = self._feeds[tensor].eval()
            elif tensor in self._feeds:
                value = self._feeds[tensor]
                known[tensor] = value if isinstance(value, np.ndarray) else np.asarray(value)
        return self._mapper.build_results([known.get(one) for one in self._elements])
