"""tensorflow.examples.tutorials.mnist.mnist: the tutorial's network of two hidden layers, step by step."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.arg import in_top_k
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.losses.classification import sparse_softmax_cross_entropy
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.random import truncated_normal
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.state.variable import Variable
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.optimizers.gradient_descent import GradientDescentOptimizer

NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def _layer(scope, values, inputs, outputs):
    """values·weights + biases; the weights' standard deviation follows from the number of inputs."""
    with name_scope(scope):
        start = truncated_normal([inputs, outputs], stddev=1.0 / math.sqrt(float(inputs)))
        weights = Variable(start, name="weights")
        biases = Variable(zeros([outputs]), name="biases")
        return matmul(values, weights) + biases


def inference(images, hidden1_units, hidden2_units):
    """The logits [batch, NUM_CLASSES] of images [batch, IMAGE_PIXELS]."""
    with_first = relu(_layer("hidden1", images, IMAGE_PIXELS, hidden1_units))
    with_second = relu(_layer("hidden2", with_first, hidden1_units, hidden2_units))
    return _layer("softmax_linear", with_second, hidden2_units, NUM_CLASSES)


def loss(logits, labels):
    """The mean cross entropy of logits [batch, classes] for labels [batch]."""
    return sparse_softmax_cross_entropy(labels=cast(labels, dtypes.int64), logits=logits)


def training(loss, learning_rate):
    """The operation that trains by gradient descent, counts steps in `global_step` and notes the loss."""
    scalar("loss", loss)
    global_step = Variable(0, name="global_step", trainable=False)
    return GradientDescentOptimizer(learning_rate).minimize(loss, global_step=global_step)


def evaluation(logits, labels):
    """How many of a batch are classified rightly: int32[]."""
    return reduce_sum(cast(in_top_k(logits, labels, 1), dtypes.int32))
