"""The repairs that are offered beneath errors: each is the line that a teacher would write, and it works."""

import pickle
from typing import Any

import pytest

import graphlab as tf
from graphlab._src.base.fixes import fix_of

X = "x = tf.placeholder(tf.float32, [None, 3], name='x')\n"
I = "i = tf.placeholder(tf.int32, [None, 3], name='i')\n"  # noqa: E741
SESSION = "sess = tf.Session()\n"
CLASSES = "logits = tf.placeholder(tf.float32, [None, 10]); labels = tf.placeholder(%s)\n"
ENTROPY = "loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=%s, logits=logits)"
IMAGES = "images = tf.placeholder(tf.float32, %s)\n"
CONV = "y = tf.nn.conv2d(%s, tf.ones([3, 3, 1, 8]), [1, 1, 1, 1], '%s')"

MISTAKES = {
    "inner sizes of a product": (
        X + "w = tf.ones([1, 3])",
        "y = tf.matmul(x, w)  # why",
        "y = tf.matmul(x, w, transpose_b=True)  # why",
    ),
    "inner sizes of @": (X + "w = tf.ones([1, 3])", "y = x @ w", "y = tf.matmul(x, w, transpose_b=True)"),
    "order of a product": ("a = tf.ones([5, 4]); b = tf.ones([6, 5])", "y = tf.matmul(a, b)", "y = tf.matmul(b, a)"),
    "vector for a matrix": (
        X,
        "y = tf.matmul(\n    x,\n    tf.ones([3]),\n)",
        "y = tf.matmul(\n    x,\n    tf.expand_dims(tf.ones([3]), -1),\n)",
    ),
    "types of a sum": (X + I, "y = x + i", "y = x + tf.cast(i, tf.float32)"),
    "types of a product": (
        "a = tf.placeholder(tf.float64, [None, 3])",
        "y = tf.matmul(a, tf.ones([3, 2]))",
        "y = tf.matmul(a, tf.cast(tf.ones([3, 2]), tf.float64))",
    ),
    "integers times a float": (I, "y = tf.reduce_sum(i) * 0.5", "y = tf.cast(tf.reduce_sum(i), tf.float32) * 0.5"),
    "a float times integers": (I, "y = 0.5 * tf.reduce_sum(i)", "y = 0.5 * tf.cast(tf.reduce_sum(i), tf.float32)"),
    "a mean of truth values": (
        X,
        "y = tf.reduce_mean(tf.greater(x, 0.0))",
        "y = tf.reduce_mean(tf.cast(tf.greater(x, 0.0), tf.float32))",
    ),
    "missing feed": (X + SESSION, "sess.run(x)", "sess.run(x, feed_dict={x: [[0.0, 0.0, 0.0]]})"),
    "missing feed of many numbers": (
        "x = tf.placeholder(tf.float32, [None, 784])\n" + SESSION,
        "for _ in range(2):\n    sess.run([x])",
        "for _ in range(2):\n    sess.run([x], feed_dict={x: np.zeros([1, 784])})",
    ),
    "missing second feed": (
        X + I + SESSION,
        "sess.run([x, i], {x: [[1, 2, 3]]})",
        "sess.run([x, i], {x: [[1, 2, 3]], i: [[0, 0, 0]]})",
    ),
    "feed of one example": (X + SESSION, "sess.run(x, {x: [1., 2., 3.]})", "sess.run(x, {x: [[1., 2., 3.]]})"),
    "feed of another shape": (
        "x = tf.placeholder(tf.float32, [None, 784])\n" + SESSION,
        "sess.run(x, {x: np.zeros([2, 28, 28])})",
        "sess.run(x, {x: np.reshape(np.zeros([2, 28, 28]), [-1, 784])})",
    ),
    "feed of a tensor": (
        X + SESSION + "t = tf.ones([2, 3])",
        "sess.run(x, {x: t})",
        "sess.run(x, {x: sess.run(t)})",
    ),
    "feed by an operation's name": (
        X + SESSION,
        "sess.run(x, {'x': [[1, 2, 3]]})",
        "sess.run(x, {'x:0': [[1, 2, 3]]})",
    ),
    "tensor by an operation's name": (
        X,
        "tf.get_default_graph().get_tensor_by_name('x')",
        "tf.get_default_graph().get_tensor_by_name('x:0')",
    ),
    "mistyped name of a tensor": (
        "images = tf.constant(1.0, name='images')",
        'tf.get_default_graph().get_tensor_by_name("image:0")',
        'tf.get_default_graph().get_tensor_by_name("images:0")',
    ),
    "two variables of one name": (
        "v = None",
        "a = tf.get_variable('w', [2])\nb = tf.get_variable('w', [3])",
        "tf.reset_default_graph()\na = tf.get_variable('w', [2])\nb = tf.get_variable('w_1', [3])",
    ),
    "two layers of one name": (
        X,
        "h = tf.layers.dense(x, 3, name='fc')\ny = tf.layers.dense(h, 3, name='fc')",
        "with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):\n    h = tf.layers.dense(x, 3, name='fc')\n"
        "y = tf.layers.dense(h, 3, name='fc_1')",
    ),
    "a variable that the cell has made before it failed": (
        X,
        "w = tf.get_variable('w', [10, 3])\ny = tf.matmul(x, w)",
        "with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):\n    w = tf.get_variable('w', [10, 3])\n"
        "y = tf.matmul(x, w, transpose_b=True)",
    ),
    "uninitialized variable": (
        "w = tf.get_variable('w', [2])\n" + SESSION,
        "for _ in range(3):\n    # each time\n    sess.run(w)",
        "sess.run(tf.global_variables_initializer())\nfor _ in range(3):\n    # each time\n    sess.run(w)",
    ),
    "gradients that are None": (
        X + "w = tf.constant(2.0)\ngrads = tf.gradients(w * 2, [x, w])\n" + SESSION,
        "sess.run(grads)",
        "sess.run([one for one in grads if one is not None])",
    ),
    "session of another graph": (
        X + SESSION + "g = tf.Graph()\nwith g.as_default():\n    d = tf.constant(2.0)",
        "sess.run(d)",
        "tf.Session(graph=g).run(d)",
    ),
    "session of a graph that is gone": (
        SESSION + "tf.reset_default_graph()\nw = tf.get_variable('w', [2])",
        "sess.run(w)",
        "sess = tf.Session()\nsess.run(tf.global_variables_initializer())\nsess.run(w)",
    ),
    "session of another graph in a block": (
        "g = tf.Graph()\nwith g.as_default():\n    d = tf.constant(2.0)\ntf.reset_default_graph()",
        "with tf.Session() as sess:\n    print(sess.run(d))",
        "with tf.Session(graph=g) as sess:\n    print(sess.run(d))",
    ),
    "closed session": (
        "w = tf.get_variable('w', [2])\nwith tf.Session() as sess:\n    pass",
        "for _ in range(2):\n    sess.run(w)",
        "sess = tf.Session()\nsess.run(tf.global_variables_initializer())\nfor _ in range(2):\n    sess.run(w)",
    ),
    "no session": ("t = tf.ones([]); sess = None", "n = t.eval()", "sess_1 = tf.Session()\nn = t.eval(session=sess_1)"),
    "initializer that was made too early": (
        "sess = tf.Session()\nsess.run(tf.global_variables_initializer())\nw = tf.get_variable('w', [2])",
        "sess.run(w)",
        "sess.run(tf.global_variables_initializer())\nsess.run(w)",
    ),
    "initializer that is not called": (
        X + SESSION,
        "sess.run(tf.global_variables_initializer)",
        "sess.run(tf.global_variables_initializer())",
    ),
    "training without data": (
        X + "l = tf.reduce_mean(tf.layers.dense(x, 1)); t = tf.train.AdamOptimizer().minimize(l)\n"
        "sess = tf.Session(); sess.run(tf.global_variables_initializer())",
        "tf.train(sess, t, {'loss': l}, steps=3)",
        "tf.train(sess, t, {'loss': l}, steps=3, feed={x: [[0.0, 0.0, 0.0]]})",
    ),
    "training without variables' values": (
        "w = tf.get_variable('w', []); t = w.assign_add(1.0)\n" + SESSION,
        "tf.train(sess, t, steps=3)",
        "sess.run(tf.global_variables_initializer())\ntf.train(sess, t, steps=3)",
    ),
    "training without an end": (
        "t = tf.no_op()\n" + SESSION,
        "tf.train(sess, t, feed={})",
        "tf.train(sess, t, feed={}, steps=1000)",
    ),
    "feed of a transposed array": (
        X + SESSION,
        "sess.run(x, {x: np.zeros([3, 5])})",
        "sess.run(x, {x: np.transpose(np.zeros([3, 5]))})",
    ),
    "feed of one-hot labels": (
        "y = tf.placeholder(tf.int64, [None])\n" + SESSION,
        "sess.run(y, {y: np.eye(3)})",
        "sess.run(y, {y: np.argmax(np.eye(3), axis=-1)})",
    ),
    "one-hot labels of a loss": (
        CLASSES % "tf.float32, [None, 10]",
        "loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)",
        "loss = tf.losses.sparse_softmax_cross_entropy(tf.argmax(labels, axis=-1), logits)",
    ),
    "class numbers of a loss": (
        CLASSES % "tf.int32, [None]",
        "loss = tf.losses.softmax_cross_entropy(labels, logits)",
        "loss = tf.losses.softmax_cross_entropy(tf.one_hot(labels, 10), logits)",
    ),
    "NumPy's function": (X, "y = np.mean(x, axis=1)", "y = tf.reduce_mean(x, axis=1)"),
    "function that is called": (
        X,
        "y = tf.layers.dense(x, 3, activation=tf.nn.relu())",
        "y = tf.layers.dense(x, 3, activation=tf.nn.relu)",
    ),
    "function of another module": (X, "y = tf.relu(x)", "y = tf.nn.relu(x)"),
    "layer of another module": (X, "y = tf.keras.Dense(3)(x)", "y = tf.keras.layers.Dense(3)(x)"),
    "unknown size": (X, "y = tf.reshape(x, [None, 1])", "y = tf.reshape(x, [-1, 1])"),
    "variable without a shape": (X, "w = tf.get_variable('w')", "w = tf.get_variable('w', shape=[10])"),
    "rows for a recurrent layer": (
        X,
        "y = tf.keras.layers.LSTM(4)(x)",
        "y = tf.keras.layers.LSTM(4)(tf.expand_dims(x, -1))",
    ),
    "type of a recurrent network": (
        "x = tf.placeholder(tf.float32, [None, 5, 3])",
        "y, s = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(4), x)",
        "y, s = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(4), x, dtype=tf.float32)",
    ),
    "element of a tensor": (
        "t = tf.zeros([3])",
        "t[0] = 1.0",
        "t = tf.tensor_scatter_nd_update(t, [[0]], [1.0])",
    ),
    "element of a variable": ("v = tf.Variable(tf.zeros([3]))", "v[0] = 1.0", "v[0].assign(1.0)"),
    "element by a tensor": (
        "t = tf.constant(1); words = ['a', 'b']\n" + SESSION,
        "word = words[t]",
        "word = words[sess.run(t)]",
    ),
    "one-hot labels": (
        CLASSES % "tf.float32, [None, 10]",
        ENTROPY % "labels",
        ENTROPY % "tf.argmax(labels, axis=-1)",
    ),
    "labels in a column": (
        CLASSES % "tf.int32, [None, 1]",
        ENTROPY % "labels",
        ENTROPY % "tf.squeeze(labels, axis=-1)",
    ),
    "labels that are floats": (
        CLASSES % "tf.float32, [None]",
        ENTROPY % "labels",
        ENTROPY % "tf.cast(labels, tf.int32)",
    ),
    "logits and labels by position": (
        CLASSES % "tf.int32, [None]",
        "loss = tf.nn.sparse_softmax_cross_entropy_with_logits(logits, labels)",
        "loss = tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=labels)",
    ),
    "predictions in a column": (
        "p = tf.placeholder(tf.float32, [None, 1]); t = tf.placeholder(tf.float32, [None])",
        "loss = tf.losses.mean_squared_error(t, p)",
        "loss = tf.losses.mean_squared_error(t, tf.squeeze(p, axis=-1))",
    ),
    "axis out of range": (X, "y = tf.reduce_mean(x, 2)", "y = tf.reduce_mean(x, -1)"),
    "axis of a softmax": (X, "y = tf.nn.softmax(x, axis=2)", "y = tf.nn.softmax(x, axis=-1)"),
    "sizes of a concatenation": (
        "a = tf.ones([2, 3]); b = tf.ones([4, 3])",
        "y = tf.concat([a, b], axis=1)",
        "y = tf.concat([a, b], axis=0)",
    ),
    "order of 2016": ("a = tf.ones([2, 4])", "y = tf.concat(1, [a, a])", "y = tf.concat([a, a], 1)"),
    "images without channels": (
        IMAGES % "[None, 28, 28]",
        CONV % ("images", "SAME"),
        CONV % ("tf.expand_dims(images, -1)", "SAME"),
    ),
    "rows of pixels": (
        IMAGES % "[None, 784]",
        CONV % ("images", "SAME"),
        CONV % ("tf.reshape(images, [-1, 28, 28, 1])", "SAME"),
    ),
    "rows of pixels for a layer": (
        IMAGES % "[None, 784]",
        "y = tf.layers.conv2d(images, 8, 3)",
        "y = tf.layers.conv2d(tf.reshape(images, [-1, 28, 28, 1]), 8, 3)",
    ),
    "padding in small letters": (IMAGES % "[None, 28, 28, 1]", CONV % ("images", "same"), CONV % ("images", "SAME")),
    "mistyped keyword": (
        X,
        "y = tf.layers.dense(x, 10, activaton=tf.nn.relu)",
        "y = tf.layers.dense(x, 10, activation=tf.nn.relu)",
    ),
    "NumPy's keyword": (X, "y = tf.reduce_sum(x, axes=1)", "y = tf.reduce_sum(x, axis=1)"),
    "mistyped function": (X, "y = tf.nn.softmx(x)", "y = tf.nn.softmax(x)"),
    "if on a tensor": (
        X + "s = tf.reduce_sum(x)",
        "if s > 0:\n    y = s  # positive\nelse:\n    y = -s",
        "# positive\ny = tf.cond(s > 0, lambda: s, lambda: -s)",
    ),
    "elif, and two variables": (
        X + "s = tf.reduce_sum(x)",
        "if tf.less(s, 0):\n    y = 2 * s\n    sign = 0.0\nelif s > 1:\n    y = s\n    sign = 1.0\nelse:\n    y = -s\n    sign = 2.0",
        "y, sign = tf.cond(tf.less(s, 0), lambda: (2 * s, 0.0), lambda: tf.cond(s > 1, lambda: (s, 1.0), lambda: (-s, 2.0)))",
    ),
    "while": (
        "n = tf.constant(0)",
        "while n < 10:\n    n += 1",
        "n = tf.while_loop(lambda n: n < 10, lambda n: n + 1, [n])",
    ),
    "while with a test that is a call": (
        "i = tf.constant(0); s = tf.constant(0.0)",
        "# sum\nwhile tf.less(i, 10):\n    s += tf.cast(i, tf.float32)\n    i += 1\nprint(s)",
        "# sum\ndef body(s, i):\n    s += tf.cast(i, tf.float32)\n    i += 1\n    return s, i\n\n"
        "s, i = tf.while_loop(lambda s, i: tf.less(i, 10), body, [s, i])\nprint(s)",
    ),
    "as often as a run says": (
        "n = tf.placeholder(tf.int32, []); s = tf.constant(0)",
        "for k in range(1, n):\n    s += k",
        "def body(k, s):\n    s += k\n    return k + 1, s\n\n_, s = tf.while_loop(lambda k, s: k < n, body, [1, s])",
    ),
    "rows of which a run says how many": (
        X + "s = tf.zeros([3])",
        "for row in x:\n    s = s + row",
        "def body(i, s):\n    row = x[i]\n    s = s + row\n    return i + 1, s\n\n"
        "_, s = tf.while_loop(lambda i, s: i < tf.shape(x)[0], body, [0, s])",
    ),
    "a choice by element": (X, "y = x if x > 0 else -x", "y = tf.where(x > 0, x, -x)"),
    "and": (X, "y = (x > 0) and (x < 1)", "y = tf.logical_and(x > 0, x < 1)"),
    "iteration": ("t = tf.ones([3, 2])", "rows = [row for row in t]", "rows = [row for row in tf.unstack(t)]"),
    "len": (X, "n = len(x)", "n = tf.shape(x)[0]"),
    "value of a tensor": (
        "t = tf.ones([])\n" + SESSION,
        "n = float(t) + 1",
        "n = float(sess.run(t)) + 1",
    ),
    "eval without a session": ("t = tf.ones([])\n" + SESSION, "t.eval()", "t.eval(session=sess)"),
    "predicate of many": (
        X,
        "y = tf.cond(x > 0, lambda: 1.0, lambda: 2.0)",
        "y = tf.cond(tf.reduce_all(x > 0), lambda: 1.0, lambda: 2.0)",
    ),
    "name with a blank": (X, "y = tf.nn.relu(x, name='my relu')", "y = tf.nn.relu(x, name='my_relu')"),
    "graph in the place of a target": (
        X,
        "s = tf.Session(tf.get_default_graph())",
        "s = tf.Session(graph=tf.get_default_graph())",
    ),
    "summary of many numbers": (
        "v = None",
        "v = tf.ones([3])\ns = tf.summary.scalar('loss', v)\ntf.Session().run(s)",
        "v = tf.ones([3])\ns = tf.summary.scalar('loss', tf.reduce_mean(v))\ntf.Session().run(s)",
    ),
    "missing argument": (X, "y = tf.layers.dense(x)", "y = tf.layers.dense(x, units=10)"),
    "size that only a run has": (X, "w = tf.zeros([x.shape[0], 4])", "w = tf.zeros([tf.shape(x)[0], 4])"),
    "name of 2016": (X, "y = tf.mul(x, x)", "y = tf.multiply(x, x)"),
    "value as in eager mode": ("t = tf.ones([2])\n" + SESSION, "v = t.numpy()", "v = sess.run(t)"),
    "missing import": (X, "math.sqrt(2)", "import math\nmath.sqrt(2)"),
    "in a %%graph cell": (
        "v = 1",
        "%%graph\nx = tf.ones([2, 3])\n\ny = x @ x",
        "%%graph\nx = tf.ones([2, 3])\n\ny = tf.matmul(x, x, transpose_b=True)",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_repair_is_what_one_would_write_and_works(notebook, mistake):
    setup, wrong, right = MISTAKES[mistake]
    notebook.run("tf.reset_default_graph()")
    assert notebook.run(setup) is None, notebook.outputs
    assert notebook.repairs(wrong)[:1] == [right]
    assert notebook.run(right) is None, notebook.outputs


def test_a_cell_that_was_run_again_begins_with_a_graph_of_its_own(notebook):
    cell = "# weights\nw = tf.get_variable('w', [3])"
    notebook.run("tf.reset_default_graph()")
    notebook.run(cell)
    assert notebook.repairs(cell) == [f"%%graph\n{cell}", f"tf.reset_default_graph()\n{cell}"]


def test_a_cell_that_was_run_again_shares_its_variables_where_others_built_in_the_graph(notebook):
    notebook.run("tf.reset_default_graph()")
    notebook.run("x = tf.placeholder(tf.float32, [None, 3])")
    cell = "w = tf.get_variable('w', [3, 2])\nb = tf.get_variable('b', [2])\ny = tf.matmul(x, w) + b"
    notebook.run(cell)
    (repair,) = notebook.repairs(cell)
    assert repair == (
        "with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):\n    w = tf.get_variable('w', [3, 2])\n"
        "    b = tf.get_variable('b', [2])\ny = tf.matmul(x, w) + b"
    )
    assert notebook.run(repair) is None and len(notebook.names["tf"].global_variables()) == 2


def test_an_import_is_below_the_magic_of_a_cell_also_behind_empty_lines(notebook):
    assert notebook.repairs("\n%%graph\nn = math.sqrt(2)") == ["\n%%graph\nimport math\nn = math.sqrt(2)"]


def test_variables_that_have_values_are_not_initialized_again(notebook):
    notebook.run("tf.reset_default_graph()")
    notebook.run("v = tf.get_variable('v', [2])\nsess = tf.Session()\nsess.run(v.initializer)\nbefore = sess.run(v)")
    notebook.run("w = tf.get_variable('w', [2])")
    first, second = notebook.repairs("sess.run(w)")
    assert first == (
        "sess.run([v.initializer for v in tf.global_variables() if not sess.run(tf.is_variable_initialized(v))])\n"
        "sess.run(w)"
    )
    assert second == "sess.run(tf.global_variables_initializer())\nsess.run(w)"
    assert notebook.run(f"{first}\nassert (before == sess.run('v:0')).all()") is None


def test_a_function_of_another_cell_is_repaired_there(notebook):
    notebook.run("def product(a, b):\n    return tf.matmul(a, b)")
    assert notebook.repairs("product(tf.ones([2, 3]), tf.ones([2, 3]))") == [
        "def product(a, b):\n    return tf.matmul(a, b, transpose_b=True)"
    ]


@pytest.mark.parametrize("cell", ["1 / 0", "undefined_name_of_nothing", "tf.ones([2, 3]) @ tf.ones([5, 7])"])
def test_where_no_repair_is_known_none_is_offered(notebook, cell):
    assert notebook.repairs(cell) == []


def test_fixes_of_errors_stay_texts_elsewhere():
    with pytest.raises(ValueError) as caught:
        tf.matmul(tf.ones([2, 3]), tf.ones([1, 3]))
    fix: Any = fix_of(caught.value)
    assert fix.edits
    assert type(pickle.loads(pickle.dumps(caught.value)).args[0]) is str


def test_blank_lines_magics_and_other_letters_keep_their_place(notebook):
    notebook.run("tf.reset_default_graph()\nx = tf.ones([2, 3])")
    cell = "\n\nä = 'é'; %s  # ü\n!true\nz = 1"
    assert notebook.repairs(cell % "y = tf.matmul(x, x)") == [cell % "y = tf.matmul(x, x, transpose_b=True)"]


def test_repairs_use_the_notebooks_own_names_of_modules(notebook):
    notebook.run("del tf, np\nimport graphlab as gl, numpy\ngl.reset_default_graph()")
    notebook.run(
        "inp = gl.placeholder(gl.int32, [2]); x = gl.placeholder(gl.float32, [None, 784]); sess = gl.Session()"
    )
    assert notebook.repairs("y = inp * 0.5") == ["y = gl.cast(inp, gl.float32) * 0.5"]
    assert notebook.repairs("sess.run(x)") == ["sess.run(x, feed_dict={x: numpy.zeros([1, 784])})"]
