"""tf.summary.live in a real JupyterLab: what is seen while a cell runs, and after."""

import json

from playwright.sync_api import expect

SHOW = """\
import os, time
import graphlab as tf
writer = tf.summary.FileWriter("logs/train")
view = tf.summary.live("logs", every_n_secs=0.2)
view
"""
LOG = """\
def log(step):
    values = [tf.Summary.Value(tag=tag, simple_value=1 / (1 + step)) for tag in ("loss", "error")]
    writer.add_summary(tf.Summary(value=values), step)

for step in range(20):
    log(step)
while not os.path.exists("go_on"):
    time.sleep(0.05)
"""


def test_scalars_are_drawn_while_a_cell_runs_and_stay_in_the_saved_notebook(open_notebook, page):
    notebook = open_notebook([SHOW, LOG, "log(20)", SHOW], name="scalars")
    notebook.run(0)
    output = notebook.output(0)
    expect(output).to_contain_text("No scalars in logs yet.")
    notebook.begin(1)
    expect(output.locator(".tag")).to_have_text(["error", "loss"])
    last = output.locator(".line title").first
    expect(last).to_have_text("train: 0.05 at step 19")
    light = output.locator(".line.c0").first.evaluate("line => getComputedStyle(line).stroke")
    (notebook.path.parent / "go_on").touch()
    notebook.run(2)
    expect(last).to_have_text("train: 0.047619 at step 20")
    notebook.theme("dark")
    expect(output.locator(".line.c0").first).not_to_have_css("stroke", light)
    notebook.save()
    saved = json.loads(notebook.path.read_text())["cells"][0]["outputs"]
    assert [sorted(one["data"]) for one in saved] == [["image/svg+xml", "text/html", "text/plain"]]
    assert all("at step 20" in "".join(saved[0]["data"][kind]) for kind in saved[0]["data"])
    # Shown again: in the new place, from the beginning of the files.
    notebook.run(3)
    expect(notebook.output(3).locator(".line title").first).to_have_text("train: 0.047619 at step 20")
    notebook.run(notebook.append("log(21)"))
    expect(notebook.output(3).locator(".line title").first).to_have_text("train: 0.0454545 at step 21")
    expect(last).to_have_text("train: 0.047619 at step 20")
