"""tf.contrib.losses: weights count from the first axis, and add_loss says where losses are added."""

import pytest

import graphlab as tf

losses = tf.contrib.losses
PREDICTIONS = [[[1.0, 0.0, 0.0], [0.0, 0.0, -1.0]], [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]
LABELS = [[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]], [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]


@pytest.mark.parametrize(
    ("weights", "expected"), [(1.0, 0.75), ([1.0, 0.0], 1.5), ([[1.0, 0.0], [0.0, 3.0]], 0.5), ([[0.0, 0.0]] * 2, 0.0)]
)
def test_weights_of_cosine_distances_have_the_axes_before_the_vectors(weights, expected):
    loss = losses.cosine_distance(tf.constant(PREDICTIONS), tf.constant(LABELS), dim=2, weights=tf.constant(weights))
    with tf.Session() as session:
        assert session.run(loss) == pytest.approx(expected, abs=1e-6)  # TensorFlow 1.15's
    assert tf.losses.get_losses() == [loss]


def test_arg_scope_changes_where_add_loss_adds():
    logits, labels = tf.constant([[1.2, 0.4, -1.0, -1.1]]), tf.constant([[1.0, 0.0, 0.0, 1.0]])
    with tf.contrib.framework.arg_scope([losses.add_loss], loss_collection="mine"):
        added = [
            losses.absolute_difference(logits, labels),
            losses.log_loss(logits, labels),
            losses.mean_squared_error(logits, labels),
            losses.mean_pairwise_squared_error(logits, labels),
            losses.sigmoid_cross_entropy(logits, labels),
            losses.softmax_cross_entropy(logits, labels),
            losses.sparse_softmax_cross_entropy(logits, tf.constant([1])),
            losses.cosine_distance(logits, labels, dim=1),
            losses.compute_weighted_loss(logits),
        ]
    assert losses.get_losses() == []
    assert losses.get_losses(loss_collection="mine") == added


def test_ranks_must_be_known():
    unknown = tf.placeholder(tf.float32)
    with pytest.raises(ValueError, match=r"losses.get_shape\(\).ndims cannot be None"):
        losses.compute_weighted_loss(unknown)
    with pytest.raises(ValueError, match=r"weights.get_shape\(\).ndims cannot be None"):
        losses.cosine_distance(tf.constant(PREDICTIONS), tf.constant(LABELS), dim=2, weights=unknown)
    with pytest.raises(ValueError, match="You must specify 'axis'"):
        losses.cosine_distance(tf.constant(PREDICTIONS), tf.constant(LABELS))
