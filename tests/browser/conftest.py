"""One real JupyterLab and one headless Chromium, and notebooks that the browser tests open in them.

    def test_graph_is_drawn(open_notebook):
        notebook = open_notebook(["import graphlab as tf", "tf.constant(1.0).graph"])
        notebook.run_all()
        expect(notebook.output(1).locator("svg")).to_be_visible()

A test fails when the page reported an error, and leaves its last screenshot in test-results/.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import nbformat
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

from tests.browser import chromium
from tests.kernel import REPOSITORY, write_kernel_spec

RESULTS = REPOSITORY / "test-results"
LABEXTENSION = REPOSITORY / "build" / "labextension"
SERVER_EXTENSION = REPOSITORY / "graphlab" / "_src" / "server"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}

# JupyterLab's own complaints about what a kernel restart cuts off.
AFTER_A_RESTART = ("Canceled future for", "Comm not found for comm id")

# A busy machine is slow, not wrong.
expect.set_options(timeout=20_000)

Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Lab:
    """A JupyterLab server of the tests' own: its address, and the folder whose notebooks it serves."""

    url: str
    token: str
    folder: Path
    settings: Path
    log: Path

    def request(self, method: str, path: str) -> Any:
        """The answer of the server's REST interface."""
        request = urllib.request.Request(f"{self.url}/api/{path}?token={self.token}", method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

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


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest, problems: list[str]) -> Iterator[Page]:
    """A page in a fresh browser profile."""
    context = browser.new_context(viewport={"width": 1500, "height": 950})
    page = context.new_page()

    def report(text: str) -> None:
        if not any(complaint in text for complaint in AFTER_A_RESTART):
            problems.append(text)

    page.on("pageerror", lambda error: report(error.stack or str(error)))
    page.on("console", lambda message: report(_text(message)) if message.type == "error" else None)
    yield page
    if request.node.stash.get(FAILED, False) or problems:
        RESULTS.mkdir(exist_ok=True)
        page.screenshot(path=RESULTS / f"{request.node.name}.png")
    context.close()
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

    def open(self) -> None:
        """Loads the page and waits for the kernel."""
        address = f"{self.lab.url}/lab/workspaces/{self.path.stem}/tree/{self.path.name}"
        self.page.goto(f"{address}?token={self.lab.token}&reset")
        self._wait()

    def reload(self) -> None:
        """Loads the page again, as a user's F5 does: the kernel goes on."""
        self.page.reload()
        self._wait()

    def _wait(self) -> None:
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        self.page.evaluate(READY)

    def run(self, cell: int, fails: bool = False) -> list[dict]:
        """Runs one cell to its end and returns its outputs; an error in it fails the test unless `fails`."""
        outputs = self.page.evaluate(RUN, cell)
        errors = [output for output in outputs if output["output_type"] == "error"]
        if bool(errors) != fails:
            raise AssertionError("\n".join(errors[0]["traceback"]) if errors else f"cell {cell} did not fail")
        return outputs

    def run_all(self) -> None:
        """Runs the code cells from first to last."""
        for index, cell in enumerate(self.cells()):
            if cell["cell_type"] == "code":
                self.run(index)

    def cells(self) -> list[dict]:
        """The cells as they are now, in the notebook format."""
        return self.page.evaluate(CELLS)

    def append(self, source: str) -> int:
        """Adds a code cell at the end and returns its index."""
        return self.page.evaluate(APPEND, source)

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
        self.page.evaluate(RESTART)

    def execute(self, command: str, arguments: dict | None = None) -> None:
        """Runs one of JupyterLab's commands to its end."""
        self.page.evaluate(EXECUTE, [command, arguments or {}])


READY = """async () => {
  await jupyterapp.restored;
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""
RUN = """async index => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = index;
  await jupyterapp.commands.execute('notebook:run-cell');
  return content.widgets[index].model.outputs.toJSON();
}"""
CELLS = "() => jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.toJSON())"
APPEND = """source => {
  const { sharedModel } = jupyterapp.shell.currentWidget.content.model;
  sharedModel.addCell({ cell_type: 'code', source });
  return sharedModel.cells.length - 1;
}"""
RESTART = """async () => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  await kernel.restart();
  await kernel.info;
}"""
EXECUTE = "([command, arguments]) => jupyterapp.commands.execute(command, arguments).then(() => null)"


@pytest.fixture
def open_notebook(lab: Lab, page: Page, problems: list[str]) -> Iterator[Callable[..., Notebook]]:
    """Opens a notebook made of these cells, or a copy of this notebook file; its kernel ends with the test."""

    def open_one(cells: list[str] | Path, name: str = "notebook", theme: Theme = "light") -> Notebook:
        lab.set_theme(theme)
        path = lab.folder / f"{name}.ipynb"
        if isinstance(cells, Path):
            shutil.copyfile(cells, path)
        else:
            nbformat.write(_new_notebook(cells), path)
        notebook = Notebook(page, lab, path)
        notebook.open()
        return notebook

    yield open_one
    if problems:
        print("The server's log ends with:", *lab.log.read_text().splitlines()[-60:], sep="\n")
    for session in lab.request("GET", "sessions"):
        lab.request("DELETE", f"sessions/{session['id']}")


def _new_notebook(cells: list[str]) -> nbformat.NotebookNode:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return notebook
