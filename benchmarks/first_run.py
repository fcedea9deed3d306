"""How long first runs take, each time in a fresh process.

An MLP with Adam ran before, in another process: the code that was compiled then is on disk. All else begins with nothing on
disk, and making the graph counts too: the MLP again, a hundred variables whose initial values have a hundred shapes, new
fetches of one graph and new graphs, sizes that change with every run, and a chain of operations, unrolled, which is compiled
but for what its own parts share.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from benchmarks import measure
from benchmarks.tensorflow import REPOSITORY

LENGTHS = (1000, 4000, 16000)
BESIDE_OURSELVES = 5.0  # the longest chain has four times as many operations as the one before it
BARS = (5.0, 3.0, 1.3)  # beside TensorFlow; short chains are all compiling
ROUNDS = 2
PROGRAM = """
import os, sys
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
if sys.argv[1] == "graphlab":
    import graphlab as tf
else:
    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()
from benchmarks import programs
import time
start = time.perf_counter()
build, *arguments = sys.argv[2:]
first_run = getattr(programs, build)(tf, *map(int, arguments))
built = time.perf_counter()
first_run()
print(built - start, time.perf_counter() - built)
"""


def times(python: str, package: str, folder: str, *program: str) -> tuple[float, float]:
    """Seconds for making the graph, and for its first run."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "GRAPHLAB_CACHE_DIR": folder}
    command = [python, "-c", PROGRAM, package, *program]
    output = subprocess.check_output(command, cwd=REPOSITORY, env=environment, text=True, stderr=subprocess.DEVNULL)
    build, run = output.split()
    return float(build), float(run)


def ours_and_theirs(python: str | None, folders: Sequence[str], *program: str):
    """The times of each, alternating: ours with the folders of compiled code, and TensorFlow's."""
    ours, theirs = [], []
    for folder in folders:
        ours.append(times(sys.executable, "graphlab", folder, *program))
        if python is not None:
            theirs.append(times(python, "tensorflow", "", *program))
    return ours, theirs


def mlp(python: str | None) -> list[measure.Row]:
    with tempfile.TemporaryDirectory() as folder:
        times(sys.executable, "graphlab", folder, "first_mlp")  # fills the folder
        ours, theirs = ours_and_theirs(python, [folder] * ROUNDS, "first_mlp")
    if not theirs:
        return []
    first = [min(run for _, run in measured) for measured in (ours, theirs)]
    return [measure.Row("MLP + Adam, first runs", first[0], "TensorFlow", first[1], 1.5)]


def cold(python: str | None) -> list[measure.Row]:
    found = []
    for what, program, bar in (
        ("MLP + Adam, cold", "first_mlp", 1.0),
        ("100 initializers of distinct shapes", "first_initializers", 1.0),
        ("24 fetches of 24 layers that overlap", "first_fetches", 1.0),
        ("30 small graphs, each trained for a step", "first_edits", 1.0),
        ("200 words with a growing cache, 2 layers", "first_decoding", 1.5),
        ("20 batches of new lengths through two LSTMs", "first_sequences", 1.5),
    ):
        ours, theirs = ours_and_theirs(python, [""] * ROUNDS, program)
        if theirs:
            mine, others = (min(map(sum, measured)) for measured in (ours, theirs))
            found.append(measure.Row(f"{what}, first run", mine, "TensorFlow", others, bar))
    return found


def chains(python: str | None) -> list[measure.Row]:
    totals = {}
    for length in LENGTHS:
        ours, theirs = ours_and_theirs(python, [""] * ROUNDS, "first_chain", str(length))
        totals[length] = [min(map(sum, measured)) if measured else None for measured in (ours, theirs)]
    longest, before = totals[LENGTHS[-1]], totals[LENGTHS[-2]]
    found = [measure.Row("chain of 16000, first run", longest[0], "one of 4000", before[0], BESIDE_OURSELVES)]
    if longest[1] is not None:
        found += [
            measure.Row(f"chain of {length}, first run", ours, "TensorFlow", theirs, bar)
            for (length, (ours, theirs)), bar in zip(totals.items(), BARS, strict=True)
        ]
    return found


def rows(python: str | None) -> list[measure.Row]:
    return [*mlp(python), *cold(python), *chains(python)]
