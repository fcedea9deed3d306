"""Random graphs against TensorFlow 1.15, in each of graphlab's ways to run them.

TensorFlow runs a batch of seeds in one process, graphlab in another, so that a process that dies is a fault of the seed at
work and not the end of the campaign. While graphlab runs one batch TensorFlow is at the next. Without a Python 3.7 that has
TensorFlow 1.15 the committed goldens are compared.
"""

import concurrent.futures
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
BATCH = 200
EVERY = "numpy"  # the way that needs the least compiling runs every batch,
ROTATION = ("compiled", "threads", "interpreted")  # these alternate over a part of each
PART = 4  # of which a batch has so many


def oracle(python, path, first, end, families):
    """Saves and returns TensorFlow's results for the seeds; those at which it died are left out."""
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
    whole = path.with_suffix(".new")
    codec.save(whole, results)
    whole.replace(path)
    return results


def answers(arguments, folder, first):
    """TensorFlow's results for a batch, and the file that holds them: one that is there already, or a new one."""
    end = min(first + BATCH, arguments.seed + arguments.count) if arguments.count else first + BATCH
    path = folder / f"{first}-{end}.json.xz"
    if not path.exists():
        oracle(arguments.tensorflow, path, first, end, arguments.family or [])
    return path, codec.load(path)


def compare(path, seeds, way, report):
    """Has another process run with graphlab what TensorFlow ran, and adds what it finds to the report."""
    outcome, marker = path.with_suffix(".faults"), pathlib.Path(f"{path}.seed")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRAPHLAB_PROGRESS": "0"}
    while seeds:
        outcome.write_text("")
        command = [sys.executable, "-W", "ignore", "-m", "tests.soak.replay", str(path), way, str(outcome), *seeds]
        ended, last = watch(command, marker, environment)
        for text in outcome.read_text().splitlines():
            report.add(json.loads(text))
        if not ended:
            break
        report.add(
            {"seed": last, "kind": "process death", "call": "?", "detail": ended, "way": way, "reason": "", "line": ""}
        )
        seeds = [seed for seed in seeds if last is not None and int(seed) > last]
    for left in (outcome, marker):
        left.unlink(missing_ok=True)


def run(until, arguments):
    """Compares random graphs until it is time, or all seeds are done; returns the Report."""
    report = Report("graphs")
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(1) as ahead:
        if not arguments.tensorflow:
            path = pathlib.Path(scratch) / "goldens.json.xz"
            results = codec.load(GOLDENS)
            codec.save(path, results)
            for way in arguments.way or (EVERY, *ROTATION):
                compare(path, sorted(results, key=int), way, report)
            return report
        folder = pathlib.Path(arguments.answers or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        first, number = arguments.seed, 0
        coming = ahead.submit(answers, arguments, folder, first)
        while True:
            path, results = coming.result()
            first += BATCH
            more = time.monotonic() < until and (not arguments.count or first < arguments.seed + arguments.count)
            if more:
                coming = ahead.submit(answers, arguments, folder, first)
            seeds = sorted(results, key=int)
            for way in arguments.way or [EVERY]:
                compare(path, seeds, way, report)
            if not arguments.way:
                compare(path, seeds[number % PART :: PART], ROTATION[number % len(ROTATION)], report)
            number += 1
            report.note(report.summary())
            if not more:
                return report
