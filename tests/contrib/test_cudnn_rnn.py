"""tf.contrib.cudnn_rnn's layers compute cuDNN's formulas, from one vector of weights and biases."""

import numpy as np
import pytest

import graphlab as tf
from graphlab.contrib import cudnn_rnn


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm(x, states, w, b):
    h, c = states
    i, f, g, o = (w[k] @ x + w[k + 4] @ h + b[k] + b[k + 4] for k in range(4))
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


def gru(x, states, w, b):
    (h,) = states
    r, z = (sigmoid(w[k] @ x + w[k + 3] @ h + b[k] + b[k + 3]) for k in range(2))
    return ((1 - z) * np.tanh(w[2] @ x + b[2] + r * (w[5] @ h + b[5])) + z * h,)


def plain(x, states, w, b):
    return (np.tanh(w[0] @ x + w[1] @ states[0] + b[0] + b[1]),)


def expected(step, kernel, weight_shapes, units, x, length, states, layers, directions):
    """Outputs and states of one sequence [time, size]: each layer reads the first `length` steps, each way."""
    parts, place = [], 0
    for dims in [*weight_shapes, *[[units]] * len(weight_shapes)]:
        parts.append(kernel[place : place + np.prod(dims)].reshape(dims))
        place += np.prod(dims)
    assert place == len(kernel)
    weights, biases = parts[: len(weight_shapes)], parts[len(weight_shapes) :]
    count, finals = len(weight_shapes) // (layers * directions), []
    for layer in range(layers):
        outputs = np.zeros([len(x), directions * units])
        for way in range(directions):
            number = layer * directions + way
            own = slice(number * count, (number + 1) * count)
            state = tuple(part[number] for part in states)
            for t in range(length)[:: 1 - 2 * way]:
                state = step(x[t], state, weights[own], biases[own])
                outputs[t, way * units : (way + 1) * units] = state[0]
            finals.append(state)
        x = outputs
    return x, [np.stack(column) for column in zip(*finals, strict=True)]


@pytest.mark.parametrize(
    ("kind", "step", "direction", "lengths"),
    [
        (cudnn_rnn.CudnnLSTM, lstm, "unidirectional", None),
        (cudnn_rnn.CudnnLSTM, lstm, "bidirectional", [4, 2]),
        (cudnn_rnn.CudnnGRU, gru, "bidirectional", None),
        (cudnn_rnn.CudnnRNNTanh, plain, "unidirectional", [3, 4]),
    ],
    ids=["lstm", "bidirectional lstm of lengths", "bidirectional gru", "tanh of lengths"],
)
def test_outputs_and_states_are_the_formulas(kind, step, direction, lengths):
    rng = np.random.RandomState(0)
    x = rng.randn(4, 2, 3).astype(np.float32)
    with tf.Graph().as_default(), tf.Session() as sess:
        layer = kind(2, 5, direction=direction, bias_initializer=tf.random_uniform_initializer(seed=1), name="rnn")
        shapes = layer.state_shape(2)
        states = tuple(rng.randn(*dims).astype(np.float32) for dims in shapes) if lengths else None
        outputs, final = layer(tf.constant(x), initial_state=states, sequence_lengths=lengths)
        assert [var.name for var in tf.trainable_variables()] == ["rnn/opaque_kernel:0"]
        gradient = tf.gradients(tf.reduce_sum(outputs**2), layer.kernel)[0]
        sess.run(tf.global_variables_initializer())
        kernel, outputs, final, gradient = sess.run([layer.kernel, outputs, final, gradient])
        assert np.abs(gradient).max() > 0 and kernel.shape == gradient.shape
    begin = states or tuple(np.zeros(dims) for dims in shapes)
    for i in range(2):
        own = [part[:, i] for part in begin]
        how = (layer.canonical_weight_shapes, 5, x[:, i], lengths[i] if lengths else 4, own, 2, layer.num_dirs)
        wanted, wanted_states = expected(step, kernel.astype(float), *how)
        np.testing.assert_allclose(outputs[:, i], wanted, atol=1e-5)
        for one, other in zip(final, wanted_states, strict=True):
            np.testing.assert_allclose(one[:, i], other, atol=1e-5)


def test_batches_come_first_without_time_major_and_dropout_is_for_training():
    x = np.random.RandomState(1).randn(4, 2, 3).astype(np.float32)
    with tf.Graph().as_default(), tf.Session() as sess:
        layer = cudnn_rnn.CudnnGRU(2, 5, dropout=0.5)
        major, (state,) = layer(x, training=False)
        minor, (minor_state,) = layer(x.transpose(1, 0, 2), training=False, time_major=False)
        trained, _ = layer(x, training=True)
        sess.run(tf.global_variables_initializer())
        values = sess.run([major, minor, state, minor_state, trained])
    np.testing.assert_allclose(values[0], values[1].transpose(1, 0, 2), atol=1e-6)
    np.testing.assert_allclose(values[2], values[3].transpose(1, 0, 2), atol=1e-6)
    assert not np.allclose(values[0], values[4])
    with pytest.raises(ValueError, match="Invalid direction"):
        cudnn_rnn.CudnnLSTM(1, 2, direction="up")
    with pytest.raises(TypeError, match="expecting tuple"):
        layer(x, initial_state=np.zeros([2, 2, 5]))
