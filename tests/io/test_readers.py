"""Readers: records from files whose names come out of a queue. What is expected is what TensorFlow 1.15 returns."""

import gzip
import zlib

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def sess():
    with tf.Session() as session:
        yield session


def closed_queue(sess, *names):
    """A queue that holds these names and no more will."""
    queue = tf.FIFOQueue(99, tf.string, [()])
    sess.run(queue.enqueue_many([[str(name) for name in names]]))
    sess.run(queue.close())
    return queue


def records(sess, reader, queue):
    """All that a reader returns until the queue ends: [(key, value), …]."""
    record = reader.read(queue)
    found = []
    while True:
        try:
            found.append(tuple(sess.run(list(record))))
        except tf.errors.OutOfRangeError as error:
            assert "is closed and has insufficient elements (requested 1, current size 0)" in error.message
            return found


def test_lines_come_without_their_ends(sess, tmp_path):
    one, empty, two = tmp_path / "one", tmp_path / "empty", tmp_path / "two"
    one.write_bytes(b"first\nwindows\r\na\rb\n\nlast")
    empty.touch()
    two.write_bytes(b"again\n")
    reader = tf.TextLineReader()
    found = records(sess, reader, closed_queue(sess, one, empty, two))
    assert [value for _, value in found] == [b"first", b"windows", b"a\rb", b"", b"last", b"again"]
    assert [key.decode() for key, _ in found] == [f"{one}:{i}" for i in range(1, 6)] + [f"{two}:1"]
    assert sess.run([reader.num_records_produced(), reader.num_work_units_completed()]) == [6, 3]


def test_the_first_lines_of_each_file_can_be_left_out(sess, tmp_path):
    long, short = tmp_path / "long", tmp_path / "short"
    long.write_text("one\ntwo\nthree\n")
    short.write_text("one\n")
    found = records(sess, tf.TextLineReader(skip_header_lines=2), closed_queue(sess, short, long))
    assert found == [(f"{long}:3".encode(), b"three")]


def test_several_records_at_once_come_from_one_file(sess, tmp_path):
    for name in "ab":
        (tmp_path / name).write_text("1\n2\n3\n")
    keys, values = tf.TextLineReader().read_up_to(closed_queue(sess, tmp_path / "a", tmp_path / "b"), 2)
    assert [sess.run(values).tolist() for _ in range(4)] == [[b"1", b"2"], [b"3"], [b"1", b"2"], [b"3"]]
    assert keys.shape.as_list() == [None]
    with pytest.raises(tf.errors.OutOfRangeError):
        sess.run(values)


def test_whole_files(sess, tmp_path):
    (tmp_path / "a").write_bytes(b"\x00\xff")
    (tmp_path / "b").touch()
    found = records(sess, tf.WholeFileReader(), closed_queue(sess, tmp_path / "a", tmp_path / "b"))
    assert found == [(f"{tmp_path}/a".encode(), b"\x00\xff"), (f"{tmp_path}/b".encode(), b"")]


def test_a_file_that_is_not_there(sess, tmp_path):
    record = tf.WholeFileReader(name="reader").read(closed_queue(sess, tmp_path / "gone"))
    with pytest.raises(tf.errors.NotFoundError, match="gone; No such file or directory"):
        sess.run(list(record))


@pytest.mark.parametrize(
    "encoding, compress",
    [(None, bytes), ("ZLIB", zlib.compress), ("GZIP", gzip.compress)],
    ids=["none", "zlib", "gzip"],
)
def test_records_of_one_length(sess, tmp_path, encoding, compress):
    path = tmp_path / "fixed"
    path.write_bytes(compress(b"HHHabcdefghijFF"))
    side_by_side = tf.FixedLengthRecordReader(4, header_bytes=3, footer_bytes=2, encoding=encoding)
    assert [value for _, value in records(sess, side_by_side, closed_queue(sess, path))] == [b"abcd", b"efgh"]
    hopping = tf.FixedLengthRecordReader(4, header_bytes=3, footer_bytes=2, hop_bytes=2, encoding=encoding)
    found = records(sess, hopping, closed_queue(sess, path))
    assert [value for _, value in found] == [b"abcd", b"cdef", b"efgh", b"ghij"]
    assert found[3][0] == f"{path}:3".encode()


def test_sizes_below_zero_are_refused(sess):
    for argument in ("record_bytes", "header_bytes", "footer_bytes", "hop_bytes"):
        reader = tf.FixedLengthRecordReader(**{"record_bytes": 1, argument: -1})
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"{argument} must be >= 0 not -1"):
            sess.run(reader.num_records_produced())


def test_tfrecords_are_named_after_their_place(sess, tmp_path):
    path = str(tmp_path / "some.tfrecord")
    with tf.python_io.TFRecordWriter(path) as writer:
        for record in (b"one", b"", b"three"):
            writer.write(record)
    found = records(sess, tf.TFRecordReader(), closed_queue(sess, path))
    assert [value for _, value in found] == [b"one", b"", b"three"]
    assert [key.decode() for key, _ in found] == [f"{path}:{offset}" for offset in (0, 19, 35)]


def test_compressed_tfrecords(sess, tmp_path):
    path = str(tmp_path / "some.tfrecord.gz")
    options = tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP)
    with tf.python_io.TFRecordWriter(path, options) as writer:
        writer.write(b"one")
    assert [value for _, value in records(sess, tf.TFRecordReader(options=options), closed_queue(sess, path))] == [
        b"one"
    ]


def test_a_reader_can_be_saved_and_begin_anew(sess):
    reader = tf.IdentityReader("names")
    queue = closed_queue(sess, "x", "y", "z")
    key, value = reader.read(queue)
    assert reader.supports_serialize
    sess.run([key, value])
    state = sess.run(reader.serialize_state())
    assert state == b'\x08\x01\x10\x01\x18\x01"\x01x'
    sess.run(key)
    sess.run(reader.restore_state(state))
    assert sess.run(reader.num_records_produced()) == 1
    sess.run(reader.reset())
    assert sess.run([reader.num_records_produced(), reader.num_work_units_completed()]) == [0, 0]
    for wrong, message in (
        (state[1:], "Could not parse state for IdentityReader 'names': "),
        (b"\x08\x02\x10\x01", "Inconsistent work started vs. finished when restoring in IdentityReader 'names'"),
        (b"\x08" + b"\xff" * 9 + b"\x01", "Unexpected negative value when restoring in IdentityReader 'names': "),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            sess.run(reader.restore_state(wrong))
        assert caught.value.message.startswith(message)


def test_a_reader_with_an_open_file_can_not_be_saved(sess):
    reader = tf.TextLineReader()
    assert not reader.supports_serialize
    with pytest.raises(tf.errors.UnimplementedError, match="Reader SerializeState"):
        sess.run(reader.serialize_state())
    with pytest.raises(tf.errors.UnimplementedError, match="Reader RestoreState"):
        sess.run(reader.restore_state("state"))


@pytest.mark.parametrize(
    "types, element, message",
    [
        ([tf.int32], [1], "Expected queue with single string component"),
        ([tf.string], [["a", "b"]], "Expected to dequeue a one-element string tensor"),
        ([tf.string, tf.string], ["a", "b"], "Expected single component queue"),
    ],
)
def test_a_queue_that_holds_no_names(sess, types, element, message):
    queue = tf.FIFOQueue(9, types)
    sess.run(queue.enqueue(element))
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        sess.run(list(tf.IdentityReader().read(queue)))
