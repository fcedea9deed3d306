"""1 GB of float32 saved and restored; graphlab waits until the disk has it, which TensorFlow does not."""

import graphlab
from benchmarks import measure, programs, tensorflow

MEGABYTES = 1024


def rows(python: str | None) -> list[measure.Row]:
    return [row for program in ("save_model", "restore_model") for row in compared(python, program)]


def compared(python: str | None, program: str) -> list[measure.Row]:
    with tensorflow.contender(python, program, MEGABYTES) as contender:
        best = measure.best({"graphlab": measure.local(getattr(programs, program)(graphlab, MEGABYTES)), **contender})
    ours = best.pop("graphlab")
    return [measure.Row(program.replace("_", " "), ours, other, theirs, 1.25) for other, theirs in best.items()]
