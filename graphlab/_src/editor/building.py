"""Builds an entry of the catalogue in a scratch graph, of stand-ins for the notebook's tensors."""

import inspect
import re
from collections.abc import Mapping
from typing import Any

from graphlab._src.editor.catalog import Entry, public
from graphlab._src.graph.graph import get_default_graph
from graphlab._src.graph.tensor import Tensor

_SCRATCH_NAME = "value"
_LONGEST = 240  # characters of a reason


def build(entry: Entry, given: Mapping[str, Any], name: str | None = None) -> Any:
    """What the entry's line makes of these arguments ({parameter: value}), in the default graph."""
    if entry.form == "optimizer":
        return _trained(entry, given, name)
    if entry.form == "layer":
        own = {key: value for key, value in given.items() if key != "inputs"}
        layer = entry.function(**own, **({"name": name} if name else {}))
        return layer(given["inputs"])
    signature = inspect.signature(entry.function)
    positional = [one for one in signature.parameters.values() if one.kind is inspect.Parameter.VAR_POSITIONAL]
    own = dict(given)
    several = own.pop(positional[0].name, []) if positional else []
    if "name" in signature.parameters:
        required = signature.parameters["name"].default is inspect.Parameter.empty
        if name or required:
            own["name"] = name or _SCRATCH_NAME
    elif "scope" in signature.parameters and name:
        own["scope"] = name
    return entry.function(*several, **own)


def _trained(entry: Entry, given: Mapping[str, Any], name: str | None) -> Any:
    """The operation of a training step: of a loss like the one that is given, of one variable."""
    own = dict(given)
    loss = own.pop("loss")
    if not isinstance(loss, Tensor) or not loss.dtype.is_floating:
        raise ValueError("A loss is a floating point number")
    if loss.dims is not None and loss.dims != ():
        raise ValueError("A loss is one number: tf.reduce_mean makes one of many")
    optimizer = entry.function(**own)
    weight = public("Variable")(1.0, dtype=loss.dtype, name="weight", use_resource=False)
    return optimizer.minimize(loss * weight, name=name)


def reason(error: BaseException) -> str:
    """Why something can't be built, as one sentence for a reader who has not written the call."""
    text = str(error).strip().split("\n", 1)[0] or type(error).__name__
    text = re.sub(r" for '[^']*' \(op: '[^']*'\)", "", text)
    text = re.sub(r"^Failed to convert input '(\w+)' of \w+ to a Tensor: ", r"\1: ", text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def graph_variables() -> list[Any]:
    """The variables of the default graph."""
    return get_default_graph().get_collection("variables")
