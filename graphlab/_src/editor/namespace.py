"""What may be named in an argument: numbers, texts, lists and tensors of the notebook, and graphlab's own names."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np

from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import TensorShape
from graphlab._src.editor.constructors import constructors
from graphlab._src.editor.expressions import Reader, RefusedError
from graphlab._src.editor.likeness import likeness_of
from graphlab._src.editor.notebook_names import Names
from graphlab._src.editor.public_names import MODULE, public
from graphlab._src.editor.scratch import Scratch
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.state.variable import Variable

_PLAIN = (bool, int, float, complex, str, bytes, type(None), DType, TensorShape, np.generic)
_MOST = 10_000  # elements of a list or array of the notebook


def reader_of(scratch: Scratch, names: Names, graph: Graph) -> Reader:
    """The Reader of arguments that are typed for a line of that notebook."""
    modules = {name: public("") for name in {names.module(), MODULE} if name}
    return Reader(_Named(scratch, names, graph, modules), modules, constructors())


class _Named(Mapping[str, Any]):
    """{name: value, or the substitute for a tensor} of what the notebook has."""

    def __init__(self, scratch: Scratch, names: Names, graph: Graph, hidden: Collection[str]):
        self._scratch, self._names, self._graph, self._hidden = scratch, names, graph, hidden

    def __getitem__(self, name: str) -> Any:
        if name in self._hidden:
            raise KeyError(name)
        return self._value(name, self._names.values[name])

    def __contains__(self, name: object) -> bool:
        return name in self._names.values and name not in self._hidden

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.values)

    def __len__(self) -> int:
        return len(self._names.values)

    def _value(self, name: str, value: Any, depth: int = 0) -> Any:
        if isinstance(value, (Tensor, Variable)):
            if value.graph is not self._graph:
                raise RefusedError(f"{name} is of another graph")
            return self._scratch.substitute(likeness_of(value), name)
        if type(value) in (list, tuple) and depth < 4 and len(value) <= _MOST:
            return type(value)(self._value(f"{name}_{i}", item, depth + 1) for i, item in enumerate(value))
        if isinstance(value, np.ndarray) and value.dtype != object and value.size <= _MOST:
            return value
        if type(value) in _PLAIN or isinstance(value, np.generic):
            return value
        raise RefusedError(
            f"{name} is a {type(value).__name__}: an argument may name numbers, texts, lists and tensors"
        )
