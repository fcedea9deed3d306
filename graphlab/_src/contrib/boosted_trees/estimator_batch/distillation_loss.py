"""Losses by which trees learn from the logits of a network: loss(dnn_logits, tree_logits, example_weights) -> a number."""

from graphlab._src.contrib.learn.head_losses import (
    log_loss_with_two_classes,
    mean_squared_loss,
    softmax_cross_entropy_loss,
)
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.softmax import softmax


def _probabilities(logits, n_classes):
    return sigmoid(logits) if n_classes == 2 else softmax(logits)


def create_dnn_to_tree_squared_loss_fn(n_classes):
    """The squared error of probabilities."""

    def loss(dnn_logits, tree_logits, example_weights):
        probabilities = (_probabilities(logits, n_classes) for logits in (dnn_logits, tree_logits))
        return mean_squared_loss(*probabilities, weights=example_weights)[0]

    return loss


def create_dnn_to_tree_cross_entropy_loss_fn(n_classes):
    """The cross entropy. With more than two classes it is a ValueError, as in TensorFlow: the labels must be integers there."""

    def loss(dnn_logits, tree_logits, example_weights):
        measure = log_loss_with_two_classes if n_classes == 2 else softmax_cross_entropy_loss
        return measure(_probabilities(dnn_logits, n_classes), tree_logits, weights=example_weights)[0]

    return loss
