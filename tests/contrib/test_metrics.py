"""tf.contrib.metrics: predictions before labels."""

import numpy as np
import pytest

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


PREDICTIONS = [[0.1, 0.4, 0.4, 0.8], [0.3, 0.9, 0.6, 0.4]]
LABELS = [[0, 1, 0, 1], [0, 1, 0, 1]]
WEIGHTS = [[1.0, 2.0, 0.5, 1.0], [1.0, 0.0, 2.0, 1.0]]


def streamed(metric, labels_dtype="float32"):
    """What a metric of (predictions, labels, weights) is after two runs."""
    with tf.Graph().as_default(), tf.Session() as sess:
        predictions, labels, weights = (tf.placeholder(dtype, [None]) for dtype in ("float32", labels_dtype, "float32"))
        value, update = metric(predictions, labels, weights)
        sess.run(tf.local_variables_initializer())
        for batch in zip(PREDICTIONS, LABELS, WEIGHTS, strict=True):
            feeds = dict(zip((predictions, labels, weights), batch, strict=True))
            sess.run(update, feeds)
        return sess.run(value, feeds)


M = tf.contrib.metrics


@pytest.mark.parametrize(
    ("metric", "labels_dtype", "expected"),
    [
        (M.streaming_pearson_correlation, "float32", 0.25678),
        (
            lambda p, y, w: M.streaming_false_positive_rate_at_thresholds(p, y, [0.2, 0.5], w),
            "float32",
            [0.77778, 0.44444],
        ),
        (lambda p, y, w: M.streaming_dynamic_auc(y, p, weights=w), "float32", 0.625),
        (
            lambda p, y, w: M.auc_with_confidence_intervals(y, p, w, alpha=0.9),
            "int32",
            [0.625, 0.25363, 0.891],
        ),
        (lambda p, y, w: M.f1_score(y, p, w, num_thresholds=11), "float32", 0.7619),
        (
            lambda p, y, w: M.recall_at_precision(y, p, 0.7, w, num_thresholds=11, strict_mode=True),
            "float32",
            0.25,
        ),
        (lambda p, y, w: M.precision_at_recall(y, p, 0.6, w, num_thresholds=11), "float32", 0.61538),
        (
            lambda p, y, w: M.precision_recall_at_equal_thresholds(y, p, w, num_thresholds=3),
            "bool",
            [[4.0, 1.0, 0.0], [4.5, 2.0, 0.0], [0.0, 2.5, 4.5], [0.0, 3.0, 4.0]]
            + [[0.47059, 0.33333, 0.0], [1.0, 0.25, 0.0], [0.0, 0.5, 1.0]],
        ),
        (lambda p, y, w: M.cohen_kappa(y, tf.cast(p > 0.5, "int32"), 2, w), "int32", -0.19718),
        (lambda p, y, w: M.auc_using_histogram(y, p, [0.0, 1.0], 5), "bool", 0.8125),
        (
            lambda p, y, w: M.streaming_concat(p, max_size=7),
            "float32",
            [0.1, 0.4, 0.4, 0.8, 0.3, 0.9, 0.6],
        ),
        (
            lambda p, y, w: M.streaming_curve_points(y, p, w, 3),
            "float32",
            [[1.0, 1.0], [0.44444, 0.25], [0.0, 0.0]],
        ),
    ],
)
def test_metrics_over_two_runs_are_those_of_tensorflow(metric, labels_dtype, expected):
    assert np.allclose(streamed(metric, labels_dtype), expected, atol=1e-5)


def test_what_a_variable_holds_is_concatenated():
    with tf.Graph().as_default(), tf.Session() as sess:
        batch = tf.get_variable("batch", initializer=[1.0, 2.0])
        value, update = M.streaming_concat(batch)
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        sess.run(update)
        sess.run(batch.assign([3.0, 4.0]))
        sess.run(update)
        assert sess.run(value).tolist() == [1.0, 2.0, 3.0, 4.0]


def test_names_of_variables_and_arguments_are_tensorflows():
    with tf.Graph().as_default():
        scores, labels = tf.zeros([2, 3]), tf.constant([0, 1])
        M.streaming_recall_at_k(scores, labels, k=2)
        M.streaming_sparse_recall_at_k(scores, tf.constant([[0], [1]], tf.int64), k=2)
        M.streaming_true_positives_at_thresholds(predictions=scores, labels=scores, thresholds=[0.5])
        names = [variable.op.name for variable in tf.local_variables()]
    assert names[:2] == ["recall_at_2/total", "recall_at_2/count"]
    assert names[2:] == [
        "recall_at_2_1/true_positive_at_2",
        "recall_at_2_1/false_negative_at_2",
        "true_positives",
    ]
    with pytest.raises(TypeError, match="streaming_accuracy"):
        M.streaming_accuracy(scores, labels, colour="red")


def test_accuracy_and_sets_of_one_run():
    with tf.Graph().as_default(), tf.Session() as sess:
        right = M.accuracy(tf.constant([1, 2, 3]), tf.constant([1, 2, 4]), tf.constant([1.0, 2.0, 3.0]))
        assert sess.run([right, M.set_size(M.set_union([[1, 2]], [[2, 3]]))[0]]) == [0.5, 3]
