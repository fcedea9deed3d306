"""What gl.train costs beside a plain loop, and how large and how quick a recording's page is.

Steps of about a millisecond: hidden in this process, where no diagram shows the training, and open in a real JupyterLab, with
the panel of curves and the histograms at the nodes in sight. Rounds alternate, and the best of each counts. The page is that of
500 steps of a multilayer perceptron, with a snapshot every five.
"""

import os
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import graphlab as tf
from benchmarks import measure

pytestmark = pytest.mark.own_page

ROUNDS = 15
SECONDS = 1.0  # of a round: several snapshots and messages
OPEN_BAR, HIDDEN_BAR = 1.05, 1.01
PAGE_BAR = 2_000_000  # bytes
FRAME_BAR = 1.0  # seconds

MODEL = """\
import time
import numpy as np
import graphlab as tf
with tf.Graph().as_default():
    tf.set_random_seed(1)
    x = tf.placeholder(tf.float32, [128, WIDTH], name="x")
    y = tf.placeholder(tf.int64, [128], name="y")
    hidden = tf.layers.dense(tf.layers.dense(x, 256, tf.nn.relu), 128, tf.nn.relu)
    loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(hidden, 10))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    init = tf.global_variables_initializer()
    session = tf.Session()
session.run(init)
random = np.random.RandomState(0)
feed = {x: random.randn(128, WIDTH).astype("f"), y: random.randint(0, 10, 128)}

def bare(seconds):
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        session.run([train, loss], feed)
        steps += 1
    return (time.perf_counter() - begun) / steps
"""
OURS = """\
run = tf.train(session, train, {"loss": loss}, feed, steps=10**9, wait=False)
def ours(seconds):
    run.play()
    time.sleep(0.1)
    begun, before = time.perf_counter(), run.step_number
    time.sleep(seconds)
    found = (time.perf_counter() - begun) / (run.step_number - before)
    run.pause()
    return found
"""
MEASURE = """\
bare(3.0), ours(3.0)  # compiles, warms up
rounds = [(bare({seconds}), ours({seconds})) for _ in range({rounds})]
run.stop()
print(*(min(times) for times in zip(*rounds)))
"""


def rows(_python: str | None) -> list[measure.Row]:
    bare, hidden = _hidden()
    figures = Figures()
    options = ["--quiet", "-p", "tests.browser.conftest", "-p", "no:cacheprovider", str(Path(__file__))]
    if pytest.main(options, plugins=[figures]) != 0:
        raise RuntimeError("the training could not be measured, see above")
    found = figures.found
    return [
        measure.Row("training step, no view", hidden, "plain loop", bare, HIDDEN_BAR),
        measure.Row("training step, view open", found["open"], "plain loop", found["bare"], OPEN_BAR),
        measure.Row("page of 500 steps", found["bytes"], "2 MB", PAGE_BAR, 1.0, "bytes"),
        measure.Row("its first frame", found["frame"], "1 s", FRAME_BAR, 1.0),
    ]


def _hidden() -> tuple[float, float]:
    """Seconds of a step in a plain loop and under gl.train, in this process."""
    names: dict[str, Any] = {}
    exec(MODEL.replace("WIDTH", "256") + OURS, names)
    names["bare"](3.0), names["ours"](3.0)
    rounds = [(names["bare"](SECONDS), names["ours"](SECONDS)) for _ in range(ROUNDS)]
    names["run"].stop()
    bare, ours = (min(times) for times in zip(*rounds, strict=True))
    return bare, ours


class Figures:
    """Carries the figures out of the tests that measure them."""

    def __init__(self):
        self.found: dict[str, float] = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.found.update(report.user_properties)


def test_time_of_a_step_while_the_view_is_open(open_notebook, record_property):
    measured = MEASURE.format(seconds=SECONDS, rounds=ROUNDS)
    notebook = open_notebook([MODEL.replace("WIDTH", "256") + OURS, measured])
    notebook.run(0)
    expect(notebook.output(0).locator(".chart .line:not(.other)").first).to_be_visible()
    text = "".join(output.get("text", "") for output in notebook.run(1))
    bare, ours = map(float, text.split()[-2:])
    record_property("bare", bare)
    record_property("open", ours)


def test_page_of_a_recording(page, record_property):
    names: dict[str, Any] = {}
    exec(MODEL.replace("WIDTH", "2"), names)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.html"
        session, step, loss, feed = (names[name] for name in ("session", "train", "loss", "feed"))
        train: Any = tf.train
        run = train(session, step, {"loss": loss}, feed, steps=500, snapshot_every=5)
        run.recording.save(path)
        record_property("bytes", os.path.getsize(path))
        times = []
        for _ in range(3):
            begun = time.perf_counter()
            page.goto(path.as_uri())
            page.wait_for_selector(".chart .line:not(.other)")
            times.append(time.perf_counter() - begun)
        record_property("frame", min(times))
