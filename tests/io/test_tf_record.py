"""TFRecord files. The bytes and the messages are TensorFlow 1.15's; the checksums are checked against TensorBoard's."""

import contextlib
import os

import pytest
from tensorboard.compat.tensorflow_stub import pywrap_tensorflow as tensorboard

import graphlab as tf
from graphlab._src.io.crc32c import masked_crc32c

GOLDEN = (
    b"\x04\x00\x00\x00\x00\x00\x00\x00BER\x04rec0Z\xe2\xa4\xd9\x04\x00\x00\x00\x00\x00\x00\x00BER\x04rec1-\xfe\xa8\xd3"
)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 31, 32, 33, 100, 1023, 1024, 1025, 4099])
def test_checksums(length):
    data = os.urandom(length)
    assert masked_crc32c(data) == tensorboard.masked_crc32c(data)


def write(path, records, options=None):
    with tf.io.TFRecordWriter(str(path), options) as writer:
        for record in records:
            writer.write(record)


def test_the_bytes_are_tensorflows(tmp_path):
    write(tmp_path / "file", [b"rec0", b"rec1"])
    assert (tmp_path / "file").read_bytes() == GOLDEN
    assert list(tf.io.tf_record_iterator(str(tmp_path / "file"))) == [b"rec0", b"rec1"]


@pytest.mark.parametrize("kind", ["", "ZLIB", "GZIP", None, 0, 1, 2])
def test_what_is_written_can_be_read(tmp_path, kind):
    records = [b"", b"x" * 100_000, *(b"record %d" % i for i in range(1000))]
    options = tf.io.TFRecordOptions(kind)
    write(tmp_path / "file", records, options)
    assert list(tf.io.tf_record_iterator(str(tmp_path / "file"), options)) == records
    assert ((tmp_path / "file").stat().st_size < 100_000) == (kind in ("ZLIB", "GZIP", 1, 2))


def test_options_change_how_well_it_is_compressed(tmp_path):
    far_apart = os.urandom(1000)
    records = [b"%d " % (i * i) * 20 for i in range(200)] + [far_apart] * 10
    for name, options in (
        ("quick", tf.io.TFRecordOptions("ZLIB", compression_level=1)),
        ("best", tf.io.TFRecordOptions("ZLIB", compression_level=9)),
        ("near", tf.io.TFRecordOptions("ZLIB", compression_level=9, window_bits=9)),
    ):
        write(tmp_path / name, records, options)
        assert list(tf.io.tf_record_iterator(str(tmp_path / name), "ZLIB")) == records
    quick, best, near = ((tmp_path / name).stat().st_size for name in ("quick", "best", "near"))
    assert best < quick
    assert best < near


def test_what_was_flushed_can_be_read_before_the_end(tmp_path):
    path = str(tmp_path / "file")
    for options in (None, "GZIP"):
        writer = tf.io.TFRecordWriter(path, options)
        writer.write(b"record")
        writer.flush()
        assert list(tf.io.tf_record_iterator(path, options)) == [b"record"]
        writer.close()


def test_a_closed_writer(tmp_path):
    writer = tf.io.TFRecordWriter(str(tmp_path / "file"))
    writer.close()
    writer.close()
    for call in (lambda: writer.write(b"record"), writer.flush):
        with pytest.raises(tf.errors.FailedPreconditionError, match="Writer not initialized or previously closed"):
            call()


def test_damage_is_found(tmp_path):
    path = tmp_path / "file"
    for data, message in (
        (GOLDEN[:-3], "truncated record at 20"),
        (GOLDEN[:9] + b"X" + GOLDEN[10:], "corrupted record at 0"),
        (GOLDEN[:14] + b"X" + GOLDEN[15:], "corrupted record at 12"),
    ):
        path.write_bytes(data)
        with pytest.raises(tf.errors.DataLossError, match=message):
            list(tf.io.tf_record_iterator(str(path)))
    path.write_bytes(GOLDEN[:25])
    assert list(tf.io.tf_record_iterator(str(path))) == [b"rec0"]
    with pytest.raises(tf.errors.DataLossError):
        list(tf.io.tf_record_iterator(str(path), "ZLIB"))


def test_what_is_not_there_or_not_right(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="gone; No such file or directory"):
        list(tf.io.tf_record_iterator(str(tmp_path / "gone")))
    with pytest.raises(tf.errors.NotFoundError, match="No such file or directory"):
        tf.io.TFRecordWriter(str(tmp_path / "no" / "folder"))
    with pytest.raises(ValueError, match='Not a valid compression_type: "BAD"'):
        tf.io.TFRecordOptions("BAD")
    with tf.io.TFRecordWriter(str(tmp_path / "file")) as writer, pytest.raises(TypeError, match="expected bytes, str"):
        writer.write("text")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk that every Linux has")
@pytest.mark.parametrize("kind", ["", "GZIP"])
@pytest.mark.parametrize("end", ["write", "flush", "close"])
def test_a_full_disk_is_resource_exhausted(kind, end):
    writer = tf.io.TFRecordWriter("/dev/full", kind)
    with pytest.raises(tf.errors.ResourceExhaustedError, match="/dev/full; No space left on device"):
        writer.write(os.urandom(1 << 20 if end == "write" else 10))
        writer.flush() if end == "flush" else writer.close()
    with contextlib.suppress(tf.errors.OpError):
        writer.close()
