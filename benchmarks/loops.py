"""A loop of 10,000 steps on scalars, warm: compiled, a step costs what its arithmetic does."""

import graphlab
from benchmarks import measure, programs, tensorflow


def rows(python: str | None) -> list[measure.Row]:
    with tensorflow.contender(python, "count_in_loop") as contender:
        best = measure.best({"graphlab": measure.local(programs.count_in_loop(graphlab)), **contender})
    ours = best.pop("graphlab")
    return [measure.Row("while_loop of 10,000 steps", ours, other, theirs, 1 / 20) for other, theirs in best.items()]
