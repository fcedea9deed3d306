"""tf.contrib.losses.metric_learning: TensorFlow 1.15's losses and gradients."""

import numpy as np
import pytest

import graphlab as tf

learning = tf.contrib.losses.metric_learning
ANCHORS = [[1.62, -0.61, -0.53], [-1.07, 0.87, -2.3], [1.74, -0.76, 0.32], [-0.25, 1.46, -2.06], [-0.32, -0.38, 1.13]]
ANCHORS += [[-1.1, -0.17, -0.88]]
OTHERS = [[0.04, 0.58, -1.1], [1.14, 0.9, 0.5], [0.9, -0.68, -0.12], [-0.94, -0.27, 0.53], [-0.69, -0.4, -0.69]]
OTHERS += [[-0.85, -0.67, -0.01]]
LABELS = [0, 1, 0, 2, 1, 2]


def labels_of_each():
    rows = np.array([[1, 0, 1, 0], [0, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 1, 1, 0], [1, 0, 0, 1]], np.int32)
    return [tf.SparseTensor([[0, i] for i in np.flatnonzero(row)], row[row > 0], [1, 4]) for row in rows]


@pytest.mark.parametrize(
    ("loss", "expected", "gradient"),
    [
        (lambda a, b: learning.triplet_semihard_loss(LABELS, a, margin=2.0), 0.3872, [-0.25, 0.4167, -1.1433]),
        (lambda a, b: learning.contrastive_loss(tf.equal(LABELS, 1), a, b, 2.5), 3.48598, [-0.7367, -0.01, -0.9333]),
        (lambda a, b: learning.npairs_loss(LABELS, a, b, 0.1), 2.5844, [-0.0774, 0.0079, -0.1521]),
        (
            lambda a, b: learning.npairs_loss_multilabel(labels_of_each(), a, b, 0.1),
            2.7523,
            [-0.1149, 0.0596, -0.1508],
        ),
        (lambda a, b: learning.lifted_struct_loss(LABELS, a, 1.5), 6.7529, [0.6732, 0.8446, -0.7638]),
        (
            lambda a, b: learning.cluster_loss(LABELS, a, 1.5, False, margin_type="const"),
            4.2068,
            [0.5885, 0.9036, -0.6892],
        ),
    ],
)
def test_losses_and_gradients_are_tensorflows(loss, expected, gradient):
    with tf.Graph().as_default(), tf.Session() as sess:
        anchors = tf.constant(ANCHORS)
        value = loss(anchors, tf.constant(OTHERS))
        found, gradients = sess.run([value, tf.gradients(value, anchors)[0]])
    assert abs(found - expected) < 1e-4
    assert np.allclose(gradients[1], gradient, atol=1e-4)


@pytest.mark.slow
def test_cluster_loss_scores_clusterings_with_scikit_learn():
    pytest.importorskip("sklearn")
    with tf.Graph().as_default(), tf.Session() as sess:
        loss = learning.cluster_loss(LABELS, tf.constant(ANCHORS), 1.5)
        assert abs(sess.run(loss) - 3.3377) < 1e-4
    with pytest.raises(ValueError, match="Unrecognized margin_type: f1"):
        learning.cluster_loss(LABELS, tf.constant(ANCHORS), 1.5, margin_type="f1")
