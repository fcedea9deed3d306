"""tf.contrib.legacy_seq2seq and the cells that only tf.contrib.rnn has, beside numbers that TensorFlow 1.15 returned."""

import numpy as np
import pytest

import graphlab as tf

L, R = tf.contrib.legacy_seq2seq, tf.contrib.rnn
X = ((np.arange(24.0) % 5 - 2) / 2).reshape(2, 4, 3).astype(np.float32)


def steps(shape, dtype, partition_info=None):
    """-3/4, -1/2 … 3/4, again and again."""
    del partition_info
    shape = [int(size) for size in shape]
    return (np.arange(np.prod(shape), dtype=dtype.as_numpy_dtype) % 7 - 3).reshape(shape) / 4


def symbols(shift):
    return [tf.constant([(i + shift) % 4, (i * 3) % 4]) for i in range(3)]


def rows():
    return [tf.constant(X[:, i]) for i in range(3)]


def translate(**options):
    return L.embedding_attention_seq2seq(symbols(0), symbols(1), R.GRUCell(3), 5, 4, 2, **options)


def bucket_losses():
    def model(read, written):
        return L.embedding_rnn_seq2seq(read, written, R.BasicLSTMCell(3), 5, 4, 2, feed_previous=True)

    weights = [tf.constant([1.0, 0.5])] * 3
    return L.model_with_buckets(symbols(0), symbols(1), symbols(2), weights, [(2, 2), (3, 3)], model)[1]


def dynamic(cell):
    return tf.nn.dynamic_rnn(cell, tf.constant(X), dtype=tf.float32)


PROGRAMS = {
    "ugrnn": lambda: dynamic(R.UGRNNCell(2)),
    "nas": lambda: dynamic(R.NASCell(2, num_proj=3, use_bias=True)),
    "block": lambda: dynamic(R.LSTMBlockCell(2, use_peephole=True, forget_bias=0.5)),
    "layer_norm": lambda: dynamic(R.LayerNormBasicLSTMCell(3, norm_gain=0.5, norm_shift=0.1)),
    "attention_cell": lambda: dynamic(R.AttentionCellWrapper(R.BasicLSTMCell(2), 3)),
    "projections": lambda: dynamic(R.OutputProjectionWrapper(R.InputProjectionWrapper(R.GRUCell(2), 4), 3)),
    "stacked": lambda: R.stack_bidirectional_dynamic_rnn(
        [R.GRUCell(2), R.GRUCell(2)], [R.GRUCell(2), R.GRUCell(3)], tf.constant(X), dtype=tf.float32
    ),
    "basic": lambda: L.basic_rnn_seq2seq(rows(), rows(), R.GRUCell(2)),
    "tied": lambda: L.tied_rnn_seq2seq(rows(), rows(), R.GRUCell(2)),
    "attention": lambda: translate(num_heads=2),
    "fed_back": lambda: translate(feed_previous=True, initial_state_attention=True),
    "either_way": lambda: L.embedding_tied_rnn_seq2seq(
        symbols(0), symbols(1), R.GRUCell(2), 5, 2, feed_previous=tf.placeholder_with_default(True, [])
    ),
    "buckets": bucket_losses,
    "by_example": lambda: L.sequence_loss_by_example(rows(), [tf.constant([0, 2])] * 3, [tf.constant([1.0, 0.5])] * 3),
}

# Of each program's tensors together: their sum, and the sum of their squares.
WANTED = {
    "ugrnn": (0.282644, 0.382446),
    "nas": (-0.306065, 0.0538338),
    "block": (0.20504, 0.142335),
    "layer_norm": (1.66807, 3.40153),
    "attention_cell": (0.213056, 0.189236),
    "projections": (0.154606, 0.340051),
    "stacked": (-1.60075, 0.352377),
    "basic": (0.472525, 0.982893),
    "tied": (0.472525, 0.982893),
    "attention": (-0.705101, 0.0898557),
    "fed_back": (-0.791529, 0.176252),
    "either_way": (-0.850222, 0.427493),
    "buckets": (2.77792, 3.85843),
    "by_example": (2.777, 3.86975),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gives_tensorflows_numbers(name):
    with tf.Graph().as_default(), tf.variable_scope("", initializer=steps):
        result = tf.nest.flatten(PROGRAMS[name]())
        flat = tf.concat([tf.reshape(tensor, [-1]) for tensor in result], 0)
        found = tf.stack([tf.reduce_sum(flat), tf.reduce_sum(flat * flat)])
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            np.testing.assert_allclose(session.run(found), WANTED[name], rtol=2e-4, atol=1e-5)


def test_lengths_are_checked():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Lengths of logits, weights, and targets must be the same"):
            L.sequence_loss(rows(), symbols(0)[:2], [tf.ones([2])] * 3)
        with pytest.raises(ValueError, match="must be at least that of last bucket"):
            L.model_with_buckets(rows(), rows(), symbols(0), [tf.ones([2])] * 3, [(4, 3)], None)


def test_sequence_loss_averages_over_steps_and_batch():
    logits, targets = X[:, :, :3], np.array([[0, 1, 2, 0], [2, 1, 0, 1]])
    weights = np.array([[1, 1, 0, 0.5], [1, 0, 0, 1]], np.float32)
    softmax = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    each = -np.log(np.take_along_axis(softmax, targets[..., None], -1)[..., 0]) * weights
    with tf.Graph().as_default(), tf.Session() as session:
        x, y, w = (tf.constant(value) for value in (logits, targets, weights))

        def loss(**options):
            return session.run(tf.contrib.seq2seq.sequence_loss(x, y, w, **options))

        np.testing.assert_allclose(loss(), each.sum() / weights.sum(), rtol=1e-5)
        by_step = each.sum(0) / np.maximum(weights.sum(0), 1e-9)
        np.testing.assert_allclose(loss(average_across_timesteps=False), by_step, rtol=1e-5)
        neither = {"average_across_timesteps": False, "average_across_batch": False}
        np.testing.assert_allclose(loss(**neither), each, rtol=1e-5)
        counted = loss(**neither, sum_over_timesteps=True, sum_over_batch=True)
        np.testing.assert_allclose(counted, each.sum() / 5, rtol=1e-5)
