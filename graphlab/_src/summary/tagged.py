"""tf.contrib.deprecated: summaries whose tags are as they are passed, whatever scope is open."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, convert_to_tensor, name_scope
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.ops.define import raw_ops
from graphlab._src.summary.scopes import collect


def scalar_summary(tags: Any, values: Any, collections: Sequence[str] | None = None, name: str | None = None) -> Any:
    """A number under a tag, or numbers under as many.

    collections: the graph collections to add it to; SUMMARIES when left out.
    """
    with name_scope(name, "ScalarSummary", [tags, values]) as scope:
        return collect(raw_ops.ScalarSummary(tags=tags, values=values, name=scope), collections)


def histogram_summary(tag: Any, values: Any, collections: Sequence[str] | None = None, name: str | None = None) -> Any:
    """How the values of a tensor are distributed. collections: as for scalar_summary."""
    with name_scope(name, "HistogramSummary", [tag, values]) as scope:
        return collect(raw_ops.HistogramSummary(tag=tag, values=values, name=scope), collections)


def image_summary(
    tag: Any, tensor: Any, max_images: int = 3, collections: Sequence[str] | None = None, name: str | None = None
) -> Any:
    """Images [batch, height, width, channels], of which the first max_images are shown. collections: as for scalar_summary."""
    with name_scope(name, "ImageSummary", [tag, tensor]) as scope:
        summary = raw_ops.ImageSummary(tag=tag, tensor=tensor, max_images=max_images, name=scope)
        return collect(summary, collections)


def audio_summary(
    tag: Any,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Any:
    """Sounds [batch, samples] or [batch, samples, channels].

    sample_rate: samples per second.  max_outputs: how many sounds at most.  collections: as for scalar_summary.
    """
    with name_scope(name, "AudioSummary", [tag, tensor]) as scope:
        rate = convert_to_tensor(sample_rate, dtypes.float32, name="sample_rate")
        summary = raw_ops.AudioSummaryV2(tag=tag, tensor=tensor, sample_rate=rate, max_outputs=max_outputs, name=scope)
        return collect(summary, collections)


def merge_summary(inputs: Any, collections: Sequence[str] | None = None, name: str | None = None) -> Any:
    """Several summaries in one. collections: the graph collections to add it to; none when left out."""
    with name_scope(name, "MergeSummary", inputs):
        return collect(raw_ops.MergeSummary(inputs=inputs, name=name), collections, ())


def merge_all_summaries(key: str = GraphKeys.SUMMARIES) -> Any:
    """All summaries of a collection of the graph in one; None where there is none."""
    found = get_collection(key)
    return merge_summary(found) if found else None


def get_summary_op() -> Any:
    """The operation that the graph has for all of its summaries, or merge_all_summaries(), which it has from then on."""
    known = get_collection(GraphKeys.SUMMARY_OP)
    found = known[0] if known else None
    if found is None:
        found = merge_all_summaries()
        if found is not None:
            add_to_collection(GraphKeys.SUMMARY_OP, found)
    return found
