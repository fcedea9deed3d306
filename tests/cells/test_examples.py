"""Every example notebook runs from top to bottom, warns of nothing, and does what it says."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from docs.site import execution
from tests.kernel import REPOSITORY, write_kernel_spec

EXAMPLES = sorted((REPOSITORY / "examples").glob("**/*.ipynb"))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Returns a notebook with its outputs, those that `make docs` has just made or else those of a run of its own.

    It runs once for all tests of it, in a folder of its own.
    """
    data = tmp_path_factory.mktemp("data")
    write_kernel_spec(data, "graphlab-test")
    done: dict[Path, nbformat.NotebookNode] = {}

    def run_once(path: Path) -> nbformat.NotebookNode:
        if path not in done and (made := execution.executed(nbformat.read(path, as_version=4))):
            done[path] = made
        if path not in done:
            folder = tmp_path_factory.mktemp(path.stem)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("JUPYTER_PATH", str(data))
                done[path] = NotebookClient(
                    nbformat.read(path, as_version=4),
                    kernel_name="graphlab-test",
                    timeout=300,
                    store_widget_state=False,
                    resources={"metadata": {"path": str(folder)}},
                ).execute()
        return done[path]

    return run_once


def printed(notebook: nbformat.NotebookNode, stream: str = "stdout") -> str:
    """All that the notebook's cells wrote to this stream."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return "".join(output.text for output in outputs if output.get("name") == stream)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs_and_warns_of_nothing(path, run):
    assert printed(run(path), "stderr") == ""


def test_the_first_graph_learns_to_read_digits(run):
    text = printed(run(REPOSITORY / "examples" / "01_first_graph.ipynb"))
    accuracy = re.search(r"Digits held out: ([\d.]+)% read correctly", text)
    assert accuracy and float(accuracy[1]) > 95


def test_the_first_graph_shows_the_graph_itself(run):
    """Also where no widget can be drawn: a saved notebook has text for it."""
    notebook = run(REPOSITORY / "examples" / "01_first_graph.ipynb")
    shown = [
        output.data
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.source.endswith("tf.get_default_graph()")
        for output in cell.outputs
    ]
    assert len(shown) == 2
    assert all("application/vnd.jupyter.widget-view+json" in data for data in shown)
    assert all("total" in data["text/plain"] for data in shown)


def test_hessian_vector_products_lead_to_the_minimum_and_to_the_largest_rate(run):
    text = printed(run(REPOSITORY / "examples" / "02_hessian_vector_products.ipynb"))
    assert "after 7 steps at (1.000000, 1.000000)" in text
    below, above = (float(number) for number in re.findall(r"the loss after 300 steps is (\S+)", text))
    assert below < 0.05 < 1e3 < above


def test_the_diagram_shows_previews_and_overlays(run):
    notebook = run(REPOSITORY / "examples" / "03_the_diagram.ipynb")
    shown = [
        output.data["text/plain"] for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output
    ]
    assert any(text.startswith("Preview of loss/mean: runs ") for text in shown)
    assert any("Compute time" in text and "in total" in text for text in shown)
    before, after = map(float, re.findall(r"was (\S+) and is now ([\d.]+)\.", printed(notebook))[0])
    assert after < before / 2


def test_parameter_servers_have_stale_gradients_and_come_back_from_a_checkpoint(run):
    text = printed(run(REPOSITORY / "examples" / "04_parameter_servers.ipynb"))
    alone = re.findall(r"worker 0 of 1: of 100 steps 100 missed 0; loss ([\d.]+)", text)
    assert len(alone) == 2 and max(map(float, alone)) < 0.1
    for rate, converges in (("0.05", True), ("0.65", False)):
        found = re.findall(
            rf"rate {rate}, worker . of 2: of 100 steps (?:(\d+) missed 0)?.*; loss (\S+), at most (\S+)", text
        )
        stale = 200 - sum(int(fresh or 0) for fresh, _, _ in found)
        assert len(found) == 2 and stale > 0
        if converges:
            assert max(float(loss) for _, loss, _ in found) < 0.1
        elif stale > 100:  # on a busy machine one worker may run after the other, and then it converges again
            assert max(float(largest) for _, _, largest in found) > 10
    assert re.search(r"worker 1: step 60, loss 0\.0", text)
    assert re.search(r"after step 5\d comes step 4\d: the last checkpoint was restored", text)
    assert re.search(r"step 100, loss 0\.0", text)
