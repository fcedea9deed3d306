"""The palette in a real JupyterLab: until it is open, a key in its field, and from "Add" to the changed diagram.

The clock is the page's. The palette counts as open, and the diagram as changed, with the frame that shows it; a key counts with
the layout that it needs. Of each the median counts.
"""

import statistics
from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks import measure

pytestmark = pytest.mark.own_page

TIMES = 20
BARS = {"open": 0.050, "first": 0.050, "key": 0.016, "add": 0.300}  # seconds
WHAT = {
    "open": "palette open",
    "first": "palette open, before the kernel has answered",
    "key": "palette, a key in its field",
    "add": "“Add” to the changed diagram",
}
MODEL = """\
import graphlab as tf

x = tf.placeholder(tf.float32, [None, 784], name="x")
hidden = tf.layers.dense(x, 256, tf.nn.relu, name="hidden")
tf.get_default_graph()
"""

# root: of the diagram's elements.
COMMON = """
const root = document.querySelector('.jp-Notebook .graphlab').shadowRoot;
const scene = root.querySelector('svg.scene[role=tree]');
const panel = root.querySelector('.apply');
const input = panel.querySelector('.palette input');
const frame = () => new Promise(done => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
const until = async test => { while (!test()) await new Promise(done => setTimeout(done, 1)); };
"""
OPEN = f"""async () => {{ {COMMON}
  const start = performance.now();
  scene.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'a' }}));
  await until(() => !panel.hidden);
  const seconds = (await frame() - start) / 1000;
  input.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Escape' }}));
  return seconds;
}}"""
KEYS = f"""async words => {{ {COMMON}
  scene.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'a' }}));
  await until(() => !panel.hidden && panel.querySelector('.entry .shapes')?.textContent);
  const times = [];
  for (const word of words)
    for (let length = 1; length <= word.length; length++) {{
      input.value = word.slice(0, length);
      await frame();
      const start = performance.now();
      input.dispatchEvent(new Event('input'));
      panel.querySelector('.entries').getBoundingClientRect();
      times.push((performance.now() - start) / 1000);
    }}
  input.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Escape' }}));
  return times;
}}"""
ADD = f"""async () => {{ {COMMON}
  scene.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'a' }}));
  await until(() => !panel.hidden);
  input.value = 'tanh';
  input.dispatchEvent(new Event('input'));
  await until(() => panel.querySelector('.entry')?.textContent.startsWith('tanh'));
  input.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter' }}));
  await until(() => !panel.querySelector('form').hidden);
  await until(() => panel.querySelector('.result').textContent.startsWith('→'));
  await new Promise(done => setTimeout(done, 300));  // a reader's
  const summary = root.querySelector('.summary');
  const before = summary.textContent;
  const start = performance.now();
  panel.querySelector('form [type=submit]').click();
  await until(() => summary.textContent !== before);
  const seconds = (await frame() - start) / 1000;
  await until(() => panel.hidden);
  return seconds;
}}"""


def rows(_python: str | None) -> list[measure.Row]:
    times = Times()
    # The fixtures of the browser tests start JupyterLab and Chromium.
    options = ["--quiet", "-n0", "-p", "tests.browser.conftest", "-p", "no:cacheprovider", str(Path(__file__))]
    if pytest.main(options, plugins=[times]) != 0:
        raise RuntimeError("the palette could not be measured, see above")
    return [
        measure.Row(WHAT[name], statistics.median(found), f"{BARS[name] * 1000:.0f} ms", BARS[name], 1.0)
        for name, found in times.seconds.items()
    ]


class Times:
    """Carries the figures out of the test that measures them."""

    def __init__(self):
        self.seconds: dict[str, list[float]] = {name: [] for name in BARS}

    def pytest_runtest_logreport(self, report):
        for name, value in report.user_properties if report.when == "call" else ():
            if name in self.seconds:
                self.seconds[name].append(value)


def test_times_of_the_palette(open_notebook, page, record_property):
    notebook = open_notebook([MODEL])
    notebook.run(0)
    diagram = notebook.output(0)
    expect(diagram.locator('.node[data-path="x"]')).to_have_count(1)
    record_property("first", page.evaluate(OPEN))
    page.wait_for_timeout(4000)
    diagram.locator('.node[data-path="x"] > .shape').click(modifiers=["Shift"])
    for _ in range(TIMES):
        record_property("open", page.evaluate(OPEN))
    for seconds in page.evaluate(KEYS, ["dense", "softmax", "a layer"]):
        record_property("key", seconds)
    page.evaluate(ADD)  # warms up
    for _ in range(TIMES):
        record_property("add", page.evaluate(ADD))
