"""SIGINT at random moments: training, compiling, saving, queues, loops, Python functions, datasets, a real kernel.

After each: what was at work is consistent and can be used, and control came back within a second. Each scenario runs in a
process of its own (`python -m tests.soak.struck NAME COUNT SEED OUTCOME`), so that one that hangs or dies is counted too.
"""

import json
import os
import pathlib
import sys
import tempfile
import time

from tests.soak.report import Report
from tests.soak.scenarios import SCENARIOS
from tests.soak.watching import ROOT, watch

AT_ONCE = 40  # interrupts in one process


def run(until, arguments):
    """Strikes the scenarios one after the other until it is time; returns the Report."""
    report = Report("interrupts")
    seed = arguments.seed
    with tempfile.TemporaryDirectory() as folder:
        outcome, marker = pathlib.Path(folder) / "outcome", pathlib.Path(folder) / "outcome.seed"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLAB_PROGRESS": "0"}
        names = arguments.way or [*SCENARIOS, "kernel"]
        while time.monotonic() < until and (not arguments.count or seed < arguments.seed + arguments.count):
            for name in names:
                outcome.write_text("")
                count = AT_ONCE if name != "kernel" else AT_ONCE // 4
                command = [
                    sys.executable,
                    "-W",
                    "ignore",
                    "-m",
                    "tests.soak.struck",
                    name,
                    str(count),
                    str(seed),
                    str(outcome),
                ]
                ended, last = watch(command, marker, environment, patience=60)
                for text in outcome.read_text().splitlines():
                    report.add(json.loads(text))
                if ended:
                    report.add(
                        {"kind": "hang or death", "call": name, "seed": last or seed, "way": name, "detail": ended}
                    )
                if time.monotonic() > until:
                    break
            seed += AT_ONCE
            report.note(report.summary())
    return report
