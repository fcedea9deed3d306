"""What adding an operation to a graph costs: a fresh graph with a chain of additions, divided by their number."""

import graphlab
from benchmarks import measure, programs, tensorflow

BAR = 40e-6  # seconds for each operation, and thus a bar of its own: the other figure is the bar itself


def rows(python: str | None) -> list[measure.Row]:
    with tensorflow.contender(python, "add_ops") as contender:
        best = measure.best({"graphlab": measure.local(programs.add_ops(graphlab)), **contender})
    each = {name: seconds / programs.CHAIN for name, seconds in best.items()}
    ours = each.pop("graphlab")
    beside = {"40 µs": BAR, **each}
    return [measure.Row("add an op", ours, other, theirs, 1.0) for other, theirs in beside.items()]
