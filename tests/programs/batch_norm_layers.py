"""tf.layers.batch_normalization: fused and not, trained or not or as a run says, with averages in UPDATE_OPS."""

import numpy as np

DATA = np.random.RandomState(5)
X = (3 * DATA.normal(size=(4, 3, 2, 2)) + 1).astype(np.float32)


def build(tf):
    x = tf.placeholder(tf.float32, [None, 3, 2, 2], name="x")
    training = tf.placeholder(tf.bool, [], name="training")
    h = tf.layers.batch_normalization(x, training=training, momentum=0.9, name="fused")
    h = tf.layers.batch_normalization(h, training=True, momentum=0.5, scale=False, name="trained")
    h = tf.layers.batch_normalization(h, axis=1, training=True, fused=False, gamma_regularizer=tf.nn.l2_loss)
    h = tf.layers.batch_normalization(h, axis=[1, 2], training=True, center=False)
    clipping = {"rmax": 3.0, "rmin": 1 / 3.0, "dmax": 5.0}
    h = tf.layers.batch_normalization(h, training=True, renorm=True, renorm_clipping=clipping, renorm_momentum=0.8)
    h = tf.layers.batch_normalization(h, training=True, virtual_batch_size=2)
    loss = tf.reduce_mean(tf.square(h - x[:, :1, :1, :1]), name="loss")
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    tf.global_variables_initializer()


RUNS = [
    (["init"], {}),
    *[(["GradientDescent", "loss:0"], {"x:0": X, "training:0": True})] * 3,
    (["fused/cond/Merge:0"], {"x:0": X, "training:0": False}),
    (["fused/moving_mean:0", "trained/moving_variance:0", "batch_normalization/gamma:0"], {}),
    (["batch_normalization_2/renorm_mean:0", "batch_normalization_2/moving_variance:0"], {}),
]
