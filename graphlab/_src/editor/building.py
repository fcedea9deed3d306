"""Builds an entry of the catalogue in a scratch graph, of substitutes for the notebook's tensors."""

from collections.abc import Mapping
from typing import Any

from graphlab._src.editor.arrangement import arranged, elements
from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.public_names import public
from graphlab._src.editor.rules import COLLECTED
from graphlab._src.graph.graph import Graph, get_default_graph
from graphlab._src.state.variable import Variable

_SCRATCH_NAME = "value"


def build(entry: Entry, given: Mapping[str, Any], name: str | None = None) -> Any:
    """What the entry's line makes of these arguments ({parameter: value}), in the default graph."""
    if (
        entry.id == "gradients"
    ):  # what is selected depends on nothing here; a gradient is like the tensor that it is for
        return [public("zeros_like")(x) for x in given["xs"]]
    if entry.form == "optimizer":
        return _trained(entry, given, name)
    if entry.id in COLLECTED:
        collection, dtype = COLLECTED[entry.id]
        get_default_graph().add_to_collection(collection, public("placeholder")(dtype, []))
    positional, keywords = arranged(entry, given, name or (_SCRATCH_NAME if entry.needs_name else None), elements)
    result = entry.function(*positional, **keywords)
    return result(given["inputs"]) if entry.form == "layer" else result


def _trained(entry: Entry, given: Mapping[str, Any], name: str | None) -> Any:
    """The operation of a training step: of a loss like the one that is given, of one variable."""
    own = dict(given)
    loss, global_step = own.pop("loss"), own.pop("global_step", None)
    optimizer = entry.function(**own)
    weight = Variable(1.0, dtype=loss.dtype, name="weight", use_resource=False)
    return optimizer.minimize(loss * weight, global_step, name=name)


def stored_variables(graph: Graph) -> set[str]:
    """The names of the variables that get_variable has made in a graph."""
    stores = graph.get_collection(("__variable_store",))
    return set(stores[0]._vars) if stores else set()
