"""tf.contrib.metrics: predictions before labels."""

import graphlab as tf


def test_streaming_metrics_take_predictions_first():
    metrics = tf.contrib.metrics
    with tf.Graph().as_default(), tf.Session() as sess:
        predictions, labels = tf.constant([1, 1, 1, 0]), tf.constant([1, 0, 0, 0])
        values, updates = metrics.aggregate_metric_map(
            {
                "accuracy": metrics.streaming_accuracy(predictions, labels),
                "precision": metrics.streaming_precision(predictions, labels),
                "recall": metrics.streaming_recall(predictions, labels),
                "mean": tf.contrib.slim.metrics.streaming_mean(labels),
            }
        )
        sess.run(tf.local_variables_initializer())
        sess.run(updates)
        found = {name: round(float(value), 4) for name, value in sess.run(values).items()}
    assert found == {"accuracy": 0.5, "precision": 0.3333, "recall": 1.0, "mean": 0.25}
