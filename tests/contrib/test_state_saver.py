"""tf.contrib.training.batch_sequences_with_states: segments of sequences in batches, with TensorFlow 1.15's values."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def batches(batch_size=2, num_unroll=3, pad=True):
    """Segments of four examples of 2, 3, 4 and 5 steps, one reader."""
    number = tf.identity(tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue())
    length = number + 2
    steps = tf.range(length)
    sparse = tf.SparseTensor(
        tf.cast(tf.stack([steps, tf.zeros([length], tf.int32)], 1), tf.int64),
        steps + number,
        tf.cast(tf.stack([length, 2]), tf.int64),
    )
    one = tf.SparseTensor(tf.constant([[1]], tf.int64), tf.reshape(number, [1]), tf.constant([3], tf.int64))
    return tf.contrib.training.batch_sequences_with_states(
        tf.string_join(["k", tf.as_string(number)]),
        {"x": tf.cast(steps + 10 * number, tf.float32), "text": tf.as_string(steps), "sparse": sparse},
        {"label": number * 3, "one": one},
        None if pad else length,
        {"sum": tf.zeros([]), "count": tf.constant(5)},
        num_unroll,
        batch_size,
        num_threads=1,
        capacity=10,
        pad=pad,
    )


def values(batch, **fetches):
    """What each run until the end of the input returns."""
    total = batch.state("sum") + tf.reduce_sum(batch.sequences["x"], 1)
    saves = [batch.save_state("sum", total), batch.save_state("count", batch.state("count") + 1)]
    found = []
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                found.append(sess.run([dict(fetches, total=total), saves])[0])
        coordinator.request_stop()
        coordinator.join(threads)
    return found


def test_states_pass_from_segment_to_segment():
    batch = batches()
    found = values(batch, key=batch.key, next=batch.next_key, length=batch.length, count=batch.state("count"))
    assert [one["key"].tolist() for one in found] == [
        [b"00000_of_00001:k0", b"00000_of_00001:k1"],
        [b"00000_of_00002:k2", b"00000_of_00002:k3"],
        [b"00001_of_00002:k2", b"00001_of_00002:k3"],
    ]
    assert found[1]["next"].tolist() == found[2]["key"].tolist()
    assert found[2]["next"].tolist() == [b"STOP:k2", b"STOP:k3"]
    assert [one["length"].tolist() for one in found] == [[2, 3], [3, 3], [1, 2]]
    assert [one["count"].tolist() for one in found] == [[5, 5], [5, 5], [6, 6]]
    assert [one["total"].tolist() for one in found] == [[1, 33], [63, 93], [86, 160]]


def test_segments_are_padded_and_have_their_context():
    batch = batches()
    parts = {name: batch.sequences[name] for name in ("x", "text", "sparse")} | batch.context
    last = values(batch, index=batch.insertion_index, size=batch.batch_size, **parts)[2]
    assert last["x"].tolist() == [[23, 0, 0], [33, 34, 0]]
    assert last["text"].tolist() == [[b"3", b"", b""], [b"3", b"4", b""]]
    assert last["sparse"].indices.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
    assert last["sparse"].values.tolist() == [5, 6, 7] and last["sparse"].dense_shape.tolist() == [2, 3, 2]
    assert last["one"].indices.tolist() == [[0, 1], [1, 1]] and last["one"].values.tolist() == [2, 3]
    assert last["label"].tolist() == [6, 9] and last["size"] == 2
    assert last["index"].tolist() == [-(2**63) + 2, -(2**63) + 3]


def test_the_last_batches_are_small():
    batch = batches(batch_size=3)
    assert [one["total"].tolist() for one in values(batch)][-1:] == [[160]]


def test_a_recurrent_network_goes_on_where_the_segment_before_ended():
    x = np.arange(8, dtype=np.float32).reshape(4, 2) / 8
    saver = tf.contrib.training.SequenceQueueingStateSaver(1, 2, 4, "a", {"x": x}, {}, {"h": np.zeros(3, np.float32)})
    batch = saver.next_batch
    assert batch.sequences["x"].shape.as_list() == [1, 2, 2]
    cell = tf.nn.rnn_cell.BasicRNNCell(3)
    outputs, _ = tf.nn.static_state_saving_rnn(cell, tf.unstack(batch.sequences["x"], axis=1), batch, "h")
    whole, _ = tf.nn.dynamic_rnn(cell, x[None], dtype=tf.float32, scope=tf.VariableScope(True, "rnn"))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(saver.prefetch_op)
        segments = [sess.run(outputs) for _ in range(2)]
        np.testing.assert_allclose(np.concatenate(segments)[:, 0], sess.run(whole)[0], rtol=1e-5)


def test_lengths_are_whole_segments_without_padding():
    x = tf.placeholder_with_default([1, 2, 3], [None])
    saver = tf.contrib.training.SequenceQueueingStateSaver(1, 2, 3, "a", {"x": x}, {}, {"h": 0})
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="multiple of: 2, but saw value: 3"):
        sess.run(saver.prefetch_op)
    assert len(values(batches(pad=False, num_unroll=1))) == 8


def test_names_of_states_and_sizes_are_checked():
    make = tf.contrib.training.SequenceQueueingStateSaver
    with pytest.raises(ValueError, match="capacity 1 needs to be >= batch_size 2"):
        make(2, 1, 1, "a", {"x": [1]}, {}, {"h": 0}, capacity=1)
    with pytest.raises(ValueError, match="initial_states may not be empty"):
        make(2, 1, 1, "a", {"x": [1]}, {}, {})
    with pytest.raises(ValueError, match="may not have a colon: 'x:0'"):
        make(2, 1, 1, "a", {"x:0": [1]}, {}, {"h": 0})
    with pytest.raises(ValueError, match="Shape for context c is not fully defined"):
        make(2, 1, 1, "a", {"x": [1]}, {"c": tf.placeholder(tf.float32, [None])}, {"h": 0})
    batch = make(2, 1, 1, "a", {"x": [1]}, {}, {"h": 0}).next_batch
    with pytest.raises(KeyError, match="state was not declared: g"):
        batch.save_state("g", 1)
