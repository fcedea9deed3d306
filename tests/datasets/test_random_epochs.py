"""Random operations of a dataset's functions go on from epoch to epoch, and begin anew with the iterator.

Numbers from TensorFlow 1.15.5.
"""

import numpy as np
import pytest

import graphlab as tf


def drawn(dataset):
    """All elements, twice: the iterator is initialized again in between."""
    iterator = dataset.make_initializable_iterator()
    element, found = iterator.get_next(), []
    with tf.Session() as session:
        for _ in range(2):
            session.run(iterator.initializer)
            found.append([])
            with pytest.raises(tf.errors.OutOfRangeError):
                while True:
                    found[-1].append(session.run(element))
    assert found[0] == found[1]
    return found[0]


def test_each_epoch_draws_other_numbers():
    dataset = tf.data.Dataset.from_tensors(0).repeat(3).map(lambda _: tf.random_uniform((), seed=11)).repeat(2)
    np.testing.assert_allclose(drawn(dataset), [0.0896, 0.2652, 0.6327, 0.2839, 0.0672, 0.9071], atol=1e-4)


@pytest.mark.filterwarnings("ignore:Seed 5 from outer graph")
def test_interleaved_datasets_share_them():
    def of_two(i):
        return tf.data.Dataset.range(2).map(lambda x: tf.random_uniform(()))

    tf.set_random_seed(5)
    dataset = tf.data.Dataset.range(2).interleave(of_two, 2, 1).repeat(2)
    expected = [0.8399, 0.7386, 0.344, 0.6545, 0.44, 0.3072, 0.6663, 0.7538]
    np.testing.assert_allclose(drawn(dataset), expected, atol=1e-4)


def test_a_buffer_of_many_epochs_is_not_filled():
    shuffled = tf.data.experimental.shuffle_and_repeat(10**9, seed=7)
    element = tf.data.Dataset.range(3).apply(shuffled).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        epochs = [[int(session.run(element)) for _ in range(3)] for _ in range(6)]
    assert epochs == [[0, 2, 1], [1, 0, 2], [0, 2, 1], [1, 0, 2], [0, 1, 2], [0, 1, 2]]
