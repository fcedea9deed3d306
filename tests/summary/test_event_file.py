"""Event files on a disk that is full, and in folders that are not there."""

import contextlib
import os
import resource
import shutil
import threading

import pytest

import graphlab as tf
from graphlab._src.summary.event_file import EventFile


@contextlib.contextmanager
def full_disk(size=300):
    """No file may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def loss(tag="loss"):
    return tf.Summary(value=[tf.Summary.Value(tag=tag, simple_value=0.5)])


def steps(folder):
    return [
        e.step for name in sorted(os.listdir(folder)) for e in tf.train.summary_iterator(os.path.join(folder, name))
    ]


def test_a_full_disk_is_an_error_of_tensorflows_and_no_event_is_lost(tmp_path):
    writer = tf.summary.FileWriter(str(tmp_path))
    writer.add_summary(loss(), 1)
    writer.flush()
    with full_disk():
        with pytest.raises(tf.errors.OutOfRangeError, match="File too large"):  # of ENOSPC it is ResourceExhaustedError
            for step in range(2, 100):
                writer.add_summary(loss("a" * 200), step)
                writer.flush()
        with pytest.raises(tf.errors.OpError):
            writer.add_summary(loss(), 3)
        with pytest.raises(tf.errors.OpError):
            writer.close()
        assert steps(tmp_path) == [0, 1], "what did not fit is taken back: the file is readable"
    writer.add_summary(loss(), 4)
    writer.close()
    assert steps(tmp_path) == [0, 1, 2, 3, 4]


def test_a_writer_that_operations_write_to_says_the_same(tmp_path):
    writer = tf.contrib.summary.create_file_writer(str(tmp_path))
    with writer.as_default(), tf.contrib.summary.always_record_summaries():
        write = tf.contrib.summary.scalar("x" * 400, 1.0, step=tf.constant(7, tf.int64))
    with tf.Session() as sess:
        sess.run(writer.init())
        with full_disk(), pytest.raises(tf.errors.OutOfRangeError, match="File too large"):
            sess.run(write)
            sess.run(writer.flush())
        sess.run(writer.close())
    assert steps(tmp_path) == [0, 7]


def test_a_file_that_somebody_removed_is_followed_by_another(tmp_path):
    file = EventFile(str(tmp_path / "logs"))
    shutil.rmtree(tmp_path / "logs")
    file.add_event(tf.Event(step=5))
    file.close()
    assert steps(tmp_path / "logs") == [0, 5]


def test_a_writer_that_nobody_holds_writes_what_waits(tmp_path):
    EventFile(str(tmp_path)).add_event(tf.Event(step=5))
    assert steps(tmp_path) == [0, 5]


def test_a_folder_that_can_not_be_is_an_error_of_tensorflows(tmp_path):
    (tmp_path / "file").write_text("")
    for name in ("file", "file/inside"):
        with pytest.raises(tf.errors.FailedPreconditionError, match="Not a directory"):
            tf.summary.FileWriter(str(tmp_path / name))


def test_a_closed_file_waits_for_no_thread(tmp_path):
    """At the end of a process a thread may be stopped while it has the lock; what is collected then closes its files again."""
    file = EventFile(str(tmp_path))
    file.close()
    with file._lock:
        again = threading.Thread(target=file.close, daemon=True)
        again.start()
        again.join(10)
        assert not again.is_alive()
