"""Datasets of TensorFlow 1, tf.data.Dataset, and of TensorFlow 2, tf.compat.v2.data.Dataset."""

import pytest

import graphlab as tf

V1, V2 = tf.data.Dataset, tf.compat.v2.data.Dataset


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_methods_return_datasets_of_their_version():
    numbers = V2.range(4)
    for dataset in (numbers.map(lambda x: x), numbers.batch(2), V2.zip((V1.range(2), numbers)), numbers.window(2)):
        assert isinstance(dataset, V2) and not isinstance(dataset, V1)
    ignoring = tf.data.experimental.ignore_errors()
    for dataset in (V1.range(2).concatenate(numbers), V1.range(2).apply(lambda _: numbers), V1.zip((numbers, numbers))):
        assert isinstance(dataset, V1)
    assert isinstance(V1.range(2).apply(ignoring), V1) and not isinstance(numbers.apply(ignoring), V1)
    assert isinstance(tf.data.TFRecordDataset("a"), V1) and not isinstance(tf.compat.v2.data.TFRecordDataset("a"), V1)


def test_a_dataset_of_version_2_has_no_iterators_of_its_own():
    numbers = V2.range(4).map(lambda x: x + 1)
    assert str(numbers) == "<MapDataset shapes: (), types: tf.int64>"
    assert not hasattr(numbers, "make_one_shot_iterator") and not hasattr(numbers, "output_types")
    assert not hasattr(tf.compat.v2.data, "make_one_shot_iterator")
    element = tf.data.make_one_shot_iterator(numbers).get_next()
    with tf.Session() as session:
        assert [int(session.run(element)) for _ in range(4)] == [1, 2, 3, 4]


def test_what_is_in_a_window_is_of_version_2():
    seen = []
    V1.range(4).window(2).flat_map(lambda window: seen.append(window) or window.map(lambda x: x))
    assert isinstance(seen[0], V2) and not isinstance(seen[0], V1)


def test_a_legacy_function_orders_no_effects():
    counter = tf.get_variable("counter", [], tf.int64, tf.zeros_initializer(), use_resource=True)
    orders = []

    def counts(x):
        add = counter.assign_add(1, read_value=False)
        orders.append((add, counter.read_value().op))
        return x

    for transform in (V1.range(3).map, V1.range(3).map_with_legacy_function):
        element = tf.data.make_initializable_iterator(transform(counts))
        following = element.get_next()
        with tf.Session() as session:
            session.run([counter.initializer, element.initializer])
            assert [int(session.run(following)) for _ in range(3)] == [0, 1, 2]
            assert session.run(counter) == 3
    (ordered, legacy) = [any(op is add for op in _waited_for(read)) for add, read in orders]
    assert ordered and not legacy


def _waited_for(read):
    return [control for op in (read, read.inputs[0].op) for control in op.control_inputs]
