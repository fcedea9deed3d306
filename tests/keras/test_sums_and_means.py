"""tf.keras.metrics.Sum and Mean: TensorFlow 1.15's figures, and what their updates return."""

import numpy as np
import pytest

import graphlab as tf

_VALUES = np.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize(
    ("metric", "weights", "updated", "expected"),
    [
        ("Sum", [1.0, 2.0], 486.0, 486.0),
        ("Mean", [1.0, 2.0], 3.0, 13.5),
        ("Sum", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 1246.0, 1246.0),
        ("Mean", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 84.0, 1246.0 / 84.0),
        ("Mean", 3.0, 72.0, 11.5),
    ],
)
def test_weights_of_examples_count_for_all_that_they_hold(metric, weights, updated, expected):
    made = getattr(tf.keras.metrics, metric)()
    update, result = made.update_state(_VALUES, sample_weight=np.array(weights)), made.result()
    with tf.Session() as session:
        session.run([variable.initializer for variable in made.variables])
        assert session.run(update) == updated  # the last variable that was changed
        assert session.run(result) == pytest.approx(expected)
