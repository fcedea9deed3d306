"""What the rules of shapes and types leave to a run, or to the whole graph: a loss that trains nothing, a scalar summary of many."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.likeness import Likeness
from graphlab._src.editor.matching import MismatchError
from graphlab._src.editor.parameters import Parameter
from graphlab._src.graph.graph import Graph

_LARGEST = 1_000_000  # sizes and counts: some calls build as many operations
_MOST = 1_000_000_000  # elements of a tensor
_MOST_WRITTEN = 1_000_000  # elements of a constant, which the graph holds
_MOST_PARTS = 1_000  # results of one call
_PARTS = ("unstack.num", "split.num", "split.num_or_size_splits", "dynamic_partition.num_partitions")
_REPEATED = "keras.layers.UpSampling"  # whose sizes are numbers of copies, each an operation
# Whole numbers that are neither.
_VALUES = "seed op_seed num_buckets decay_steps first_decay_steps range_max value constant_values".split()


def check_size(entry: Entry, parameter: Parameter, value: Any) -> None:
    """Raises MismatchError where an argument would have the kernel compute for long, or need much memory."""
    if parameter.kind not in ("int", "shape", "any") or parameter.name in _VALUES:
        return
    sizes = list(_whole_numbers(value))
    if f"{entry.id}.{parameter.name}" in _PARTS and (
        len(sizes) > _MOST_PARTS or isinstance(value, int) and value > _MOST_PARTS
    ):
        raise MismatchError(f"There are at most {_MOST_PARTS:,} parts here")
    largest = _MOST_PARTS if entry.id.startswith(_REPEATED) else _LARGEST
    if any(size > largest for size in sizes):
        raise MismatchError(f"A size is at most {largest:,} here")
    most = _MOST_WRITTEN if entry.id == "constant" else _MOST
    if parameter.kind == "shape" and math.prod(size or 1 for size in sizes) > most:
        raise MismatchError(f"A tensor has at most {most:,} elements here")


def _whole_numbers(value: Any) -> Iterator[int]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _whole_numbers(item)
    elif isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        yield abs(int(value))


# What consumes what a graph has collected -> the collection, and what it holds.
COLLECTED = {
    "summary.merge_all": ("summaries", "string"),
    "losses.get_total_loss": ("losses", "float32"),
    "losses.get_regularization_loss": ("regularization_losses", "float32"),
}


def nothing_collected(entry_id: str, graph: Graph) -> str:
    """Why an entry is of no use in a graph yet: nothing is collected that it consumes; "" for others."""
    collection, _ = COLLECTED.get(entry_id, ("", ""))
    if not collection or graph.get_collection(collection):
        return ""
    return f"The graph has no {collection.replace('_', ' ')} yet"


def check(entry: Entry, selected: Sequence[Likeness]) -> None:
    """Raises MismatchError, with the reason, where an entry would be of no use for a selection."""
    if entry.id == "gradients" and len(selected) > 1 and not selected[0].leads:
        raise MismatchError(
            "The first of the tensors depends on none of the others: select first what to differentiate"
        )
    if len(selected) != 1:
        return
    first = selected[0]
    if entry.form == "optimizer":
        if not first.dtype.is_floating:
            raise MismatchError("A loss is a floating point number")
        if first.dims:
            raise MismatchError("A loss is one number: tf.reduce_mean makes one of many")
        if not first.trains:
            raise MismatchError("No variable leads to it that could be trained")
    if entry.id == "summary.scalar" and first.dims:
        raise MismatchError("A scalar summary is of one number: tf.summary.histogram is of many")
    if entry.id == "summary.image" and first.dims is not None and len(first.dims) != 4:
        raise MismatchError("Images have four axes: [batch, height, width, channels]")
