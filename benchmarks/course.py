"""The course: how long its notebooks run, how soon each cell shows something, how long checks last, how much memory a kernel holds.

Each notebook runs in a kernel of its own with an empty cache of compiled code, as a student's first time does.
"""

import os
import re
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat
import psutil
from nbclient import NotebookClient

from benchmarks import measure
from graphlab import teach
from tests.kernel import REPOSITORY, write_kernel_spec

NOTEBOOKS = sorted((REPOSITORY / "examples" / "course").glob("*.ipynb"))
TRAINING = "07_"  # the notebook after which a kernel's memory counts
BARS = {"all notebooks": 240.0, "slowest cell's first result": 2.0, "slowest check": 0.5, "kernel": 350.0}


class Clocked(NotebookClient):
    """Runs cells one after the other, and notes how long each lasts until its first output, or its end."""

    first: dict[int, float]
    begun: float

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"] in ("display_data", "execute_result", "stream", "update_display_data"):
            self.first.setdefault(cell_index, time.perf_counter() - self.begun)
        return super().process_message(msg, cell, cell_index)


def rows(_python: str | None) -> list[measure.Row]:
    with tempfile.TemporaryDirectory() as folder:
        write_kernel_spec(Path(folder) / "data", "course")
        os.environ["JUPYTER_PATH"] = str(Path(folder) / "data")
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        measured = [_run(path, Path(folder)) for path in NOTEBOOKS]
    total = sum(seconds for seconds, _, _ in measured)
    slowest = max(measured, key=lambda one: one[1])
    memory = next(
        size for path, (_, _, size) in zip(NOTEBOOKS, measured, strict=True) if path.name.startswith(TRAINING)
    )
    checks = [_check(exercise) for exercise in teach.exercises() if re.match(r"ex\d\d_", exercise.name)]
    print(f"{len(NOTEBOOKS)} notebooks, {len(checks)} exercises")
    return [
        measure.Row("all notebooks of the course", total, "the bar", BARS["all notebooks"], 1.0),
        measure.Row("slowest cell's first result", slowest[1], "the bar", BARS["slowest cell's first result"], 1.0),
        measure.Row("slowest check of a solution", max(checks), "the bar", BARS["slowest check"], 1.0),
        measure.Row("kernel after lesson 7", memory, "the bar", BARS["kernel"], 1.0, "MB"),
    ]


def _run(path: Path, folder: Path) -> tuple[float, float, float]:
    """Seconds that a notebook lasts, kernel's start included; of its slowest cell's first result; MB of the kernel at rest."""
    begun = time.perf_counter()
    client = Clocked(
        nbformat.read(path, as_version=4), kernel_name="course", timeout=120, store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )  # fmt: skip
    client.first = {}
    slowest, which = 0.0, 0
    with client.setup_kernel():
        for number, cell in enumerate(client.nb.cells):
            if cell.cell_type != "code":
                continue
            client.begun = time.perf_counter()
            client.execute_cell(cell, number)
            seconds = client.first.get(number, time.perf_counter() - client.begun)
            if seconds > slowest:
                slowest, which = seconds, number
        manager: Any = client.km
        memory = psutil.Process(manager.provisioner.pid).memory_info().rss / 1e6
    total = time.perf_counter() - begun
    print(f"{path.stem:<40} {total:5.1f} s, slowest cell {which}: {slowest:.2f} s, kernel {memory:.0f} MB")
    return total, slowest, memory


def _check(exercise: teach.Exercise) -> float:
    """Seconds that the second check of a solution lasts; the first imports the operations that it uses."""
    exercise.check_solution()
    begun = time.perf_counter()
    assert exercise.check_solution()
    return time.perf_counter() - begun
