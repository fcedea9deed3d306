"""Clusters of processes on this machine: a parameter server with one or two workers, beside TensorFlow's.

Processes of both alternate; each figure is the best of its rounds. `call` is one run on another task, the rates are steps
per second of all workers together, and the start lasts from the first process until every worker has run a step.
"""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from benchmarks import measure
from graphlab._src.cluster.addresses import unused_ports

ROUNDS = 3
SECONDS = 4.0
_REPOSITORY = Path(__file__).parents[1]


def rows(python: str | None) -> list[measure.Row]:
    found = []
    for work, workers, what, bar, unit in [
        ("call", 1, "one operation on a parameter server", 2.0, "s"),
        ("softmax", 2, "softmax regression, 2 workers", 1.0, "s a step"),
        ("large", 1, "4 MB read and written", 1 / 0.9, "s a step"),
    ]:
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(run(sys.executable, "graphlab", work, workers))
            if python is not None:
                theirs.append(run(python, "tensorflow", work, workers))
        lasted = 1 / max(rate for _, rate in ours)
        started = min(start for start, _ in ours)
        if theirs:
            found.append(measure.Row(what, lasted, "TensorFlow", 1 / max(rate for _, rate in theirs), bar, unit))
            found.append(
                measure.Row(f"{what}: start", started, "TensorFlow", min(start for start, _ in theirs), 3.0, "s")
            )
        else:
            print(f"{what}: {measure.seconds(lasted)}, start {measure.seconds(started)}")
    return found


def run(python: str, package: str, work: str, workers: int) -> tuple[float, float]:
    """(seconds of the start, steps per second of all workers)."""
    addresses = ",".join(f"localhost:{port}" for port in unused_ports(workers + 1))
    environment = {**os.environ, "PYTHONPATH": str(_REPOSITORY), "TF_CPP_MIN_LOG_LEVEL": "3", "GRAPHLAB_PROGRESS": "0"}
    with contextlib.ExitStack() as stack:
        processes = []
        for job, number in [("ps", 0), *(("worker", i) for i in range(workers))]:
            command = [
                python,
                "-m",
                "benchmarks.cluster_task",
                package,
                work,
                job,
                str(number),
                addresses,
                str(SECONDS),
            ]
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env=environment,
                cwd=_REPOSITORY,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            processes.append(process)
        starts = [_read(process, "start") for process in processes[1:]]
        for process in processes[1:]:
            _go_on(process)
        return max(starts), sum(_read(process, "rate") for process in processes[1:])


def _read(process: subprocess.Popen[str], word: str) -> float:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(f"{word} "):
            return float(line.split()[1])
    raise RuntimeError(f"A task has ended with {process.wait()}")


def _go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
