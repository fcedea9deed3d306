"""Summaries of tensors and collections, chosen by shape."""

import functools
import re

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.ops.cast import cast, to_float
from graphlab._src.ops.comparison import greater, less
from graphlab._src.ops.reduction import reduce_mean
from graphlab._src.summary.histogram import histogram
from graphlab._src.summary.scalar import scalar


def summarize_activation(op):
    """A histogram of an activation, and how much of it is cut off.

    op: a tensor. The output of a Relu, Relu6 or Softplus is also described by "<name>/zeros" and "<name>/sixes".
    """
    name, kind = op.op.name, op.op.type
    if kind in ("Relu", "Softplus", "Relu6"):
        given = op.op.inputs[0]
        scalar(f"{name}/zeros", reduce_mean(to_float(less(given, cast(0.0, given.dtype)))))
    if kind == "Relu6":
        given = op.op.inputs[0]
        scalar(f"{name}/sixes", reduce_mean(to_float(greater(given, cast(6.0, given.dtype)))))
    return histogram(f"{name}/activation", op)


def summarize_tensor(tensor, tag=None):
    """A scalar for a single number, else a histogram; None for strings and booleans."""
    if tensor.dtype.base_dtype in (dtypes.string, dtypes.bool):
        return None
    return (scalar if tensor.shape.ndims == 0 else histogram)(tag or f"{tensor.op.name}_summary", tensor)


def summarize_tensors(tensors, summarizer=summarize_tensor):
    """Applies the summarizer to each tensor, and returns a list."""
    return [summarizer(tensor) for tensor in tensors]


def summarize_collection(collection, name_filter=None, summarizer=summarize_tensor):
    """Applies the summarizer to each item of a collection. name_filter: a regular expression for names."""
    items = get_default_graph().get_collection(collection)
    return summarize_tensors(
        [item for item in items if name_filter is None or re.match(name_filter, item.op.name)], summarizer
    )


summarize_variables = functools.partial(summarize_collection, GraphKeys.GLOBAL_VARIABLES)
summarize_weights = functools.partial(summarize_collection, GraphKeys.WEIGHTS)
summarize_biases = functools.partial(summarize_collection, GraphKeys.BIASES)


def summarize_activations(name_filter=None, summarizer=summarize_activation):
    """Applies the summarizer to each item of the collection ACTIVATIONS."""
    return summarize_collection(GraphKeys.ACTIVATIONS, name_filter, summarizer)
