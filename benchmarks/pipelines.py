"""Batches of 64 images with labels through shuffle, repeat, map, batch and prefetch: taken alone, and trained on.

What the profile shows of a batch: choosing elements at random, with Python calls for each, is two thirds of it, copying
them together a fifth, and the map, done for all 64 at once, an eighth.
"""

import graphlab
from benchmarks import measure, programs, tensorflow


def rows(python: str | None) -> list[measure.Row]:
    return [
        *_rows(python, "take_batch", "tf.data: batch of 64"),
        *_rows(python, "train_on_batches", "tf.data: training"),
    ]


def _rows(python: str | None, program: str, what: str) -> list[measure.Row]:
    with tensorflow.contender(python, program) as contender:
        best = measure.best({"graphlab": measure.local(getattr(programs, program)(graphlab)), **contender})
    ours = best.pop("graphlab")
    return [measure.Row(what, ours, other, theirs, 1.0) for other, theirs in best.items()]
