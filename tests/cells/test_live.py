"""A real kernel: what it shows, what it pushes after a cell, what it answers."""

import base64

from graphlab._src.viz import protocol

MIME_TYPE = "application/vnd.graphlab.graph+json"
VIEW = "application/vnd.jupyter.widget-view+json"


SHOW = "import graphlab as tf\nx = tf.placeholder(tf.float32, [None, 3], name='x')\ntf.get_default_graph()"


def test_output_holds_the_diagram_for_every_front_end(run):
    outputs, _ = run(SHOW)
    data = outputs[0][0]["data"]
    assert {"text/plain", MIME_TYPE, VIEW} <= set(data)
    piece = protocol.unpacked(base64.b64decode(data[MIME_TYPE]["chunks"][0]))
    assert piece["names"] == ["x"]
    assert piece["graph"] == data[MIME_TYPE]["graph"]
    assert piece["sources"] == [(1, "", 2)]  # cell 1, no file, line 2


def test_two_outputs_of_a_graph_share_one_model(run):
    outputs, _ = run(SHOW, "x.graph")
    assert outputs[0][0]["data"][VIEW]["model_id"] == outputs[1][0]["data"][VIEW]["model_id"]


def test_cell_that_adds_operations_pushes_them_and_any_other_cell_nothing(run):
    _, pieces = run(SHOW, "tf.identity(x, name='y')", "1 + 1")
    assert set(pieces) == {1}
    assert pieces[1][0]["names"] == ["y"]


def test_cell_that_adds_operations_and_shows_the_graph_again_pushes_them_to_the_first_output(run):
    _, pieces = run(SHOW, "tf.identity(x, name='y').graph")
    assert [piece["names"] for piece in pieces[1]] == [["y"]]


def test_unconfirmed_pushes_hold_all_that_came_since(run):
    _, pieces = run(SHOW, "tf.no_op(name='a')", "tf.no_op(name='b')")
    assert [piece["names"] for piece in pieces[2]] == [["a", "b"]]


def test_graph_that_was_never_shown_is_never_sent(run):
    _, pieces = run("import graphlab as tf\ntf.no_op()", "tf.no_op()")
    assert pieces == {}


def test_graph_that_is_gone_is_forgotten(run):
    outputs, pieces = run(
        "import gc, graphlab as tf\nfrom IPython.display import display\ng = tf.Graph()\ndisplay(g)",
        "del g; gc.collect()\nfrom graphlab._src.viz import live\nprint(len(live._views))",
    )
    assert outputs[1][0]["text"] == "0\n"
    assert pieces == {}


def test_graph_whose_output_ipython_has_removed_is_forgotten(run):
    outputs, _ = run(
        "import gc, warnings, graphlab as tf\nwarnings.simplefilter('ignore')\nget_ipython().displayhook.cache_size = 4",
        *["tf.Graph()"] * 12,
        "gc.collect()\nfrom graphlab._src.viz import live\nprint(len(Out), len(live._views))",
        "sent = get_ipython().history_manager.outputs.values()\nprint(sum(len(output.bundle) > 1 for [output] in sent))",
    )
    results, shown = outputs[-2][0]["text"].split()
    assert results == shown
    assert outputs[-1][0]["text"] == "2\n"


def test_older_ipython_which_keeps_nothing_that_was_sent_is_fine(run):
    old = "del type(get_ipython().history_manager).outputs"  # as IPython 8 has it
    outputs, _ = run(
        "import graphlab as tf\nfrom graphlab._src.viz import live",
        f"kept = type(get_ipython().history_manager).outputs\n{old}\nlive._forget_flushed()\n"
        "type(get_ipython().history_manager).outputs = kept\nprint('done')",
    )
    assert outputs[-1][0]["text"] == "done\n"


SHOW_NEW = "gc.collect()\ng = tf.Graph()\ndisplay(g)"
SETUP = """\
import gc, graphlab as tf
from IPython.display import display
from graphlab._src.viz import live
from graphlab._src.viz.widget import GraphWidget
from ipywidgets.widgets.widget import _instances
def models(): return sum(isinstance(widget, GraphWidget) for widget in _instances.values())
"""


def test_models_of_graphs_that_are_gone_are_closed(run):
    answer = "live.view_of(g).widget._handle_custom_msg({'type': 'sync', 'cursor': 0}, [])"
    outputs, _ = run(SETUP, "live._SILENT = 0", *[SHOW_NEW, answer] * 12, "gc.collect()", "print(models())")
    assert int(outputs[-1][0]["text"]) == 1  # that of the last one


def test_models_that_no_page_has_answered_for_stay_for_a_while(run):
    """A page that is behind saves the diagrams of a graph that is gone, if it has heard of it."""
    outputs, _ = run(SETUP, *[SHOW_NEW] * 20, "gc.collect()", "print(models(), len(_instances) - models())")
    assert outputs[-1][0]["text"] == "9 1\n"  # 8, and that of the last one; the layout of all


def test_models_that_draw_an_output_themselves_stay(run):
    """Where only widgets are known, an output goes when its model is closed."""
    render = "live.view_of(g).widget._handle_custom_msg({'type': 'rendered'}, [])"
    outputs, _ = run(SETUP, SHOW_NEW, render, "del g; _ = gc.collect()", "print(models())")
    assert int(outputs[-1][0]["text"]) == 1


def test_models_of_outputs_with_messages_are_limited(run):
    cells = [f"tf.show(tf.no_op(name='n{i}'))" for i in range(40)]
    outputs, _ = run(SETUP, *cells, "print(models())")
    assert int(outputs[-1][0]["text"]) == 33  # 32, and the one that all outputs share
