"""scalar: a number under a tag, as TensorBoard draws it over the steps."""

import contextlib
import logging
import re

import numpy as np

from graphlab import dtypes
from graphlab.graph import GraphKeys, name_scope
from graphlab.graph.scopes import add_to_collections
from graphlab.ops.define import no_gradient, op
from graphlab.ops.rules import merge
from graphlab.proto import Summary

_log = logging.getLogger("graphlab")
_NOT_IN_TAGS = re.compile(r"[^-/\w.]")


def _checked(op):
    merge(op._inputs[0]._dims, op._inputs[1]._dims, "give each value a tag")
    return ()


@op(
    "ScalarSummary",
    "tags: string, values: T -> summary: string",
    types={"T": dtypes.REAL},
    infer=_checked,
    host=True,
    grad=no_gradient,
)
def _scalar_summary(tags, values):
    """A Summary message with numbers under their tags."""
    if tags.shape != values.shape:
        given = f"{list(tags.shape)} != {list(values.shape)}"
        raise ValueError(f"tags and values not the same shape: {given}")
    pairs = zip(tags.ravel(), values.ravel(), strict=True)
    values = [Summary.Value(tag=tag.decode(), simple_value=float(value)) for tag, value in pairs]
    return np.asarray(Summary(value=values).SerializeToString(), object)


def scalar(name, tensor, collections=None, family=None):
    """A Summary message with one number: string, scalar.

    name: of the operation; with the scopes around it, of the tag.  tensor: one real number.
    collections: the graph collections to add it to; SUMMARIES when left out.
    family: a word before the tag, which groups it in TensorBoard.
    """
    with summary_scope(name, family, [tensor]) as (tag, scope):
        summary = _scalar_summary(tag, tensor, name=scope)
        add_to_collections([GraphKeys.SUMMARIES] if collections is None else collections, summary)
    return summary


@contextlib.contextmanager
def summary_scope(name, family=None, values=None):
    """Enters the name scope of a summary; gives its tag and the scope's name."""
    name, family = _clean(name), _clean(family)
    with name_scope(name if family is None else f"{family}/{name}", None, values) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope


def _clean(name):
    """The name with only what tags may contain."""
    if name is None:
        return None
    cleaned = _NOT_IN_TAGS.sub("_", name).lstrip("/")
    if cleaned != name:
        _log.info("Summary name %s is illegal; using %s instead.", name, cleaned)
    return cleaned
