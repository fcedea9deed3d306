"""tensorflow_estimator…inputs.queues.feeding_functions: what fills queues with rows."""

from collections import OrderedDict
from importlib import import_module

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture
def feeding(tensorflow):
    return import_module("tensorflow_estimator.python.estimator.inputs.queues.feeding_functions")


def test_rows_of_an_array_are_in_a_queue(feeding):
    array = np.arange(8).reshape([4, 2])
    with tf.Graph().as_default():
        rows = feeding._enqueue_data(array, capacity=10, enqueue_size=3).dequeue_many(3)
        with tf.Session() as session:
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            for i in range(5):
                numbers, values = session.run(rows)
                assert numbers.tolist() == [n % 4 for n in range(3 * i, 3 * i + 3)]
                assert np.array_equal(values, array[numbers])
            coordinator.request_stop()
            coordinator.join(threads)


def test_the_last_epoch_ends_with_its_last_row(feeding):
    numbers = feeding._get_integer_indices_for_next_batch
    assert numbers(4, 3, 0, 5, 1, 3) == ([4, 0, 1], 2)
    assert numbers(4, 3, 0, 5, 2, 3) == ([4, 0], 3)
    with pytest.raises(tf.errors.OutOfRangeError, match="Already emitted 3 epochs"):
        numbers(4, 3, 0, 5, 3, 3)
    feed = feeding._OrderedDictNumpyFeedFn(
        ["n", "a", "b"], OrderedDict(a=np.arange(3), b=np.arange(3) * 2), 2, num_epochs=1
    )
    assert {key: value.tolist() for key, value in feed().items()} == {"n": [0, 1], "a": [0, 1], "b": [0, 2]}
    assert feed()["b"].tolist() == [4]
    with pytest.raises(ValueError, match="expects 2 placeholders; got 1"):
        feeding._ArrayFeedFn(["n"], np.arange(3), 2)


def test_what_a_generator_yields_is_filled_up(feeding):
    def lines():
        for size in (1, 2):
            yield {"a": np.ones([size]), "b": np.zeros([])}

    feed = feeding._GeneratorFeedFn(["a", "b"], lines, 4, pad_value=7)()
    assert feed["a"].tolist() == [[1, 7], [1, 1]]
    assert feed["b"].tolist() == [0, 0]
    with pytest.raises(ValueError, match="Array shapes must match"):
        feeding._pad_if_needed([np.ones([1, 2]), np.ones([2, 2])])
