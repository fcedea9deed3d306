"""histogram: how many values lie where, in buckets that grow by a tenth, as TensorBoard draws it over the steps."""

import functools
import sys

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops.define import no_gradient, op, scalar
from graphlab._src.proto import HistogramProto, Summary
from graphlab._src.summary.message import message, tag_of
from graphlab._src.summary.scopes import collect, skipped, summary_scope


@functools.cache
def _limits():
    """The upper ends of the buckets: from 1e-12 to 1e20 in steps of a tenth, the same below 0, and all that is left."""
    positive, limit = [], 1e-12
    while limit < 1e20:
        positive.append(limit)
        limit *= 1.1
    positive.append(sys.float_info.max)
    return np.asarray([-limit for limit in reversed(positive)] + [0.0] + positive)


def histogram_of(values):
    """The HistogramProto of numbers, all of them finite; a run of empty buckets is one."""
    values = np.asarray(values, np.float64).ravel()
    limits = _limits()
    counts = np.bincount(np.searchsorted(limits, values, "right"), minlength=len(limits))
    # A run of empty buckets is written as its last one.
    used = (counts > 0) | np.append(counts[1:] > 0, True)
    return HistogramProto(
        min=values.min(initial=sys.float_info.max),
        max=values.max(initial=-sys.float_info.max),
        num=len(values),
        sum=values.sum(),
        sum_squares=np.square(values).sum(),
        bucket_limit=limits[used],
        bucket=counts[used],
    )


@op(
    "HistogramSummary",
    "tag: string, values: T=float32 -> summary: string",
    types={"T": dtypes.REAL},
    infer=scalar,
    host=True,
    grad=no_gradient,
)
def _histogram_summary(tag, values):
    """A Summary message with a histogram of the values."""
    tag = tag_of(tag, "HistogramSummary")
    return message([Summary.Value(tag=tag, histo=finite_histogram_of(tag, values))])


def finite_histogram_of(tag, values):
    """The HistogramProto of numbers; ValueError when some are not finite."""
    values = np.asarray(values, np.float64)
    for what, found in (("Nan", np.isnan(values)), ("Infinity", np.isinf(values))):
        if found.any():
            raise ValueError(f"{what} in summary histogram for: {tag}")
    return histogram_of(values)


def histogram(name, values, collections=None, family=None):
    """A Summary message with a histogram: string, scalar.

    name: of the operation; with the scopes around it, of the tag.  values: real numbers, any shape.
    collections: the graph collections to add it to; SUMMARIES when left out.
    family: a word before the tag, which groups it in TensorBoard.
    A run raises InvalidArgumentError when a value is NaN or infinite.
    """
    elsewhere = skipped()
    if elsewhere is not None:
        return elsewhere
    with summary_scope(name, family, "HistogramSummary", [values]) as (tag, scope):
        return collect(_histogram_summary(tag, values, name=scope), collections)
