"""What holds for every test: an empty graph, the same random examples, and no silent skip where all has to run."""

import logging
import os
import random

import hypothesis
import numpy as np
import pytest

import graphlab as tf
from graphlab._src.base import entropy
from graphlab._src.compiler.executables import tiers

hypothesis.settings.register_profile("graphlab", deadline=None, derandomize=True)
hypothesis.settings.load_profile("graphlab")

# Which tier runs the tests that do not say so with @pytest.mark.tier: "numpy" or "compiled" code alone, whatever a clock
# says, so that every run of a test computes the same.
TIER = os.environ.get("GRAPHLAB_TEST_TIER", "numpy")

# `make test` sets this: there, a test that skips itself for want of a browser or a build is a failed test.
REQUIRE_ALL = bool(os.environ.get("GRAPHLAB_REQUIRE_ALL"))


def pytest_configure(config):
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.import_plugin("tests.processes")


@pytest.fixture(autouse=True, scope="session")
def own_cache(request, tmp_path_factory):
    """Tests neither use nor fill the user's folder of compiled code; the processes of one run share theirs."""
    folder = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHLAB_CACHE_DIR", str(folder / "compiled"))
        yield


@pytest.fixture(autouse=True)
def tier(request, monkeypatch):
    """@pytest.mark.tier(name), or a parameter: "numpy", "compiled", or "both", which is what users get."""
    mark = request.node.get_closest_marker("tier")
    name = getattr(request, "param", TIER if mark is None else mark.args[0])
    monkeypatch.setattr(tiers.prefer, "compiled", name == "compiled")
    monkeypatch.setattr(tiers.prefer, "numpy", name == "numpy")


@pytest.fixture(autouse=True)
def same_random_numbers(request, monkeypatch):
    """A test draws the same numbers in each run, also where it sets no seed; each test draws its own."""
    numbers = random.Random(request.node.nodeid)
    monkeypatch.setattr(entropy, "source", numbers)
    random.seed(numbers.getrandbits(32))
    np.random.seed(numbers.getrandbits(32))


@pytest.fixture(autouse=True)
def empty_default_graph():
    tf.reset_default_graph()


@pytest.fixture(autouse=True)
def own_verbosity():
    """What a test, or an example that it runs, does with tf.logging.set_verbosity ends with it."""
    logger = logging.getLogger("tensorflow")
    before = logger.level, logger.propagate
    yield
    if (logger.level, logger.propagate) != before:
        logger.propagate = before[1]
        logger.setLevel(before[0])  # which also forgets what was enabled


@pytest.fixture
def messages():
    """What tf.logging logs during a test, warnings and worse."""
    found = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: found.append(record.getMessage())
    logger = logging.getLogger("tensorflow")
    logger.addHandler(handler)
    yield found
    logger.removeHandler(handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return fail_if_skipped((yield))


def fail_if_skipped(report):
    expected_failure = hasattr(report, "wasxfail")
    if REQUIRE_ALL and report.skipped and not expected_failure:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{reason} (GRAPHLAB_REQUIRE_ALL is set, so nothing may be skipped)"
    return report
