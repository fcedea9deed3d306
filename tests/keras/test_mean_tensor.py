"""MeanTensor: the mean of each element, against TensorFlow 1.15's numbers."""

import pytest

import graphlab as tf


def test_it_is_the_mean_of_each_element():
    metric = tf.keras.metrics.MeanTensor()
    with pytest.raises(ValueError, match="does not have any result yet"):
        metric.result()
    with tf.Session() as session:
        tf.keras.backend.set_session(session)
        updates = [
            metric.update_state([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
            metric.update_state([[5.0, 5.0, 1.0], [2.0, 2.0, 8.0]], sample_weight=[[1.0], [3.0]]),
        ]
        result = metric.result()
        expected = [[1, 2, 3], [4, 5, 6]], [[3, 3.5, 2], [2.5, 2.75, 7.5]]
        for update, means in zip(updates, expected, strict=True):
            session.run(update)
            assert session.run(result).tolist() == means
        assert session.run(metric.count).tolist() == [[2, 2, 2], [4, 4, 4]]
        with pytest.raises(ValueError, match="must always have the same shape"):
            metric.update_state([1.0])
        metric.reset_states()
        session.run(metric.update_state([[5.0, 5.0, 1.0], [2.0, 2.0, 8.0]], sample_weight=[0.5, 2.0]))
        assert session.run(metric.total).tolist() == [[2.5, 2.5, 0.5], [4, 4, 16]]
