"""Hostile notebooks, files and messages: nothing executes, nothing leaves the machine, page and kernel go on.

Four ways, each with seeds of its own: "diagrams" (saved outputs with a kernel that says anything, by the dozen in one page),
"notebooks" (the same as outputs of notebooks in a real JupyterLab, trusted and not), "files" (pages and images that graphlab
writes, opened alone) and "kernel" (messages of a page to a real kernel).
"""

import pathlib
import tempfile
import time

from tests.soak.hostile import files, kernel, lab, pages
from tests.soak.report import Report

SHARES = {"kernel": 0.1, "files": 0.15, "notebooks": 0.25, "diagrams": 0.5}  # of the time
AT_ONCE = 20  # diagrams in a page
MANY = 100_000  # as many as there is time for


def run(until, arguments):
    """All ways, or those that `--way` names, until it is time; returns the Report."""
    report = Report("notebooks")
    ways = [way for way in SHARES if not arguments.way or way in arguments.way]
    with pages.opened() as chrome:
        for place, way in enumerate(ways):
            left = sum(SHARES[each] for each in ways[place:])
            end = time.monotonic() + (until - time.monotonic()) * SHARES[way] / left

            def report_one(seed, found, count=1, way=way):
                report.done[way] += count
                for what in found:
                    call = what.partition(":")[0].partition(" (")[0][:60]
                    report.add({"kind": way, "call": call, "seed": seed, "detail": what})

            WAYS[way](chrome, end, arguments.seed, arguments.count, report_one)
            report.note(report.summary())
        report.note(f"the largest page took {chrome.peak()} MB at most")
    return report


def _diagrams(chrome, until, first, count, report_one):
    sound = pages.sentinel()
    end = first + (count or MANY)
    for number, seed in enumerate(range(first, end, AT_ONCE)):
        if time.monotonic() > until:
            return
        if number % 10 == 9:
            chrome.fresh()
        seeds = range(seed, min(end, seed + AT_ONCE))
        found = pages.batch(chrome, seeds, sound, pages.PATIENCE * AT_ONCE)
        if chrome.peak() > pages.MEMORY:
            found.append(f"memory: the page took {chrome.peak()} MB")
        if not found:
            report_one(seed, [], len(seeds))
            continue
        # One of them it was: each alone, in a page of its own.
        alone = 0
        for each in seeds:
            mine = _alone(chrome, each, sound)
            alone += bool(mine)
            report_one(each, mine)
        chrome.fresh()
        if not alone:
            report_one(seed, [f"together: {what}" for what in found], 0)


def _alone(chrome, seed, sound):
    """What is found of one diagram; what is only slow may be so once, on a machine that has other work."""
    for _ in range(2):
        chrome.fresh()
        found = pages.batch(chrome, [seed], sound)
        if not all(what.startswith("frozen") for what in found):
            break
    return found


def _files(chrome, until, first, count, report_one):
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + (count or MANY)):
            if time.monotonic() > until:
                return
            if seed % 50 == 49:
                chrome.fresh()
            report_one(seed, files.opened(chrome, seed, pathlib.Path(folder)))


def _notebooks(chrome, until, first, count, report_one):
    lab.strike(chrome.browser, until, first, -(-count // lab.OUTPUTS) or MANY, report_one)


def _kernel(_chrome, until, first, count, report_one):
    end = first + (count or MANY)
    while first < end and time.monotonic() < until:
        first = kernel.strike(until, first, min(end - first, 2_000), report_one)


WAYS = {"diagrams": _diagrams, "files": _files, "notebooks": _notebooks, "kernel": _kernel}
