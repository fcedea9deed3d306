"""What was most likely meant by a fetch, or a key of a feed_dict, that is no tensor: the `fix` of the error."""

import difflib
import numbers
from typing import Any

import numpy as np

from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.graph.graph import Graph

_MOST = 5000  # names that are compared with one that is not there


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
        return f"call it: {name}(…) returns what can be fetched"
    return near_names(graph, fetch) if isinstance(fetch, (str, bytes)) else None


def fix_of_key(graph: Graph, key: Any) -> str | None:
    """The same for a key of a feed_dict."""
    if isinstance(key, (str, bytes)):
        name = key.decode(errors="replace") if isinstance(key, bytes) else key
        op = graph.operations_by_name.get(name)
        if op is not None and op.outputs:
            return Fix(f"{op.outputs[0].name!r} is its output", Edit("text", name, op.outputs[0].name))
        return near_names(graph, name)
    if key is None or isinstance(key, (np.generic, numbers.Number)):
        return "this is a value, not a placeholder. Has a value taken the placeholder's name, as in `x = …`? Use another name"
    return None


def near_names(graph: Graph, name: str | bytes) -> str | None:
    """Which names of the graph are like one that is not there."""
    text = name.decode(errors="replace") if isinstance(name, bytes) else name
    wanted, colon, _ = text.partition(":")
    known = graph.operations_by_name
    if len(known) > _MOST or wanted in known:
        return None
    found = difflib.get_close_matches(wanted, known, 3, 0.6)
    like = [f"{one}:0" if colon else one for one in found]
    names = ", ".join(map(repr, like))
    return Fix(f"names like it: {names}", *(Edit("text", text, one) for one in like)) if names else None
