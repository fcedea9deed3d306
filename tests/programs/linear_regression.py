"""A line fitted to points by gradient descent, one point at a time."""

import numpy as np

X = np.linspace(-1, 1, 17).astype(np.float32)
Y = (3 * X - 0.5).astype(np.float32)


def build(tf):
    x = tf.placeholder("float")
    y = tf.placeholder("float")
    weight = tf.Variable(0.25, name="weight")
    bias = tf.Variable(-0.5, name="bias")
    prediction = tf.add(tf.multiply(x, weight), bias)
    cost = tf.reduce_sum(tf.pow(prediction - y, 2)) / (2 * len(X))
    tf.identity(cost, name="cost")
    tf.train.GradientDescentOptimizer(0.1).minimize(cost)
    tf.global_variables_initializer()


POINTS = [(["GradientDescent"], {"Placeholder:0": x, "Placeholder_1:0": y}) for x, y in zip(X, Y)]
ALL = (["cost:0", "weight:0", "bias:0"], {"Placeholder:0": X, "Placeholder_1:0": Y})
RUNS = [(["init"], {}), ALL, *POINTS, ALL, *POINTS, ALL]
