"""`graphlab run --legacy`: programs with the names and orders of arguments of TensorFlow 0.12."""

# What is called is not there in today's signatures.
# pyright: reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false

import importlib

import numpy as np
import pytest

import graphlab as tf
from graphlab import compat
from graphlab._src.base.former_names import FORMER
from graphlab._src.cli import main as cli
from graphlab._src.compat import name_lookup

X = np.arange(12, dtype=np.float32).reshape(2, 6)
LOGITS = np.array([[1.0, 2.0, 0.5], [0.1, -1.0, 3.0]], np.float32)
LABELS = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], np.float32)
LOG_SOFTMAX = LOGITS - np.log(np.exp(LOGITS).sum(1, keepdims=True))


@pytest.fixture
def legacy():
    assert compat.install(force=True, legacy=True)
    yield
    compat.uninstall()


CALLS = {
    "sub": (lambda: tf.sub(X, 1.0), X - 1),
    "mul": (lambda: tf.mul(X, 2.0), X * 2),
    "neg": (lambda: tf.neg(X), -X),
    "inv": (lambda: tf.inv(X + 1), 1 / (X + 1)),
    "pack": (lambda: tf.pack([X, X]), np.stack([X, X])),
    "unpack": (lambda: tf.unpack(X)[1], X[1]),
    "select": (lambda: tf.select(X > 3, X, -X), np.where(X > 3, X, -X)),
    "listdiff": (lambda: tf.listdiff([1, 2, 3, 4], [2, 4])[0], [1, 3]),
    "complex_abs": (lambda: tf.complex_abs(np.complex64([3 + 4j])), [5.0]),
    "batch_matmul": (lambda: tf.batch_matmul(X[None], X[None], adj_y=True), (X @ X.T)[None]),
    "batch_matrix_diag": (lambda: tf.batch_matrix_diag([1.0, 2.0]), np.diag([1.0, 2.0])),
    "batch_matrix_inverse": (lambda: tf.batch_matrix_inverse(np.eye(2, dtype=np.float32)[None] * 2), [np.eye(2) / 2]),
    "concat": (lambda: tf.concat(1, [X, X]), np.concatenate([X, X], 1)),
    "concat by name": (lambda: tf.concat(concat_dim=0, values=[X, X]), np.concatenate([X, X])),
    "concat of today": (lambda: tf.concat([X, X], 1), np.concatenate([X, X], 1)),
    "concat of today by name": (lambda: tf.concat([X, X], axis=1), np.concatenate([X, X], 1)),
    "concat of an axis that is a tensor": (lambda: tf.concat(tf.constant(1), [X, X]), np.concatenate([X, X], 1)),
    "split": (lambda: tf.split(1, 3, X)[1], X[:, 2:4]),
    "split by name": (lambda: tf.split(split_dim=1, num_split=2, value=X)[1], X[:, 3:]),
    "split of today": (lambda: tf.split(tf.constant(X), 2, 1)[1], X[:, 3:]),
    "split of today by name": (lambda: tf.split(X, num_or_size_splits=[1, 5], axis=1)[1], X[:, 1:]),
    "reverse": (lambda: tf.reverse(X, [False, True]), X[:, ::-1]),
    "reverse by a tensor": (lambda: tf.reverse(X, tf.constant([True, False])), X[::-1]),
    "reverse of today": (lambda: tf.reverse(X, [1]), X[:, ::-1]),
    "div": (lambda: tf.div(tf.constant([-7, 7]), 2), [-3, 3]),
    "mod": (lambda: tf.mod(tf.constant([-7, 7]), 3), [-1, 1]),
    "div of floats": (lambda: tf.div(X, 2.0), X / 2),
    "svd": (lambda: tf.svd(np.diag([3.0, 2.0]), False), [3.0, 2.0]),
    "softmax": (lambda: tf.nn.softmax_cross_entropy_with_logits(LOGITS, LABELS), -(LABELS * LOG_SOFTMAX).sum(1)),
    "softmax by name": (
        lambda: tf.nn.softmax_cross_entropy_with_logits(labels=LABELS, logits=LOGITS),
        -(LABELS * LOG_SOFTMAX).sum(1),
    ),
    "sparse": (lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(LOGITS, [1, 0]), -(LABELS * LOG_SOFTMAX).sum(1)),
    "sigmoid": (
        lambda: tf.nn.sigmoid_cross_entropy_with_logits(LOGITS, targets=LABELS),
        np.log1p(np.exp(LOGITS)) - LABELS * LOGITS,
    ),
    "weighted": (
        lambda: tf.nn.weighted_cross_entropy_with_logits(LOGITS, LABELS, 2.0),
        (1 - LABELS) * LOGITS + (1 + LABELS) * np.log1p(np.exp(-LOGITS)),
    ),
    "contrib.losses": (lambda: tf.contrib.losses.mean_squared_error(LOGITS, LABELS, weight=2.0), 2 * ((LOGITS - LABELS) ** 2).mean()),
    "resize_images": (lambda: tf.shape(tf.image.resize_images(np.zeros([4, 4, 3], np.float32), 2, 3)), [2, 3, 3]),
    "resize_images of today": (lambda: tf.shape(tf.image.resize_images(np.zeros([4, 4, 3], np.float32), [2, 3])), [2, 3, 3]),
    "reduction_indices": (lambda: tf.reduce_sum(X, reduction_indices=[1], keep_dims=True), X.sum(1, keepdims=True)),
}  # fmt: skip


def test_old_names_are_not_those_of_graphlabs_own_functions(legacy):
    """fill_triangular calls tf.reverse, whose second argument was a list of bools before 1.0."""
    x = tf.placeholder(tf.float32)
    matrices = tf.contrib.distributions.fill_triangular(x)
    with tf.Session() as session:
        assert session.run(matrices, {x: X[0]}).tolist() == [[3, 0, 0], [5, 4, 0], [2, 1, 0]]


def test_functions_of_2016_compute_what_they_did(legacy):
    with tf.Session() as sess:
        found = sess.run({name: call() for name, (call, _) in CALLS.items()})
    for name, (_, value) in CALLS.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-5, err_msg=name)


def test_sampled_losses_find_their_labels(legacy):
    weights, biases = np.ones([5, 3], np.float32), np.zeros(5, np.float32)
    inputs, labels = tf.ones([2, 3]), tf.constant([[1], [2]], tf.int64)
    sampled = ([0, 3], [[0.5], [0.5]], [0.5, 0.5])
    sampled = tuple(tf.constant(one, tf.int64 if i == 0 else tf.float32) for i, one in enumerate(sampled))
    losses = [
        tf.nn.nce_loss(weights, biases, inputs, labels, 2, 5, sampled_values=sampled),
        tf.nn.nce_loss(
            weights, biases, labels=labels, inputs=inputs, num_sampled=2, num_classes=5, sampled_values=sampled
        ),
    ]
    with tf.Session() as sess:
        old, today = sess.run(losses)
    np.testing.assert_array_equal(old, today)


def test_tags_of_summaries_are_as_they_are_passed(legacy):
    with tf.name_scope("tower"):
        tf.scalar_summary("cross entropy", tf.constant(2.0))
        tf.scalar_summary(["a", "b"], tf.constant([1.0, 3.0]))
        tf.histogram_summary("w/x", tf.zeros([3]))
        tf.image_summary("images", tf.zeros([2, 4, 4, 1]), max_images=2)
    with tf.Session() as sess:
        message = tf.Summary.FromString(sess.run(tf.merge_all_summaries()))
    assert [value.tag for value in message.value] == [
        "cross entropy",
        "a",
        "b",
        "w/x",
        "images/image/0",
        "images/image/1",
    ]
    assert [value.simple_value for value in message.value[:3]] == [2.0, 1.0, 3.0]


def test_a_cell_has_weights_in_each_scope_that_calls_it(legacy):
    rnn = importlib.import_module("tensorflow.models.rnn.rnn")
    rnn_cell = importlib.import_module("tensorflow.models.rnn").rnn_cell
    seq2seq = importlib.import_module("tensorflow.python.ops").seq2seq
    cell = rnn_cell.BasicLSTMCell(3, forget_bias=1.0, input_size=None)
    stack = rnn_cell.MultiRNNCell([rnn_cell.DropoutWrapper(cell, 1.0, 1.0, 7)] * 2)
    outputs, _ = rnn.rnn(stack, tf.split(0, 2, tf.ones([4, 5])), dtype=tf.float32)
    kernels = [variable.shape.as_list() for variable in tf.trainable_variables() if len(variable.shape) == 2]
    assert kernels == [[8, 12], [6, 12]] and outputs[1].shape.as_list() == [2, 3]
    assert seq2seq is tf.nn.seq2seq
    with tf.variable_scope("steps") as scope:
        state = cell.zero_state(2, tf.float32)
        for step in range(2):
            if step:
                scope.reuse_variables()
            _, state = cell(tf.ones([2, 5]), state)
    assert len([variable for variable in tf.trainable_variables() if variable.name.startswith("steps/")]) == 2


def test_linear_of_rnn_cell_has_the_variables_that_it_had(legacy):
    y = importlib.import_module("tensorflow.python.ops.rnn_cell")._linear(
        [tf.ones([2, 3]), tf.ones([2, 1])], 5, True, 0.5, scope="Out"
    )
    assert [variable.name for variable in tf.trainable_variables()] == ["Out/Matrix:0", "Out/Bias:0"]
    with tf.Session() as sess:
        sess.run(tf.initialize_all_variables())
        matrix, value = sess.run([tf.trainable_variables()[0], y])
    np.testing.assert_allclose(value, np.ones([2, 4]) @ matrix + 0.5, rtol=1e-6, atol=1e-6)


def test_a_loss_for_sequences_is_a_function_of_logits_and_labels(legacy):
    def loss(logits, labels):
        return tf.nn.sparse_softmax_cross_entropy_with_logits(logits, labels)

    arguments = [[LOGITS], [np.array([1, 0])], [np.ones(2, np.float32)]]
    with tf.Session() as sess:
        values = sess.run(tf.nn.seq2seq.sequence_loss_by_example(*arguments, softmax_loss_function=loss))
    np.testing.assert_allclose(values, -(LABELS * LOG_SOFTMAX).sum(1), rtol=1e-5)


def test_buckets_share_the_weights_of_their_cells(legacy):
    cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(4)] * 2)
    words = [tf.zeros([2], tf.int32)] * 4
    weights = [tf.ones([2])] * 4

    def model(encoder, decoder):
        return tf.nn.seq2seq.embedding_rnn_seq2seq(encoder, decoder, cell, 5, 5, 3)

    _, losses = tf.nn.seq2seq.model_with_buckets(words, words, words, weights, [(1, 1), (2, 2)], model)
    cells = [variable for variable in tf.trainable_variables() if "GRUCell" in variable.name]
    assert len(losses) == 2 and len(cells) == 16  # four for each of two layers, of an encoder and a decoder


def test_sparse_tensors_and_initializers_have_their_old_arguments(legacy):
    sparse = tf.SparseTensor(indices=[[0, 1]], values=[2.0], shape=[1, 2])
    with tf.Session() as sess:
        dense, zeros = sess.run([tf.sparse_tensor_to_dense(sparse), tf.zeros_initializer([2])])
    np.testing.assert_array_equal(dense, [[0, 2]])
    np.testing.assert_array_equal(zeros, [0, 0])
    assert tf.get_variable("z", [2], initializer=tf.zeros_initializer).shape == [2]
    assert tf.get_variable("o", [2], initializer=tf.ones_initializer()).shape == [2]


def test_uninstall_sets_everything_back():
    concat, cell = tf.concat, tf.nn.rnn_cell.BasicLSTMCell
    compat.install(force=True, legacy=True)
    assert tf.concat is not concat and tf.mul and tf.nn.rnn_cell.BasicLSTMCell is not cell
    compat.uninstall()
    assert tf.concat is concat and tf.nn.rnn_cell.BasicLSTMCell is cell
    assert not hasattr(tf, "mul") and not hasattr(tf.nn, "seq2seq") and not hasattr(tf, "models")


@pytest.mark.parametrize("name", [name for name in FORMER if name.split(".")[0] not in ("models", "python", "ops")])
def test_a_former_name_says_what_it_is_called_now(name):
    with pytest.raises(AttributeError) as error:
        name_lookup.public(name)
    assert str(error.value) == (
        f"graphlab has no tf.{name}: since TensorFlow 1.0 it is tf.{FORMER[name]}; "
        "`graphlab run --legacy` runs programs with the names of 2016."
    )
    assert name_lookup.public(FORMER[name]) is not None


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("import tensorflow.models.rnn.rnn_cell", "it is tf.nn.rnn_cell and tf.contrib.legacy_seq2seq"),
        ("from tensorflow.models.rnn import seq2seq", "it is tf.nn.rnn_cell and tf.contrib.legacy_seq2seq"),
        ("from tensorflow.python.ops import seq2seq", "it is tf.contrib.legacy_seq2seq"),
        ("from tensorflow import mul", "it is tf.multiply"),
    ],
)
def test_modules_of_2016_say_what_they_are_called_now(tensorflow, statement, says):
    with pytest.raises((ImportError, AttributeError)) as error:
        exec(statement, {})
    said = str(error.value)
    assert says in said and "`graphlab run --legacy`" in said and "\n" not in said


@pytest.mark.parametrize(
    ("call", "kind", "form"),
    [
        (lambda: tf.concat(1, [tf.zeros([2, 3]), tf.zeros([2, 3])]), ValueError, "tf.concat(values, axis)"),
        (lambda: tf.split(1, 3, tf.zeros([2, 6])), TypeError, "tf.split(value, num_or_size_splits, axis)"),
        (lambda: tf.concat(concat_dim=1, values=[tf.zeros([2, 3])]), TypeError, "tf.concat(values, axis)"),
        (
            lambda: tf.split(split_dim=1, num_split=3, value=tf.zeros([2, 6])),
            TypeError,
            "tf.split(value, num_or_size_splits, axis)",
        ),
        (
            lambda: tf.image.resize_images(tf.zeros([2, 2, 3]), 4, 4),
            ValueError,
            "tf.image.resize_images(images, [height, width])",
        ),
        (lambda: tf.reverse(tf.zeros([2, 6]), [False, True]), TypeError, "tf.reverse(tensor, [1])"),
        (
            lambda: tf.nn.softmax_cross_entropy_with_logits(tf.zeros([2, 3]), tf.zeros([2, 3])),
            ValueError,
            "tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)",
        ),
    ],
)
def test_an_order_of_2016_says_what_it_is_now(call, kind, form):
    with pytest.raises(kind) as error:
        call()
    assert f"fix     since TensorFlow 1.0 it is {form}; `graphlab run --legacy`" in str(error.value)


def test_run_legacy_runs_a_program_of_2016(tmp_path, capsys):
    (tmp_path / "program.py").write_text(
        "import tensorflow as tf\n"
        "x = tf.placeholder('float', [None, 2])\n"
        "y = tf.reduce_sum(tf.mul(x, x), reduction_indices=1)\n"
        "w = tf.Variable(tf.zeros([2]))\n"
        "sess = tf.Session()\n"
        "sess.run(tf.initialize_all_variables())\n"
        "print(sess.run(tf.concat(0, [y, w]), {x: [[1, 2]]}))\n"
    )
    try:
        assert cli.main(["run", "--force", str(tmp_path / "program.py")]) == 1
        assert "graphlab has no tf.mul: since TensorFlow 1.0 it is tf.multiply" in capsys.readouterr().err
        assert cli.main(["run", "--force", "--legacy", str(tmp_path / "program.py")]) == 0
        assert capsys.readouterr().out == "[5. 0. 0.]\n"
    finally:
        compat.uninstall()
