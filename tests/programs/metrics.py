"""Every metric, over two batches: what remembers, what adds a batch, and what collections hold."""

import numpy as np


def build(tf):
    labels = tf.placeholder(tf.int64, [None], name="labels")
    classes = tf.placeholder(tf.int64, [None], name="classes")
    numbers = tf.placeholder(tf.float32, [None, 3], name="numbers")
    weights = tf.placeholder(tf.float32, [None, 1], name="weights")
    scores = tf.sigmoid(numbers[:, 0], name="scores")
    truth = tf.cast(labels > 0, tf.float32, name="truth")
    sparse = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([0, 2, 1], tf.int64), [2, 3])
    found = [
        tf.metrics.accuracy(labels, classes, metrics_collections="figures", updates_collections=["adding"]),
        tf.metrics.mean(numbers, weights),
        tf.metrics.mean_tensor(tf.reduce_sum(numbers, 0)),
        tf.metrics.mean_squared_error(truth, scores, name="mse"),
        tf.metrics.root_mean_squared_error(truth, scores),
        tf.metrics.mean_relative_error(truth, scores, tf.constant([1.0, 0.0])),
        tf.metrics.mean_cosine_distance(numbers, numbers, 1),
        tf.metrics.mean_iou(labels, classes, 4),
        tf.metrics.true_positives(labels, classes),
        tf.metrics.false_negatives(labels, classes, [1.0, 2.0]),
        tf.metrics.precision(labels, classes),
        tf.metrics.recall(labels, classes),
        tf.metrics.auc(truth, scores, num_thresholds=5),
        tf.metrics.precision_at_thresholds(truth, scores, [0.3, 0.6]),
        tf.metrics.false_positives_at_thresholds(truth, scores, [0.3, 0.6]),
        tf.metrics.specificity_at_sensitivity(truth, scores, 0.5, num_thresholds=5),
        tf.metrics.precision_at_k(sparse, numbers, 2),
        tf.metrics.recall_at_k(labels, numbers, 2, class_id=1),
        tf.metrics.recall_at_k(labels, numbers, 1),
        tf.metrics.average_precision_at_k(sparse, numbers, 2),
    ]
    for i, (value, update) in enumerate(found):
        tf.identity(value, name=f"value{i}")
        tf.identity(update, name=f"update{i}")
    tf.confusion_matrix([1, 2, 1], [0, 2, 1], 3, name="confusion")
    tf.bincount([1, 1, 3], minlength=2, maxlength=3)
    tf.histogram_fixed_width(scores, [0.0, 1.0], 4, name="histogram")
    tf.histogram_fixed_width_bins(scores, [0.0, 1.0], 4, name="bins")
    tf.searchsorted(tf.constant([[0.1, 0.5, 0.7]]), scores[None], name="places")
    tf.local_variables_initializer()


COUNT = 20
FIRST = {
    "labels:0": np.array([1, 0]),
    "classes:0": np.array([1, 1]),
    "numbers:0": np.array([[0.5, -1.0, 2.0], [-1.0, 0.3, 0.2]], np.float32),
    "weights:0": np.array([[1.0], [0.5]], np.float32),
}
SECOND = {
    "labels:0": np.array([2, 1]),
    "classes:0": np.array([2, 0]),
    "numbers:0": np.array([[1.5, 0.7, -0.5], [0.1, 0.2, 0.3]], np.float32),
    "weights:0": np.array([[0.0], [2.0]], np.float32),
}
UPDATES = [f"update{i}:0" for i in range(COUNT)]
VALUES = [f"value{i}:0" for i in range(COUNT)]
OTHERS = ["confusion/SparseTensorDenseAdd:0", "bincount/Bincount:0", "histogram:0", "bins/Reshape_1:0", "Reshape_2:0"]
RUNS = [(["init"], {}), (UPDATES, FIRST), (VALUES, {}), (UPDATES, SECOND), (VALUES, {}), (OTHERS, FIRST)]
