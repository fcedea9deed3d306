"""Memory over thousands of cells, graphs, fetches and sizes: flat once warm, where the user keeps nothing.

Each kind runs in a process of its own: `python -m tests.soak.memory KIND COUNT SEED OUTCOME`. What counts is the growth of
the resident set over the second half.
"""

import contextlib
import ctypes
import gc
import io
import json
import os
import pathlib
import sys
import tempfile
import time

import numpy as np

import graphlab as tf
from tests.soak.report import Report
from tests.soak.watching import ROOT, watch

COUNTS = {"cells": 10000, "graphs": 2000, "fetches": 5000, "sizes": 5000}
BAR = 1.0  # MB per 1,000 after warm-up
SLACK = 6.0  # MB: what the allocator's pages come and go by
POINTS = 40  # measurements, or more:
MOST_APART = 25  # so that a short time has some, too

CELL = """
import graphlab as tf, numpy as np
tf.reset_default_graph()
x = tf.placeholder(tf.float32, [None, 3], name="x")
w = tf.get_variable("w", [3, 2])
y = tf.reduce_mean(tf.square(tf.matmul(x, w) - {number}.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(y)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        session.run(train, {{x: np.ones([4, 3])}})
    value = session.run(y, {{x: np.ones([4, 3])}})
"""


def resident():
    """MB that the process holds, after everything that can be freed was."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cells():
    """Cells of one IPython shell, each a small program on a fresh default graph."""
    from IPython.core.interactiveshell import InteractiveShell  # noqa: PLC0415

    shell = InteractiveShell()
    number = 0
    while True:
        number += 1
        with contextlib.redirect_stdout(io.StringIO()):
            result = shell.run_cell(CELL.format(number=number % 7), store_history=False)
        assert result.success, result.error_in_exec
        yield


def graphs():
    """Graphs with a session each, built, run and forgotten."""
    number = 0
    while True:
        number += 1
        graph = tf.Graph()
        with graph.as_default(), tf.Session(graph=graph) as session:
            x = tf.placeholder(tf.float32, [None])
            for _ in range(number % 5):
                x = tf.tanh(x) + float(number)
            session.run(tf.reduce_sum(x * float(number)), {graph.get_operations()[0].outputs[0]: [1.0]})
        yield


def fetches():
    """One session, one graph; ever other sets of its tensors are fetched."""
    graph = tf.Graph()
    random = np.random.default_rng(0)
    with graph.as_default():
        x = tf.placeholder(tf.float32, [4])
        tensors = [tf.tanh(x * float(i)) for i in range(40)]
    session = tf.Session(graph=graph)
    while True:
        some = [tensors[i] for i in random.choice(40, 4, replace=False)]
        session.run(some, {x: [1, 2, 3, 4]})
        yield


def sizes():
    """One session; a batch of another size each time."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 4])
        y = tf.nn.softmax(tf.matmul(tf.tanh(x), tf.ones([4, 4])))
    session = tf.Session(graph=graph)
    size = 0
    while True:
        size += 1
        session.run(y, {x: np.ones([size, 4], np.float32)})
        yield


KINDS = {"cells": cells, "graphs": graphs, "fetches": fetches, "sizes": sizes}


def measure(kind, count, until, outcome):
    """Runs a kind; writes what it found."""
    work, points = KINDS[kind](), []
    every = max(1, min(count // POINTS, MOST_APART))
    done = 0
    while done < count and time.time() < until:
        next(work)
        done += 1
        if done % every == 0:
            points.append((done, resident()))
            pathlib.Path(outcome + ".seed").write_text(str(done))
    half = points[len(points) // 2 :]
    found = {"kind": "done", "way": kind, "call": kind, "seed": 0}
    with open(outcome, "a", encoding="utf-8") as file:
        if len(half) > 2:
            growth = float(np.polyfit([at for at, _ in half], [size for _, size in half], 1)[0]) * 1000
            grown = growth * (half[-1][0] - half[0][0]) / 1000
            text = f"{done} {kind}: {points[0][1]:.0f} MB at first, {half[0][1]:.0f} at half, {half[-1][1]:.0f} at the end: {growth:.2f} MB per 1,000"
            file.write(json.dumps({"kind": "note", "detail": text}) + "\n")
            if growth > BAR and grown > SLACK:
                file.write(json.dumps({**found, "kind": "memory", "detail": text}) + "\n")
        for _ in range(done):
            file.write(json.dumps(found) + "\n")


def run(until, arguments):
    """Each kind with an equal share of the time; returns the Report."""
    report = Report("memory")
    names = arguments.way or list(COUNTS)
    with tempfile.TemporaryDirectory() as folder:
        outcome = pathlib.Path(folder) / "outcome"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLAB_PROGRESS": "0"}
        for i, name in enumerate(names):
            share = max(10.0, (until - time.monotonic()) / (len(names) - i))
            outcome.write_text("")
            count = arguments.count or COUNTS[name]
            command = [
                sys.executable,
                "-W",
                "ignore",
                "-m",
                "tests.soak.memory",
                name,
                str(count),
                str(time.time() + share),
                str(outcome),
            ]
            ended, _ = watch(command, pathlib.Path(f"{outcome}.seed"), environment)
            for text in outcome.read_text().splitlines():
                found = json.loads(text)
                report.note(found["detail"]) if found["kind"] == "note" else report.add(found)
            if ended:
                report.add({"kind": "hang or death", "call": name, "seed": 0, "way": name, "detail": ended})
    return report


if __name__ == "__main__":
    measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
