"""tf.contrib.learn.models and ops: models that are functions of features and labels."""

import numpy as np
import pytest

import graphlab as tf

X = np.arange(12, dtype=np.float32).reshape(3, 4) / 10
Y = np.eye(3, dtype=np.float32)
models, ops = tf.contrib.learn.models, tf.contrib.learn.ops


def test_regressions_with_zero_init_begin_at_0():
    probabilities, loss = models.logistic_regression_zero_init(tf.constant(X), tf.constant(Y))
    predictions, error = models.linear_regression_zero_init(tf.constant(X), tf.constant([1.0, 2.0, 3.0]))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        np.testing.assert_allclose(session.run(probabilities), np.full((3, 3), 1 / 3), rtol=1e-6)
        assert session.run(loss) == pytest.approx(np.log(3), rel=1e-6)
        assert session.run(predictions).tolist() == [0, 0, 0]
        assert session.run(error) == pytest.approx(14 / 3, rel=1e-6)
    names = [variable.op.name for variable in tf.global_variables()]
    assert names == [f"{model}_regression/{part}" for model in ("logistic", "linear") for part in ("weights", "bias")]


def test_sequences_are_read_in_both_directions_as_long_as_they_are():
    steps = tf.unstack(tf.constant(X[:, :, None]), axis=1)
    cells = tf.nn.rnn_cell.GRUCell(2), tf.nn.rnn_cell.GRUCell(2)
    outputs, state = models.bidirectional_rnn(*cells, steps, dtype=tf.float32, sequence_length=tf.constant([1, 2, 4]))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found, last = session.run([outputs, state])
    assert not np.any(found[1][0]) and np.all(found[3][2])
    for row, end in enumerate((0, 1, 3)):
        np.testing.assert_allclose(last[row, :2], found[end][row, :2])
        np.testing.assert_allclose(last[row, 2:], found[0][row, 2:])


def test_embeddings_of_ids_of_any_shape_keep_it():
    found = ops.categorical_variable(tf.constant([[0, 2], [1, 1]]), 4, 3, "words")
    (table,) = tf.global_variables()
    assert found.shape == [2, 2, 3] and table.op.name == "words/words_embeddings"
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        rows, values = session.run([table, found])
    np.testing.assert_array_equal(values, rows[[[0, 2], [1, 1]]])


def test_a_decoder_begins_with_a_sentinel():
    of_x, of_y, wanted = ops.seq2seq_inputs(tf.constant(X[None]), tf.constant(X[None]), 3, 3)
    assert len(of_x) == 3 and of_y[1:] == wanted[:-1] and of_y[0] is wanted[-1]


def test_other_cells_are_refused():
    model = models.get_rnn_model(2, "x", 1, tf.unstack, False, None, None, None, None, None, None)
    with pytest.raises(ValueError, match="cell_type x is not supported"):
        model(tf.constant(X), None)
