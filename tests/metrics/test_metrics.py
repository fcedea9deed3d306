"""tf.metrics by the results of runs, with TensorFlow's numbers; the golden program `metrics` compares graphs and the rest."""

import numpy as np
import pytest

import graphlab as tf

FIRST = [[1.0, 0, 1], [0, 1, 1]], [[0.9, 0.2, 0.4], [0.1, 0.6, 0.7]], [[1.0, 0.0, 2.0], [1.0, 1.0, 1.0]]
SECOND = [[0.0, 0, 1], [1, 1, 0]], [[0.3, 0.8, 0.5], [0.2, 0.9, 0.1]], 0.5


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.slow
def test_shapes_may_be_known_in_a_run_only():
    truth, scores = (tf.placeholder(tf.float32, [None, None]) for _ in range(2))
    weights = tf.placeholder(tf.float32)
    metrics = tf.metrics
    found = {
        "careful": metrics.auc(
            truth, scores, curve="PR", summation_method="careful_interpolation", thresholds=[0.6, 0.3]
        ),
        "minoring": metrics.auc(truth, scores, summation_method="minoring", num_thresholds=11),
        "majoring": metrics.auc(truth, scores, [[0.5], [2.0]], summation_method="majoring", num_thresholds=11),
        "sensitivity": metrics.sensitivity_at_specificity(truth, scores, 0.5, num_thresholds=11),
        "error": metrics.mean_absolute_error(truth, scores, weights),
        "below": metrics.percentage_below(scores, 0.5, weights),
        "negatives": metrics.true_negatives_at_thresholds(truth, scores, [0.15, 0.5], weights),
        "missed": metrics.false_negatives(truth, scores > 0.5, weights),
        "classes": metrics.mean_per_class_accuracy(
            tf.cast(truth, tf.int32), tf.cast(scores > 0.5, tf.int32), 2, tf.ones_like(truth) * 0.5
        ),
    }
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        for batch in (FIRST, SECOND):
            feeds = dict(zip((truth, scores, weights), batch, strict=True))
            updates = session.run([update for _, update in found.values()], feeds)
        values = dict(zip(found, session.run([value for value, _ in found.values()]), strict=True))
    expected = {
        "careful": 0.76947,
        "minoring": 0.8,
        "majoring": 0.91388,
        "sensitivity": 1.0,
        "error": 0.37778,
        "below": 0.5,
        "negatives": [1.5, 2.0],
        "missed": 3.0,
        "classes": 0.68571,
    }
    for name, value in expected.items():
        np.testing.assert_allclose(values[name], value, atol=1e-5, err_msg=name)
    np.testing.assert_allclose(updates[-1], [0.8, 0.57143], atol=1e-5)


def test_what_remembers_is_local_and_can_be_set_back():
    value, update = tf.metrics.mean([2.0, 4.0], metrics_collections="figures", updates_collections=["adding"])
    names = [variable.op.name for variable in tf.get_collection(tf.GraphKeys.METRIC_VARIABLES)]
    assert names == ["mean/total", "mean/count"]
    assert [variable.op.name for variable in tf.local_variables()] == names
    assert tf.global_variables() == tf.trainable_variables() == []
    assert tf.get_collection("figures") == [value]
    assert tf.get_collection("adding") == [update]
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        assert session.run(value) == 0
        assert session.run([update, value])[0] == 3
        session.run(tf.local_variables_initializer())
        assert session.run(value) == 0


def test_metrics_refuse_what_does_not_fit():
    two = tf.constant([0.5, 0.5])
    with pytest.raises(ValueError, match="incompatible"):
        tf.metrics.accuracy(tf.ones([2, 3]), tf.ones([3, 3]))
    with pytest.raises(ValueError, match="curve must be either ROC or PR, x unknown"):
        tf.metrics.auc(two, two, curve="x")
    with pytest.raises(ValueError, match="Invalid summation_method: x"):
        tf.metrics.auc(two, two, summation_method="x")
    with pytest.raises(ValueError, match="Invalid k=0"):
        tf.metrics.average_precision_at_k([[1]], [[1.0]], 0)
    with pytest.raises(ValueError, match="`specificity` must be in the range"):
        tf.metrics.sensitivity_at_specificity(two, two, 1.5)
    with pytest.raises(ValueError, match=r"Mismatch at dim 0. values.shape=\[2 3\] weights.shape=\[4 1\]"):
        tf.metrics.mean(tf.ones([2, 3]), tf.ones([4]))


@pytest.mark.slow
def test_counts_of_what_a_run_gives():
    numbers = tf.placeholder(tf.int32, [None])
    counts, sums = tf.bincount(numbers), tf.bincount(numbers, tf.cast(numbers, tf.float64), minlength=4)
    matrix = tf.confusion_matrix(numbers, numbers[::-1])
    first = tf.searchsorted([1, 3, 3, 5], numbers)
    last = tf.searchsorted([1, 3, 3, 5], numbers, side="right", out_type=tf.int64)
    with tf.Session() as session:
        results = session.run([counts, sums, matrix, first, last], {numbers: [1, 3, 1]})
        assert session.run(counts, {numbers: []}).tolist() == []
        with pytest.raises(tf.errors.InvalidArgumentError, match="must be non-negative"):
            session.run(counts, {numbers: [-1]})
        with pytest.raises(tf.errors.InvalidArgumentError, match="`labels` contains negative values"):
            session.run(matrix, {numbers: [-1, 1]})
    assert [result.tolist() for result in results] == [
        [0, 2, 0, 1],
        [0, 2, 0, 3],
        [[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]],
        [0, 1, 0],
        [1, 3, 1],
    ]
