"""How long seven models take to their first steps, each in a fresh process, and how fast they are in the end.

Nothing is on disk at first; making the graph and the initial values count. Each model is measured in graphlab and in
TensorFlow alternately; of several rounds the best counts.
"""

import json
import os
import subprocess
import sys
import tempfile

from benchmarks import measure
from benchmarks.tensorflow import REPOSITORY

MODELS = ("mlp", "cnn", "lstm", "unrolled_lstm", "long_recurrent", "transformer", "resnet50")
ROUNDS = 2
SECONDS = 20  # of steps, until they are as fast as they get
PROGRAM = """
import json, os, sys
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
if sys.argv[1] == "graphlab":
    import graphlab as tf
else:
    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()
from benchmarks import models
import time
name, seconds = sys.argv[2], float(sys.argv[3])
begun = time.perf_counter()
train, loss, feeds = getattr(models, name)(tf)
initialize = tf.global_variables_initializer()
session = tf.Session()
session.run(initialize)
ends = []
while len(ends) < 10 or ends[-1] < seconds and not (len(ends) > 400 and ends[-1] > seconds / 4):
    session.run([train, loss], feeds)
    ends.append(time.perf_counter() - begun)
steps = sorted(b - a for a, b in zip(ends, ends[1:]))
print(json.dumps({"first": ends[0], "ten": ends[9], "step": steps[len(steps) // 10]}))
"""


def times(python: str, package: str, folder: str, model: str, seconds: float) -> dict[str, float]:
    """Seconds to the first and tenth step, and of a fast step."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "GRAPHLAB_CACHE_DIR": folder}
    command = [python, "-c", PROGRAM, package, model, str(seconds)]
    output = subprocess.check_output(command, cwd=REPOSITORY, env=environment, text=True, stderr=subprocess.DEVNULL)
    return json.loads(output)


def of_model(python: str, model: str) -> list[measure.Row]:
    """The rows of one model."""
    cold, warm, theirs = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        ours = times(sys.executable, "graphlab", folder, model, SECONDS)["step"]
        other = times(python, "tensorflow", "", model, SECONDS / 4)["step"]
        for _ in range(ROUNDS):
            cold.append(times(sys.executable, "graphlab", "", model, 0))
            theirs.append(times(python, "tensorflow", "", model, 0))
            warm.append(times(sys.executable, "graphlab", folder, model, 0))

    def best(measured, what):
        return min(one[what] for one in measured)

    first = best(theirs, "first")
    return [
        measure.Row(f"{model}, first step cold", best(cold, "first"), "TensorFlow", first, 1.0),
        measure.Row(f"{model}, ten steps cold", best(cold, "ten"), "TensorFlow", best(theirs, "ten"), 1.5),
        measure.Row(f"{model}, first step, code on disk", best(warm, "first"), "TensorFlow", first, 1.0),
        measure.Row(f"{model}, steady step", ours, "TensorFlow", other, 1.0),
    ]


def rows(python: str | None) -> list[measure.Row]:
    return [row for model in MODELS for row in of_model(python, model)] if python is not None else []
