"""What a program needs around its graph: example data, a session, runs, training; written, and run."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.editor.line import line_of
from graphlab._src.editor.notebook_names import Names


class Notebook:
    """Cells that the palette writes, one after the other."""

    def __init__(self, **names: Any):
        self.names: dict[str, Any] = names
        self.cells: list[str] = []

    def add(self, entry, *selected, name="", graph=None, **arguments):
        names = Names(self.names)
        things = [self.names[one] if isinstance(one, str) else one for one in selected]
        graph = graph or tf.get_default_graph()
        line = line_of(graph, things, entry, arguments, name, names=names)
        assert not line.why, line.why
        self.cells.append(line.code)
        exec(line.code, self.names)
        return line.code


def test_a_network_that_trains_is_built_without_typing_code():
    notebook = Notebook()
    notebook.add("data.stripes")
    notebook.add("program.placeholders")
    notebook.add("layers.conv2d", "x", filters="4", activation="tf.nn.relu", name="convolution")
    notebook.add("layers.flatten", "convolution", name="flat")
    notebook.add("layers.dense", "flat", units="2", name="logits")
    notebook.add("losses.sparse_softmax_cross_entropy", "logits", "y")
    notebook.add("program.accuracy", "logits", "y")
    notebook.add("train.AdamOptimizer", "loss", learning_rate="0.02")
    notebook.add("program.session")
    notebook.add("program.loop", "train_op", "loss", steps="3")
    assert notebook.add("program.run", "accuracy", name="score") == (
        "score = session.run(accuracy, {x: images, y: labels})"
    )
    assert notebook.cells[0].startswith("import graphlab as tf\nimport numpy as np\n\nrng = np.random.default_rng(0)\n")
    assert notebook.cells[1:] == [
        'x = tf.placeholder(tf.float32, [None, 8, 8, 1], name="x")\ny = tf.placeholder(tf.int64, [None], name="y")',
        'convolution = tf.layers.conv2d(\n'
        '    x, filters=4, kernel_size=3, activation=tf.nn.relu, name="convolution"\n)',
        'flat = tf.layers.flatten(convolution, name="flat")',
        'logits = tf.layers.dense(flat, units=2, name="logits")',
        "loss = tf.losses.sparse_softmax_cross_entropy(labels=y, logits=logits)",
        "correct = tf.equal(tf.argmax(logits, axis=1), y)\naccuracy = tf.reduce_mean(tf.cast(correct, tf.float32))",
        "train_op = tf.train.AdamOptimizer(0.02).minimize(loss)",
        "session = tf.Session()\nsession.run(tf.global_variables_initializer())",
        "for step in range(3):\n"
        "    _, loss_value = session.run([train_op, loss], {x: images, y: labels})\n"
        "    if step % 100 == 0:\n"
        "        print(step, loss_value)",
        "score = session.run(accuracy, {x: images, y: labels})",
    ]  # fmt: skip
    again = Notebook()
    tf.reset_default_graph()
    exec("\n".join(notebook.cells), again.names)
    assert 0 <= again.names["score"] <= 1


def test_a_training_shows_the_loss_that_it_minimizes_and_what_it_feeds():
    names = {}
    exec(
        "import graphlab as tf, numpy as np\nx = tf.placeholder(tf.float32, [None, 2])\nimages = np.zeros([5, 2])\n"
        "loss = tf.reduce_mean(tf.layers.dense(x, 1)); other = tf.reduce_sum(tf.layers.dense(x, 1))\n"
        "train_op = tf.train.AdamOptimizer().minimize(loss); tf.gradients(other, x); sess = tf.Session()",
        names,
    )
    line = line_of(tf.get_default_graph(), [names["train_op"]], "program.train", names=Names(names))
    assert line.code == 'tf.train(sess, train_op, {"loss": loss}, feed={x: images}, steps=1000)'
    assert line.arguments == {"feed_dict": "{x: images}"}


@pytest.mark.parametrize(
    ("entry", "names"),
    [("data.circles", "points labels"), ("data.spirals", "points labels"), ("data.iris", "flowers species"),
     ("data.line", "inputs targets"), ("data.stripes", "images labels")],
)  # fmt: skip
def test_example_data_are_arrays_of_as_many_examples_and_targets(entry, names):
    notebook = Notebook(tf=tf)
    notebook.add(entry, **({} if entry == "data.iris" else {"count": "20"}))
    examples, targets = (notebook.names[name] for name in names.split())
    assert len(examples) == len(targets) == (150 if entry == "data.iris" else 20)
    assert examples.ndim > 1
    assert np.isfinite(examples).all()
    first = examples.copy()
    exec(notebook.cells[0], notebook.names)
    assert (notebook.names[names.split()[0]] == first).all()


def test_a_run_is_fed_what_the_notebook_has_or_numbers_of_that_shape():
    notebook = Notebook(tf=tf, np=np, images=np.ones([5, 3], np.float32), classes=np.ones(5, int))
    exec(
        "x = tf.placeholder(tf.float32, [None, 3]); y = tf.placeholder(tf.int32, [None]); train = tf.placeholder(tf.bool)\n"
        "z = tf.placeholder(tf.float32, [2, 4]); total = tf.reduce_sum(x) + tf.cast(tf.reduce_sum(y), tf.float32)\n"
        "all_ = total + tf.reduce_sum(z) + tf.cast(train, tf.float32); session = tf.Session()",
        notebook.names,
    )
    assert notebook.add("program.run", "total") == "session.run(total, {x: images, y: classes})"
    assert notebook.add("program.run", "all_", "total", name="values") == (
        "values = session.run(\n    [all_, total], {x: images, y: classes, train: False, z: np.full([2, 4], 1.0)}\n)"
    )
    assert notebook.names["values"] == [28.0, 20.0]
    assert notebook.add("program.run", "total", feed_dict="{x: [[1, 2, 3]], y: [4]}") == (
        "session.run(total, {x: [[1, 2, 3]], y: [4]})"
    )


def test_a_session_of_another_graph_is_made_where_that_is_the_default_one():
    notebook = Notebook(tf=tf, graph=tf.Graph())
    graph = notebook.names["graph"]
    notebook.add("get_variable", graph=graph, shape="[2]", name="w")
    code = notebook.add("program.session", graph=graph)
    assert code == (
        "with graph.as_default():\n"
        "    session = tf.Session()\n"
        "    session.run(tf.global_variables_initializer())"
    )  # fmt: skip
    assert notebook.add("program.run", "w", graph=graph) == "session.run(w)"
    assert "session_1" in notebook.add("program.session", graph=graph)


@pytest.mark.parametrize(
    ("feeds", "code"),
    [
        ("{x: 1.0}  # and so on", "session.run(x, {x: 1.0})"),
        ("{x:\n 1.0}", "session.run(x, {x: 1.0})"),
        ("{x: 1.0}); print(1", ""),
        ("x = 1", ""),
    ],
)
def test_what_is_fed_is_one_expression(feeds, code):
    names = {"tf": tf, "x": tf.placeholder(tf.float32, []), "session": tf.Session()}
    line = line_of(names["x"].graph, [names["x"]], "program.run", {"feed_dict": feeds}, names=Names(names))
    assert line.code == code
    assert line.parameter == ("" if code else "feed_dict")


def test_lines_that_build_are_in_the_scope_that_is_chosen_and_have_their_results():
    y, z = tf.placeholder(tf.int64, [None]), tf.placeholder(tf.float32, [None, 3])
    names = Names({"tf": tf, "y": y, "z": z, "points": np.ones([4, 2]), "classes": np.ones(4, int)})
    line = line_of(y.graph, [z, y], "program.accuracy", scope="metrics/", names=names)
    assert line.code.startswith('with tf.name_scope("metrics/"):\n    correct = tf.equal(')
    assert line.outputs == ["float32 scalar"]
    line = line_of(y.graph, [], "program.placeholders", names=names)
    assert line.outputs == ["float32 ?×2", "int64 [?]"]


@pytest.mark.parametrize(
    ("entry", "selected", "why"),
    [
        ("program.run", ["c"], "It needs a session: add tf.Session first"),
        ("program.run", [], "It needs tensors or operations: select what is to be run"),
        ("program.loop", ["c"], "Select the operation that trains, as an optimizer's minimize returns it"),
        ("program.session", ["c"], "It needs no tensor: select none"),
        ("program.accuracy", ["c"], "It needs two tensors: whole labels [?] and logits ?×classes"),
    ],
)
def test_a_program_that_does_not_fit_says_why(entry, selected, why):
    names = {"tf": tf, "c": tf.constant(1.0)}
    line = line_of(tf.get_default_graph(), [names[name] for name in selected], entry, names=Names(names))
    assert (line.code, line.why) == ("", why)
