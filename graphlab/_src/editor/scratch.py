"""A graph to try things out in, which leaves no trace: not in the notebook's graphs, defaults, collections, names or seeds.

What is built here is built in a thread of its own, since what is default (graph, session, scopes, Keras' calls) is so for a
thread; nothing is ever run.
"""

import contextvars
import logging
import re
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from graphlab._src.base import deprecation
from graphlab._src.base.shapes import TensorShape
from graphlab._src.editor.likeness import Likeness
from graphlab._src.editor.public_names import public
from graphlab._src.graph.graph import Graph
from graphlab._src.state.variable import Variable


class Scratch:
    """A graph to try things out in. seed: that of the notebook's graph, so that operations are made as there."""

    def __init__(self, seed: Any = None):
        self.graph = Graph()
        self.graph.is_subgraph = True  # no panel lists it
        self.graph.seed = seed
        self._substitutes: dict[Any, Any] = {}

    def substitute(self, likeness: Likeness, name: str = "tensor", key: Any = None) -> Any:
        """A tensor or variable of that Likeness; the same one for the same key."""
        key = (likeness, name) if key is None else key
        if key not in self._substitutes:
            self._substitutes[key] = self._made(likeness, re.sub(r"\W+", "_", name).strip("_") or "tensor")
        return self._substitutes[key]

    def _made(self, likeness: Likeness, name: str) -> Any:
        shape = TensorShape.from_dims(likeness.dims)
        if likeness.value is not None:
            array = np.frombuffer(likeness.value, likeness.dtype.as_numpy_dtype).reshape(
                [int(size or 0) for size in shape.as_list()]
            )
            return public("constant")(array, likeness.dtype, name=name)
        if likeness.kind == "sparse":
            return public("sparse.placeholder")(likeness.dtype, shape.as_list() if likeness.dims else None, name=name)
        if likeness.kind == "ragged":
            inner = None if likeness.dims is None else likeness.dims[1:]
            return public("ragged.placeholder")(likeness.dtype, likeness.ragged_rank, inner, name=name)
        if likeness.kind == "tensor":
            return public("placeholder")(likeness.dtype, shape, name=name)
        value = public("placeholder")(likeness.dtype, shape, name=f"{name}_value")
        return Variable(
            value, validate_shape=shape.is_fully_defined(), use_resource=likeness.kind == "resource",
            trainable=likeness.trainable, name=name,
        )  # fmt: skip

    def build(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """function(*arguments) with this graph as the default one; raises what it raises."""
        with self.graph.as_default():
            return function(*arguments)


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """function(*arguments) in a thread of its own, waited for: what is default in this thread is not there.

    It says nothing to the reader: no warning, no message in the log.
    """
    result: list[Any] = []

    def call() -> None:
        logger, spoken = logging.getLogger("tensorflow"), _FromOthers()
        logger.addFilter(spoken)
        try:
            with deprecation.silence(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result.append((True, function(*arguments)))
        except BaseException as error:  # raised where it is waited for
            result.append((False, error))
        finally:
            logger.removeFilter(spoken)

    thread = threading.Thread(target=contextvars.Context().run, args=(call,), name="graphlab scratch", daemon=True)
    thread.start()
    thread.join()
    works, value = result[0]
    if not works:
        raise value
    return value


class _FromOthers(logging.Filter):
    """Lets messages of all threads pass but those of the one that made it."""

    def __init__(self) -> None:
        super().__init__()
        self._own = threading.get_ident()

    def filter(self, record: logging.LogRecord) -> bool:
        return record.thread != self._own
