"""Datasets of what queries of SQLite databases return; expected values are TensorFlow 1.15's."""

import sqlite3

import pytest

import graphlab as tf


@pytest.fixture
def database(tmp_path):
    path = str(tmp_path / "samples.sqlite3")
    with sqlite3.connect(path) as connection:
        connection.execute("create table samples (a text, b integer, c real, d blob)")
        rows = [("x", 1, 1.5, b"ab"), ("é", -3, 1e20, b"\0\1"), (None, None, None, None), ("7.9", 70000, 0.1, b"")]
        connection.executemany("insert into samples values (?, ?, ?, ?)", rows)
    connection.close()
    return path


def rows_of(dataset):
    iterator = tf.data.make_initializable_iterator(dataset)
    row = iterator.get_next()
    found = []
    with tf.Session() as session:
        session.run(iterator.initializer)
        while True:
            try:
                found.append(session.run(row))
            except tf.errors.OutOfRangeError:
                return found


def query(database, text, types):
    return rows_of(tf.data.experimental.SqlDataset("sqlite", database, text, types))


def test_rows_are_of_the_types_that_are_requested(database):
    kinds = (tf.string, tf.int32, tf.float64, tf.string)
    assert query(database, "select * from samples", kinds) == [
        (b"x", 1, 1.5, b"ab"),
        ("é".encode(), -3, 1e20, b"\0\1"),
        (b"", 0, 0.0, b""),
        (b"7.9", 70000, 0.1, b""),
    ]
    narrow = query(database, "select b, b, b, b, c from samples", (tf.int8, tf.uint8, tf.uint16, tf.bool, tf.int32))
    assert narrow == [(1, 1, 1, True, 1), (-3, 253, 65533, True, -1), (0, 0, 0, False, 0), (112, 112, 4464, True, 0)]
    converted = query(database, "select a, a, b, c from samples", (tf.int32, tf.float64, tf.string, tf.string))
    assert converted == [(0, 0, b"1", b"1.5"), (0, 0, b"-3", b"1.0e+20"), (0, 0, b"", b""), (7, 7.9, b"70000", b"0.1")]


def test_a_dataset_of_a_database_is_mapped_and_batched(database):
    dataset = tf.data.experimental.SqlDataset(
        "sqlite", database, tf.constant("select b from samples order by b"), tf.int64
    )
    assert dataset.output_shapes == tf.TensorShape([])
    assert [batch.tolist() for batch in rows_of(dataset.map(lambda b: b * 2).batch(3))] == [[0, -6, 2], [140000]]


def test_mistakes_are_errors(database):
    for driver, text, types, kind, message in (
        (
            "mysql",
            "select a from samples",
            (tf.string,),
            tf.errors.InvalidArgumentError,
            "type, mysql, is not supported",
        ),
        ("sqlite", "select c from samples", (tf.float32,), tf.errors.InvalidArgumentError, "must be one of: DT_STRING"),
        ("sqlite", "select a, b from samples", (tf.string,), tf.errors.InvalidArgumentError, r"columns in query \(2\)"),
        ("sqlite", "select q from samples", (tf.string,), tf.errors.UnknownError, r"\[1\] no such column: q: select q"),
    ):
        with pytest.raises(kind, match=message):
            rows_of(tf.data.experimental.SqlDataset(driver, database, text, types))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Sqlite::Open\(/nowhere/x\) failed: unable to open"):
        query("/nowhere/x", "select 1", (tf.int64,))


def test_an_insertion_stays_and_nothing_locks_the_database(database):
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"number of columns in query \(0\)"):
        query(database, "insert into samples (b) values (5)", (tf.int32,))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"number of columns in query \(2\)") as mistake:
        query(database, "select a, b from samples", (tf.string,))
    with sqlite3.connect(database, timeout=0) as connection:
        connection.execute("update samples set b = 6 where b = 5")
    connection.close()
    assert mistake.type is tf.errors.InvalidArgumentError  # the error, whose traceback has the reader, is still there
    assert query(database, "select count(*) from samples where b = 6", (tf.int32,)) == [(1,)]
