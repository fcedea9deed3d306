"""What the rules of shapes and types leave to a run, or to the whole graph: a loss that trains nothing, a scalar summary of many."""

from collections.abc import Sequence

from graphlab._src.editor.catalog import Entry
from graphlab._src.editor.likeness import Likeness
from graphlab._src.editor.matching import MismatchError


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
        raise MismatchError("A scalar summary takes one number: tf.summary.histogram takes many")
    if entry.id == "summary.image" and first.dims is not None and len(first.dims) != 4:
        raise MismatchError("Images have four axes: [batch, height, width, channels]")
