"""The `graphlab` command, as it is typed."""

import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

import graphlab
from graphlab._src.base.package import PACKAGE
from graphlab._src.cli import main as cli

NOTIFICATIONS = "@jupyterlab/apputils-extension:notification"
COMMAND = [sys.executable, "-m", "graphlab"]


def test_version_is_that_of_the_package(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"graphlab {graphlab.version.RELEASE}\n"


def test_no_command_prints_the_help(capsys):
    assert cli.main([]) == 0
    assert "lab" in capsys.readouterr().out


def test_lab_copies_the_first_example_to_where_it_is_started(tmp_path):
    path = cli.find_notebook(None, tmp_path)
    assert path == tmp_path / "01_first_graph.ipynb"
    assert path.read_bytes() == (cli.EXAMPLES / "01_first_graph.ipynb").read_bytes()


def test_lab_never_overwrites_a_notebook(tmp_path):
    mine = tmp_path / "01_first_graph.ipynb"
    mine.write_text("mine")
    assert cli.find_notebook(None, tmp_path) == mine
    assert cli.find_notebook("01_first_graph.ipynb", tmp_path) == mine
    assert mine.read_text() == "mine"


def test_lab_in_a_checkout_opens_the_example_in_place():
    example = cli.EXAMPLES / "01_first_graph.ipynb"
    assert cli.find_notebook(None, cli.EXAMPLES.parent) == example


def test_lab_says_which_examples_there_are(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "missing.ipynb"]) == 1
    message = capsys.readouterr().err
    assert "missing.ipynb" in message and "01_first_graph.ipynb" in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_lab_without_jupyterlab_says_what_to_install(tmp_path):
    hide = (
        "import sys; sys.modules['jupyterlab'] = None; from graphlab._src.cli import main; sys.exit(main.main(['lab']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", hide], cwd=tmp_path, env=_environment(), capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "graphlab lab: JupyterLab is not installed: run `pip install 'graphlab[lab]'` first.\n"


@pytest.mark.slow
def test_lab_prints_a_url_and_shows_no_news(tmp_path):
    environment = _environment()
    for name in ("CONFIG", "DATA", "RUNTIME"):
        environment[f"JUPYTER_{name}_DIR"] = str(tmp_path / name.lower())
    folder = tmp_path / "work"
    folder.mkdir()
    command = [*COMMAND, "lab", "--no-browser", "--port=0", "--ServerApp.port_retries=0"]
    server = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with server:
        try:
            assert server.stderr is not None
            url = next(found[0] for line in server.stderr if (found := re.search(r"http://127\S+", line)))
            address, _, token = url.partition("?")
            settings = address.replace("/lab/tree/01_first_graph.ipynb", f"/lab/api/settings/{NOTIFICATIONS}?{token}")
            notifications = json.loads(_fetch(settings, server))["schema"]["properties"]
        finally:
            server.terminate()
    assert "/lab/tree/01_first_graph.ipynb?token=" in url
    assert notifications["fetchNews"]["default"] == "false"
    assert notifications["checkForUpdates"]["default"] is False
    assert (folder / "01_first_graph.ipynb").exists()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}


def _fetch(url: str, server: subprocess.Popen) -> bytes:
    """What the server answers; it says its address a moment before it listens there."""
    while True:
        try:
            return urllib.request.urlopen(url, timeout=60).read()
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
        with contextlib.suppress(subprocess.TimeoutExpired):
            pytest.fail(f"the server ended with {server.wait(timeout=0.1)}")
