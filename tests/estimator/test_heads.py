"""Heads of tf.contrib.estimator and tf.estimator: their numbers are TensorFlow 1.15's for the same logits."""

import numpy as np
import pytest

import graphlab as tf

heads = tf.contrib.estimator
LOGITS = np.array([[1.0, -1.0, 0.5], [-0.3, 0.2, 2.0]], np.float32)
ONE = np.array([[1.2], [-0.7]], np.float32)
INDICATORS = np.array([[1, 0, 0], [0, 1, 1]])


def evaluated(head, logits, labels):
    """The loss and the metrics that a head finds for one batch."""
    tf.train.get_or_create_global_step()
    features = {"wt": tf.constant([[1.0], [3.0]])}
    spec = head.create_estimator_spec(features, "eval", tf.constant(logits), labels)
    with tf.Session() as session:
        session.run([tf.local_variables_initializer(), tf.tables_initializer()])
        loss = session.run(spec.loss)
        session.run([update for _, update in spec.eval_metric_ops.values()])
        values = session.run({key: value for key, (value, _) in spec.eval_metric_ops.items()})
    return {"loss": loss, **values}


def test_multi_label_head_measures_labels_and_single_classes():
    head = heads.multi_label_head(3, weight_column="wt", thresholds=[0.6], classes_for_class_based_metrics=[2])
    assert evaluated(head, LOGITS, tf.constant(INDICATORS)) == pytest.approx(
        {
            "loss": 0.90648,
            "average_loss": 0.45324,
            "auc": 0.91429,
            "auc_precision_recall": 0.93036,
            "accuracy/positive_threshold_0.6": 0.66667,
            "precision/positive_threshold_0.6": 0.8,
            "recall/positive_threshold_0.6": 0.57143,
            "probability_mean/class2": 0.81621,
            "auc/class2": 1.0,
            "auc_precision_recall/class2": 1.0,
        },
        abs=2e-5,
    )


def test_multi_label_head_reads_sparse_names_of_classes():
    head = heads.multi_label_head(3, label_vocabulary=["a", "b", "c"], classes_for_class_based_metrics=["b"], name="h")
    labels = tf.SparseTensor([[0, 0], [1, 1], [1, 2]], ["a", "c", "b"], [2, 3])
    found = evaluated(head, LOGITS, labels)
    assert found["loss"] == pytest.approx(0.48, abs=1e-5)
    assert found["probability_mean/b/h"] == pytest.approx(0.40939, abs=1e-5)


def test_multi_head_adds_weighted_losses():
    parts = [
        heads.multi_class_head(3, name="h1"),
        heads.regression_head(name="h2"),
        heads.binary_classification_head(name="h3"),
    ]
    labels = {"h1": tf.constant([[1], [2]]), "h2": tf.constant([[0.5], [1.0]]), "h3": tf.constant([[1], [0]])}
    found = evaluated(heads.multi_head(parts, [1.0, 2.0, 3.0]), np.concatenate([LOGITS, ONE, ONE], 1), labels)
    assert found["loss"] == pytest.approx(5.77494, abs=1e-4)
    assert found["loss/h1"] == pytest.approx(1.39523, abs=1e-5)
    assert found["prediction/mean/h3"] == pytest.approx(0.55017, abs=1e-5)
    with pytest.raises(ValueError, match="Could not split logits"):
        heads.multi_head(parts).create_estimator_spec({}, "infer", tf.constant(LOGITS))


def test_binary_class_head_measures_with_weights():
    head = tf.estimator.BinaryClassHead(weight_column="wt", thresholds=[0.25], name="b")
    found = evaluated(head, ONE, tf.constant([[1.0], [0.0]]))
    assert found == pytest.approx(
        {
            "loss": 0.73642,
            "average_loss/b": 0.36821,
            "accuracy/b": 1.0,
            "precision/b": 1.0,
            "recall/b": 1.0,
            "prediction/mean/b": 0.44099,
            "label/mean/b": 0.25,
            "accuracy_baseline/b": 0.75,
            "auc/b": 1.0,
            "auc_precision_recall/b": 1.0,
            "accuracy/positive_threshold_0.25/b": 0.25,
            "precision/positive_threshold_0.25/b": 0.25,
            "recall/positive_threshold_0.25/b": 1.0,
        },
        abs=2e-5,
    )


def test_heads_of_estimator_count_examples_without_weights():
    parts = [tf.estimator.MultiClassHead(3, name="h1"), tf.estimator.RegressionHead(name="h2")]
    labels = {"h1": tf.constant([[1], [2]]), "h2": tf.constant([[0.5], [1.0]])}
    found = evaluated(tf.estimator.MultiHead(parts, [1.0, 2.0]), np.concatenate([LOGITS, ONE], 1), labels)
    assert found["loss"] == pytest.approx(4.77524, abs=1e-4)
    assert found["average_loss/h1"] == pytest.approx(1.39523, abs=1e-5)
    assert found["label/mean/h2"] == pytest.approx(0.75)


def test_keras_optimizer_trains_a_head_and_prediction_keys_are_checked():
    weight = tf.get_variable("w", initializer=tf.constant(1.0))
    head = tf.estimator.RegressionHead()
    labels = tf.constant([[1.0], [0.0]])
    spec = head.create_estimator_spec(
        {}, "train", ONE * weight, labels, optimizer=tf.keras.optimizers.SGD(0.1), trainable_variables=[weight]
    )
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(spec.train_op)
        # d/dw mean((w·x - y)²) at 1 is mean(2·x·(x - y)).
        assert session.run(weight) == pytest.approx(1 - 0.1 * np.mean(2 * ONE * (ONE - [[1.0], [0.0]])), abs=1e-6)
    with pytest.raises(ValueError, match="Prediction key must be in PredictionKeys"):
        head.predictions(tf.constant(ONE), keys=["logistic"])


@pytest.mark.slow
def test_extended_estimators_clip_measure_and_forward(tmp_path):
    def input_fn():
        features = {"x": tf.constant([[1.0], [2.0], [3.0], [4.0]]), "id": tf.constant([[7], [8], [9], [10]])}
        return features, tf.constant([[0.0], [1.0], [1.0], [1.0]])

    optimizer = heads.clip_gradients_by_norm(tf.train.GradientDescentOptimizer(0.1), 0.5)
    columns = [tf.feature_column.numeric_column("x")]
    model = tf.estimator.LinearRegressor(columns, model_dir=str(tmp_path), optimizer=optimizer)
    model = heads.add_metrics(
        model, lambda labels, predictions: {"my": tf.metrics.mean(labels * predictions["predictions"])}
    )
    model = heads.forward_features(model, "id").train(input_fn, steps=3)
    found = model.evaluate(input_fn, steps=1)
    assert found["my"] == pytest.approx(0.35576, abs=2e-5)
    assert found["average_loss"] == pytest.approx(0.22636, abs=2e-5)
    assert next(model.predict(input_fn))["id"] == [7]
    with pytest.raises(ValueError, match="not expected args"):
        heads.add_metrics(model, lambda labels, weights: {})
