"""tf.contrib.recurrent: values and gradients of loops over functions and cells."""

import numpy as np
import pytest

import graphlab as tf

WEIGHTS, FIRST, X = (np.random.RandomState(0).randn(*dims) for dims in ((5, 2), (3, 2), (6, 3, 3)))


def step(theta, state, inputs):
    state = tf.tanh(tf.matmul(tf.concat([inputs, state], 1), theta))
    return state, state


def step_grad(theta, state, inputs, extras, dstate):
    product = tf.matmul(tf.concat([inputs, state], 1), theta)
    return tf.gradients(product, [theta, state, inputs], grad_ys=dstate * (1 - extras * extras))


@pytest.mark.parametrize("cell_grad", [None, step_grad])
@pytest.mark.parametrize(("settings", "steps"), [({}, range(6)), ({"max_input_length": 4}, range(4)),
                                                 ({"max_input_length": 4, "aligned_end": True}, range(2, 6))])  # fmt: skip
def test_a_loop_has_the_values_and_gradients_of_its_steps(cell_grad, settings, steps):
    with tf.Graph().as_default(), tf.Session() as session:
        values = theta, first, inputs = tf.constant(WEIGHTS), tf.constant(FIRST), tf.constant(X)
        states, last = tf.contrib.recurrent.Recurrent(theta, first, inputs, step, cell_grad=cell_grad, **settings)
        state, rows = first, [tf.zeros([3, 2], tf.float64)] * 6
        for t in steps:
            state, _ = step(theta, state, inputs[t])
            rows[t] = state
        results = [(states, last), (tf.stack(rows), state)]
        losses = [tf.reduce_sum(all_of_it * X[:, :, :2]) + tf.reduce_sum(final**2) for all_of_it, final in results]
        ours, unrolled = session.run(
            [(result, tf.gradients(loss, values)) for result, loss in zip(results, losses, strict=True)]
        )
    for ours_part, part in zip(ours, unrolled, strict=True):
        for value, expected in zip(ours_part, part, strict=True):
            np.testing.assert_allclose(value, expected, atol=1e-12)


def test_a_cell_in_both_directions_equals_bidirectional_dynamic_rnn():
    with tf.Graph().as_default(), tf.Session() as session:
        inputs = tf.constant(X[:5, :2].astype(np.float32).transpose(1, 0, 2))
        cells = tf.nn.rnn_cell.GRUCell(2), tf.nn.rnn_cell.GRUCell(2)
        settings = {"sequence_length": tf.constant([3, 5]), "dtype": tf.float32}
        ours = tf.contrib.recurrent.bidirectional_functional_rnn(*cells, inputs, **settings)
        names = [variable.name for variable in tf.global_variables()]
        with tf.variable_scope("", reuse=True):
            expected = tf.nn.bidirectional_dynamic_rnn(*cells, inputs, **settings)
        assert [variable.name for variable in tf.global_variables()] == names
        session.run(tf.global_variables_initializer())
        for value, other in zip(
            *(tf.contrib.framework.nest.flatten(part) for part in session.run([ours, expected])), strict=True
        ):
            np.testing.assert_allclose(value, other, atol=1e-6)
