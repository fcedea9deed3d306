"""An image through a queue: float32[28,28] fed and enqueued in one run, dequeued and fetched in the next."""

import graphlab
from benchmarks import measure, programs, tensorflow


def rows(python: str | None) -> list[measure.Row]:
    with tensorflow.contender(python, "queue_image") as contender:
        best = measure.best({"graphlab": measure.local(programs.queue_image(graphlab)), **contender})
    ours = best.pop("graphlab")
    return [measure.Row("enqueue + dequeue an image", ours, other, theirs, 1.0) for other, theirs in best.items()]
