"""What building the graph of a training program costs, its gradients and its optimizer included."""

import graphlab
from benchmarks import measure, programs, tensorflow


def rows(python: str | None) -> list[measure.Row]:
    found = []
    for what in ("mlp", "cnn", "lstm"):
        program = f"build_{what}"
        with tensorflow.contender(python, program) as contender:
            best = measure.best({"graphlab": measure.local(getattr(programs, program)(graphlab)), **contender})
        mine = best.pop("graphlab")
        found += [measure.Row(f"building the {what.upper()}", mine, name, best[name], 0.3) for name in best]
    return found
