"""Cells: what they are called with, what their variables are called, what goes wrong. Values are in the goldens."""

import copy

import numpy as np
import pytest

import graphlab as tf

cells = tf.nn.rnn_cell


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


def names():
    return [variable.op.name for variable in tf.trainable_variables()]


def test_variables_are_named_as_checkpoints_have_them():
    stacked = cells.MultiRNNCell([cells.BasicLSTMCell(2), cells.GRUCell(2)])
    tf.nn.dynamic_rnn(stacked, tf.zeros([1, 3, 2]), dtype=tf.float32)
    assert names() == [
        "rnn/multi_rnn_cell/cell_0/basic_lstm_cell/kernel",
        "rnn/multi_rnn_cell/cell_0/basic_lstm_cell/bias",
        "rnn/multi_rnn_cell/cell_1/gru_cell/gates/kernel",
        "rnn/multi_rnn_cell/cell_1/gru_cell/gates/bias",
        "rnn/multi_rnn_cell/cell_1/gru_cell/candidate/kernel",
        "rnn/multi_rnn_cell/cell_1/gru_cell/candidate/bias",
    ]
    assert [v.op.name for v in stacked.trainable_weights] == names()


def test_a_scope_gives_the_name_and_reuse_shares_variables():
    x = tf.zeros([1, 2])
    cell = cells.BasicRNNCell(2)
    cell(x, x, scope="mine")
    assert names() == ["mine/kernel", "mine/bias"]
    again = cells.BasicRNNCell(2, reuse=True)
    again(x, x, scope="mine")
    assert again.trainable_weights == cell.trainable_weights
    with pytest.raises(ValueError, match="already exists"):
        cells.BasicRNNCell(2)(x, x, scope="mine")


def test_variables_that_call_makes_belong_to_the_cell():
    class Own(cells.RNNCell):
        output_size = state_size = 2  # pyright: ignore[reportAssignmentType]

        def call(self, inputs, state):
            tf.get_variable("count", [], trainable=False)
            return inputs * tf.get_variable("w", [2]), state

    cell = Own()
    cell(tf.zeros([1, 2]), tf.zeros([1, 2]))
    assert [v.op.name for v in cell.trainable_weights] == ["own/w"]
    assert [v.op.name for v in cell.non_trainable_weights] == ["own/count"]


def test_states_begin_with_zeros_of_known_shape():
    state = cells.MultiRNNCell([cells.LSTMCell(3, num_proj=2), cells.GRUCell(4)]).zero_state(5, tf.float64)
    assert isinstance(state[0], cells.LSTMStateTuple)
    assert [item.shape.as_list() for item in (*state[0], state[1])] == [[5, 3], [5, 2], [5, 4]]
    assert state[0].dtype == tf.float64
    first = cells.GRUCell(4).get_initial_state(inputs=tf.zeros([7, 1]))
    assert first.shape.as_list() == [7, 4]


def test_what_is_no_cell_is_refused():
    with pytest.raises(TypeError, match="is not an RNNCell: 'output_size' property is missing"):
        tf.nn.dynamic_rnn(object(), tf.zeros([1, 2, 3]), dtype=tf.float32)
    with pytest.raises(ValueError, match="RNN cell only supports floating point inputs"):
        cells.GRUCell(2)(tf.zeros([1, 2], tf.int32), tf.zeros([1, 2]))
    with pytest.raises(ValueError, match="Expected inputs.shape\\[-1\\] to be known"):
        cells.GRUCell(2)(tf.placeholder(tf.float32, [1, None]), tf.zeros([1, 2]))
    with pytest.raises(ValueError, match="at least one cell"):
        cells.MultiRNNCell([])
    with pytest.raises(ValueError, match="Parameter input_keep_prob must be between 0 and 1"):
        cells.DropoutWrapper(cells.GRUCell(2), input_keep_prob=2.0)


@pytest.mark.slow
def test_dropout_keeps_the_memory_of_an_lstm():
    cell = cells.DropoutWrapper(cells.BasicLSTMCell(50), state_keep_prob=0.5, seed=1)
    inner = cells.BasicLSTMCell(50)
    x = tf.ones([4, 3])
    _, dropped = cell(x, cell.zero_state(4, tf.float32), scope="same")
    with tf.variable_scope("", reuse=True):
        _, state = inner(x, inner.zero_state(4, tf.float32), scope="same")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        dropped, state = session.run([dropped, state])
    np.testing.assert_allclose(dropped.c, state.c)
    is_retained = dropped.h != 0
    assert 0.3 < is_retained.mean() < 0.7
    np.testing.assert_allclose(dropped.h[is_retained], 2 * state.h[is_retained], rtol=1e-5)


@pytest.mark.slow
def test_variational_dropout_is_the_same_in_every_step():
    cell = cells.DropoutWrapper(
        cells.BasicRNNCell(40), output_keep_prob=0.5, variational_recurrent=True, dtype=tf.float32
    )
    outputs, _ = tf.nn.dynamic_rnn(cell, tf.ones([2, 5, 3]), dtype=tf.float32)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        zero = session.run(outputs) == 0
    assert zero.any() and not zero.all()
    assert (zero == zero[:1, :1]).all()


def test_a_cell_can_be_copied_with_its_variables_made_anew():
    cell = cells.GRUCell(2)
    twins = cells.MultiRNNCell([cell, copy.deepcopy(cell)])
    tf.nn.static_rnn(twins, [tf.zeros([1, 2])], dtype=tf.float32)
    assert len(names()) == 8


@pytest.mark.slow
def test_a_block_cell_is_a_basic_lstm_in_one_operation():
    x = tf.constant(np.sin(np.arange(12, dtype=np.float32)).reshape(2, 2, 3))
    block = tf.contrib.rnn.LSTMBlockCell(4, forget_bias=0.5)
    basic = cells.BasicLSTMCell(4, forget_bias=0.5)
    with tf.variable_scope("same"):
        one, _ = tf.nn.dynamic_rnn(block, x, dtype=tf.float32, scope="block")
        other, _ = tf.nn.dynamic_rnn(basic, x, dtype=tf.float32, scope="basic")
    copy_weights = [b.assign(a) for a, b in zip(block.weights, basic.weights, strict=True)]
    gradients = [tf.gradients(out * out, cell.weights) for out, cell in ((one, block), (other, basic))]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(copy_weights)
        found, wanted = session.run([[one, *gradients[0]], [other, *gradients[1]]])
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)
