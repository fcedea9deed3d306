"""Loops, warm: compiled, a step costs what its arithmetic does. 10,000 steps on scalars; recurrences over rows."""

import graphlab
from benchmarks import measure, programs, tensorflow

LOOPS = [
    ("while_loop of 10,000 steps", "count_in_loop", 1 / 20),
    ("gradient of a while_loop over 100 rows x[i]", "rows_in_loop", 1 / 2),
    ("gradient of a table that a while_loop of 100 steps looks up", "embeddings_in_loop", 1 / 2),
]


def rows(python: str | None) -> list[measure.Row]:
    found: list[measure.Row] = []
    for what, program, bar in LOOPS:
        with tensorflow.contender(python, program) as contender:
            best = measure.best({"graphlab": measure.local(getattr(programs, program)(graphlab)), **contender})
        ours = best.pop("graphlab")
        found += [measure.Row(what, ours, other, theirs, bar) for other, theirs in best.items()]
    return found
