"""Random graphs against TensorFlow 1.15, in each of graphlab's ways to run them.

TensorFlow runs a batch of seeds in one process, graphlab in another, so that a process that dies is a fault of the seed at
work and not the end of the campaign. Without a Python 3.7 that has TensorFlow 1.15 the committed goldens are compared.
"""

import json
import os
import pathlib
import sys
import tempfile
import time

from tests.soak import codec
from tests.soak.report import Report
from tests.soak.watching import ROOT, watch

GOLDENS = ROOT / "tests" / "golden" / "random_graphs.json.xz"
BATCH = 50
ROTATION = ("compiled", "numpy", "stepped", "threads")


def oracle(python, path, first, end, families):
    """The file of TensorFlow's results for the seeds; those at which it died are left out."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment.update(CUDA_VISIBLE_DEVICES="", TF_CPP_MIN_LOG_LEVEL="3")
    results, part = {}, first
    while part < end:
        lines = path.with_suffix(".lines")
        command = [python, str(ROOT / "tests/soak/oracle.py"), str(lines), str(part), str(end), *families]
        ended, last = watch(command, pathlib.Path(f"{lines}.seed"), environment)
        for text in lines.read_text().splitlines():
            result = json.loads(text)
            results[str(result["program"]["seed"])] = result
        if ended:
            print(f"TensorFlow at seed {last}: {ended}")
        if last is None:
            break
        part = last + 1
    codec.save(path, results)
    return results


def compare(path, results, way, report, marker):
    """Has graphlab run what TensorFlow ran, in another process, and adds what it finds to the report."""
    seeds, outcome = sorted(results, key=int), path.with_suffix(".faults")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLAB_PROGRESS": "0"}
    while seeds:
        outcome.write_text("")
        command = [sys.executable, "-W", "ignore", "-m", "tests.soak.replay", str(path), way, str(outcome), seeds[0]]
        ended, last = watch(command, marker, environment)
        for text in outcome.read_text().splitlines():
            report.add(json.loads(text))
        if not ended:
            return
        report.add(
            {"seed": last, "kind": "process death", "call": "?", "detail": ended, "way": way, "reason": "", "line": ""}
        )
        seeds = [seed for seed in seeds if last is not None and int(seed) > last]


def run(until, arguments):
    """Compares random graphs until it is time, or all seeds are done; returns the Report."""
    report = Report("graphs")
    families = arguments.family or []
    with tempfile.TemporaryDirectory() as folder:
        path, marker = pathlib.Path(folder) / "batch.json.xz", pathlib.Path(folder) / "seed"
        if not arguments.tensorflow:
            results = codec.load(GOLDENS)
            codec.save(path, results)
            for way in arguments.way or ROTATION:
                compare(path, results, way, report, pathlib.Path(f"{path}.seed"))
            return report
        first, number = arguments.seed, 0
        while time.monotonic() < until and (not arguments.count or first < arguments.seed + arguments.count):
            results = oracle(arguments.tensorflow, path, first, first + BATCH, families)
            ways = arguments.way or [ROTATION[0], ROTATION[1 + number % 3]]
            for way in ways:
                compare(path, results, way, report, pathlib.Path(f"{path}.seed"))
            report.note(f"{first + BATCH - arguments.seed} graphs, {report.summary()}")
            first, number = first + BATCH, number + 1
        del marker
    return report
