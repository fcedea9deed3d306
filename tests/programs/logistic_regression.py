"""Softmax regression with the cross entropy written out by hand, and its accuracy."""

import numpy as np

DATA = np.random.RandomState(1)
X = DATA.uniform(size=(24, 6)).astype(np.float32)
Y = np.eye(3, dtype=np.float32)[np.argmax(X[:, :3], axis=1)]


def build(tf):
    x = tf.placeholder(tf.float32, [None, 6], name="x")
    y = tf.placeholder(tf.float32, [None, 3], name="y")
    weights = tf.Variable(tf.zeros([6, 3]))
    bias = tf.Variable(tf.zeros([3]))
    prediction = tf.nn.softmax(tf.matmul(x, weights) + bias, name="prediction")
    cost = tf.reduce_mean(-tf.reduce_sum(y * tf.log(prediction), reduction_indices=1), name="cost")
    tf.train.GradientDescentOptimizer(learning_rate=0.5).minimize(cost, name="train")
    correct = tf.equal(tf.argmax(prediction, 1), tf.argmax(y, 1))
    tf.reduce_mean(tf.cast(correct, tf.float32), name="accuracy")
    tf.global_variables_initializer()


FEEDS = {"x:0": X, "y:0": Y}
EVALUATE = (["cost:0", "accuracy:0", "prediction:0", "Variable:0", "Variable_1:0"], FEEDS)
RUNS = [(["init"], {}), EVALUATE, *[(["train"], FEEDS)] * 30, EVALUATE]
