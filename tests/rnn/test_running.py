"""dynamic_rnn and its kin: shapes, nested inputs, sequences of several lengths, what goes wrong."""

import numpy as np
import pytest

import graphlab as tf

cells = tf.nn.rnn_cell


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


class Sum(cells.RNNCell):
    """Adds up its inputs, a dict of two."""

    output_size = {"all": 2, "first": 1}  # pyright: ignore[reportAssignmentType]
    state_size = 2  # pyright: ignore[reportAssignmentType]

    def call(self, inputs, state):
        state = state + inputs["a"] + inputs["b"]
        return {"all": state, "first": state[:, :1]}, state


def test_inputs_and_outputs_may_be_nested():
    rows = np.arange(12.0, dtype=np.float32).reshape(2, 3, 2)
    outputs, last = tf.nn.dynamic_rnn(Sum(), {"a": rows, "b": rows}, [3, 2], dtype=tf.float32)
    wanted = np.cumsum(2 * rows, axis=1)
    wanted[1, 2] = 0
    assert outputs["first"].shape.as_list() == [2, 3, 1]
    with tf.Session() as session:
        found, last = session.run([outputs, last])
    np.testing.assert_allclose(found["all"], wanted)
    np.testing.assert_allclose(found["first"], wanted[:, :, :1])
    np.testing.assert_allclose(last, [wanted[0, 2], wanted[1, 1]])


@pytest.mark.slow
def test_steps_and_batch_may_be_unknown():
    x = tf.placeholder(tf.float32, [None, None, 2])
    outputs, state = tf.nn.dynamic_rnn(cells.GRUCell(3), x, dtype=tf.float32)
    assert outputs.shape.as_list() == [None, None, 3]
    gradient = tf.gradients(outputs, x)[0]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for batch, steps in ((2, 5), (1, 1), (3, 2)):
            given = np.ones((batch, steps, 2), np.float32)
            found, last, gradients = session.run([outputs, state, gradient], {x: given})
            assert found.shape == (batch, steps, 3) and gradients.shape == given.shape
            np.testing.assert_allclose(found[:, -1], last)


def test_a_wrong_number_of_lengths_is_reported_in_the_run():
    x = tf.placeholder(tf.float32, [None, 3, 2])
    lengths = tf.placeholder(tf.int32, [None])
    outputs, _ = tf.nn.dynamic_rnn(cells.BasicRNNCell(2), x, lengths, dtype=tf.float32)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected shape for Tensor rnn/sequence_length:0 is"):
            session.run(outputs, {x: np.zeros((2, 3, 2)), lengths: [1, 2, 3]})


def test_what_is_missing_is_said():
    cell = cells.BasicRNNCell(2)
    x = tf.zeros([1, 3, 2])
    with pytest.raises(ValueError, match="If there is no initial_state, you must give a dtype"):
        tf.nn.dynamic_rnn(cell, x)
    with pytest.raises(ValueError, match="If no initial_state is provided, dtype must be specified"):
        tf.nn.static_rnn(cell, [tf.zeros([1, 2])])
    with pytest.raises(TypeError, match="inputs must be a sequence"):
        tf.nn.static_rnn(cell, x, dtype=tf.float32)
    with pytest.raises(ValueError, match="inputs must not be empty"):
        tf.nn.static_rnn(cell, [], dtype=tf.float32)
    with pytest.raises(ValueError, match="sequence_length must be a vector"):
        tf.nn.dynamic_rnn(cell, x, [[1]], dtype=tf.float32)
    with pytest.raises(ValueError, match="Input size \\(depth of inputs\\) must be accessible"):
        tf.nn.dynamic_rnn(cell, tf.placeholder(tf.float32, [1, 3, None]), dtype=tf.float32)
    with pytest.raises(TypeError, match="loop_fn must be a callable"):
        tf.nn.raw_rnn(cell, None)


@pytest.mark.slow
def test_static_and_dynamic_agree_where_sequences_end():
    rows = np.sin(np.arange(24.0, dtype=np.float32)).reshape(3, 4, 2)
    lengths = [4, 0, 2]
    dynamic, last = tf.nn.dynamic_rnn(cells.BasicLSTMCell(3), rows, lengths, dtype=tf.float32)
    steps = tf.unstack(tf.constant(rows), axis=1)
    with tf.variable_scope("", reuse=True):
        static, end = tf.nn.static_rnn(cells.BasicLSTMCell(3), steps, sequence_length=lengths, dtype=tf.float32)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        one, other = session.run([(dynamic, last), (tf.stack(static, 1), end)])
    np.testing.assert_allclose(one[0], other[0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(one[1], other[1], rtol=1e-5, atol=1e-6)


@pytest.mark.slow
def test_a_saved_state_goes_on_in_the_next_run():
    class Saver:
        def __init__(self):
            self.value = tf.get_variable("saved", [1, 2], initializer=tf.zeros_initializer())

        def state(self, name):
            return self.value

        def save_state(self, name, value):
            return self.value.assign(value)

    outputs, _ = tf.nn.static_state_saving_rnn(cells.GRUCell(2), [tf.ones([1, 2])] * 2, Saver(), "h")
    steps, _ = tf.nn.dynamic_rnn(
        cells.GRUCell(2, name="gru_cell", reuse=tf.AUTO_REUSE), tf.ones([1, 4, 2]), dtype=tf.float32
    )
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        first, second = session.run(outputs[-1]), session.run(outputs[-1])
        steps = session.run(steps)
    np.testing.assert_allclose(first[0], steps[0, 1], rtol=1e-5)
    np.testing.assert_allclose(second[0], steps[0, 3], rtol=1e-5)
