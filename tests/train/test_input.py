"""Input pipelines out of queues, as TensorFlow 1 programs write them."""

import collections
import contextlib

import numpy as np
import pytest

import graphlab as tf

SECONDS = 30  # no test comes near this


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@contextlib.contextmanager
def running():
    """A session with everything initialized and all threads running; at the end all of them have stopped."""
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        try:
            yield sess
        finally:
            coord.request_stop()
            coord.join(threads, stop_grace_period_secs=SECONDS)


def all_of(sess, fetch):
    """Its results, run after run, until the input ends."""
    found = []
    with pytest.raises(tf.errors.OutOfRangeError):
        while True:
            found.append(sess.run(fetch))
    return found


def test_a_tensor_for_some_epochs_and_no_more():
    twice = tf.train.limit_epochs(tf.constant("again"), 2)
    assert tf.train.limit_epochs(twice) is twice
    with pytest.raises(ValueError, match="num_epochs must be > 0 not 0"):
        tf.train.limit_epochs(twice, 0)
    with running() as sess:
        assert all_of(sess, twice) == [b"again"] * 2


def test_rows_come_again_in_each_epoch():
    rows = [[1, 2], [3, 4], [5, 6]]
    row = tf.train.input_producer(rows, num_epochs=2, shuffle=False).dequeue()
    with running() as sess:
        assert [value.tolist() for value in all_of(sess, row)] == rows * 2


def test_a_shape_that_is_not_known_must_be_said():
    x = tf.placeholder_with_default([[1, 2], [3, 4]], None)
    with pytest.raises(ValueError, match="must have a fully defined shape"):
        tf.train.input_producer(x)
    row = tf.train.input_producer(x, element_shape=[2], num_epochs=1, shuffle=False).dequeue()
    with running() as sess:
        assert [value.tolist() for value in all_of(sess, row)] == [[1, 2], [3, 4]]


@pytest.mark.slow
def test_strings_are_shuffled_within_an_epoch():
    queue = tf.train.string_input_producer(["a", "b", "c"], num_epochs=60, seed=1)
    epoch = queue.dequeue_many(3)
    with running() as sess:
        orders = collections.Counter(b"".join(value) for value in all_of(sess, epoch))
    assert sum(orders.values()) == 60
    assert {bytes(sorted(order)) for order in orders} == {b"abc"}
    assert len(orders) == 6


def test_no_strings_at_all():
    with pytest.raises(ValueError, match="requires a non-null input tensor"):
        tf.train.string_input_producer([])
    name = tf.train.string_input_producer(tf.constant([], tf.string)).dequeue()
    with tf.Session() as sess:
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(name)
        with pytest.raises(tf.errors.InvalidArgumentError, match="requires a non-null input tensor"):
            coord.join(threads)


def test_numbers_below_a_limit():
    number = tf.train.range_input_producer(3, num_epochs=2, shuffle=False).dequeue()
    with running() as sess:
        assert all_of(sess, number) == [0, 1, 2] * 2


@pytest.mark.slow
def test_slices_stay_together():
    letters, numbers = ["A", "B", "D"], [1, 2, 4]
    pair = tf.train.slice_input_producer([letters, numbers], num_epochs=4, seed=1)
    with running() as sess:
        found = collections.Counter(map(tuple, all_of(sess, pair)))
    assert found == {(b"A", 1): 4, (b"B", 2): 4, (b"D", 4): 4}
    with pytest.raises(ValueError, match="Expected at least one tensor in slice_input_producer"):
        tf.train.slice_input_producer([])


def test_batches_keep_the_order():
    counter = tf.train.range_input_producer(10, num_epochs=1, shuffle=False).dequeue()
    numbers, words = tf.train.batch([counter, tf.as_string(counter)], 4)
    assert (numbers.shape.as_list(), words.shape.as_list()) == ([4], [4])
    with running() as sess:
        found = all_of(sess, [numbers, words])
    assert [value.tolist() for value, _ in found] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert found[0][1].tolist() == [b"0", b"1", b"2", b"3"]


def test_the_last_batch_may_be_smaller():
    counter = tf.train.range_input_producer(10, num_epochs=1, shuffle=False).dequeue()
    batch = tf.train.batch({"number": counter}, 4, allow_smaller_final_batch=True)
    assert batch["number"].shape.as_list() == [None]
    with running() as sess:
        assert [found["number"].tolist() for found in all_of(sess, batch)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


def test_many_examples_at_once():
    rows = tf.train.range_input_producer(2, num_epochs=1, shuffle=False).dequeue() * 3 + tf.range(3)
    batch = tf.train.batch([rows], 2, enqueue_many=True, shapes=[[]])
    with running() as sess:
        assert [value.tolist() for value in all_of(sess, batch)] == [[0, 1], [2, 3], [4, 5]]


def test_examples_of_different_sizes_are_padded():
    counter = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
    batch = tf.train.batch([tf.range(counter)], 2, dynamic_pad=True)
    assert batch.shape.as_list() == [2, None]
    with running() as sess:
        assert [value.tolist() for value in all_of(sess, batch)] == [[[0], [0]], [[0, 1, 0], [0, 1, 2]]]


def test_some_examples_are_left_out():
    counter = tf.train.range_input_producer(8, num_epochs=1, shuffle=False).dequeue()
    odd = tf.train.maybe_batch([counter], tf.equal(counter % 2, 1), 2)
    with running() as sess:
        assert [value.tolist() for value in all_of(sess, odd)] == [[1, 3], [5, 7]]


def test_some_rows_are_left_out():
    counter = tf.train.range_input_producer(2, num_epochs=1, shuffle=False).dequeue()
    rows = counter * 4 + tf.range(4)
    odd = tf.train.maybe_batch([rows], tf.equal(rows % 2, 1), 2, enqueue_many=True, shapes=[[]])
    with running() as sess:
        assert [value.tolist() for value in all_of(sess, odd)] == [[1, 3], [5, 7]]


def test_batches_from_several_sources():
    sources = [
        [tf.train.range_input_producer(20, num_epochs=1, shuffle=False).dequeue() + 100 * i, tf.constant(i)]
        for i in range(2)
    ]
    numbers, source = tf.train.batch_join(sources, 4)
    with running() as sess:
        found = all_of(sess, [numbers, source])
    assert sorted(np.concatenate([value for value, _ in found])) == [*range(20), *range(100, 120)]
    for value, origin in found:
        assert (value // 100).tolist() == origin.tolist()
    for i in range(2):
        mine = [number for value, _ in found for number in value if number // 100 == i]
        assert mine == sorted(mine)


@pytest.mark.parametrize("join", [False, True])
def test_shuffled_batches_lose_nothing_and_double_nothing(join):
    counter = tf.train.range_input_producer(100, num_epochs=1, shuffle=False).dequeue()
    if join:
        batch = tf.train.shuffle_batch_join([[counter], [counter]], 10, 32, 16, seed=1)
    else:
        batch = tf.train.shuffle_batch([counter], 10, 32, 16, num_threads=2, seed=1)
    with running() as sess:
        numbers = np.concatenate(all_of(sess, batch)).tolist()
    assert numbers != sorted(numbers)
    assert sorted(numbers) == list(range(100))


def test_sparse_examples_become_one_sparse_batch():
    counter = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
    index = tf.cast(counter, tf.int64)
    example = tf.SparseTensor(tf.reshape(index, [1, 1]), [tf.cast(counter, tf.float32)], [5])
    number, batch = tf.train.batch([counter, example], 2)
    with running() as sess:
        found = all_of(sess, [number, batch])
    for (numbers, sparse), expected in zip(found, ([0, 1], [2, 3]), strict=True):
        assert numbers.tolist() == expected
        assert sparse.indices.tolist() == [[0, expected[0]], [1, expected[1]]]
        assert sparse.values.tolist() == expected
        assert sparse.dense_shape.tolist() == [2, 5]


def test_rows_of_a_sparse_tensor_go_their_own_ways():
    rows = tf.SparseTensor([[0, 1], [1, 0], [1, 1], [3, 0]], [1.0, 2.0, 3.0, 4.0], [4, 2])
    rows = tf.SparseTensor(rows.indices, tf.train.limit_epochs(rows.values, 1), rows.dense_shape)
    batch = tf.train.maybe_batch(
        [rows], [True, True, False, True], 4, enqueue_many=True, allow_smaller_final_batch=True
    )
    with running() as sess:
        sparse = sess.run(batch)
    assert sparse.indices.tolist() == [[0, 1], [1, 0], [1, 1], [2, 0]]
    assert sparse.values.tolist() == [1, 2, 3, 4]


def test_what_does_not_fit_is_refused():
    one = tf.constant(1)
    for call, kind, message in (
        (lambda: tf.train.batch([], 2), ValueError, "Expected at least one tensor in batch"),
        (lambda: tf.train.batch_join([], 2), ValueError, "Expected at least one set of tensors"),
        (lambda: tf.train.batch([tf.placeholder(tf.int32)], 2), ValueError, "Cannot infer Tensor's rank"),
        (lambda: tf.train.batch([tf.placeholder(tf.int32, [None])], 2), ValueError, "All shapes must be fully defined"),
        (lambda: tf.train.batch_join([[one], [1.0]], 2), TypeError, "types to be consistent: int32 vs. float32"),
        (lambda: tf.train.batch_join([{"a": one}, {"b": one}], 2), ValueError, "must have the same keys"),
        (lambda: tf.train.shuffle_batch([one], 2, 5, 5), ValueError, "capacity 5 must be bigger"),
        (lambda: tf.train.maybe_batch([one], [True], 2), ValueError, "`keep_input` cannot be a vector"),
        (lambda: tf.train.maybe_batch([one], [[True]], 2), ValueError, "`keep_input` must be 0 or 1 dimensions"),
        (lambda: tf.train.maybe_batch([one], tf.placeholder(tf.bool), 2), ValueError, "dimensions must be known"),
    ):
        with pytest.raises(kind, match=message):
            call()


def test_a_summary_says_how_full_the_queue_is():
    tf.train.batch([tf.constant(1)], 2, capacity=4)
    (summary,) = tf.get_collection(tf.GraphKeys.SUMMARIES)
    assert summary.op.name == "batch/fraction_of_4_full"
    with tf.Session() as sess:
        (value,) = tf.Summary.FromString(sess.run(summary)).value
    assert (value.tag, value.simple_value) == ("batch/fraction_of_4_full", 0.0)


def test_the_names_of_files_are_found_once(tmp_path):
    for name in "ab":
        (tmp_path / name).touch()
    names = tf.train.match_filenames_once(f"{tmp_path}/*")
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        (tmp_path / "c").touch()
        assert sess.run(names).tolist() == [f"{tmp_path}/{name}".encode() for name in "ab"]


@pytest.mark.slow
def test_files_of_records_all_the_way_to_shuffled_batches(tmp_path):
    for name in range(3):
        with tf.python_io.TFRecordWriter(str(tmp_path / f"{name}.tfrecord")) as writer:
            for i in range(20):
                writer.write(b"%d" % (20 * name + i))
    names = tf.train.string_input_producer(tf.train.match_filenames_once(f"{tmp_path}/*.tfrecord"), num_epochs=2)
    _, record = tf.TFRecordReader().read(names)
    batch = tf.train.shuffle_batch(
        [tf.string_to_number(record, tf.int32)], 8, 40, 16, num_threads=3, allow_smaller_final_batch=True
    )
    with running() as sess:
        numbers = np.concatenate(all_of(sess, batch))
    assert sorted(numbers.tolist()) == sorted([*range(60)] * 2)


def test_sources_of_different_lengths():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Inconsistent SparseTensors list"):
        tf.train.batch_join([[1, 2.0], [1]], 2)
