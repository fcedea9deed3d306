"""Notebooks whose saved outputs an attacker has edited, opened in a real JupyterLab, trusted and not."""

import json
import random as chances
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbformat.sign import NotebookNotary
from playwright.sync_api import Error

from graphlab._src.viz.mimebundle import MIME_TYPE, VIEW_MIME_TYPE
from tests.browser.conftest import Lab, Notebook, served
from tests.soak.hostile import diagrams, pages, texts

OUTPUTS = 25  # of a notebook
LIVE = """
import graphlab as tf
x = tf.placeholder(tf.float32, [None, 3], name="x")
y = tf.identity(x, name="y")
tf.get_default_graph()
"""
SVG = [
    "<svg xmlns='http://www.w3.org/2000/svg' onload='window.__pwned=1'><script>window.__pwned=1</script></svg>",
    f"<svg xmlns='http://www.w3.org/2000/svg'><image href='{texts.EVIL}x'/><a href='javascript:window.__pwned=1'>x</a></svg>",
    "not an svg",
]


def output(random, seed):
    """A saved output: its representations, of which the front end shows the first that it knows."""
    source = diagrams.diagram(seed)["source"]
    data = {MIME_TYPE: source, "text/plain": texts.text(random, 1000)}
    if random.random() < 0.05:
        data[MIME_TYPE] = random.choice((None, [], "x", 5, {"graph": 5}, {"chunks": {}}, {"messages": [None]}))
    if random.random() < 0.5:
        data["image/svg+xml"] = random.choice(SVG)
    if random.random() < 0.5:
        data[VIEW_MIME_TYPE] = random.choice(
            ({"version_major": 2, "version_minor": 1, "model_id": texts.text(random, 100)}, {}, {"model_id": "state"})
        )
    if isinstance(data[MIME_TYPE], dict):
        data[MIME_TYPE]["version"] = random.choice((2, -1, "x", None))
    return nbformat.v4.new_output(random.choice(("display_data", "execute_result")), data=data, metadata={})


def notebook(first):
    """A notebook of OUTPUTS outputs, the seeds from `first` on; its last cell draws a graph."""
    random = chances.Random(f"notebook {first}")
    cells = []
    for seed in range(first, first + OUTPUTS):
        cell = nbformat.v4.new_code_cell("pass", execution_count=1)
        cell.outputs = [output(random, seed)]
        cells.append(cell)
    made = nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell(LIVE)])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    state = {
        "model_name": "LayoutModel",
        "model_module": "@jupyter-widgets/base",
        "model_module_version": "2.0.0",
        "state": {},
    }
    made.metadata["widgets"] = {
        "application/vnd.jupyter.widget-state+json": {"version_major": 2, "version_minor": 0, "state": {"state": state}}
    }
    return made


class Visit:
    """A browser's visit to JupyterLab, with a list of all that pages request."""

    def __init__(self, browser, lab: Lab, data: Path):
        self.lab, self.data = lab, data
        self.requests = []
        self.context = browser.new_context(viewport={"width": 1300, "height": 950})
        self.context.set_default_timeout(90_000)
        self.context.route("**/*", self._answer)

    def _answer(self, route):
        url = route.request.url
        if url.startswith((self.lab.url, "blob:", "data:")):
            route.continue_()
        else:
            self.requests.append(f"request {url[:200]}")
            route.abort()

    def open(self, first, trusted):
        """What is wrong with the notebook of these seeds, in words."""
        self.requests.clear()
        made = notebook(first)
        path = self.lab.folder / f"n{first}{'t' if trusted else 'u'}.ipynb"
        # Half of a surrogate pair can't be in a file that JupyterLab's server reads.
        path.write_bytes(json.dumps(made, ensure_ascii=False).encode("utf-8", "replace"))
        if trusted:
            NotebookNotary(data_dir=str(self.data)).sign(nbformat.read(path, 4))
        page = self.context.new_page()
        page.on("dialog", lambda dialog: (self.requests.append(f"dialog {dialog.message[:100]}"), dialog.dismiss()))
        page.on("popup", lambda popup: self.requests.append(f"popup {popup.url[:100]}"))
        page.on("crash", lambda: self.requests.append("the page crashed"))
        page.on("download", lambda download: self.requests.append(f"download {download.suggested_filename}"))
        errors = []
        page.on("pageerror", lambda error: errors.append(f"page error: {str(error)[:200]} {(error.stack or '')[:400]}"))
        found = []
        try:
            page.add_init_script(HEARTBEAT)
            opened = Notebook(page, self.lab, path)
            opened.open()
            if opened.evaluate(TRUSTED) != trusted:
                found.append(f"the notebook is {'not ' if trusted else ''}trusted")
            page.wait_for_function(SETTLED, timeout=60_000)
            opened.run(OUTPUTS)
            page.wait_for_function(DRAWN, timeout=20_000)
            found += page.evaluate(f"async source => {{ {JUDGE} }}", (pages.HERE / "judge.js").read_text("utf-8"))
            opened.save()
            found += self._saved(path)
        except (Error, AssertionError) as error:
            found.append(f"the notebook: {str(error)[:400]}")
        page.close()
        for session in self.lab.request("GET", "sessions"):
            self.lab.request("DELETE", f"sessions/{session['id']}")
        return found + [error for error in errors if "graphlab" in error] + self.requests

    def _saved(self, path):
        """What JupyterLab saved of diagrams must be as harmless as they are."""
        saved = nbformat.read(path, 4)
        svgs = [
            "".join(output.data.get("image/svg+xml", ""))
            for cell in saved.cells
            for output in cell.outputs
            if "data" in output
        ]
        return [
            f"saved: {svg[:200]}"
            for svg in svgs
            if svg not in SVG and any(word in svg for word in ("<script", "onload", "href=", "<foreign"))
        ]


@contextmanager
def visiting(browser):
    """A Visit."""
    with tempfile.TemporaryDirectory() as root, served(Path(root)) as lab:
        lab.set("notebook-extension", "tracker", {"windowingMode": "none"})
        yield Visit(browser, lab, Path(root) / "data")


def strike(browser, until, first, count, report):
    """Opens `count` notebooks, every other one trusted; report(seed, what is wrong, outputs)."""
    with visiting(browser) as visit:
        for i in range(count):
            if time.monotonic() > until:
                break
            seed = first + i // 2 * OUTPUTS
            report(seed, visit.open(seed, trusted=i % 2 == 1), OUTPUTS)


HEARTBEAT = """(() => {
  let last = performance.now();
  globalThis.__longest = 0;
  setInterval(() => { const now = performance.now(); globalThis.__longest = Math.max(globalThis.__longest, now - last); last = now; }, 50);
})()"""
TRUSTED = "({ content }) => content.widgets.filter(({ model }) => model.type === 'code').slice(0, -1).every(({ model }) => model.trusted)"
SETTLED = """() => {
  const hosts = [...document.querySelectorAll(".jp-Notebook .graphlab")];
  return hosts.length > 0 && hosts.every(({ shadowRoot }) => shadowRoot?.querySelector("[data-painter], .failure, .empty:not([hidden])"));
}"""
DRAWN = """() => {
  const hosts = [...document.querySelectorAll(".jp-Notebook .jp-Cell:last-child .graphlab, .jp-Notebook .jp-CodeCell .graphlab")];
  return hosts.some(({ shadowRoot }) => shadowRoot?.querySelector('[data-painter] .node[data-path="y"]'));
}"""
JUDGE = """
  const { judge } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const found = [];
  for (const { shadowRoot } of document.querySelectorAll(".graphlab")) found.push(...judge(shadowRoot));
  for (const area of document.querySelectorAll(".jp-OutputArea-output"))
    if (area.querySelector(".graphlab")) found.push(...judge(area));
  if (globalThis.__pwned !== undefined) found.push(`executed: ${globalThis.__pwned}`);
  if (globalThis.__longest > 5000) found.push(`frozen: the page stood still for ${(globalThis.__longest / 1000).toFixed(1)} s`);
  if (({}).polluted !== undefined || Object.keys(Object.prototype).length) found.push("Object.prototype was changed");
  if (Object.keys(localStorage).some((key) => /pwned|evil/.test(key + localStorage[key]))) found.push("localStorage holds what a picture said");
  return found;
"""
