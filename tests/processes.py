"""Which process runs which tests, where pytest-xdist runs them in several.

A file stays in one process, whose fixtures and compiled code its tests share; so do all tests of the browser, since a second
JupyterLab beside a second Chromium would be slower than one after the other. What is slow begins first, so that the
processes end at about the same time.
"""

from collections import Counter

import pytest
from xdist.scheduler import LoadScopeScheduling

BROWSER = "tests/browser"


def part_of(nodeid: str) -> str:
    """What the test goes with: its file, or the browser."""
    file = nodeid.partition("::")[0]
    return BROWSER if file.startswith(f"{BROWSER}/") else file


class ByFile(LoadScopeScheduling):
    """Passes a process that has nothing left to do the next part, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return part_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if not hasattr(config, "workerinput"):
        return
    tests = Counter(part_of(item.nodeid) for item in items)
    slow = Counter(part_of(item.nodeid) for item in items if item.get_closest_marker("slow"))

    def begins_first(item):
        part = part_of(item.nodeid)
        return part != BROWSER, -slow[part], -tests[part]

    items.sort(key=begins_first)
