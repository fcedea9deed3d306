"""Builds an entry of the catalogue in a scratch graph, of stand-ins for the notebook's tensors."""

import re
from collections.abc import Mapping
from typing import Any

from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.public_names import public
from graphlab._src.graph.graph import Graph

_SCRATCH_NAME = "value"
_LONGEST = 240  # characters of a reason


def build(entry: Entry, given: Mapping[str, Any], name: str | None = None) -> Any:
    """What the entry's line makes of these arguments ({parameter: value}), in the default graph."""
    if entry.form == "optimizer":
        return _trained(entry, given, name)
    if (
        entry.id == "gradients"
    ):  # what is selected depends on nothing here; a gradient is like the tensor that it is for
        return [public("zeros_like")(x) for x in given["xs"]]
    if entry.form == "layer":
        own = {key: value for key, value in given.items() if key != "inputs"}
        layer = entry.function(**own, **({"name": name} if name else {}))
        return layer(given["inputs"])
    own = dict(given)
    several = [item for parameter in entry.variadic for item in own.pop(parameter, [])]
    if "name" in entry.signature:
        if name or entry.needs_name:
            own["name"] = name or _SCRATCH_NAME
    elif "scope" in entry.signature and name:
        own["scope"] = name
    return entry.function(*several, **own)


def _trained(entry: Entry, given: Mapping[str, Any], name: str | None) -> Any:
    """The operation of a training step: of a loss like the one that is given, of one variable."""
    own = dict(given)
    loss = own.pop("loss")
    optimizer = entry.function(**own)
    weight = public("Variable")(1.0, dtype=loss.dtype, name="weight", use_resource=False)
    return optimizer.minimize(loss * weight, name=name)


def reason(error: BaseException) -> str:
    """Why something can't be built, as one sentence for a reader who has not written the call."""
    text = str(error).strip().split("\n", 1)[0] or type(error).__name__
    text = re.sub(r" for '[^']*' \(op: '[^']*'\)", "", text)
    text = re.sub(r"^Failed to convert input '(\w+)' of \w+ to a Tensor: ", r"\1: ", text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def stored_variables(graph: Graph) -> set[str]:
    """The names of the variables that get_variable has made in a graph."""
    stores = graph.get_collection(("__variable_store",))
    return set(stores[0]._vars) if stores else set()
