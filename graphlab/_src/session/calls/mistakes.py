"""What was most likely meant by a fetch, or a key of a feed_dict, that is no tensor: the `fix` of the error."""

import inspect
import numbers
from typing import Any

import numpy as np

from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.graph.graph import Graph


def fix_of_fetch(graph: Graph, fetch: Any) -> str | None:
    """What to do about a fetch that is no element of the graph; None where nothing is known."""
    if fetch is None:
        said = (
            "which one is None? A function without `return` returns None, and tf.gradients where a loss does not depend on "
            "a variable"
        )
        return Fix(said, Edit("not-none", "fetches"))
    if isinstance(fetch, (np.ndarray, np.generic, numbers.Number)):
        return "this is a value, not a tensor. Does `loss = sess.run(loss)` replace a tensor by its value? Use another name"
    if callable(getattr(fetch, "minimize", None)):
        return "fetch what minimize(loss) of the optimizer returned"
    if callable(fetch):
        name = getattr(fetch, "__name__", "it")
        said = f"call it: {name}(…) returns what can be fetched"
        return Fix(said, Edit("call", operand=fetch)) if _needs_nothing(fetch) else said
    return _meant_by(graph, fetch) if isinstance(fetch, (str, bytes)) else None


def _needs_nothing(function: Any) -> bool:
    """Whether a function can be called without arguments."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return all(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in parameters)


def fix_of_key(graph: Graph, key: Any) -> str | None:
    """The same for a key of a feed_dict."""
    if isinstance(key, (str, bytes)):
        return _meant_by(graph, key)
    if key is None or isinstance(key, (np.generic, numbers.Number)):
        return "this is a value, not a placeholder. Has a value taken the placeholder's name, as in `x = …`? Use another name"
    return None


def _meant_by(graph: Graph, name: str | bytes) -> str | None:
    text = name.decode(errors="replace") if isinstance(name, bytes) else name
    return graph.meant_by(text, ":0" if ":" in text else "")
