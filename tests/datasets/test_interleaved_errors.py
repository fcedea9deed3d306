"""An error of one of the interleaved datasets, and which elements come after it. Results from TensorFlow 1.15.5."""

import threading

import numpy as np
import pytest

import graphlab as tf


def _not_five(x):
    if x == 5:
        raise ValueError("five")
    return x


def _checked(x):
    y = tf.py_func(_not_five, [x], tf.int64)
    y.set_shape([])
    return y


def _times(x):
    return tf.data.Dataset.from_tensors(x).repeat(x - 2)


FAILING = {
    "input": (_checked, _times),
    "function": (lambda x: x, lambda x: _times(_checked(x))),
    "dataset": (lambda x: x, lambda x: _times(x).map(_checked)),
}


@pytest.mark.parametrize(
    ("options", "failing", "expected"),
    [
        ({}, "input", "4 ! 6 4 6 6 6"),
        ({}, "function", "4 ! 6 4 6 6 6"),
        ({}, "dataset", "4 ! ! ! 4 6 6 6 6"),
        ({"num_parallel_calls": 2}, "input", "4 ! 4 6 6 6 6"),
        ({"num_parallel_calls": 2}, "function", "4 ! 4 6 6 6 6"),
        ({"num_parallel_calls": 2}, "dataset", "4 ! 4 ! ! 6 6 6 6"),
    ],
)
def test_elements_after_an_error(options, failing, expected):
    change, make = FAILING[failing]
    numbers = tf.data.Dataset.from_tensor_slices(np.array([4, 5, 6], np.int64)).map(change)
    element = numbers.interleave(make, 2, 1, **options).make_one_shot_iterator().get_next()
    found = []
    with tf.Session() as session:
        while not found or found[-1] != "end":
            try:
                found.append(str(session.run(element)))
            except tf.errors.OutOfRangeError:
                found.append("end")
            except tf.errors.InvalidArgumentError:
                found.append("!")
    assert " ".join(found[:-1]) == expected


def test_a_run_that_timed_out_counts_no_element():
    ready = threading.Event()

    def when_ready(x):
        ready.wait(60)
        return x

    def numbers(i):
        return tf.data.Dataset.range(2).map(lambda x: tf.py_func(when_ready, [10 * i + x], tf.int64))

    dataset = tf.data.Dataset.range(3).interleave(numbers, 2, block_length=2, num_parallel_calls=2)
    element = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        with pytest.raises(tf.errors.DeadlineExceededError):
            session.run(element, options=tf.RunOptions(timeout_in_ms=50))
        ready.set()
        assert [int(session.run(element)) for _ in range(6)] == [0, 1, 10, 11, 20, 21]
