"""`python -m benchmarks` prints the whole table; `python -m benchmarks training_step` a part of it."""

import sys
from importlib import import_module

from benchmarks import measure, tensorflow

ALL = (
    "session_run",
    "watching",
    "training",
    "threads",
    "training_step",
    "mirrored",
    "building",
    "recurrent",
    "word2vec",
    "first_run",
    "first_steps",
    "queues",
    "pipelines",
    "checkpoints",
    "loops",
    "new_shapes",
    "adding_ops",
    "import_time",
    "live_update",
    "palette",
    "diagram",
    "playing",
    "file_opening",
    "clusters",
    "course",
)

python = tensorflow.interpreter()
rows = [row for name in sys.argv[1:] or ALL for row in import_module(f"benchmarks.{name}").rows(python)]
print(measure.table(rows))
