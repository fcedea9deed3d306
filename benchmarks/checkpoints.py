"""1 GB of float32 saved and restored; graphlab waits until the disk has it, which TensorFlow does not."""

import os
import subprocess
import sys
import tempfile

import graphlab
from benchmarks import measure, programs, tensorflow

MEGABYTES = 1024


def rows(python: str | None) -> list[measure.Row]:
    times = [row for program in ("save_model", "restore_model") for row in compared(python, program)]
    if not sys.platform.startswith("linux"):
        return times
    with tempfile.TemporaryDirectory() as folder:
        return times + [peak(what, os.path.join(folder, "model")) for what in ("save", "restore")]


def compared(python: str | None, program: str) -> list[measure.Row]:
    with tensorflow.contender(python, program, MEGABYTES) as contender:
        best = measure.best({"graphlab": measure.local(getattr(programs, program)(graphlab, MEGABYTES)), **contender})
    ours = best.pop("graphlab")
    return [measure.Row(program.replace("_", " "), ours, other, theirs, 1.25) for other, theirs in best.items()]


def peak(what: str, path: str) -> measure.Row:
    """The memory beside the size of the data itself."""
    command = [sys.executable, "-m", "benchmarks.memory", what, str(MEGABYTES), path]
    done = subprocess.run(command, cwd=tensorflow.REPOSITORY, capture_output=True, text=True, check=True)
    return measure.Row(f"{what} model, memory", float(done.stdout), "the data", float(MEGABYTES), 1.2, "MB")
