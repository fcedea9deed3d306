"""Memory that runs out at random amounts: in runs, feeds, fetches, saves, restores, compiles, imports.

A process has little more than it uses, by RLIMIT_AS or RLIMIT_DATA, while it does one piece of work. What it says then is a
ResourceExhaustedError that can be read, or MemoryError where no graph is concerned; once the limit is lifted everything is as
it was before the work, or as it is after it. Processes are `python -m tests.soak.limited NAME COUNT SEED OUTCOME`.
"""

import json
import os
import pathlib
import sys
import tempfile
import time

from tests.soak.hungry import HUNGRY
from tests.soak.report import Report
from tests.soak.watching import ROOT, watch

AT_ONCE = 20  # tries in one process
IMPORTS = "imports"
# With these the C library hands memory back at once, so that a limit is met by small allocations too.
TIGHT = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "0", "MALLOC_MMAP_THRESHOLD_": "16384"}


def run(until, arguments):
    """Does the pieces of work one after the other until it is time; --count counts what a limit has stopped."""
    report = Report("limits")
    seed = arguments.seed
    names = arguments.way or [*HUNGRY, IMPORTS]
    with tempfile.TemporaryDirectory() as folder:
        outcome, marker = pathlib.Path(folder) / "outcome", pathlib.Path(folder) / "outcome.seed"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLAB_PROGRESS": "0"}
        while time.monotonic() < until and not _enough(report, arguments.count):
            for i, name in enumerate(names):
                outcome.write_text("")
                count = 1 if name == IMPORTS else AT_ONCE
                command = [sys.executable, *("-W", "ignore", "-m", "tests.soak.limited")]
                command += [name, str(count), str(seed), str(outcome)]
                memory = TIGHT if (i + seed // AT_ONCE) % 4 else {}
                ended, last = watch(command, marker, {**environment, **memory}, patience=60)
                for text in outcome.read_text().splitlines():
                    report.add(json.loads(text))
                if ended:
                    found = {"seed": seed if last is None else last, "way": name, "detail": ended}
                    report.add({"kind": "hang or death", "call": name, **found})
                if time.monotonic() > until or _enough(report, arguments.count):
                    break
            seed += AT_ONCE
            report.note(report.summary())
    return report


def _enough(report, count):
    return bool(count) and sum(report.done.values()) - report.done["untouched"] >= count
