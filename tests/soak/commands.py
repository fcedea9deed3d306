"""Parts of the campaign that are commands of their own and do everything they have: done or not, in the time that there is."""

import functools
import subprocess
import sys
import time

from tests.soak.report import Report
from tests.soak.watching import ROOT


def run(module, until, arguments):
    """Runs `python -m module`; returns the Report."""
    report = Report(module.rpartition(".")[2])
    try:
        done = subprocess.run(
            [sys.executable, "-m", module],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=max(1.0, until - time.monotonic()),
        )
    except subprocess.TimeoutExpired:
        report.note(f"the time was over before it was done: python -m {module}")
        return report
    report.add({"kind": "done", "way": "command"})
    if done.returncode:
        said = " ".join((done.stdout + done.stderr).split())[-1500:]
        report.add({"kind": f"exit status {done.returncode}", "call": module, "seed": arguments.seed, "detail": said})
    return report


PARTS = {
    "failing_calls": functools.partial(run, "tests.soak.failing_calls"),
    "second_process": functools.partial(run, "tests.soak.second_process"),
}
