"""Trains a small model, saves it as ./model for the C++ program beside this file, and prints what it gives."""

import numpy as np

import graphlab as tf

x = tf.placeholder(tf.float32, [None, 2], name="x")
w = tf.get_variable("w", [2, 1])
b = tf.get_variable("b", [1])
y = tf.nn.bias_add(tf.matmul(x, w), b, name="y")
wanted = tf.placeholder(tf.float32, [None, 1])
train = tf.train.AdamOptimizer(0.1).minimize(tf.losses.mean_squared_error(wanted, y))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    points = np.random.RandomState(0).uniform(-1, 1, [64, 2])
    for _ in range(200):
        sess.run(train, {x: points, wanted: points @ [[2.0], [-1.0]] + 3})
    tf.saved_model.simple_save(sess, "model", {"x": x}, {"y": y})
    for row in sess.run(y, {x: [[1, 2], [3, 4]]}):
        print(f"{row[0]:.6f}")
