"""Dense tables: their buckets are TensorFlow's, in exports and in checkpoints. All numbers are from TensorFlow 1.15."""

import itertools
import signal
import sys
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops import list_functions as list_ops
from graphlab._src.state.lookup import dense
from graphlab._src.state.lookup.dense import DenseTable

DenseHashTable = tf.lookup.experimental.DenseHashTable


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def exported(session, table):
    keys, values = session.run(table.export())
    return keys.tolist(), values.tolist()


def ints(*keys):
    return tf.constant(keys, tf.int64)


def test_an_export_has_all_buckets_and_the_marks_of_removed_keys(session):
    table = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, initial_num_buckets=8)
    session.run(table.insert([11, 12, 19, 27, 3], [1, 2, 3, 4, 5]))
    assert exported(session, table) == (
        [[0], [27], [0], [11], [12], [3], [19], [0]],
        [[0], [4], [0], [1], [2], [5], [3], [0]],
    )
    session.run(table.remove(ints(12, 99)))
    assert exported(session, table)[0] == [[0], [27], [0], [11], [-7], [3], [19], [0]]
    session.run(table.insert([20], [9]))
    assert exported(session, table)[0] == [[0], [27], [0], [11], [20], [3], [19], [0]]
    assert session.run(table.lookup([20, 12, 3])).tolist() == [9, -1, 5]


def test_buckets_double_when_four_fifths_of_them_would_be_filled(session):
    table = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, initial_num_buckets=8)
    session.run(table.insert([11, 20, 19, 27, 3], [1, 9, 3, 4, 5]))
    session.run(table.insert([11, 11], [7, 8]))
    keys, values = exported(session, table)
    assert [key for (key,) in keys] == [0, 0, 0, 3, 20, 0, 19, 0, 0, 0, 0, 27, 11, 0, 0, 0]
    assert [value for (value,) in values] == [0, 0, 0, 5, 9, 0, 3, 0, 0, 0, 0, 4, 8, 0, 0, 0]
    assert session.run(table.size()) == 5
    default = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7)
    assert session.run(tf.shape(default.export()[0])).tolist() == [131072, 1]


def test_values_may_be_lists_of_tensors(session):
    empty = list_ops.empty_tensor_list(element_shape=tf.constant([2]), element_dtype=tf.float32)
    table = DenseHashTable(tf.int64, tf.variant, default_value=empty, empty_key=-1, deleted_key=-2)

    def held(key):
        return list_ops.tensor_list_stack(table.lookup(tf.constant(key, tf.int64)), tf.float32)

    def lengths(*keys):
        lists = tf.unstack(tf.ensure_shape(table.lookup(ints(*keys)), [len(keys)]))
        return session.run([list_ops.tensor_list_length(each) for each in lists])

    rows = list_ops.tensor_list_from_tensor(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [2])
    session.run(table.insert(tf.constant(3, tf.int64), rows))
    more = list_ops.tensor_list_push_back_batch(table.lookup(ints(3, 4)), tf.constant([[5.0, 6.0], [7.0, 8.0]]))
    session.run(table.insert(ints(3, 4), more))
    assert session.run([held(3), held(4)])[0].tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    assert lengths(3, 4, 9) == [3, 1, 0] and session.run(table.size()) == 2
    session.run(table.insert(ints(3, 5), tf.fill([2], empty)))
    assert lengths(3, 4, 5) == [0, 1, 0] and session.run(table.size()) == 3


def test_strings_and_vectors_are_where_their_hashes_say(session):
    table = DenseHashTable(tf.string, tf.int64, -1, empty_key="", deleted_key="$", initial_num_buckets=8)
    session.run(table.insert(list("qwerty"), [1, 2, 3, 4, 5, 6]))
    assert [key for (key,) in exported(session, table)[0]] == [b"", b"", b"w", b"q", b"y", b"r", b"t", b"e"]
    pairs = DenseHashTable(tf.int64, tf.int64, [-1, -2], empty_key=[0, 0], deleted_key=[-7, -7], initial_num_buckets=8)
    session.run(pairs.insert([[1, 2], [2, 1], [0, 1], [5, -3]], [[1, 1], [2, 2], [3, 3], [4, 4]]))
    assert exported(session, pairs)[0] == [[5, -3], [0, 1], [0, 0], [1, 2], [2, 1], [0, 0], [0, 0], [0, 0]]
    assert session.run(pairs.lookup([[1, 2], [3, 3]])).tolist() == [[1, 1], [-1, -2]]
    words = DenseHashTable(tf.string, tf.int64, -1, ["", ""], ["$", "$"], initial_num_buckets=8)
    session.run(words.insert([["a", "b"], ["b", "a"], ["", "x"]], [1, 2, 3]))
    assert [b"".join(key) for key in exported(session, words)[0]] == [b"x", b"", b"ba", b"", b"", b"ab", b"", b""]


def test_a_key_behind_a_removed_one_is_inserted_a_second_time(session):
    table = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, initial_num_buckets=8)
    session.run(table.insert([8, 16, 24], [1, 2, 3]))
    session.run(table.remove(ints(8)))
    session.run(table.insert([24], [9]))
    assert [key for (key,) in exported(session, table)[0]] == [24, 16, 0, 24, 0, 0, 0, 0]
    session.run(table.remove(ints(24)))
    assert session.run([table.lookup([24]), table.size()])[0].tolist() == [3]


def test_a_table_without_empty_buckets_can_not_look_up(session):
    table = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, initial_num_buckets=4)
    for i in range(1, 10):
        session.run(table.insert([i], [i]))
        session.run(table.remove(ints(i)))
    with pytest.raises(tf.errors.InternalError, match="Internal error in MutableDenseHashTable lookup"):
        session.run(table.lookup([5]))


def test_a_checkpoint_keeps_the_buckets_of_dense_tables_and_the_pairs_of_others(session, tmp_path):
    dense = DenseHashTable(tf.int64, tf.float32, [-1.0, 0.0], 0, -7, initial_num_buckets=8, name="tab")
    other = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, -1)
    DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, checkpoint=False, name="not_saved")
    session.run([dense.insert([11, 3, 4], [[1, 1], [2, 2], [3, 3]]), other.insert(["x", "yy"], [1, 2])])
    session.run(dense.remove(ints(3)))
    saver = tf.train.Saver()
    path = saver.save(session, str(tmp_path / "model"))
    reader = tf.train.load_checkpoint(path)
    names = sorted(reader.get_variable_to_shape_map())
    assert names == ["MutableHashTable-keys", "MutableHashTable-values", "tab-keys", "tab-values"]
    assert reader.get_tensor("tab-keys").tolist() == [[0], [0], [0], [11], [-7], [4], [0], [0]]
    session.run([dense.insert([50], [[9, 9]]), dense.remove(ints(11)), other.insert(["new"], [3])])
    saver.restore(session, path)
    assert exported(session, dense)[0] == [[0], [0], [0], [11], [-7], [4], [0], [0]]
    assert session.run([dense.size(), other.size()]) == [2, 2]
    assert session.run(other.lookup(["yy", "new"])).tolist() == [2, -1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"initial_num_buckets": 6}, "Number of buckets must be at least 4 and a power of 2, got: 6"),
        ({"deleted_key": 0}, "Empty and deleted keys cannot be equal"),
        ({"deleted_key": [0]}, r"Empty and deleted keys must have same shape, got shapes: \[\] and \[1\]"),
        ({"default_value": [[1, 2]]}, r"Empty value must be a scalar or a vector, got shape \[1,2\]"),
    ],
)
def test_what_a_dense_table_can_not_be(session, wrong, message):
    arguments = {"default_value": -1, "empty_key": 0, "deleted_key": -7, **wrong}
    table = DenseHashTable(tf.int64, tf.int64, **arguments)
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        session.run(table.size())


def test_keys_that_are_no_keys(session):
    table = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, initial_num_buckets=8)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Using the deleted_key as a table key is not allowed"):
        session.run(table.insert([3, -7], [1, 2]))
    assert session.run(table.size()) == 1  # the one before it
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected key shape \[1\] got \[1,2\]"):
        session.run(table.lookup(np.array([[1, 2]])))


def test_an_interrupt_while_a_table_grows_loses_no_key():
    def table():
        empty, deleted = np.array(0, np.int64), np.array(-7, np.int64)
        result = DenseTable(tf.int64, tf.int64, (), empty, deleted, 4, 0.8)
        result.insert(np.array([1, 2, 3]), np.array([10, 20, 30]))
        return result

    def strike(line):
        lines = itertools.count()

        def follow(frame, event, _):
            if frame.f_code.co_filename != dense.__file__:
                return None
            if event == "line" and next(lines) == line:
                signal.raise_signal(signal.SIGINT)
            return follow

        return follow

    keys = np.arange(1, 9)
    for line in itertools.count():
        before, struck = table(), strike(line)
        sys.settrace(struck)
        try:
            before.insert(keys[3:], 10 * keys[3:])
            sys.settrace(None)
            break  # it has fewer lines
        except KeyboardInterrupt:
            sys.settrace(None)
        found: Any = before.find(keys, np.array(-1)).tolist()
        assert found[:3] == [10, 20, 30]
        assert before.size() == sum(value != -1 for value in found)
    assert line > 30


def test_a_table_that_has_no_memory_to_grow_stays_as_it_was(session, monkeypatch):
    table = DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7, initial_num_buckets=4)
    session.run(table.insert([1, 2, 3], [10, 20, 30]))
    insert = table.insert([4, 5], [40, 50])

    def full(*_):
        raise MemoryError

    monkeypatch.setattr(dense.np, "full", full)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        session.run(insert)
    monkeypatch.undo()
    assert session.run(table.lookup([1, 2, 3, 4])).tolist() == [10, 20, 30, -1]
