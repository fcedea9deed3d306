"""Spoilt files for every reader and command, led by what they reach: see tests/fuzz/guided.py."""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

from tests.soak.report import Report
from tests.soak.watching import ROOT

_STARTING = 30.0  # seconds until the readers are loaded


def run(until, arguments):
    """Shares out the time among the readers; returns the Report. What was found stays in the folder that it names."""
    report = Report("fuzz")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="graphlab-fuzz-"))
    names = arguments.way or []
    seconds = max(10.0, until - time.monotonic() - _STARTING)
    command = [sys.executable, "-m", "tests.fuzz.guided", str(folder), *names]
    command += ["--minutes", str(seconds / 60), "--seed", str(arguments.seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        report.add({"kind": "failed", "call": "guided", "seed": arguments.seed, "detail": done.stderr[-1500:]})
    for path in sorted(folder.glob("*/result.json")):
        found = json.loads(path.read_text())
        name = path.parent.name
        report.done[
            f"files for {name} ({found['count'] / max(found['processor'], 1):.0f} per second of the processor)"
        ] = found["count"]
        for text in sorted((path.parent / "found").glob("*.txt")):
            said = text.read_text(errors="replace")
            kind, _, detail = said.partition("\n")
            report.add({"kind": kind, "call": name, "seed": text.with_suffix(""), "detail": detail[-400:]})
    return report
