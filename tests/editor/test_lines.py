"""Lines that the palette writes: each makes what was announced, and a preview leaves no trace."""

from typing import Any

import pytest

import graphlab as tf
from graphlab._src.editor.fits import fits_of
from graphlab._src.editor.likeness import likenesses_of
from graphlab._src.editor.line import line_of
from graphlab._src.editor.notebook_names import Names
from graphlab._src.editor.results import describe

# name -> the cell that made what is selected: a and where there are more b and c, or `selected`
SELECTIONS = {
    "nothing": "tf.losses.mean_squared_error([1.0], [2.0]); tf.summary.scalar('s', 1.0)\n"
    "tf.get_variable('r', [], regularizer=tf.keras.regularizers.l2(0.1))",
    "rows": "a = tf.placeholder(tf.float32, [None, 12])",
    "labels and logits": "a = tf.placeholder(tf.int64, [None]); b = tf.placeholder(tf.float32, [None, 10])",
    "a variable": "v = tf.get_variable('v', [4, 5]); selected = [v.value()]",
}
MORE = {
    "images": "a = tf.placeholder(tf.float32, [None, 28, 28, 3])",
    "a loss": "w = tf.get_variable('w', [])\na = w * 2.0",
    "two matrices": "a = tf.placeholder(tf.float32, [None, 10]); b = tf.placeholder(tf.float32, [None, 10])",
    "a square matrix": "a = tf.placeholder(tf.float64, [3, 3])",
    "indices": "a = tf.placeholder(tf.int32, [None, 5])",
    "texts": "a = tf.placeholder(tf.string, [None])",
    "a condition": "a = tf.placeholder(tf.bool, [None])",
    "sequences": "a = tf.placeholder(tf.float32, [None, 20, 8])",
    "an unknown rank": "a = tf.placeholder(tf.float32)",
    "a resource variable": "v = tf.get_variable('v', [4, 5], use_resource=True); selected = [v.handle]",
    "three vectors": "a, b, c = (tf.placeholder(tf.float32, [5]) for _ in 'abc')",
    "complex numbers": "a = tf.placeholder(tf.complex64, [3, 4])",
    "a picture": "a = tf.placeholder(tf.uint8, [8, 8, 3])",
    "a constant": "a = tf.constant([2, 3])",
    "a sparse tensor": "s = tf.sparse.placeholder(tf.float32, [3, 4]); a, b, c = s.indices, s.values, s.dense_shape",
    "a ragged tensor": "r = tf.ragged.placeholder(tf.float32, 1); a, b = r.flat_values, r.row_splits",
}


def namespace(cell) -> dict[str, Any]:
    names: dict[str, Any] = {"tf": tf}
    exec(cell, names)
    return names


def check_all(cell):
    """Every entry that fits writes a line which, executed, makes tensors of the announced types and shapes."""
    names = namespace(cell)
    selected = names.pop("selected", None) or [names[name] for name in "abc" if name in names]
    known = Names(names)
    things = [thing for thing, _ in known.things_of(selected)]
    *_, fits = fits_of(likenesses_of(things))
    fitting = [(entry, results) for entry, why, results in fits if not why]
    wrong = []
    for entry, results in fitting:
        line = line_of(tf.get_default_graph(), selected, entry, names=known)
        made = dict(names)
        exec(line.code, made)
        got = describe([value for name, value in made.items() if name not in names])
        if line.why or not got == line.outputs == results:
            wrong.append((line.code, line.why, results, line.outputs, got))
    assert not wrong
    return len(fitting)


@pytest.mark.parametrize("selection", SELECTIONS)
def test_each_line_makes_what_was_announced(selection):
    assert check_all(SELECTIONS[selection]) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("selection", MORE)
def test_each_line_makes_what_was_announced_for_other_selections(selection):
    assert check_all(MORE[selection]) >= 10


def line(entry, *selected, **options):
    names = options.pop("names")
    return line_of(tf.get_default_graph(), selected, entry, names=Names(names), **options)


@pytest.mark.parametrize(
    ("entry", "arguments", "name", "code"),
    [
        ("nn.relu", {}, "hidden", 'hidden = tf.nn.relu(x, name="hidden")'),
        ("nn.relu", {}, "", "relu = tf.nn.relu(x)"),
        ("nn.relu", {}, "x", 'x_1 = tf.nn.relu(x, name="x")'),
        ("layers.dense", {"units": "10"}, "", "dense = tf.layers.dense(x, units=10)"),
        ("layers.dense", {"units": "width * 2", "use_bias": "True"}, "", "dense = tf.layers.dense(x, units=width * 2)"),
        ("layers.dense", {"units": "3", "activation": "tf.nn.relu"}, "",
         "dense = tf.layers.dense(x, units=3, activation=tf.nn.relu)"),
        ("keras.layers.Dense", {"units": "3"}, "h", 'h = tf.keras.layers.Dense(3, name="h")(x)'),
        ("reshape", {"shape": "[-1, 2, 6]"}, "", "reshape = tf.reshape(x, [-1, 2, 6])"),
        ("multiply", {"y": "0.5"}, "half", 'half = tf.multiply(x, 0.5, name="half")'),
        ("matmul", {"b": "w"}, "", "matmul = tf.matmul(x, w)"),
        ("nn.moments", {"axes": "[0]"}, "", "mean, variance = tf.nn.moments(x, axes=[0])"),
        ("nn.top_k", {"k": "3"}, "", "values, indices = tf.nn.top_k(x, k=3)"),
        ("split", {"num_or_size_splits": "2", "axis": "1"}, "", "split = tf.split(x, 2, axis=1)"),
        ("summary.histogram", {}, "", 'histogram_summary = tf.summary.histogram("x", x)'),
        ("einsum", {"equation": '"bi->i"'}, "", 'einsum = tf.einsum("bi->i", x)'),
        ("concat", {"axis": "1"}, "", "concat = tf.concat([x], axis=1)"),
        ("layers.dropout", {"rate": "0.50"}, "", "dropout = tf.layers.dropout(x)"),
        ("layers.dense", {"units": "[1,\n # or 2\n 2]"}, "", ""),
        ("subtract", {"y": "tf.pi"}, "", ""),
        ("subtract", {"y": "w[0]"}, "", ""),
        ("multiply", {"y": "2 * x"}, "", "multiply = tf.multiply(x, 2 * x)"),
        ("nn.relu", {}, "lambda", 'lambda_ = tf.nn.relu(x, name="lambda")'),
        ("summary.scalar", {}, "", ""),
    ],
)  # fmt: skip
def test_a_line_is_what_a_person_would_have_written(entry, arguments, name, code):
    names = namespace(
        "x = tf.placeholder(tf.float32, [None, 12], name='x'); w = tf.Variable(tf.ones([12, 3])); width = 4"
    )
    written = line(entry, names["x"], arguments=arguments, name=name, names=names)
    assert written.code == code
    assert bool(written.why) == (not code)


def test_names_of_graphlab_are_written_with_the_notebooks_own():
    x = tf.placeholder(tf.float32, [None, 12])
    arguments = {"units": "3", "activation": "tf.nn.relu", "kernel_initializer": "tf.constant_initializer(0.5)"}
    written = line("layers.dense", x, arguments=arguments, names={"gl": tf, "x": x})
    assert "activation=gl.nn.relu, kernel_initializer=gl.constant_initializer(0.5)" in written.code
    assert "units=3 " not in line("layers.dense", x, arguments={"units": "3  # tf."}, names={"gl": tf, "x": x}).code


def test_choices_are_read_whatever_the_notebook_calls_graphlab():
    x = tf.placeholder(tf.float32, [None, 12])
    for names in ({"gl": tf, "x": x}, {"gl": tf, "x": x, "tf": "something else"}):
        written = line("layers.dense", x, arguments={"units": "3", "activation": "tf.nn.relu"}, names=names)
        assert written.code == "dense = gl.layers.dense(x, units=3, activation=gl.nn.relu)"


def test_without_a_selection_there_are_placeholders_and_variables():
    names = {"gl": tf}
    made = line("placeholder", arguments={"dtype": "tf.int64", "shape": "[None]"}, name="labels", names=names)
    assert made.code == 'labels = gl.placeholder(gl.int64, [None], name="labels")'
    made = line("get_variable", arguments={"shape": "[784, 10]"}, name="kernel", names=names)
    assert made.code == 'kernel = gl.get_variable("kernel", [784, 10])'
    assert made.note == "7,840 parameters"
    assert line("placeholder", names={}).code.startswith("import graphlab as tf\n\nx = tf.placeholder(tf.float32,")


def test_labels_and_logits_are_distinguished_in_any_order():
    names = namespace("y = tf.placeholder(tf.int64, [None]); z = tf.placeholder(tf.float32, [None, 10])")
    code = "loss = tf.losses.sparse_softmax_cross_entropy(labels=y, logits=z)"
    for order in ("yz", "zy"):
        written = line("losses.sparse_softmax_cross_entropy", *(names[name] for name in order), names=names)
        assert (written.code, written.outputs) == (code, ["float32 scalar"])


def test_what_is_learned_is_compared_with_what_is_fed_in_any_order():
    names = namespace(
        "x = tf.placeholder(tf.float32, [None, 4]); decoded = tf.layers.dense(tf.layers.dense(x, 2), 4, name='decoded')"
    )
    for order in (("x", "decoded"), ("decoded", "x")):
        written = line("losses.mean_squared_error", *(names[name] for name in order), names=names)
        assert written.code == "loss = tf.losses.mean_squared_error(labels=x, predictions=decoded)"


def test_a_loss_is_minimized():
    names = namespace("w = tf.Variable(1.0); loss = w * w; other = tf.constant(1.0)")
    arguments = {"learning_rate": "1e-3"}
    written = line("train.AdamOptimizer", names["loss"], arguments=arguments, names=names)
    assert written.code == "train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)"
    written = line("train.AdamOptimizer", names["other"], names=names)
    assert written.why == "No variable leads to it that could be trained"


def test_a_training_step_is_counted_where_the_graph_counts_them():
    names = namespace("w = tf.Variable(1.0); loss = w * w; step = tf.train.get_or_create_global_step()")
    handle = names["step"]._as_graph_element()
    written = line("train.exponential_decay", handle, names=names)
    assert written.code == "learning_rate = tf.train.exponential_decay(0.1, step, decay_steps=1000, decay_rate=0.96)"
    names |= {"rate": 0.1}
    written = line(
        "train.MomentumOptimizer", names["loss"], arguments={"learning_rate": "rate"}, name="fit", names=names
    )
    assert written.code == ('fit = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss, global_step=step, name="fit")')
    exec(written.code, names)
    assert any(op.type == "AssignAdd" for op in tf.get_default_graph().get_operations())


def test_long_lines_are_wrapped_as_black_does():
    names = namespace("image = tf.placeholder(tf.float32, [None, 8, 8, 1])")
    arguments = {"activation": "tf.nn.relu", "padding": '"same"'}
    assert line("layers.conv2d", names["image"], arguments=arguments, names=names).code == (
        'conv2d = tf.layers.conv2d(\n    image, filters=32, kernel_size=3, padding="same", activation=tf.nn.relu\n)'
    )
    arguments |= {"kernel_initializer": "tf.truncated_normal_initializer(stddev=0.1)"}
    assert line("layers.conv2d", names["image"], arguments=arguments, names=names).code.splitlines() == [
        "conv2d = tf.layers.conv2d(",
        "    image,",
        "    filters=32,",
        "    kernel_size=3,",
        '    padding="same",',
        "    activation=tf.nn.relu,",
        "    kernel_initializer=tf.truncated_normal_initializer(stddev=0.1),",
        ")",
    ]


def test_scopes_and_other_graphs_are_blocks_around_the_line():
    names = namespace("graph = tf.Graph()\nwith graph.as_default():\n    x = tf.placeholder(tf.float32, [3], name='x')")
    written = line_of(names["graph"], [names["x"]], "nn.relu", scope="block", names=Names(names))
    assert written.code == ('with graph.as_default():\n    with tf.name_scope("block"):\n        relu = tf.nn.relu(x)')
    written = line_of(names["graph"], [names["x"]], "nn.relu", names=Names(names), within=True)
    assert written.code == "relu = tf.nn.relu(x)"


@pytest.mark.parametrize(
    ("entry", "arguments", "name", "why", "parameter"),
    [
        ("layers.dense", {"units": "-1"}, "", "", "units"),
        ("layers.dense", {"units": "'many'"}, "", "", "units"),
        ("layers.dense", {"size": "3"}, "", "tf.layers.dense has no parameter 'size'", "size"),
        ("layers.dense", {"units": "nobody"}, "", "The notebook has no name 'nobody'", "units"),
        ("layers.dense", {"units": "("}, "", "'(' is no Python expression", "units"),
        ("layers.dense", {}, "my layer", "'my layer' is no name of nodes: letters, digits, _ . / and - are", "name"),
        ("layers.dense", {}, "taken", "The graph has a variable 'taken/bias': take another name", "name"),
        ("matmul", {}, "", "It needs two tensors: a and b", ""),
        ("layers.conv2d", {}, "", "It accepts a tensor with four axes, not with two axes", ""),
        ("nothing", {}, "", "graphlab's palette has no 'nothing'", ""),
    ],
)
def test_what_can_not_be_made_says_why_and_which_argument_is_at_fault(entry, arguments, name, why, parameter):
    names = namespace("x = tf.placeholder(tf.float32, [None, 12]); taken = tf.layers.dense(x, 3, name='taken')")
    written = line(entry, names["x"], arguments=arguments, name=name, names=names)
    assert written.code == ""
    assert why in written.why
    assert written.parameter == parameter
    assert "\n" not in written.why


def test_a_graph_is_reached_by_what_has_a_name():
    names = namespace(
        "with tf.Graph().as_default():\n    x, y = tf.constant(1.0, name='x'), tf.constant(2.0, name='y')\ndel y"
    )
    graph = names["x"].graph
    written = line_of(graph, [names["x"], graph.get_tensor_by_name("y:0")], "add", names=Names(names))
    assert written.code == 'with x.graph.as_default():\n    add = tf.add(x, x.graph.get_tensor_by_name("y:0"))'
    exec(written.code, names)
    written = line_of(graph, [graph.get_tensor_by_name("y:0")], "nn.relu", names=Names({"tf": tf}))
    assert written.why == "No name in the notebook leads to this graph: keep it in a variable"


def test_what_lies_in_a_loop_or_in_a_finalized_graph_can_not_be_used():
    names = namespace("n = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])")
    inside = next(op for op in tf.get_default_graph().get_operations() if op.type == "Add" or op.type == "AddV2")
    assert "inside a loop or branch" in line("nn.relu", inside.outputs[0], names=names).why
    tf.get_default_graph().finalize()
    assert line("nn.relu", names["n"], names=names).why == "The graph is finalized: nothing can be added to it"


def test_a_preview_leaves_no_trace():
    names = namespace("x = tf.placeholder(tf.float32, [None, 12]); session = tf.Session()")
    graph = tf.get_default_graph()
    graph.seed = 7
    state = _state(graph)
    *_, fits = fits_of(likenesses_of([names["x"]]))
    for entry, why, _ in fits:
        if not why:
            line(entry, names["x"], names=names)
    assert _state(graph) == state
    assert tf.keras.layers.Dense(3).name == "dense"
    assert tf.layers.dense(names["x"], 3).op.name == "dense/BiasAdd"


def _state(graph):
    collections = {key: list(graph.get_collection(key)) for key in graph.get_all_collection_keys()}
    names = dict(graph.names_in_use)
    return graph.version, collections, names, graph.seed, tf.get_default_graph() is graph, len(graph.log)
