"""One real JupyterLab and one headless Chromium, and notebooks that the browser tests open in them.

Loading JupyterLab lasts longer than most tests. So they open their notebooks one after the other in one page, as a user
does, unless they say @pytest.mark.own_page, or have something of their own in the page: its workspace, settings,
permissions, a reload.

    def test_graph_is_drawn(open_notebook):
        notebook = open_notebook(["import graphlab as tf", "tf.constant(1.0).graph"])
        notebook.run_all()
        expect(notebook.output(1).locator("svg")).to_be_visible()

A test fails when the page reported an error, and leaves its last screenshot in test-results/.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import nbformat
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, ViewportSize, expect, sync_playwright

from tests.browser import chromium
from tests.kernel import REPOSITORY, write_kernel_spec

RESULTS = REPOSITORY / "test-results"
LABEXTENSION = REPOSITORY / "build" / "labextension"
SERVER_EXTENSION = REPOSITORY / "graphlab" / "_src" / "server"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

# JupyterLab's own complaints about what a kernel restart cuts off.
AFTER_A_RESTART = ("Canceled future for", "Comm not found for comm id")

# A busy machine is slow, not wrong.
expect.set_options(timeout=60_000)

Theme = Literal["light", "dark"]


@dataclass
class Lab:
    """A JupyterLab server of the tests' own: its address, and the folder whose notebooks it serves."""

    url: str
    token: str
    folder: Path
    settings: Path
    log: Path
    ending: threading.Thread | None = None

    def request(self, method: str, path: str) -> Any:
        """The answer of the server's REST interface."""
        request = urllib.request.Request(f"{self.url}/api/{path}?token={self.token}", method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def end_sessions(self) -> None:
        """Begins to end all kernels, which lasts a second or two."""
        self.wait()
        self.ending = threading.Thread(target=self._end_sessions, args=(self.request("GET", "sessions"),))
        self.ending.start()

    def _end_sessions(self, sessions: list[dict]) -> None:
        for session in sessions:
            with contextlib.suppress(urllib.error.HTTPError):  # the page has ended it
                self.request("DELETE", f"sessions/{session['id']}")

    def wait(self) -> None:
        """Returns when no kernel is being ended."""
        if self.ending is not None:
            self.ending.join()

    def set_theme(self, theme: Theme) -> None:
        """The theme that pages opened from now on have."""
        self.set("apputils-extension", "themes", {"theme": THEMES[theme]})

    def set(self, extension: str, plugin: str, settings: dict) -> None:
        """Writes the user's settings of one of JupyterLab's plugins."""
        folder = self.settings / "@jupyterlab" / extension
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{plugin}.jupyterlab-settings").write_text(json.dumps(settings))


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Starts JupyterLab with folders of its own, so that nothing of the user's is read or changed."""
    if not (LABEXTENSION / "package.json").exists():
        pytest.skip("the notebook extension is not built: run `make build`")
    with served(tmp_path_factory.mktemp("lab")) as server:
        yield server


@contextmanager
def served(root: Path) -> Iterator[Lab]:
    """A JupyterLab that keeps all that it has in `root`."""
    folder = root / "notebooks"
    folder.mkdir()
    server = Lab(
        f"http://127.0.0.1:{_free_port()}", secrets.token_hex(16), folder, root / "settings", root / "server.log"
    )
    server.set("apputils-extension", "notification", {"fetchNews": "false", "checkForUpdates": False})
    write_kernel_spec(root / "data", "python3")
    (root / "labextensions").mkdir()
    (root / "labextensions" / "graphlab").symlink_to(LABEXTENSION, target_is_directory=True)
    environment = {
        **os.environ,
        "IPYTHONDIR": str(root / "ipython"),
        "JUPYTER_CONFIG_DIR": str(root / "config"),
        "JUPYTER_CONFIG_PATH": str(SERVER_EXTENSION),
        "JUPYTER_DATA_DIR": str(root / "data"),
        "JUPYTER_RUNTIME_DIR": str(root / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "0",
        "JUPYTERLAB_SETTINGS_DIR": str(server.settings),
        "JUPYTERLAB_WORKSPACES_DIR": str(root / "workspaces"),
    }
    command = [
        *[sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"],
        f"--port={server.url.rpartition(':')[2]}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder}",
        f"--IdentityProvider.token={server.token}",
        f"--LabApp.extra_labextensions_path={root / 'labextensions'}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
    ]
    with server.log.open("w") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True
        )
    try:
        _wait_until_it_answers(server, process)
        yield server
        server.wait()
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_it_answers(server: Lab, process: subprocess.Popen) -> None:
    while True:
        try:
            server.request("GET", "status")
            return
        except OSError:
            try:
                process.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                continue
            raise RuntimeError(f"JupyterLab ended before it answered:\n{server.log.read_text()}") from None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        pytest.skip("there is no Chromium that starts: run `make browser`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def problems() -> list[str]:
    """What the page reported as errors; a test that provokes some on purpose clears it."""
    return []


class Pages:
    """Pages of a browser: fresh ones, each in a profile of its own, and the one that tests use one after the other."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.shared: Page | None = None
        self.uses = 0  # of shared pages

    def fresh(self) -> Page:
        return self.browser.new_context(viewport=VIEWPORT).new_page()

    def acquire(self) -> Page:
        """The shared page, which no other test receives until it is released."""
        page, self.shared = self.shared, None
        return page or self.fresh()

    def release(self, page: Page) -> None:
        """Passes a page of JupyterLab, with nothing open in it, to the next test."""
        self.uses += 1
        if self.uses % RENEW == 0 or not page.evaluate(CLEAR):
            page.context.close()
            return
        page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
        page.set_viewport_size(VIEWPORT)
        page.mouse.move(0, 0)
        self.shared = page


VIEWPORT: ViewportSize = {"width": 1500, "height": 950}
RENEW = 15  # a page that is used for as many tests is loaded again
CLEAR = """() => {
  if (!window.jupyterapp) return false;
  const { shell } = jupyterapp;
  for (const widget of [...shell.widgets('main')]) widget.dispose();
  shell.collapseRight();
  return document.querySelector('.jp-Dialog') === null;
}"""


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def page(pages: Pages, request: pytest.FixtureRequest, problems: list[str]) -> Iterator[Page]:
    """A page: a fresh one for tests with @pytest.mark.own_page, for others one in which JupyterLab may be loaded."""
    own = request.node.get_closest_marker("own_page") is not None
    page = pages.fresh() if own else pages.acquire()

    def report(text: str) -> None:
        if not any(complaint in text for complaint in AFTER_A_RESTART):
            problems.append(text)

    def error(found: Error) -> None:
        report(found.stack or str(found))

    def message(found: ConsoleMessage) -> None:
        if found.type == "error":
            report(_text(found))

    page.on("pageerror", error)
    page.on("console", message)
    yield page
    failed = request.node.stash.get(FAILED, False) or bool(problems)
    if failed:
        RESULTS.mkdir(exist_ok=True)
        page.screenshot(path=RESULTS / f"{request.node.name}.png")
    page.remove_listener("pageerror", error)
    page.remove_listener("console", message)
    if failed or own:
        page.context.close()
    else:
        pages.release(page)
    assert not problems, "the page reported errors"


def _text(message: ConsoleMessage) -> str:
    """What was written to the console and by what: a failed request names its address there alone."""
    return f"{message.text} ({message.location['url']})"


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report


class Notebook:
    """A notebook that is open in JupyterLab, driven by commands because keys race the kernel's start."""

    def __init__(self, page: Page, lab: Lab, path: Path):
        self.page, self.lab, self.path = page, lab, path

    def open(self, theme: Theme = "light", again: bool = False) -> None:
        """Opens it and waits for the kernel. again: in a page that is loaded again, though it has a JupyterLab."""
        if not again and self.page.evaluate("() => 'jupyterapp' in window"):
            if self.page.locator("body").get_attribute("data-jp-theme-name") != THEMES[theme]:
                self.theme(theme)
            self.page.evaluate(OPEN, self._name)
        else:
            self.lab.set_theme(theme)
            # A workspace of its own: another page of JupyterLab saves its layout every few seconds, also when idle.
            address = f"{self.lab.url}/lab/workspaces/{self.path.parent.name}/tree/{self._name}"
            self.page.goto(f"{address}?token={self.lab.token}&reset")
        self._wait()

    def reload(self) -> None:
        """Loads the page again, as a user's F5 does: the kernel goes on."""
        self.page.reload()
        self._wait()

    def _wait(self) -> None:
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        self.page.evaluate("() => jupyterapp.restored")
        self.evaluate(READY)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """What a JavaScript function of the notebook's panel and this argument returns, with the notebook in front."""
        return self.page.evaluate(IN_FRONT % function, [self._name, argument])

    def wait_for(self, function: str) -> None:
        """Returns when a JavaScript function of the notebook's panel is true."""
        self.page.wait_for_function(BEHIND % function, arg=self._name)

    @property
    def _name(self) -> str:
        """Its path as JupyterLab writes it."""
        return self.path.relative_to(self.lab.folder).as_posix()

    def run(self, cell: int, fails: bool = False) -> list[dict]:
        """Runs one cell to its end and returns its outputs; an error in it fails the test unless `fails`."""
        outputs = self.evaluate(RUN, cell)
        errors = [output for output in outputs if output["output_type"] == "error"]
        if bool(errors) != fails:
            raise AssertionError("\n".join(errors[0]["traceback"]) if errors else f"cell {cell} did not fail")
        return outputs

    def begin(self, cell: int) -> None:
        """Begins to run one cell, and does not wait for its end."""
        self.evaluate(BEGIN, cell)

    def run_all(self) -> None:
        """Runs the code cells from first to last."""
        for index, cell in enumerate(self.cells()):
            if cell["cell_type"] == "code":
                self.run(index)

    def cells(self) -> list[dict]:
        """The cells as they are now, in the notebook format."""
        return self.evaluate(CELLS)

    def append(self, source: str) -> int:
        """Adds a code cell at the end and returns its index."""
        return self.evaluate(APPEND, source)

    def output(self, cell: int) -> Locator:
        """The output area of a cell, to look for things in."""
        return self.page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{cell}'] .jp-Cell-outputArea")

    def theme(self, theme: Theme) -> None:
        """Switches the open page to the light or the dark theme."""
        # JupyterLab lays a splash over the page meanwhile, and fails when the next one begins while this one fades.
        splash = self.page.locator("#jupyterlab-splash")
        splash.wait_for(state="detached")
        self.execute("apputils:change-theme", {"theme": THEMES[theme]})
        self.page.wait_for_selector(f"body[data-jp-theme-name='{THEMES[theme]}']", state="attached")
        splash.wait_for(state="detached")

    def save(self) -> None:
        self.execute("docmanager:save")

    def restart(self) -> None:
        """Restarts the kernel: its names are gone, the page stays."""
        self.evaluate(RESTART)

    def execute(self, command: str, arguments: dict | None = None) -> None:
        """Runs one of JupyterLab's commands to its end."""
        self.page.evaluate(EXECUTE, [command, arguments or {}])


OPEN = "path => jupyterapp.commands.execute('docmanager:open', { path, factory: 'Notebook' }).then(() => null)"
# A launcher, or what a test before this one left to load, may come in front of the notebook at any moment.
IN_FRONT = """async ([path, argument]) => {
  const { shell } = jupyterapp;
  const panel = [...shell.widgets('main')].find(({ context }) => context?.path === path);
  if (shell.currentWidget !== panel) {
    const front = new Promise(resolve => {
      const look = () => shell.currentWidget === panel && (shell.currentChanged.disconnect(look), resolve());
      shell.currentChanged.connect(look);
    });
    shell.activateById(panel.id);
    await front;
  }
  return (%s)(panel, argument);
}"""
# Where it is, in front or not: a condition can't wait for that, as an unfinished promise is true.
BEHIND = "path => (%s)([...jupyterapp.shell.widgets('main')].find(({ context }) => context?.path === path))"
READY = """async panel => {
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""
RUN = """async ({ content }, index) => {
  content.activeCellIndex = index;
  await jupyterapp.commands.execute('notebook:run-cell');
  return content.widgets[index].model.outputs.toJSON();
}"""
BEGIN = """({ content }, index) => {
  content.activeCellIndex = index;
  void jupyterapp.commands.execute('notebook:run-cell');
}"""
CELLS = "({ content }) => content.widgets.map(cell => cell.model.toJSON())"
APPEND = """({ content }, source) => {
  const { sharedModel } = content.model;
  sharedModel.addCell({ cell_type: 'code', source });
  return sharedModel.cells.length - 1;
}"""
RESTART = """async ({ sessionContext }) => {
  const { kernel } = sessionContext.session;
  await kernel.restart();
  await kernel.info;
}"""
EXECUTE = "([command, arguments]) => jupyterapp.commands.execute(command, arguments).then(() => null)"


@pytest.fixture
def open_notebook(lab: Lab, page: Page, problems: list[str]) -> Iterator[Callable[..., Notebook]]:
    """Opens a notebook made of these cells, or a copy of this notebook file, in a folder of the test's own.

    Its kernel ends with the test.
    """

    folder = Path(tempfile.mkdtemp(prefix="notebooks_", dir=lab.folder))
    opened = []

    def open_one(cells: list[str] | Path, name: str = "notebook", theme: Theme = "light") -> Notebook:
        path = folder / f"{name}.ipynb"
        if isinstance(cells, Path):
            shutil.copyfile(cells, path)
        else:
            nbformat.write(_new_notebook(cells), path)
        notebook = Notebook(page, lab, path)
        notebook.open(theme, again=bool(opened))
        opened.append(notebook)
        return notebook

    yield open_one
    if problems:
        print("The server's log ends with:", *lab.log.read_text().splitlines()[-60:], sep="\n")
    lab.end_sessions()


def _new_notebook(cells: list[str]) -> nbformat.NotebookNode:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return notebook
