"""A run that fails marks its operation; a cell that builds the same again is told of."""

import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat import v4

import graphlab as tf
from graphlab._src.viz.failures import failure_of
from tests.kernel import write_kernel_spec

SHOW = "import graphlab as tf\nx = tf.placeholder(tf.float32, [], name='x')\ny = tf.sqrt(x, name='y')\nx.graph"


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.identity(x, name="y")
        yield graph


def failure(graph, fetches, feed_dict=None):
    with pytest.raises(Exception) as raised:
        tf.Session(graph=graph).run(fetches, feed_dict)
    told = failure_of(raised.value, graph)
    assert told is not None
    return told


def test_failure_names_the_operation_the_text_and_the_fix(graph):
    told = failure(graph, "y:0")
    assert told["name"] == "x"
    assert told["kind"] == "InvalidArgumentError"
    assert told["text"].startswith("You must feed a value for placeholder tensor 'x'")
    assert told["fix"] == "pass feed_dict={x: value} to run()"
    assert told["fetches"] == [graph.get_operation_by_name("y").id]


def test_feed_of_the_wrong_shape_marks_what_it_was_for(graph):
    told = failure(graph, "y:0", {"x:0": np.ones(3)})
    assert told["name"] == "x"
    assert told["feeds"] == [[graph.get_operation_by_name("x").id, 0]]


def test_failure_of_another_graph_marks_nothing(graph):
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        tf.Session(graph=graph).run("y:0")
    assert failure_of(raised.value, tf.Graph()) is None
    assert failure_of(ValueError("of something else"), graph) is None
    assert failure_of(None, graph) is None


def test_next_run_that_succeeds_is_told_once():
    with tf.Graph().as_default():
        one = tf.constant(1.0)
        session = tf.Session()
        told = []
        session.when_one_succeeds(lambda: told.append(True))
        with pytest.raises(tf.errors.InvalidArgumentError):
            session.run(tf.placeholder(tf.float32, name="p"))
        assert not told
        assert [session.run(one), session.run(one)] == [1.0, 1.0]
        assert told == [True]


class Listener(NotebookClient):
    """Keeps what the kernel says to its pictures beside the graph, by cell."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.said = {}

    def process_message(self, msg, cell, cell_index):
        content = msg["content"].get("data", {}).get("content", {})
        if msg["header"]["msg_type"] == "comm_msg" and content.get("type") not in (None, "piece"):
            self.said.setdefault(cell_index, []).append(content)
        return super().process_message(msg, cell, cell_index)


@pytest.fixture
def said(tmp_path, monkeypatch):
    """Runs cells in a kernel, and gives what it said to the pictures in each."""
    write_kernel_spec(tmp_path, "checkout")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))

    def run_cells(*cells):
        notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
        client = Listener(notebook, kernel_name="checkout", timeout=120, store_widget_state=False, allow_errors=True)
        client.execute()
        return client.said

    return run_cells


@pytest.mark.slow
def test_picture_hears_of_a_failed_cell_and_of_the_next_run_that_succeeds(said):
    heard = said(SHOW, "s = tf.Session(); s.run(y)", "x.shape", "s.run(y, {x: 4.0})", "s.run(y, {x: 4.0})")
    assert set(heard) == {1, 3}
    assert [(content["type"], content["name"]) for content in heard[1]] == [("error", "x")]
    assert heard[3] == [{"type": "error", "op": None}]


@pytest.mark.slow
def test_failure_that_the_cell_caught_is_none(said):
    assert said(SHOW, "try:\n  tf.Session().run(y)\nexcept tf.errors.InvalidArgumentError: pass") == {}


@pytest.mark.slow
def test_cell_that_was_run_again_is_told_of(said):
    build = "a = tf.constant(1.0); b = tf.constant(2.0)\nfor _ in range(3):\n  a = a + b"
    heard = said(SHOW, build, "tf.no_op()", build, build)
    assert set(heard) == {3, 4}
    assert heard[3][0]["text"] == "Cell [4] has been run 2 times in this graph: 5 operations are copies."
    assert heard[4][0]["text"] == "Cell [5] has been run 3 times in this graph: 2 × 5 operations are copies."


@pytest.mark.slow
def test_copies_are_told_from_the_first_run(said):
    build = "def layer(x):\n  return tf.sqrt(tf.abs(x))\nb = layer(y)"
    told = "print(gl.overlay('duplicates'))"
    heard = said("import graphlab as gl\n" + SHOW, build, build, told)
    message = next(content for content in heard[3] if content["type"] == "overlay")
    assert message["overlay"]["categories"] == ["first run", "run 2"]
