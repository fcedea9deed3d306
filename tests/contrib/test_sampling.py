"""tf.contrib.training: examples drawn by chance. Rates are those of the arguments."""

import numpy as np
import pytest

import graphlab as tf

training = tf.contrib.training


def runs(outputs, count):
    """What the outputs are in so many runs, while threads fill the queues."""
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        found = [sess.run(outputs) for _ in range(count)]
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=20)
    return found


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(3)
        yield graph


def test_rejection_sample_accepts_by_probability():
    values = tf.random_uniform([8])
    (batch,) = training.rejection_sample([values], lambda x: x[0], 64, enqueue_many=True, runtime_checks=True)
    assert batch.shape == [64]
    assert 0.58 < np.mean(runs(batch, 2)) < 0.75  # the mean of what is accepted with the probability of its value


@pytest.mark.parametrize("init_probs", [None, [0.5, 0.5]])
def test_stratified_sample_has_the_classes_that_are_wanted(init_probs):
    labels = tf.random_uniform([4], 0, 2, tf.int32)
    values = tf.cast(labels, tf.float32) * 10.0
    (batch,), classes = training.stratified_sample([values], labels, [0.2, 0.8], 64, init_probs, enqueue_many=True)
    found = runs([batch, classes], 3)
    assert all((values == 10.0 * classes).all() for values, classes in found)
    assert 0.68 < np.mean([classes for _, classes in found]) < 0.92
    assert (classes.name, classes.shape) == ("stratified_sample/batch_1:1", [64])


def test_rows_are_resampled_at_their_rates():
    rates = np.repeat([2.0, 0.5], 500).astype("f")
    rows, again = training.resample_at_rate([tf.range(1000), tf.range(1000)], rates)
    weighted, found_rates = training.weighted_resample([tf.range(1000)], tf.constant(rates), 0.5)
    rows, again, found_rates = runs([rows, again, found_rates], 1)[0]
    assert (rows == again).all() and (np.diff(rows) >= 0).all()
    assert 850 < (rows < 500).sum() < 1150 and 180 < (rows >= 500).sum() < 320
    assert np.allclose(np.unique(found_rates), [0.2, 0.8], atol=1e-4)
    assert [variable.op.name for variable in tf.local_variables()] == ["estimate_mean/estimated_mean"]


def test_threads_feed_what_functions_return():
    queue, value = tf.FIFOQueue(4, tf.int32, shapes=[[]]), tf.placeholder(tf.int32, [])
    numbers = iter(range(3))
    runner = training.FeedingQueueRunner(queue, [queue.enqueue(value)], feed_fns=[lambda: {value: next(numbers, 7)}])
    tf.train.add_queue_runner(runner)
    assert runs(queue.dequeue(), 4) == [0, 1, 2, 7]
    with pytest.raises(ValueError, match="must have the same length as enqueue_ops"):
        training.FeedingQueueRunner(queue, [queue.enqueue(value)], feed_fns=[])
