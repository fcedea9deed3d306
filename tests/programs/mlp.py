"""A perceptron with two dense layers in name scopes, softmax cross entropy, and a counted training step."""

import numpy as np

DATA = np.random.RandomState(2)
X = DATA.normal(size=(32, 8)).astype(np.float32)
LABELS = (X[:, 0] * X[:, 1] > 0).astype(np.int64)
HIDDEN = DATA.normal(scale=0.5, size=(8, 16)).astype(np.float32)
OUTPUT = DATA.normal(scale=0.5, size=(16, 2)).astype(np.float32)


def dense(tf, inputs, kernel, scope):
    with tf.name_scope(scope):
        weights = tf.Variable(kernel, name="weights")
        bias = tf.Variable(tf.zeros([kernel.shape[1]]), name="bias")
        return tf.matmul(inputs, weights) + bias


def build(tf):
    x = tf.placeholder(tf.float32, shape=(None, 8), name="x")
    labels = tf.placeholder(tf.float32, shape=(None, 2), name="labels")
    hidden = tf.nn.relu(dense(tf, x, HIDDEN, "hidden"), name="relu")
    logits = dense(tf, hidden, OUTPUT, "output")
    with tf.name_scope("loss"):
        entropy = tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits)
        loss = tf.reduce_mean(entropy, name="mean")
    with tf.name_scope("train"):
        step = tf.Variable(0, trainable=False, name="step")
        tf.train.GradientDescentOptimizer(0.3).minimize(loss, global_step=step)
    with tf.name_scope("accuracy"):
        correct = tf.equal(tf.argmax(logits, 1), tf.argmax(labels, 1))
        tf.reduce_mean(tf.cast(correct, tf.float32))
    tf.global_variables_initializer()


FEEDS = {"x:0": X, "labels:0": np.eye(2, dtype=np.float32)[LABELS]}
EVALUATE = (["loss/mean:0", "accuracy/Mean:0", "train/step:0", "output/add:0"], FEEDS)
RUNS = [
    (["init"], {}),
    EVALUATE,
    *[(["train/GradientDescent", "loss/mean:0"], FEEDS)] * 20,
    EVALUATE,
    (["hidden/weights:0", "hidden/bias:0", "output/weights:0", "output/bias:0"], {}),
]
