"""A map function that NumPy can apply to many elements at once returns what it returns of each."""

import numpy as np
import pytest

import graphlab as tf

Dataset = tf.data.Dataset
RNG = np.random.RandomState(0)
COLUMNS = (RNG.rand(7, 2, 3).astype(np.float32), np.arange(7) % 3, RNG.rand(7, 3) > 0.5)

FUNCTIONS = {
    "ranks that differ": lambda x, i, b: x * tf.cast(i, tf.float32) + tf.constant([1.0, 2.0, 3.0]),
    "a constant of a higher rank": lambda x, i, b: tf.cast(i, tf.float64) - np.ones([4, 1]),
    "a column for each row": lambda x, i, b: tf.cast(b, tf.float32) - x,
    "numbers become vectors": lambda x, i, b: (tf.one_hot(i, 3), tf.one_hot(i, 3, axis=0, dtype=tf.int64)),
    "axes move": lambda x, i, b: (tf.transpose(x), tf.expand_dims(x, 0), tf.expand_dims(x, -1), tf.reshape(x, [3, -1])),
    "choices": lambda x, i, b: (tf.where(b, x[0] * 0, tf.ones([3])), tf.where(i > 1, i, -i), tf.add_n([i, i])),
    "a condition for each row": lambda x, i, b: tf.where(tf.equal([i, 1], [1, 1]), x, -x),
    "what is the same for all": lambda x, i, b: (tf.constant([1, 2]), i),
    "integers are divided": lambda x, i, b: (i // 2, i % 2, i / 2),
    "nothing is done": lambda x, i, b: (b, x, i),
}


def batches(dataset):
    element = dataset.make_one_shot_iterator().get_next()
    found = []
    with tf.Session() as session:
        while True:
            try:
                found.append(session.run(element))
            except tf.errors.OutOfRangeError:
                return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_many_elements_at_once_are_what_each_is_by_itself(name):
    with tf.Graph().as_default():
        mapped = Dataset.from_tensor_slices(COLUMNS).map(FUNCTIONS[name])
        alone = batches(mapped)
        together = batches(mapped.repeat(2).batch(4))
        parts = [part if isinstance(part, tuple) else (part,) for part in alone + alone]
        for i, batch in enumerate(together):
            batch = batch if isinstance(batch, tuple) else (batch,)
            for column, rows in zip(batch, zip(*parts[4 * i : 4 * i + 4], strict=True), strict=True):
                assert column.dtype == np.stack(rows).dtype
                np.testing.assert_array_equal(column, np.stack(rows))


def test_elements_of_several_sizes_are_mapped_one_by_one():
    with tf.Graph().as_default():
        dataset = Dataset.range(4).map(lambda n: tf.range(n)).map(lambda row: row * 2)
        found = batches(dataset.padded_batch(4, [None]))
        np.testing.assert_array_equal(found[0], [[0, 0, 0], [0, 0, 0], [0, 2, 0], [0, 2, 4]])


def test_after_an_element_that_cannot_be_made_the_batch_begins_with_the_next():
    with tf.Graph().as_default(), tf.Session() as session:
        rows = Dataset.from_tensor_slices([2, 0, 2, 2]).map(tf.range)
        element = rows.map(lambda row: tf.reshape(row, [2])).batch(2).make_one_shot_iterator().get_next()
        with pytest.raises(tf.errors.InvalidArgumentError, match="reshape"):
            session.run(element)
        np.testing.assert_array_equal(session.run(element), [[0, 1], [0, 1]])


@pytest.mark.parametrize("calls", [None, 2])
def test_a_mapped_batch_is_lost_with_one_of_its_elements(calls):
    numbers = [0, 1, 2, 4, 0, 8, 1, 1]
    lost = tf.errors.InvalidArgumentError
    with tf.Graph().as_default(), tf.Session() as session:
        mapped = Dataset.from_tensor_slices(numbers).map(lambda n: 8 // n, num_parallel_calls=calls)
        fused = mapped.batch(3).make_one_shot_iterator().get_next()
        apart = mapped.take(8).batch(3).make_one_shot_iterator().get_next()
        assert [taken(session, fused) for _ in range(4)] == [lost, lost, [8, 8], tf.errors.OutOfRangeError]
        assert [taken(session, apart) for _ in range(4)] == [lost, [8, 4, 2], lost, [1, 8, 8]]


def taken(session, element):
    """The next element, or the class of the error that comes instead."""
    try:
        return session.run(element).tolist()
    except tf.errors.OpError as error:
        return type(error)


def test_a_batch_is_nobody_elses():
    with tf.Graph().as_default(), tf.Session() as session:
        iterator = Dataset.from_tensor_slices(np.zeros(4)).batch(4).make_initializable_iterator()
        element = iterator.get_next()
        for _ in range(2):
            session.run(iterator.initializer)
            batch = session.run(element)
            assert not batch.any()
            batch += 1


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("divide", [lambda n: 7 // n, lambda n: 7 % n])
def test_a_division_by_zero_is_an_error_of_its_element(divide, together):
    with tf.Graph().as_default(), tf.Session() as session:
        quotients = Dataset.from_tensor_slices(np.array([2, 0, 4], np.int32)).map(divide)
        element = (quotients.batch(1) if together else quotients).make_one_shot_iterator().get_next()
        session.run(element)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
            session.run(element)
        session.run(element)
