"""Clusters of processes on this machine: a parameter server with one or two workers, beside TensorFlow's.

Processes of both alternate; each figure is the best of its rounds. `call` is one run on another task, the rates are steps
per second of all workers together, and the start lasts from the first process until every worker has run a step. Tasks
are killed while two workers train with checkpoints, and start again immediately.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import measure
from graphlab._src.cluster.addresses import unused_ports

ROUNDS = 3
SECONDS = 4.0
LIMITS = {"worker": 3.0, "ps": 5.0, "chief": 5.0}  # seconds
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
    if python is not None:
        theirs = ", ".join(
            f"{what} {measure.seconds(lasted)}" for what, lasted in recovery(python, "tensorflow").items()
        )
        print(f"until all of TensorFlow's step after a kill: {theirs}")
    for what, lasted in recovery(sys.executable, "graphlab").items():
        found.append(measure.Row(f"{what} killed, until all step", lasted, "limit", LIMITS[what], 1.0, "s"))
    return found


def run(python: str, package: str, work: str, workers: int) -> tuple[float, float]:
    """(seconds of the start, steps per second of all workers)."""
    addresses = _addresses(workers)
    with contextlib.ExitStack() as stack:
        tasks = [("ps", 0), *(("worker", i) for i in range(workers))]
        processes = [_start(stack, python, package, work, task, addresses, str(SECONDS)) for task in tasks]
        starts = [_read(process, "start") for process in processes[1:]]
        for process in processes[1:]:
            _go_on(process)
        return max(starts), sum(_read(process, "rate") for process in processes[1:])


def recovery(python: str, package: str) -> dict[str, float]:
    """Seconds from the kill of a task, which starts again immediately, until steps go on.

    Those of another worker, and after the chief was killed also its own.
    """
    addresses, found = _addresses(2), {}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())

        def start(task: tuple[str, int]) -> subprocess.Popen[str]:
            return _start(stack, python, package, "train", task, addresses, folder)

        tasks = {task: start(task) for task in [("ps", 0), ("worker", 0), ("worker", 1)]}
        for what, victim, others in [
            ("worker", ("worker", 1), [("worker", 0)]),
            ("ps", ("ps", 0), [("worker", 0), ("worker", 1)]),
            ("chief", ("worker", 0), [("worker", 1), ("worker", 0)]),
        ]:
            for task in [("worker", 0), ("worker", 1)]:  # the others have trained for a checkpoint or two
                _step_after(tasks[task], time.time() + 3.0)
            killed = time.time()
            tasks[victim].kill()
            tasks[victim].wait()
            tasks[victim] = start(victim)
            time.sleep(0.5 if victim[0] == "ps" else 0.0)  # what was under way when it was killed is over
            since = time.time() if victim[0] == "ps" else killed
            found[what] = max(_step_after(tasks[task], since) for task in others) - killed
    return found


def _step_after(process: subprocess.Popen[str], moment: float) -> float:
    """When the first step of a worker after a moment was over."""
    while True:
        ended = _read(process, "step")
        if ended > moment:
            return ended


def _addresses(workers: int) -> str:
    return ",".join(f"localhost:{port}" for port in unused_ports(workers + 1))


def _start(
    stack: contextlib.ExitStack, python: str, package: str, work: str, task: tuple[str, int], addresses: str, last: str
) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(_REPOSITORY), "TF_CPP_MIN_LOG_LEVEL": "3", "GRAPHLAB_PROGRESS": "0"}
    process = subprocess.Popen(
        [python, "-m", "benchmarks.cluster_task", package, work, task[0], str(task[1]), addresses, last],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
        cwd=_REPOSITORY,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


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
