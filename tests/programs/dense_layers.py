"""tf.layers' dense, dropout and flatten: names, scopes, sharing, regularizers, a training step."""

import numpy as np

DATA = np.random.RandomState(3)
X = DATA.normal(size=(6, 2, 4)).astype(np.float32)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 2, 4], name="x")
    training = tf.placeholder(tf.bool, [], name="training")

    def ramp(shape, dtype, partition_info=None):
        return tf.constant(np.linspace(-1, 1, int(np.prod(shape))).reshape(shape), dtype)

    def penalty(weights):
        return 0.1 * tf.nn.l2_loss(weights)

    with tf.variable_scope("net", initializer=ramp):
        wide = tf.layers.dense(x, 5, activation=tf.nn.tanh, activity_regularizer=penalty)
        flat = tf.layers.flatten(wide)
        hidden = tf.layers.dense(flat, 3, "relu", kernel_regularizer=penalty, name="hidden")
        again = tf.layers.dense(flat, 3, "relu", kernel_regularizer=penalty, name="hidden", reuse=True)
    dropped = tf.layers.dropout(hidden + again, rate=0.0, training=training)
    shared = tf.layers.Dense(3, use_bias=False, kernel_initializer=ramp, name="shared")
    output = tf.identity(shared(shared(dropped)), name="output")
    losses = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
    loss = tf.add(tf.reduce_mean(tf.square(output - 1.0)), tf.add_n(losses), name="loss")
    tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    tf.global_variables_initializer()


FEEDS = {"x:0": X, "training:0": True}
RUNS = [
    (["init"], {}),
    *[(["GradientDescent", "loss:0"], FEEDS)] * 5,
    (["output:0", "loss:0"], {"x:0": X[:2], "training:0": False}),
    (["net/dense/kernel:0", "net/hidden/bias:0", "shared/kernel:0"], {}),
]
