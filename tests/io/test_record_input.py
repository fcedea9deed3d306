"""RecordInput: records of all files that match, epoch after epoch."""

import pytest

import graphlab as tf
from graphlab._src.io.record_input import RecordInput


def written(tmp_path, files, records, options=None):
    for i in range(files):
        with tf.io.TFRecordWriter(str(tmp_path / f"part.{i}"), options) as writer:
            for j in range(records):
                writer.write(b"%d" % (i * records + j))
    return str(tmp_path / "part.*")


def test_each_epoch_has_every_record_once_in_another_order(tmp_path):
    pattern = written(tmp_path, 3, 20)
    records = RecordInput(pattern, batch_size=30, buffer_size=8, parallelism=2, shift_ratio=0.4, seed=10).get_yield_op()
    with tf.Session() as session:
        epochs = [[*session.run(records), *session.run(records)] for _ in range(2)]
    in_order = [b"%d" % i for i in range(60)]
    assert epochs[0] != epochs[1]
    for epoch in epochs:
        assert epoch != in_order and sorted(epoch, key=int) == in_order


def test_several_batches_are_lists_of_single_records(tmp_path):
    options = tf.io.TFRecordOptions("GZIP")
    pattern = written(tmp_path, 1, 4, options)
    batches = RecordInput(pattern, batch_size=2, batches=2, compression_type="GZIP").get_yield_op()
    with tf.Session() as session:
        found = session.run(batches)
    assert [len(batch) for batch in found] == [2, 2]
    assert sorted(found[0] + found[1]) == [b"0", b"1", b"2", b"3"]


def test_what_is_not_there(tmp_path):
    none = RecordInput(str(tmp_path / "none.*")).get_yield_op()
    empty = RecordInput(written(tmp_path, 2, 0)).get_yield_op()
    with tf.Session() as session:
        for _ in range(2):
            with pytest.raises(tf.errors.NotFoundError, match="Found no files at"):
                session.run(none)
        with pytest.raises(tf.errors.NotFoundError, match="Found no records in the files at"):
            session.run(empty)
