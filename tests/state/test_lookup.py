"""Lookup tables: filled once or changed by runs, from tensors or files, with buckets for unknown words."""

from typing import Any

import pytest

import graphlab as tf
from graphlab.contrib import lookup


@pytest.fixture
def session():
    with tf.Session() as session:
        yield session


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes(b"brain\t300\nsalad\t20\nsurgery\t1\n")
    return str(path)


def table_of(keys, values, default: Any = -1):
    return tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), default)


def test_a_table_gives_values_by_key_once_it_is_filled(session):
    table = table_of(["a", "b"], tf.constant([1, 2], tf.int64))
    found = table.lookup(tf.constant(["b", "x"]))
    with pytest.raises(tf.errors.FailedPreconditionError, match="Table not initialized"):
        session.run(found)
    session.run(tf.tables_initializer())
    assert session.run(found).tolist() == [2, -1]
    assert session.run(table.size()) == 2
    assert found.shape == [2]
    keys, values = session.run(table.export())
    assert dict(zip(keys.tolist(), values.tolist(), strict=True)) == {b"a": 1, b"b": 2}
    assert tf.get_collection(tf.GraphKeys.TABLE_INITIALIZERS) == [table.initializer]


def test_sparse_keys_give_sparse_values(session):
    table = table_of(["a"], [7])
    session.run(table.initializer)
    value = session.run(table.lookup(tf.SparseTensor([[1, 0]], ["a"], [2, 2])))
    assert value.indices.tolist() == [[1, 0]]
    assert value.values.tolist() == [7]


def test_each_session_has_tables_of_its_own():
    table = table_of(["a"], [7])
    with tf.Session() as one, tf.Session() as other:
        one.run(table.initializer)
        assert one.run(table.lookup(tf.constant("a"))) == 7
        with pytest.raises(tf.errors.FailedPreconditionError, match="Table not initialized"):
            other.run(table.lookup(tf.constant("a")))


def test_a_table_is_filled_once(session):
    keys = tf.placeholder(tf.string, [None])
    table = table_of(keys, tf.ones_like(keys, dtype=tf.int64))
    session.run(table.initializer, {keys: ["a"]})
    with pytest.raises(tf.errors.FailedPreconditionError, match="Table was already initialized with different data"):
        session.run(table.initializer, {keys: ["a", "b"]})
    session.run(table.initializer, {keys: ["b"]})  # as many keys: TensorFlow looks no further
    with pytest.raises(
        tf.errors.FailedPreconditionError, match="HashTable has different value for same key. Key a has 1"
    ):
        session.run(table_of(["a", "a"], [1, 2]).initializer)


def test_types_that_do_not_fit_are_refused():
    with pytest.raises(TypeError, match="Signature mismatch. Keys must be dtype"):
        table_of(["a"], [1]).lookup(tf.constant([1]))
    with pytest.raises(ValueError, match="Shapes .* are not compatible"):
        table_of(["a"], [1], tf.constant([1, 2]))
    with pytest.raises(ValueError, match="Dimension 0 in both shapes must be equal, but are 2 and 1"):
        table_of(["a", "b"], [1])


def test_words_and_numbers_from_a_file(session, words):
    whole, line = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    by_word = tf.lookup.TextFileInitializer(words, tf.string, 0, tf.int64, 1)
    by_line = tf.lookup.TextFileInitializer(words, tf.int64, line, tf.string, whole, vocab_size=2)
    numbers = tf.lookup.StaticHashTable(by_word, -1).lookup(tf.constant(["salad", "x"]))
    lines = tf.lookup.StaticHashTable(by_line, "UNK").lookup(tf.constant([0, 2], tf.int64))
    session.run(tf.tables_initializer())
    assert session.run(numbers).tolist() == [20, -1]
    assert session.run(lines).tolist() == [b"brain\t300", b"UNK"]
    assert len(tf.get_collection(tf.GraphKeys.ASSET_FILEPATHS)) == 2


def test_a_file_that_does_not_fit(session, words):
    def fill(path, column, **more):
        contents = tf.lookup.TextFileInitializer(path, tf.string, 0, tf.int64, column, **more)
        session.run(tf.lookup.StaticHashTable(contents, -1).initializer)

    with pytest.raises(tf.errors.NotFoundError, match="No such file"):
        fill("/no/such/file", 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid vocab_size in .*: expected 5 but got 3"):
        fill(words, 1, vocab_size=5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid number of columns in .* line 0"):
        fill(words, 2)
    with pytest.raises(ValueError, match="Invalid vocab_size 0"):
        fill(words, 1, vocab_size=0)


def test_unknown_words_get_a_bucket(session, words):
    table = lookup.index_table_from_tensor(["brain", "salad"], num_oov_buckets=3)
    static = tf.lookup.StaticVocabularyTable(
        tf.lookup.KeyValueTensorInitializer(["brain", "salad"], tf.constant([0, 1], tf.int64)), 3
    )
    keys = tf.constant(["salad", "tarkus"])
    session.run(tf.tables_initializer())
    bucket = session.run(tf.string_to_hash_bucket_fast("tarkus", 3))
    assert session.run([table.lookup(keys), static.lookup(keys)])[1].tolist() == [1, 2 + bucket]
    assert session.run(table.lookup(keys)).tolist() == [1, 2 + bucket]
    assert session.run(table.size()) == 5
    with pytest.raises(ValueError, match="oov_buckets must be > 0"):
        tf.lookup.StaticVocabularyTable(None, 0)


def test_ids_as_words(session):
    table = lookup.index_to_string_table_from_tensor(["brain", "salad"], default_value="?")
    session.run(table.initializer)
    assert session.run(table.lookup(tf.constant([1, 5], tf.int64))).tolist() == [b"salad", b"?"]


def test_runs_change_a_mutable_table(session):
    table = lookup.MutableHashTable(tf.string, tf.int64, -1)
    session.run(table.insert(["a", "b"], [1, 2]))
    session.run(table.insert(["a"], [7]))
    session.run(table.remove(tf.constant(["b", "never"])))
    assert session.run(table.lookup(["a", "b"])).tolist() == [7, -1]
    assert session.run(table.size()) == 1
    keys, values = session.run(table.export())
    assert (keys.tolist(), values.tolist()) == ([b"a"], [7])


def test_values_may_be_tensors(session):
    table = lookup.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0])
    session.run(table.insert([3], [[1.0, 2.0]]))
    found = table.lookup([[3], [4]])
    assert found.shape == [2, 1, 2]
    assert session.run(found).tolist() == [[[1.0, 2.0]], [[0.0, 0.0]]]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected shape \[1,2\] for value, got \[1,3\]"):
        session.run(table.insert([1], [[1.0, 2.0, 3.0]]))


def test_a_dense_table_refuses_its_marks(session):
    table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7)
    session.run(table.insert([11], [1]))
    assert session.run(table.lookup([11, 5])).tolist() == [1, -1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Using the empty_key as a table key is not allowed"):
        session.run(table.insert([0], [1]))


def test_a_fixed_table_has_keys():
    table = tf.lookup.StaticHashTable(
        tf.lookup.KeyValueTensorInitializer(tf.constant([], tf.string), tf.constant([], tf.int64)), -1
    )
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="keys and values cannot be empty"):
        sess.run(table.initializer)


@pytest.mark.parametrize("named", [False, True])
def test_a_saver_saves_a_table_that_runs_change(session, tmp_path, named):
    table = lookup.MutableHashTable(tf.string, tf.int64, -1, name="counts")
    keys = tf.constant(["a", "b"])
    session.run(table.insert(keys, tf.constant([1, 2], tf.int64)))
    saver = tf.train.Saver({"words": table} if named else [table])
    path = saver.save(session, str(tmp_path / "model"))
    name = "words" if named else "counts"
    assert [one for one, _ in tf.train.list_variables(path)] == [f"{name}-keys", f"{name}-values"]
    session.run(table.insert(keys, tf.constant([0, 0], tf.int64)))
    saver.restore(session, path)
    assert session.run(table.lookup(keys)).tolist() == [1, 2]


def test_values_and_file_names_of_a_wrong_rank():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Default value must be a vector"):
        lookup.MutableHashTable(tf.string, tf.int64, [[-1, -1]])
    with pytest.raises(ValueError, match="must have rank 0"):
        lookup.TextFileInitializer(tf.constant(["a", "b"]), tf.string, -2, tf.int64, -1)
