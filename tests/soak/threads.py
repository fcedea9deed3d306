"""Eight threads on one session: variables, queues and sessions that close, graphs that grow.

No update is lost, nothing waits for ever, and what fails says why: closed, never uninitialized. Rounds run in processes of
their own, `python -m tests.soak.contention COUNT SEED OUTCOME`.
"""

import json
import os
import pathlib
import sys
import tempfile
import time

from tests.soak.report import Report
from tests.soak.watching import ROOT, watch

AT_ONCE = 20  # rounds in one process


def run(until, arguments):
    """Rounds until it is time; returns the Report."""
    report = Report("threads")
    seed = arguments.seed
    with tempfile.TemporaryDirectory() as folder:
        outcome = pathlib.Path(folder) / "outcome"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLAB_PROGRESS": "0"}
        while time.monotonic() < until and (not arguments.count or seed < arguments.seed + arguments.count):
            outcome.write_text("")
            command = [
                sys.executable,
                "-W",
                "ignore",
                "-m",
                "tests.soak.contention",
                str(AT_ONCE),
                str(seed),
                str(outcome),
            ]
            ended, last = watch(command, pathlib.Path(f"{outcome}.seed"), environment, patience=120)
            for text in outcome.read_text().splitlines():
                report.add(json.loads(text))
            if ended:
                report.add({"kind": "deadlock or death", "call": "?", "seed": last or seed, "detail": ended})
            seed += AT_ONCE
            report.note(report.summary())
    return report
