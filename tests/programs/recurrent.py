"""dynamic_rnn, static_rnn and their kin, over sequences of several lengths, with gradients."""

import numpy as np

RUNS = [
    (["init"], {}),
    (
        ["outputs:0", "last:0", "both:0", "unrolled:0", "raw:0", "slope:0", "slope_1:0"],
        {"x:0": (np.arange(24.0) % 5 - 2).reshape(2, 4, 3), "lengths:0": [4, 2]},
    ),
]


def steps(shape, dtype, partition_info=None):
    """-3/4, -1/2 … 3/4, again and again."""
    del partition_info
    shape = [int(size) for size in shape]
    return (np.arange(np.prod(shape), dtype=dtype.as_numpy_dtype) % 7 - 3).reshape(shape) / 4


def build(tf):
    cells = tf.nn.rnn_cell
    tf.get_variable_scope().set_initializer(steps)
    x = tf.placeholder(tf.float32, [None, 4, 3], name="x")
    lengths = tf.placeholder(tf.int64, [None], name="lengths")
    stacked = cells.MultiRNNCell([cells.BasicLSTMCell(2), cells.GRUCell(3)])
    outputs, (_, last) = tf.nn.dynamic_rnn(stacked, x, lengths, dtype=tf.float32)
    tf.identity(outputs, name="outputs")
    tf.identity(last, name="last")
    gradients = tf.gradients(tf.reduce_sum(outputs * outputs), [x, tf.trainable_variables()[0]])
    for gradient in gradients:
        tf.identity(gradient, name="slope")
    both, _ = tf.nn.bidirectional_dynamic_rnn(
        cells.LSTMCell(2), cells.BasicRNNCell(2), tf.transpose(x, [1, 0, 2]), dtype=tf.float32, time_major=True
    )
    tf.concat(both, 2, name="both")
    rows = tf.unstack(x, axis=1)[:2]
    unrolled, _, _ = tf.nn.static_bidirectional_rnn(
        cells.GRUCell(2), cells.BasicRNNCell(2), rows, dtype=tf.float32, scope="both_ways"
    )
    tf.stack(unrolled, name="unrolled")
    cell = cells.BasicRNNCell(2)

    def feed_back(time, output, state, _):
        state = cell.zero_state(2, tf.float32) if output is None else state
        finished = time >= tf.constant([3, 2])
        following = tf.zeros([2, 2]) if output is None else output + 1.0
        return finished, following, state, output, None

    emitted, _, _ = tf.nn.raw_rnn(cell, feed_back, scope="raw_rnn")
    tf.identity(emitted.stack(), name="raw")
    tf.group(tf.global_variables_initializer(), name="init")
