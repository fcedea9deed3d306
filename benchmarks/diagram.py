"""How quickly diagrams appear and change: graphs of many sizes in a page of headless Chromium, without JupyterLab.

The page holds the app and nothing else. "Browser share" is from the message in the page to the frame that shows nodes, the
worker's start and the font's measuring included; the kernel's side is what it needs to make an output of the graph. The best
of some rounds counts, each in a fresh page; JupyterLab's own work is in `live_update`.
"""

import base64
import gzip
import math
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

import graphlab as tf
from benchmarks import frames, graphs, measure
from graphlab._src.cli.file_contents import read
from graphlab._src.cli.graph_page import page as page_of
from graphlab._src.viz import mimebundle, protocol
from graphlab._src.viz.renderer import STATIC
from tests.browser import chromium

ROUNDS = 3
SIZE: ViewportSize = {"width": 1200, "height": 900}
FEW_CHILDREN = 100  # scopes of so many at most are opened
MOST_OPENED = 40
ALL_LEVELS = 9  # of scopes
ADDED, GROWING = 50, 10_000

# The page's clock: from showing the chunk to the first frame with nodes, and the longest wait of the main thread meanwhile.
_OPEN = """async ([chunk, depth]) => {
  const { show } = await window.app;
  let last = performance.now(), longest = 0, open = true;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (open) setTimeout(() => channel.port2.postMessage(0), 1);
  };
  channel.port2.postMessage(0);
  const element = document.body.appendChild(document.createElement('div'));
  const start = performance.now();
  show(element, { graph: 'measured', chunks: [chunk], messages: depth ? [{ type: 'show', depth }] : [] });
  const root = element.querySelector('.graphlab').shadowRoot;
  const drawn = () => root.querySelector('.node') || root.querySelector('.failure');
  while (!drawn()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  open = false;
  if (root.querySelector('.failure')) throw new Error(root.querySelector('.failure').textContent);
  return [(performance.now() - start) / 1000, longest / 1000];
}"""
_ROOT = "document.querySelector('.graphlab').shadowRoot"
# A click on a variable, or on an operation with its constants, shows its details and does not open it.
_CLOSED = f"""() => [...{_ROOT}.querySelectorAll(':is(.scope, .stack):has(> [aria-expanded=false])')].map(
  (node) => node.dataset.path)"""
_TOGGLE = f"""async ([path, open]) => {{
  const node = () => [...{_ROOT}.querySelectorAll('.node')].find(one => one.dataset.path === path);
  if (!node()) return null; // In a large diagram only what is near is an element.
  const count = () => {_ROOT}.querySelectorAll('.node').length;
  const before = count(); // The rest of a long list does not open: more of it comes.
  const start = performance.now();
  const sign = node().querySelector(':scope > .toggle') || node(); // the rest of a list has none
  sign.dispatchEvent(new MouseEvent('click', {{ bubbles: true, composed: true }}));
  const isOpen = () => node()?.querySelector('[role=treeitem]').getAttribute('aria-expanded') === String(open);
  while (!isOpen() && count() === before && performance.now() - start < 5000)
    await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}}"""
EXTENSION = Path(__file__).parent.parent / "extension"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WIDE = 40  # nodes in an inner scope of `_scopes`
_LAY_OUT = """
import { build } from 'esbuild';
const { outputFiles } = await build({
  entryPoints: ['src/layout/layout.ts'], bundle: true, format: 'esm', write: false, logLevel: 'error' });
const { layout } = await import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].contents).toString('base64'));
let seed = 1;
const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
const boxes = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), width: 60 + random(80), height: 26 }));
const links = boxes.flatMap(({ id }, to) => Array.from({ length: to < 25 ? 0 : 1 + random(2) }, (_, k) => {
  const from = Math.max(0, to - 5 - random(40));
  return { id: `${from}-${id}-${k}`, from, to, fromOffset: 0, toOffset: 0 };
}));
const times = Array.from({ length: 8 }, () => {
  const start = performance.now();
  layout({ boxes, links }, new Map());
  return performance.now() - start;
});
console.log(Math.min(...times) / 1000);
"""
# A kernel that sends what the page is given.
_LISTEN = f"""() => {{
  const hub = globalThis[Symbol.for('graphlab {protocol.VERSION}')];
  hub.transports.set('measured', {{ send() {{}}, listen(hear) {{ window.hear = hear; return () => {{}}; }} }});
  hub.dispatchEvent(new CustomEvent('transport', {{ detail: 'measured' }}));
}}"""
_GROW = f"""async ([piece, path]) => {{
  const bytes = Uint8Array.from(atob(piece), (character) => character.charCodeAt(0));
  const start = performance.now();
  window.hear({{ type: 'piece' }}, [new DataView(bytes.buffer)]);
  while (!{_ROOT}.querySelector(`.node[data-path="${{path}}"]`)) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}}"""


def rows(_python: str | None) -> list[measure.Row]:
    path = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        try:
            fresh = partial(browser.new_page, viewport=SIZE, reduced_motion="reduce")
            parts = (_opening, _files, _expanding, _growing, _moving)
            return [*(row for part in parts for row in part(fresh)), _laid_out(), _shipped()]
        finally:
            browser.close()


def _row(what, ours, bar, unit="s", other="the bar"):
    """A figure beside the bar that was set for it."""
    return measure.Row(what, ours, other, bar, 1.0, unit)


def _opening(fresh):
    graph = graphs.nested(100_000)
    kernel = min(
        _timed(lambda: mimebundle.mimebundle(graph)) + _timed(lambda: protocol.packed(graph)) for _ in range(ROUNDS)
    )
    data = protocol.packed(graph)
    share, _ = _open(fresh, data)
    yield _row("open 100,000 ops: kernel's side", kernel, 1.0)
    yield _row("open 100,000 ops: message", len(data) / 1e6, 1.5, "MB")
    yield _row("open 100,000 ops: browser's share", share, 0.3)
    yield _row("open 100,000 ops: all", kernel + share, 1.0)
    graph = graphs.nested(1_000_000)
    start = time.perf_counter()
    data = protocol.packed(graph)
    kernel = time.perf_counter() - start
    share, freeze = _open(fresh, data, rounds=1)
    yield _row("open 1,000,000 ops", kernel + share, 8.0)
    yield _row("open 1,000,000 ops: longest freeze of the page", freeze, 0.2)


def _files(fresh):
    """From a file of a GraphDef that states its shapes to the first diagram in the page of `graphlab view`."""
    for name in ("mlp", "cnn", "lstm", "transformer", "resnet"):
        data = graphs.ALL[name]().as_graph_def(add_shapes=True).SerializeToString()
        yield _row(f"file of {name} to diagram", min(_from_file(fresh, data) for _ in range(ROUNDS)), 0.5)
    for name in ("flat", "star", "chain", "layered"):
        share, freeze = _open(fresh, protocol.packed(graphs.ALL[name]()), rounds=1)
        yield _row(f"{name}: browser's share", share, 1.0)
        yield _row(f"{name}: longest freeze of the page", freeze, 0.2)


def _expanding(fresh):
    for name in ("nested", "resnet"):
        graph = graphs.ALL[name]()
        page = _page(fresh)
        page.evaluate(_OPEN, [_base64(protocol.packed(graph)), 0])
        times = []
        waiting = page.evaluate(_CLOSED)
        while waiting and len(times) < MOST_OPENED:
            path = waiting.pop(0)
            seconds = page.evaluate(_TOGGLE, [path, True])
            if seconds is None:
                continue
            times.append(seconds)
            waiting += [inner for inner in page.evaluate(_CLOSED) if inner.startswith(f"{path}/")]
            page.evaluate(_TOGGLE, [path, False]) if len(times) % 3 else None
        page.close()
        times.sort()
        yield _row(f"expand a scope of {name}, p95", times[math.ceil(0.95 * len(times)) - 1], 0.05)


def _growing(fresh):
    graph = graphs.nested(GROWING)
    page = _page(fresh)
    page.evaluate(_OPEN, [_base64(protocol.packed(graph)), 0])
    page.evaluate(_LISTEN)
    times = []
    for round_ in range(6):
        cursor = len(graph.log)
        with graph.as_default(), tf.name_scope(f"cell{round_}"):
            x = tf.placeholder(tf.float32, [None], name="x")
            for _ in range(ADDED - 1):
                x = tf.identity(x)
        start = time.perf_counter()
        piece = protocol.packed(graph, cursor)
        kernel = time.perf_counter() - start
        times.append(kernel + page.evaluate(_GROW, [_base64(piece), f"cell{round_}"]))
    page.close()
    yield _row(f"a cell adds {ADDED} ops to {GROWING:,}: changed diagram", min(times[1:]), 0.1)


def _moving(fresh):
    for count, bar in ((1_500, 60), (10_000, 30)):
        page = _page(fresh)
        page.evaluate(_OPEN, [_base64(protocol.packed(_scopes(count))), ALL_LEVELS])
        for what, move in (("pan", frames.pan), ("zoom", frames.zoom)):
            rate = move(page).rate
            # A rate is good when it is high: the row shows the time for one frame.
            yield _row(f"{what} {count:,} visible nodes: a frame", 1 / rate, 1 / bar)
        page.close()


def _laid_out():
    """A scope of 1,000 nodes, in Node.js as in a worker."""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", _LAY_OUT], cwd=EXTENSION, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return _row("lay out 1,000 visible nodes", float(done.stdout), 0.1)


def _shipped():
    """JupyterLab's extension, which contains the app."""
    files = (EXTENSION.parent / "build" / "labextension" / "static").glob("*.js")
    return _row("JS shipped, gzip", sum(len(gzip.compress(file.read_bytes())) for file in files) / 1e3, 130, "kB")


def _open(fresh, data, rounds=ROUNDS):
    """(seconds to the first diagram, the longest freeze on the way) of the best round."""
    results = []
    for _ in range(rounds):
        page = _page(fresh)
        results.append(page.evaluate(_OPEN, [_base64(data), 0]))
        page.close()
    return min(results)


def _page(fresh) -> Page:
    page = fresh()
    page.set_default_timeout(120_000)
    page.set_content("<!doctype html><body style='font: 13px sans-serif'>")
    page.evaluate(
        """(code) => {
          window.app = import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
          return window.app.then(() => {});
        }""",
        (STATIC / "app.js").read_text(encoding="utf-8"),
    )
    return page


def _from_file(fresh, data):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph.pb"
        file.write_bytes(data)
        page = fresh()
        start = time.perf_counter()
        (Path(folder) / "graph.html").write_text(page_of(read(str(file))), encoding="utf-8")
        page.goto((Path(folder) / "graph.html").as_uri())
        page.wait_for_selector(".graphlab .node", state="attached")
        taken = time.perf_counter() - start
        page.close()
    return taken


def _scopes(count):
    """A graph that shows about `count` nodes when all its scopes are open: no two of them are isomorphic."""
    build = graphs.Builder(0)
    side = math.ceil(math.sqrt(count / WIDE))
    names = [f"{first}{second}" for first in LETTERS for second in LETTERS]
    for outer in names[:side]:
        for inner in names[:side]:
            for number, name in enumerate(names[:WIDE]):
                build.add(
                    f"{outer}/{inner}/{name}",
                    [build.choose.randrange(max(0, len(build.outputs) - 6), len(build.outputs))] if number else [],
                )
    return build.graph


def _timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _base64(data):
    return base64.b64encode(data).decode("ascii")
