"""tf.contrib.seq2seq.BeamSearchDecoder and gather_tree, beside what TensorFlow 1.15 returned."""

import numpy as np
import pytest

import graphlab as tf

S = tf.contrib.seq2seq


def beams(attend, **options):
    embedding = tf.constant(((np.arange(35.0) * 7 % 11 - 5) / 5).reshape(7, 5).astype(np.float32))
    cell = tf.nn.rnn_cell.GRUCell(5, kernel_initializer=tf.constant_initializer(0.3))
    if attend:
        memory = S.tile_batch(tf.constant(((np.arange(60.0) % 7 - 3) / 3).reshape(2, 6, 5).astype(np.float32)), 3)
        lengths = S.tile_batch(tf.constant([6, 4]), 3)
        attention = S.LuongAttention(5, memory, memory_sequence_length=lengths)
        cell = S.AttentionWrapper(cell, attention, alignment_history=True)
    logits = ((np.arange(35.0) * 5 % 13) - 6) / 3
    layer = tf.layers.Dense(7, use_bias=False, kernel_initializer=tf.constant_initializer(logits))
    start = cell.zero_state(6, tf.float32)
    decoder = S.BeamSearchDecoder(cell, embedding, tf.fill([2], 1), 2, start, 3, layer, **options)
    outputs, state, _ = S.dynamic_decode(decoder, maximum_iterations=4)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for variable in tf.trainable_variables("memory_layer"):
            variable.load(np.eye(5), session)
        return session.run([outputs.predicted_ids, state.log_probs, state.lengths])


@pytest.fixture(autouse=True)
def fresh_graph():
    with tf.Graph().as_default():
        yield


@pytest.mark.slow
def test_it_keeps_the_best_beginnings():
    ids, log_probs, lengths = beams(attend=False)
    assert ids.tolist() == [[[2, 0, 0], [2, 2, 3], [2, 2, 6], [2, 2, 6]]] * 2
    np.testing.assert_allclose(log_probs, [[-1.945910, -3.858542, -7.315017]] * 2, rtol=1e-5)
    assert lengths.tolist() == [[1, 2, 4]] * 2


@pytest.mark.slow
def test_long_sequences_and_what_covers_the_memory_may_be_favoured():
    ids, log_probs, lengths = beams(attend=True, length_penalty_weight=1.0, coverage_penalty_weight=0.2)
    assert ids.tolist() == [[[6, 6, 6], [6, 5, 5], [5, 6, 5], [5, 5, 6]], [[2, 3, 3], [2, 3, 3], [2, 3, 3], [2, 3, 0]]]
    np.testing.assert_allclose(
        log_probs, [[-6.875039, -6.888303, -6.913403], [-1.555768, -6.5431, -6.575681]], rtol=1e-5
    )
    assert lengths.tolist() == [[4, 4, 4], [1, 4, 4]]


def test_a_tree_of_choices_becomes_sequences():
    steps = tf.constant([[[1, 2, 3]], [[4, 5, 6]], [[7, 8, 9]], [[-1, -1, -1]]])
    parents = tf.constant([[[0, 0, 0]], [[0, 1, 1]], [[2, 1, 2]], [[-1, -1, -1]]])
    with tf.Session() as session:
        found = session.run(S.gather_tree(steps, parents, max_sequence_lengths=[3], end_token=10))
    np.testing.assert_array_equal(found, [[[2, 2, 2]], [[6, 5, 6]], [[7, 8, 9]], [[10, 10, 10]]])


def test_the_best_tags_of_a_conditional_random_field():
    potentials = np.array([[[1, 0], [0, 0.4], [0, 0.1]], [[0, 1], [3, 0], [0, 0]]], np.float32)
    transitions = np.array([[0.5, 0], [0, 0.5]], np.float32)
    tags, scores = tf.contrib.crf.crf_decode(tf.constant(potentials), tf.constant(transitions), tf.constant([3, 2]))
    with tf.Session() as session:
        found, best = session.run([tags, scores])
    np.testing.assert_array_equal(found, [[0, 0, 0], [1, 0, 0]])
    np.testing.assert_allclose(best, [2.0, 4.0])
    by_hand, score = tf.contrib.crf.viterbi_decode(potentials[0], transitions)
    assert [int(tag) for tag in by_hand] == [0, 0, 0] and score == 2.0
