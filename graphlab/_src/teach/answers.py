"""Kinds of answers: what a learner passes to a check, and what was not meant.

A checker annotates its parameters with these: `def check(trial, layer: Function)`.
"""

import dis
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeAlias

import numpy as np

from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.words import kind


def is_empty(answer: Any) -> bool:
    """Whether this is no answer yet: None, ..., an empty text or collection, a function without a body."""
    if answer is None or answer is ... or _is_unwritten(answer):
        return True
    if isinstance(answer, str):
        return not answer.strip()
    return isinstance(answer, (list, tuple, set, frozenset, dict)) and (not answer or all(map(is_empty, answer)))


def _is_unwritten(answer: Any) -> bool:
    """Whether this is a function that does nothing: its body is `...`, `pass` or a docstring."""
    if not inspect.isfunction(answer):
        return False
    body = [step for step in dis.get_instructions(answer) if step.opname not in ("RESUME", "NOP")]
    returns = ("LOAD_CONST", "RETURN_VALUE", "RETURN_CONST")
    return all(step.opname in returns and step.argval in (None, ...) for step in body)


def _function(answer: Any, name: str) -> Callable[..., Any]:
    """A function, not what it returns."""
    if callable(answer) and not isinstance(answer, (Tensor, Operation)):
        return answer
    if isinstance(answer, (Tensor, Operation)):
        raise RefutedError(
            f"`{name}` must be a function, and you passed what it returns.",
            "Pass the function itself, without calling it.",
        )
    raise RefutedError(f"`{name}` must be a function, and you passed {kind(answer)}.")


def _node(answer: Any, name: str) -> Any:
    """A Tensor, an Operation or a variable."""
    if isinstance(answer, (Tensor, Operation)) or hasattr(answer, "_as_graph_element"):
        return answer
    raise RefutedError(f"`{name}` must be a tensor, an operation or a variable, and you passed {kind(answer)}.")


def _graph(answer: Any, name: str) -> Graph:
    """A Graph, or what has one."""
    found = answer if isinstance(answer, Graph) else getattr(answer, "graph", None)
    if isinstance(found, Graph):
        return found
    raise RefutedError(f"`{name}` must be a graph, and you passed {kind(answer)}.")


def names_of(answer: Any, name: str) -> set[str]:
    """Names of operations: of texts, tensors, operations and variables in any collection, or one alone."""
    items = [answer] if isinstance(answer, (str, Tensor, Operation)) or hasattr(answer, "_as_graph_element") else answer
    if not isinstance(items, Iterable) or isinstance(items, np.ndarray):
        raise RefutedError(f"`{name}` must be a list of names, and you passed {kind(answer)}.")
    return {_name(item, name) for item in items}


def names_in(answer: Any, name: str) -> list[str]:
    """Names in an order."""
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if not isinstance(answer, (list, tuple)):
        raise RefutedError(f"`{name}` must be a list, which has an order, and you passed {kind(answer)}.")
    return [_name(item, name) for item in answer]


def _number(answer: Any, name: str) -> float:
    """One number."""
    try:
        if isinstance(answer, (bool, str)):
            raise TypeError
        return float(np.asarray(answer).reshape(()))
    except (TypeError, ValueError, OverflowError, NotImplementedError):  # the last one of a Tensor
        raise RefutedError(f"`{name}` must be a number, and you passed {kind(answer)}.") from None


def _text(answer: Any, name: str) -> str:
    """Text; letters of both cases and blanks at the ends count as equal."""
    if not isinstance(answer, str):
        raise RefutedError(f"`{name}` must be text in quotes, and you passed {kind(answer)}.")
    return answer.strip().lower()


def _mapping(answer: Any, name: str) -> dict[Any, Any]:
    """A dict."""
    if not isinstance(answer, Mapping):
        raise RefutedError(f"`{name}` must be a dict, and you passed {kind(answer)}.")
    return dict(answer)


def _name(item: Any, name: str) -> str:
    if hasattr(item, "_as_graph_element"):
        item = item._as_graph_element()
    if isinstance(item, Tensor):
        return item.op.name
    if isinstance(item, Operation):
        return item.name
    if isinstance(item, str):
        return item.strip().partition(":")[0]
    raise RefutedError(f"`{name}` must hold names of operations, and it holds {kind(item)}.")


Function: TypeAlias = Annotated[Callable[..., Any], _function]
Node: TypeAlias = Annotated[Any, _node]
AnyGraph: TypeAlias = Annotated[Graph, _graph]
Names: TypeAlias = Annotated[set[str], names_of]
Order: TypeAlias = Annotated[list[str], names_in]
Number: TypeAlias = Annotated[float, _number]
Word: TypeAlias = Annotated[str, _text]
Table: TypeAlias = Annotated[dict[Any, Any], _mapping]
