"""Every loss, weighted and reduced in every way, with what collections hold and what gradients flow back."""

import numpy as np


def build(tf):
    scores = tf.placeholder(tf.float32, [None, 3], name="scores")
    truth = tf.placeholder(tf.float32, [None, 3], name="truth")
    classes = tf.placeholder(tf.int32, [None, 1], name="classes")
    known = tf.constant(np.arange(6, dtype=np.float32).reshape(2, 3) / 5, name="known")
    other = tf.constant([[1, 0, 0], [0, 1, 1]], name="other")
    weights = tf.constant([[0.5], [0.0]], name="weights")
    unknown = tf.placeholder(tf.float32, name="unknown")
    of_any_rank = tf.placeholder(tf.int64, name="of_any_rank")

    tf.losses.softmax_cross_entropy(truth, scores)
    tf.losses.softmax_cross_entropy(other, known, weights=[1.0, 2.0], label_smoothing=0.1, scope="smooth")
    tf.losses.sparse_softmax_cross_entropy(classes, scores)
    tf.losses.sparse_softmax_cross_entropy(of_any_rank, scores, weights=unknown, scope="of_any_rank_loss")
    tf.losses.sigmoid_cross_entropy(other, known, label_smoothing=0.2)
    tf.losses.mean_squared_error(truth, scores)
    tf.losses.mean_squared_error(other, known, weights, scope="weighted")
    tf.losses.mean_squared_error(truth, scores, unknown, scope="checked")
    tf.losses.absolute_difference(other, known, reduction=tf.losses.Reduction.NONE, loss_collection=None)
    tf.losses.hinge_loss(other, known, reduction=tf.losses.Reduction.SUM)
    tf.losses.huber_loss(other, known, weights, delta=0.3, reduction=tf.losses.Reduction.MEAN)
    tf.losses.log_loss(other, known, reduction=tf.losses.Reduction.SUM_OVER_BATCH_SIZE)
    tf.losses.cosine_distance(other, known, axis=1)
    tf.losses.mean_pairwise_squared_error(truth, scores)
    tf.losses.mean_pairwise_squared_error(other, known, weights, scope="pairs")
    tf.losses.compute_weighted_loss(tf.constant([1.0, 2.0], tf.float64), 0.0)
    tf.losses.add_loss(tf.constant(3.0))
    tf.losses.get_regularization_loss()
    tf.add_to_collection(tf.GraphKeys.REGULARIZATION_LOSSES, tf.constant(0.25))
    tf.losses.get_regularization_loss()
    total = [loss for loss in tf.losses.get_losses() if loss.dtype == tf.float32]
    tf.add_n(total, name="total")
    few = [
        tf.get_default_graph().get_tensor_by_name(f"{name}/value:0") for name in ("smooth", "weighted", "huber_loss")
    ]
    tf.gradients(few, known, name="slopes")
    tf.nn.log_poisson_loss(known + 0.5, known, compute_full_loss=True)
    tf.nn.compute_average_loss([1.0, 2.0, 4.0], [1.0, 0.5, 0.0])
    tf.nn.compute_average_loss(scores, global_batch_size=8.0)
    tf.nn.scale_regularization_loss([1.0, 2.0])


NAMES = (
    "softmax_cross_entropy_loss/value smooth/value sparse_softmax_cross_entropy_loss/value of_any_rank_loss/value "
    "sigmoid_cross_entropy_loss/value mean_squared_error/value weighted/value checked/value absolute_difference/Mul "
    "hinge_loss/Sum huber_loss/value log_loss/value cosine_distance_loss/value mean_pairwise_squared_error/value_2 "
    "pairs/value_2 weighted_loss/Cast_2 total_regularization_loss total log_poisson_loss/add_1 truediv truediv_1 truediv_2"
)
X = np.array([[0.5, -1.5, 2.0], [1.5, 0.75, -0.5]], np.float32)
FEEDS = {
    "scores:0": X,
    "truth:0": np.eye(3, dtype=np.float32)[:2],
    "classes:0": np.array([[2], [0]], np.int32),
    "unknown:0": np.array([[1.0], [0.5]], np.float32),
    "of_any_rank:0": np.array([[1], [2]]),
}
RUNS = [([name + ":0" for name in NAMES.split()], FEEDS)]
