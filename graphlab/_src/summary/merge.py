"""merge and merge_all: one summary of many, so that one fetch returns them all."""

from typing import Any

from google.protobuf.message import DecodeError

from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.graph.scopes import get_collection
from graphlab._src.ops.define import no_gradient, op, scalar
from graphlab._src.proto import Summary
from graphlab._src.summary.message import message
from graphlab._src.summary.scopes import clean, collect


@op("MergeSummary", "inputs: N*string -> summary: string", infer=scalar, host=True, grad=no_gradient, minimums={"N": 1})
def _merge_summary(inputs):
    """A Summary message with all that is in the given ones."""
    values, tags = [], set()
    for serialized in (text for tensor in inputs for text in tensor.ravel()):
        try:
            summary = Summary.FromString(serialized)
        except DecodeError:
            raise ValueError("Could not parse one of the summary inputs") from None
        for value in summary.value:
            # TensorBoard groups by tag: two of the same tag in one step can't be distinguished.
            if value.tag and value.tag in tags:
                raise ValueError(f"Duplicate tag {value.tag} found in summary inputs")
            tags.add(value.tag)
            values.append(value)
    return message(values)


def merge(inputs, collections=None, name=None):
    """One Summary message with all that is in the given ones: string, scalar.

    inputs: a list of summaries.  collections: the graph collections to add it to; none when left out.
    A run raises InvalidArgumentError when two have one tag.
    """
    if not inputs:
        raise ValueError("List argument 'inputs' to 'MergeSummary' Op with length 0 shorter than minimum length 1.")
    name = clean(name)
    with name_scope(name, "Merge", inputs):
        return collect(_merge_summary(list(inputs), name=name), collections, default_collections=())


def merge_all(key=GraphKeys.SUMMARIES, scope=None, name=None) -> Any:
    """One Summary message with all in a graph collection; None when there are none.

    key: the collection.  scope: a regular expression that the names of the summaries begin with.
    """
    summaries = get_collection(key, scope)
    return merge(summaries, name=name) if summaries else None
