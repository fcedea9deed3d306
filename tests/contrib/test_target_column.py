"""The targets of tf.contrib.learn's first models: expected values are TensorFlow 1.15's."""

import numpy as np
import pytest

import graphlab as tf

layers = tf.contrib.layers


@pytest.fixture
def run():
    with tf.Graph().as_default(), tf.Session() as session:

        def value(fetches):
            session.run(tf.local_variables_initializer())
            return session.run(fetches)

        yield value


def test_losses_and_predictions(run):
    numbers = layers.regression_target(weight_column_name="w")
    logits, targets = tf.constant([[1.0], [1.0], [3.0]]), tf.constant([0.0, 1.0, 1.0])
    features = {"w": tf.constant([[2.0], [5.0], [0.0]])}
    found = run([numbers.loss(logits, targets, features), numbers.training_loss(logits, targets, features)])
    np.testing.assert_allclose(found, [2 / 7, 2 / 3], 1e-6)
    two, three = layers.multi_class_target(2), layers.multi_class_target(3)
    logits = tf.constant([[1.0], [1.0]])
    assert run(two.loss(logits, tf.constant([[1.0], [0.0]]), {})) == pytest.approx(0.8132616)
    assert run(two.logits_to_predictions(logits)).tolist() == [1, 1]
    assert run(three.loss(tf.constant([[1.0, 0, 0]]), tf.constant([[2]]), {})) == pytest.approx(1.5514446)
    with pytest.raises(ValueError, match="n_classes must be > 1"):
        layers.multi_class_target(1)
    with pytest.raises(ValueError, match="Target's dtype should be integer"):
        three.loss(tf.zeros([1, 3]), tf.zeros([1]), {})


def test_metrics_of_two_classes(run):
    target = layers.multi_class_target(2, weight_column_name="w")
    features = {"w": tf.constant([1.0, 2.0, 3.0])}
    measured = target.get_eval_ops(features, tf.constant([[1.0], [1.0], [-1.0]]), tf.constant([[1.0], [0.0], [1.0]]))
    found = run({name: update for name, (_, update) in measured.items()})
    assert sorted(found) == [
        *("accuracy", "accuracy/baseline_target_mean", "accuracy/threshold_0.500000_mean", "auc"),
        *("labels/actual_target_mean", "labels/prediction_mean", "loss"),
        *("precision/positive_threshold_0.500000_mean", "recall/positive_threshold_0.500000_mean"),
    ]
    assert found["accuracy"] == pytest.approx(1 / 6) and found["accuracy/threshold_0.500000_mean"] == pytest.approx(
        1 / 3
    )
    with pytest.raises(ValueError, match="should be either 'classes' or 'probabilities'"):
        target.get_eval_ops(features, tf.zeros([3, 1]), tf.zeros([3, 1]), {("a", "b"): tf.metrics.mean})
