"""Runs whose sizes change each time: whole episodes of varying length, and as many elements as dropout leaves.

Compiling for each size would take tens of times longer than all else; NumPy runs what is not compiled.
"""

import graphlab
from benchmarks import measure, programs, tensorflow


def rows(python: str | None) -> list[measure.Row]:
    found = []
    for what, program in (
        ("20 episodes of new lengths", "train_on_episodes"),
        ("5 steps of sparse dropout", "train_sparse"),
    ):
        with tensorflow.contender(python, program) as contender:
            best = measure.best({"graphlab": measure.local(getattr(programs, program)(graphlab)), **contender})
        ours = best.pop("graphlab")
        found += [measure.Row(what, ours, other, theirs, 1.5) for other, theirs in best.items()]
    return found
