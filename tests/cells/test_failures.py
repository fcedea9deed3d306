"""What the diagram receives after a failed cell, and after one that builds the same again."""

SHOW = "import graphlab as tf\nx = tf.placeholder(tf.float32, [], name='x')\ny = tf.sqrt(x, name='y')\nx.graph"


def test_diagram_receives_a_failed_cell_and_the_next_run_that_succeeds(messages):
    heard = messages(SHOW, "s = tf.Session(); s.run(y)", "x.shape", "s.run(y, {x: 4.0})", "s.run(y, {x: 4.0})")
    assert set(heard) == {1, 3}
    assert [(content["type"], content["name"]) for content in heard[1]] == [("error", "x")]
    assert heard[3] == [{"type": "error", "op": None}]


def test_failure_that_the_cell_caught_is_none(messages):
    assert messages(SHOW, "try:\n  tf.Session().run(y)\nexcept tf.errors.InvalidArgumentError: pass") == {}


def test_cell_that_was_run_again_is_reported(messages):
    build = "a = tf.constant(1.0); b = tf.constant(2.0)\nfor _ in range(3):\n  a = a + b"
    heard = messages(SHOW, build, "tf.no_op()", build, build)
    assert set(heard) == {3, 4}
    assert heard[3][0]["text"] == "Cell [4] has been run 2 times in this graph: 5 operations are copies."
    assert heard[4][0]["text"] == "Cell [5] has been run 3 times in this graph: 2 × 5 operations are copies."


def test_overlay_leaves_the_diagrams_of_other_cells_as_they_are(messages):
    heard = messages("import graphlab as gl\n" + SHOW, "gl.overlay('cost', {y: 3.0})")
    assert not [content for content in heard.get(1, []) if content["type"] == "overlay"]


def test_copies_are_distinguished_from_the_first_run(run):
    build = "def layer(x):\n  return tf.sqrt(tf.abs(x))\nb = layer(y)"
    outputs, _ = run(
        "import graphlab as gl\n" + SHOW, build, build, "gl.overlay('duplicates').message['overlay']['categories']"
    )
    assert outputs[3][0]["data"]["text/plain"] == "['first run', 'run 2']"
