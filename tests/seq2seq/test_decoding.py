"""tf.contrib.seq2seq: decoders, helpers and attention, beside numbers that TensorFlow 1.15 returned."""

import numpy as np
import pytest

import graphlab as tf

S, R = tf.contrib.seq2seq, tf.contrib.rnn
X = ((np.arange(24.0) % 5 - 2) / 2).reshape(2, 4, 3).astype(np.float32)
MEMORY = ((np.arange(30.0) % 7 - 3) / 4).reshape(2, 5, 3).astype(np.float32)


def steps(shape, dtype, partition_info=None):
    """-3/4, -1/2 … 3/4, again and again."""
    del partition_info
    shape = [int(size) for size in shape]
    return (np.arange(np.prod(shape), dtype=dtype.as_numpy_dtype) % 7 - 3).reshape(shape) / 4


def trained(cell, **options):
    helper = S.TrainingHelper(tf.constant(X), tf.constant([4, 2]))
    layer = tf.layers.Dense(5, name="logits")
    return S.dynamic_decode(S.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32), layer), **options)


def imputed():
    outputs, state, lengths = trained(R.BasicLSTMCell(3), impute_finished=True, maximum_iterations=3)
    return outputs.rnn_output, state, lengths


def greedy():
    cell = R.GRUCell(3)
    helper = S.GreedyEmbeddingHelper(tf.get_variable("embedding", [5, 2]), tf.constant([1, 2]), 3)
    decoder = S.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32), tf.layers.Dense(5))
    return S.dynamic_decode(decoder, maximum_iterations=4)


def bahdanau():
    mechanism = S.BahdanauAttention(4, tf.constant(MEMORY), normalize=True)
    cell = S.AttentionWrapper(R.GRUCell(3), mechanism, alignment_history=True, output_attention=False)
    outputs, state, _ = trained(cell)
    return outputs.rnn_output, state.alignments, state.alignment_history.stack()


def luong():
    mechanism = S.LuongAttention(3, tf.constant(MEMORY), memory_sequence_length=[5, 2], scale=True)
    return trained(S.AttentionWrapper(R.GRUCell(3), mechanism, attention_layer_size=4))[0].rnn_output


def both():
    mechanisms = [S.BahdanauAttention(4, tf.constant(MEMORY)), S.LuongAttention(3, tf.constant(MEMORY))]
    cell = S.AttentionWrapper(R.GRUCell(3), mechanisms, attention_layer_size=[2, 3])
    state = cell.zero_state(2, tf.float32).clone(cell_state=tf.ones([2, 3]))
    return tf.nn.dynamic_rnn(cell, tf.constant(X), initial_state=state, dtype=tf.float32)[0]


PROGRAMS = {"imputed": imputed, "greedy": greedy, "bahdanau": bahdanau, "luong": luong, "both": both}

# Of each program's tensors together: their sum, and the sum of their squares.
WANTED = {
    "imputed": (2.97493, 14.2798),
    "greedy": (23.5502, 84.1748),
    "bahdanau": (9.03213, 2.68148),
    "luong": (0.526516, 3.18651),
    "both": (-8.36726, 5.07508),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gives_tensorflows_numbers(name):
    with tf.Graph().as_default(), tf.variable_scope("", initializer=steps):
        result = tf.nest.flatten(PROGRAMS[name]())
        flat = tf.concat([tf.cast(tf.reshape(tensor, [-1]), tf.float32) for tensor in result], 0)
        found = tf.stack([tf.reduce_sum(flat), tf.reduce_sum(flat * flat)])
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            np.testing.assert_allclose(session.run(found), WANTED[name], rtol=2e-4, atol=1e-5)


def test_symbols_are_drawn_as_likely_as_the_logits_say():
    with tf.Graph().as_default(), tf.Session() as session:
        helper = S.SampleEmbeddingHelper(lambda ids: tf.one_hot(ids, 3), tf.zeros([2000], tf.int32), 9, seed=1)
        logits = tf.tile(tf.log([[0.1, 0.2, 0.7]]), [2000, 1])
        symbols = session.run(helper.sample(0, logits, None))
        np.testing.assert_allclose(np.bincount(symbols) / 2000, [0.1, 0.2, 0.7], atol=0.05)


@pytest.mark.slow
def test_scheduled_sampling_feeds_back_what_was_drawn():
    with tf.Graph().as_default(), tf.Session() as session:
        for chance, wanted in ((0.0, X[:, 1]), (1.0, np.full((2, 3), 7))):
            helper = S.ScheduledEmbeddingTrainingHelper(
                tf.constant(X), [4, 4], lambda ids: 7 * tf.ones([tf.size(ids), 3]), chance
            )
            ids = helper.sample(0, tf.zeros([2, 5]), None)
            _, inputs, _ = helper.next_inputs(0, tf.zeros([2, 5]), tf.zeros([2]), ids)
            np.testing.assert_allclose(session.run(inputs), wanted)


def test_own_functions_make_a_helper():
    with tf.Graph().as_default(), tf.Session() as session:
        cell = R.BasicRNNCell(2)
        helper = S.InferenceHelper(
            lambda outputs: outputs + 1.0, [2], tf.float32, tf.zeros([3, 2]), lambda ids: tf.reduce_any(ids > 9, 1)
        )
        decoder = S.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32))
        outputs, _, lengths = S.dynamic_decode(decoder, maximum_iterations=tf.constant(4))
        session.run(tf.global_variables_initializer())
        outputs, lengths = session.run([outputs, lengths])
        np.testing.assert_allclose(outputs.sample_id, outputs.rnn_output + 1)
        assert outputs.sample_id.shape == (3, 4, 2) and lengths.tolist() == [4, 4, 4]


def test_what_does_not_fit_is_said():
    with tf.Graph().as_default():
        cell = R.GRUCell(3)
        with pytest.raises(TypeError, match="Expected decoder to be type Decoder"):
            S.dynamic_decode(cell)
        with pytest.raises(TypeError, match="helper must be a Helper"):
            S.BasicDecoder(cell, None, None)
        with pytest.raises(TypeError, match="attention_mechanism must be an AttentionMechanism"):
            S.AttentionWrapper(cell, cell)
        with pytest.raises(ValueError, match="Incompatible or unknown inner dimensions between query and keys"):
            S.LuongAttention(4, tf.constant(MEMORY))(tf.zeros([2, 3]), None)
        with pytest.raises(ValueError, match="start_tokens must be a vector"):
            S.GreedyEmbeddingHelper(tf.zeros([2, 2]), 1, 2)


def test_tile_batch_repeats_each_row():
    with tf.Graph().as_default(), tf.Session() as session:
        rows = S.tile_batch((tf.constant([[1], [2]]), tf.placeholder_with_default([3], [None])), 2)
        assert rows[0].shape.as_list() == [4, 1] and rows[1].shape.as_list() == [None]
        first, second = session.run(rows)
        assert first.tolist() == [[1], [1], [2], [2]] and second.tolist() == [3, 3]
