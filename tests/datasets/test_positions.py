"""The position of an iterator: saved after any element, it goes on there in another session, for every kind of dataset."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.checkpoint.bundle_reader import BundleReader

Dataset = tf.data.Dataset
experimental = tf.data.experimental
numbers = Dataset.range


def _slow(x):
    return tf.cast(tf.reduce_sum(tf.matmul(tf.fill([2, 2], tf.cast(x, tf.float32)), tf.ones([2, 2]))), tf.int64)


def _counted(x):
    return numbers(x + 1).map(lambda y: y + 10 * x)


def _sum(key):
    return experimental.Reducer(lambda key: tf.constant(0, tf.int64), lambda s, x: s + x, lambda s: s)


PIPELINES = {
    "tensors": lambda: Dataset.from_tensors(np.arange(3)).repeat(3),
    "slices": lambda: Dataset.from_tensor_slices({"a": np.arange(3.0), "b": [b"x", b"y", b"z"]}),
    "sparse": lambda: Dataset.from_tensor_slices(tf.SparseTensor([[0, 1], [2, 0]], [1, 2], [3, 3])),
    "range": lambda: numbers(9, 0, -2),
    "random": lambda: experimental.RandomDataset(3).take(6),
    "repeat": lambda: numbers(2).repeat(2),
    "repeat_once": lambda: numbers(4).repeat(1),
    "forever": lambda: numbers(3).repeat().take(5),
    "skip": lambda: numbers(5).skip(2),
    "shard": lambda: numbers(9).shard(3, 1),
    "concatenate": lambda: numbers(2).concatenate(numbers(5, 7)),
    "zip": lambda: Dataset.zip((numbers(3), numbers(3, 9))),
    "map": lambda: numbers(3).map(lambda x: x * 2),
    "parallel_map": lambda: numbers(5).map(_slow, 3),
    "batch": lambda: numbers(7).batch(2, drop_remainder=True),
    "map_and_batch": lambda: numbers(7).map(lambda x: x * 2).batch(2),
    "parallel_map_and_batch": lambda: numbers(9).map(_slow, 3).batch(2),
    "filter": lambda: numbers(9).filter(lambda x: tf.equal(x % 3, 0)),
    "flat_map": lambda: numbers(3).flat_map(_counted),
    "interleave": lambda: numbers(4).interleave(_counted, 3, 2),
    "parallel_interleave": lambda: numbers(4).interleave(_counted, 3, 2, num_parallel_calls=2),
    "old_parallel_interleave": lambda: numbers(4).apply(experimental.parallel_interleave(_counted, 3, 2)),
    "prefetch": lambda: numbers(5).prefetch(2),
    "cache": lambda: numbers(3).cache().repeat(2),
    "shuffle": lambda: numbers(8).shuffle(4, seed=3),
    "shuffle_and_repeat": lambda: numbers(4).shuffle(3, seed=3).repeat(2),
    "shuffle_each_time": lambda: numbers(4).shuffle(3, seed=3).map(lambda x: x).repeat(2),
    "shuffle_once": lambda: numbers(4).shuffle(3, seed=3, reshuffle_each_iteration=False).repeat(2),
    "window": lambda: numbers(9).window(3, 2, 1).flat_map(lambda window: window.batch(2)),
    "shuffled_windows": lambda: numbers(7).window(3, 2).shuffle(2, seed=1).flat_map(lambda window: window.batch(2)),
    "group_by_window": lambda: numbers(9).apply(
        experimental.group_by_window(lambda x: x % 2, lambda key, window: window.batch(2), 3)
    ),
    "group_by_reducer": lambda: numbers(9).apply(experimental.group_by_reducer(lambda x: x % 3, _sum(0))),
    "unbatch": lambda: numbers(5).batch(2).apply(experimental.unbatch()),
    "padded_batch": lambda: numbers(5).map(lambda x: tf.fill([x], x)).padded_batch(2, [None]),
    "scan": lambda: numbers(4).apply(experimental.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s))),
    "take_while": lambda: numbers(9).apply(experimental.take_while(lambda x: x < 3)),
    "unique": lambda: numbers(9).map(lambda x: x * x % 7).apply(experimental.unique()),
    "choose": lambda: experimental.choose_from_datasets(
        [numbers(3), numbers(5, 8)], Dataset.from_tensor_slices(np.array([0, 1, 0, 1, 1, 0]))
    ),
}


def _pipeline(make):
    iterator = tf.data.make_initializable_iterator(make())
    saver = tf.train.Saver([experimental.make_saveable_from_iterator(iterator)])
    return iterator.initializer, iterator.get_next(), saver


def _rest(session, element, count=1000):
    found = []
    try:
        while len(found) < count:
            found.append(tf.nest.map_structure(lambda part: np.asarray(part).tolist(), session.run(element)))
    except tf.errors.OutOfRangeError:
        found.append("end")
    return found


@pytest.mark.parametrize("name", PIPELINES)
def test_iterator_goes_on_where_it_was_saved(name, tmp_path):
    initializer, element, saver = _pipeline(PIPELINES[name])
    with tf.Session() as session:
        session.run(initializer)
        whole = _rest(session, element)
    with tf.Session() as first, tf.Session() as second:
        first.run(initializer)
        for count, more in ((0, 0), (1, 1), (3, 2), (len(whole), len(whole) - 3)):
            assert _rest(first, element, more) == whole[count - more : count]
            path = saver.save(first, str(tmp_path / "position"), write_meta_graph=False)
            second.run(initializer)
            saver.restore(second, path)
            assert _rest(second, element) == (whole[count:] or ["end"])


def test_draws_without_a_seed_go_on_where_they_were_saved(tmp_path):
    shuffled = numbers(30).shuffle(30, reshuffle_each_iteration=False)
    initializer, element, saver = _pipeline(lambda: Dataset.zip((shuffled, experimental.RandomDataset())))
    with tf.Session() as first, tf.Session() as second:
        first.run(initializer)
        first.run(element)
        path = saver.save(first, str(tmp_path / "position"), write_meta_graph=False)
        second.run(initializer)
        saver.restore(second, path)
        assert _rest(second, element) == _rest(first, element)


def test_a_position_goes_through_a_string():
    iterator = tf.data.make_initializable_iterator(numbers(9).batch(2))
    element = iterator.get_next()
    saved = tf.serialize_tensor(tf.raw_ops.SerializeIterator(resource_handle=iterator._iterator_resource))
    given = tf.placeholder(tf.string, [])
    restore = tf.raw_ops.DeserializeIterator(
        resource_handle=iterator._iterator_resource, serialized=tf.parse_tensor(given, tf.variant)
    )
    with tf.Session() as session:
        session.run(iterator.initializer)
        session.run(element)
        text = session.run(saved)
        rest = _rest(session, element)
        session.run(iterator.initializer)
        session.run(restore, {given: text})
        assert _rest(session, element) == rest


def _saved(make, count, folder):
    initializer, element, saver = _pipeline(make)
    with tf.Session() as session:
        session.run(initializer)
        _rest(session, element, count)
        return saver.save(session, str(folder / "position"), write_meta_graph=False)


def test_file_is_tensorflows(tmp_path):
    path = _saved(lambda: numbers(10), 3, tmp_path)
    with open(f"{path}.data-00000-of-00001", "rb") as file:  # what TensorFlow 1.15 wrote
        assert file.read() == (
            b">\n\x14tensorflow::Iterator\x12\x1d@@Iterator::Model::Range:next\x1a\x07\x08\t\x12\x00R\x01\x03\x8f#\xdeT"
        )


def test_position_in_a_shuffle_buffer_is_tensorflows(tmp_path):
    path = _saved(lambda: numbers(10).shuffle(4, seed=3).batch(2), 2, tmp_path)
    with BundleReader(path) as reader:
        (name,) = reader.names()
        variant: Any = reader.read(name)[()]
    shuffle = "@@Iterator::Model::BatchV2::Shuffle"
    keys = variant.metadata.decode().split(shuffle)[1:]
    found = dict(zip(keys, [int(tensor) for tensor in variant.tensors], strict=True))
    # TensorFlow 1.15's, where the buffer is a ring that begins elsewhere: 7, 4, 5, 6.
    expected = {":ds_num_random_samples": 2, ":num_random_samples": 4, ":seed": 3534849767, ":seed2": 279844183}
    assert {key: found[key] for key in expected} == expected
    assert found["::Range:next"] == 7 and found[":num_elements"] == 3 and found[":epoch"] == 0


def test_position_of_what_no_position_holds_is_refused(tmp_path):
    for make in (
        lambda: numbers(3).map(lambda x: tf.random.uniform([])),
        lambda: Dataset.from_generator(lambda: range(3), tf.int64),
    ):
        with pytest.raises(tf.errors.FailedPreconditionError, match="is stateful"):
            _saved(make, 1, tmp_path)


def test_position_needs_an_initialized_iterator(tmp_path):
    path = _saved(lambda: numbers(3), 1, tmp_path)
    _, _, saver = _pipeline(lambda: numbers(3))
    with tf.Session() as session, pytest.raises(tf.errors.FailedPreconditionError, match=r"Save\(\) failed because"):
        saver.save(session, path)


def test_estimators_go_on_in_their_input(tmp_path):
    seen = []

    def model(features, labels, mode):
        step = tf.train.get_or_create_global_step()
        record = tf.py_func(lambda value: seen.append(int(value)), [features], [])
        with tf.control_dependencies([record]):
            return tf.estimator.EstimatorSpec(mode, loss=tf.constant(0.0), train_op=tf.assign_add(step, 1))

    estimator = tf.estimator.Estimator(model, str(tmp_path))
    for _ in range(2):
        hook = experimental.CheckpointInputPipelineHook(estimator)
        estimator.train(lambda: numbers(20).shuffle(20, seed=1), hooks=[hook], steps=4)
    assert len(set(seen)) == 8
    assert (tmp_path / "checkpoint_input").exists()
