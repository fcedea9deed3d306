"""Monotonic attention and scheduled outputs: values, names and shapes as TensorFlow 1.15 made them."""

import numpy as np
import pytest

import graphlab as tf

seq2seq = tf.contrib.seq2seq


def waves(shape, phase):
    return np.sin(np.arange(np.prod(shape)) * 0.7 + phase).reshape(shape).astype(np.float32)


def test_the_three_modes_of_monotonic_attention():
    chosen, before = waves([2, 4], 1) ** 2, np.eye(4, dtype=np.float32)[:2]
    modes = {
        "recursive": (chosen, [0.7081, 0.2871, 0.0022, 0.0, 0.0, 0.9556, 0.0347, 0.0014]),
        "parallel": (chosen, [0.7081, 0.2871, 0.0022, 0.0, 0.0, 0.9556, 0.0347, 0.0014]),
        "hard": ((chosen > 0.5).astype(np.float32), [1, 0, 0, 0, 0, 1, 0, 0]),
    }
    attention = {mode: seq2seq.monotonic_attention(value, before, mode) for mode, (value, _) in modes.items()}
    with tf.Session() as session:
        for mode, values in session.run(attention).items():
            np.testing.assert_allclose(values.ravel(), modes[mode][1], atol=1e-4, err_msg=mode)
    with pytest.raises(ValueError, match="mode must be 'recursive', 'parallel', or 'hard'"):
        seq2seq.monotonic_attention(chosen, before, "soft")


def test_safe_cumprod_has_a_finite_gradient_where_a_factor_is_zero():
    x = tf.constant([0.5, 0.0, 0.25])
    products = seq2seq.safe_cumprod(x, exclusive=True)
    with tf.Session() as session:
        values, gradient = session.run([products, tf.gradients(products, x)[0]])
    np.testing.assert_allclose(values, [1, 0.5, 0], atol=1e-6)
    assert np.isfinite(gradient).all()


MECHANISMS = {
    "LuongMonotonicAttention": (
        {"scale": True, "sigmoid_noise": 0.0},
        "luong_monotonic_attention/attention_g luong_monotonic_attention/attention_score_bias",
    ),
    "BahdanauMonotonicAttention": (
        {"normalize": True, "mode": "recursive"},
        "bahdanau_monotonic_attention/query_layer/kernel bahdanau_monotonic_attention/attention_v "
        "bahdanau_monotonic_attention/attention_g bahdanau_monotonic_attention/attention_b "
        "bahdanau_monotonic_attention/attention_score_bias",
    ),
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_variables_and_the_first_alignments_of_a_mechanism(name):
    arguments, variables = MECHANISMS[name]
    memory = tf.constant(waves([2, 4, 3], 2))
    mechanism = getattr(seq2seq, name)(3, memory, memory_sequence_length=[4, 2], score_bias_init=-0.5, **arguments)
    state = mechanism.initial_state(2, tf.float32)
    alignments, following = mechanism(tf.constant(waves([2, 3], 5)), state)
    assert alignments.shape.as_list() == following.shape.as_list() == [2, 4]
    assert [v.op.name for v in tf.trainable_variables()] == ["memory_layer/kernel", *variables.split()]
    bias = tf.trainable_variables()[-1]
    kernels = [v.assign(tf.zeros_like(v)) for v in tf.trainable_variables()[:-1]]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run(bias) == -0.5
        np.testing.assert_array_equal(session.run(state), [[1, 0, 0, 0]] * 2)
        session.run(kernels)
        p = 1 / (1 + np.exp(0.5))  # of each step, where all scores are the bias
        expected = [[p * (1 - p) ** k for k in range(4)], [p, p * (1 - p), 0, 0]]
        if name == "LuongMonotonicAttention":
            np.testing.assert_allclose(session.run(alignments), expected, rtol=1e-4, atol=1e-6)


def test_scheduled_outputs_feed_back_what_came_out():
    inputs = tf.constant(waves([2, 3, 1], 5))

    class Adder(tf.nn.rnn_cell.RNNCell):
        state_size = property(lambda self: 1)
        output_size = property(lambda self: 1)

        def __call__(self, inputs, state, scope=None):
            return inputs[:, :1] + 1.0, state

    def decoded(**arguments):
        helper = seq2seq.ScheduledOutputTrainingHelper(inputs, [3, 2], 1.0, **arguments)
        return seq2seq.dynamic_decode(seq2seq.BasicDecoder(Adder(), helper, tf.zeros([2, 1])))[0]

    plain, doubled = decoded(), decoded(next_inputs_fn=lambda outputs: outputs * 2.0)
    beside = decoded(auxiliary_inputs=waves([2, 3, 1], 9))
    assert plain.rnn_output.shape.as_list() == [2, None, 1]
    first = waves([2, 3, 1], 5)[:, 0, 0]
    with tf.Session() as session:
        plain, doubled, beside = session.run([plain, doubled, beside])
    np.testing.assert_allclose(plain.rnn_output[0, :, 0], first[0] + np.array([1, 2, 3]), rtol=1e-5)
    np.testing.assert_allclose(beside.rnn_output[0, :, 0], first[0] + np.array([1, 2, 3]), rtol=1e-5)
    step = first[0] + 1
    np.testing.assert_allclose(doubled.rnn_output[0, :2, 0], [step, 2 * step + 1], rtol=1e-5)
    np.testing.assert_array_equal(plain.sample_id[0], [1, 1, 1])
