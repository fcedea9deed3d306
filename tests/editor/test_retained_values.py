"""Sessions go on with the graph that an edit, or %%graph --keep, puts in the place of theirs."""

import numpy as np

from graphlab._src.viz import magic

CELL = """\
%%graph{option}
x = tf.ones([1, 4], name="x")
hidden = tf.layers.dense(x, 8, name="hidden")
out = tf.layers.dense(hidden, {units}, name="out")
"""


def start(notebook, session="tf.Session()", option=" --keep"):
    notebook.run(CELL.format(units=2, option=option))
    notebook.run(
        f"sess = {session}\nsess.run(tf.global_variables_initializer())\nw, b = sess.run(['hidden/kernel:0', 'out/bias:0'])"
    )


def test_variables_whose_name_shape_and_type_stay_keep_their_values(notebook):
    start(notebook)
    old = notebook.names["sess"]
    assert notebook.run(CELL.format(units=3, option=" --keep")) is None
    assert notebook.outputs.startswith(
        "sess goes on with the new graph: 2 of 4 variables keep their values, out/kernel (new shape), out/bias (new shape) initialized\n"
    )
    new = notebook.names["sess"]
    assert new is not old and new.graph is notebook.names["graph"]
    np.testing.assert_array_equal(new.run("hidden/kernel:0"), notebook.names["w"])
    assert new.run("out/bias:0").shape == (3,)


def test_an_edit_keeps_them_too_and_another_run_does_not(notebook):
    start(notebook, option="")
    notebook.apply("out/MatMul", "rename", name="scores")
    assert "4 of 4 variables keep their values\n" in notebook.outputs  # those of the layer have its new name
    session = notebook.names["sess"]
    np.testing.assert_array_equal(session.run("scores/bias:0"), notebook.names["b"])
    notebook.run(CELL.format(units=2, option=""))
    assert notebook.names["sess"] is session and session.graph is not notebook.names["graph"]


def test_an_edit_that_is_interrupted_keeps_them_when_it_runs_again(notebook):
    start(notebook, option="")
    cell = CELL.format(units=2, option="") + "if interrupted:\n    raise KeyboardInterrupt"
    magic.note_edit(cell)
    notebook.run("interrupted = True")
    assert isinstance(notebook.run(cell), KeyboardInterrupt)
    notebook.run("interrupted = False")
    assert notebook.run(cell) is None
    assert "4 of 4 variables keep their values\n" in notebook.outputs


def test_a_variable_that_moves_into_a_scope_keeps_its_value(notebook):
    notebook.run("%%graph\nw = tf.Variable(tf.random_normal([3]), name='w')\ny = tf.exp(w, name='y')")
    notebook.run("sess = tf.Session()\nsess.run(w.initializer)\nbefore = sess.run(w)")
    notebook.apply("w", "move", scope="part")
    assert "1 of 1 variables keep their values" in notebook.outputs
    np.testing.assert_array_equal(notebook.names["sess"].run("part/w:0"), notebook.names["before"])


def test_an_interactive_session_stays_the_default(notebook):
    start(notebook, "tf.InteractiveSession()")
    assert notebook.run(CELL.format(units=3, option=" --keep")) is None
    assert "sess goes on" in notebook.outputs and "another graph is open" not in notebook.outputs
    assert notebook.run("value = hidden.eval(); tf.constant(1.0).graph is graph or 1 / 0") is None
    notebook.run("sess.close()")


def test_a_cell_that_fails_leaves_the_session_with_its_values(notebook):
    start(notebook)
    old = notebook.names["sess"]
    assert notebook.run(CELL.format(units=-3, option=" --keep")) is not None
    assert notebook.names["sess"] is old
    np.testing.assert_array_equal(old.run("hidden/kernel:0"), notebook.names["w"])
    assert notebook.run(CELL.format(units=2, option=" --keep")) is None
    assert "4 of 4 variables keep their values\n" in notebook.outputs
    np.testing.assert_array_equal(notebook.names["sess"].run("hidden/kernel:0"), notebook.names["w"])


def test_a_session_without_values_goes_on_without(notebook):
    notebook.run(CELL.format(units=2, option=" --keep"))
    notebook.run("sess = tf.Session()")
    notebook.run(CELL.format(units=2, option=" --keep"))
    assert "sess goes on with the new graph; none of its variables has a value yet" in notebook.outputs


def test_slots_of_an_optimizer_are_variables_as_others_are(notebook):
    train = CELL + 'loss = tf.reduce_sum(out)\ntrain = tf.train.AdamOptimizer(0.1).minimize(loss, name="train")\n'
    notebook.run(train.format(units=2, option=" --keep"))
    notebook.run(
        "sess = tf.Session()\nsess.run(tf.global_variables_initializer())\nsess.run(train)\nm = sess.run('hidden/kernel/Adam:0')"
    )
    assert notebook.run(train.format(units=2, option=" --keep")) is None
    assert "14 of 14 variables keep their values" in notebook.outputs
    np.testing.assert_array_equal(notebook.names["sess"].run("hidden/kernel/Adam:0"), notebook.names["m"])
