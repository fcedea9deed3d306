"""experimental_deterministic=False, and sloppy: elements come when they are made, not in order."""

import threading

import numpy as np
import pytest

import graphlab as tf

SLOPPY = tf.data.Options()
SLOPPY.experimental_deterministic = False


class Gates:
    """Elements that pass when their number is opened."""

    def __init__(self, count):
        self._gates = [threading.Event() for _ in range(count)]

    def passing(self, numbers):
        return tf.py_func(self._pass, [numbers], tf.int64)

    def _pass(self, number):
        assert self._gates[number].wait(10)
        return np.int64(number)

    def order(self, dataset, opened):
        """The elements of a dataset, when after each the next gate is opened."""
        element = dataset.make_one_shot_iterator().get_next()
        found = []
        with tf.Session() as session:
            for number in opened:
                self._gates[number].set()
                found.append(int(session.run(element)))
            with pytest.raises(tf.errors.OutOfRangeError):
                session.run(element)
        return found


def test_map_returns_what_is_made_first():
    gates = Gates(4)
    dataset = tf.data.Dataset.range(4).map(gates.passing, num_parallel_calls=4).with_options(SLOPPY)
    assert gates.order(dataset, [2, 0, 3, 1]) == [2, 0, 3, 1]


def _interleaved(dataset, function):
    return dataset.interleave(function, 2, 1, num_parallel_calls=2).with_options(SLOPPY)


def _old(dataset, function):
    return dataset.apply(tf.data.experimental.parallel_interleave(function, 2, 1, sloppy=True))


@pytest.mark.parametrize("interleave", [_interleaved, _old])
def test_interleave_goes_on_with_the_dataset_that_has_an_element(interleave):
    gates, order = Gates(6), [2, 3, 0, 4, 5, 1]
    dataset = interleave(tf.data.Dataset.range(3), lambda i: tf.data.Dataset.range(2 * i, 2 * i + 2).map(gates.passing))
    assert gates.order(dataset, order) == order
