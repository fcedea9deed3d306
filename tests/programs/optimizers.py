"""Every optimizer, on dense gradients and on gradients of rows, with its slots, and learning rates that fall."""

import numpy as np

KINDS = ["momentum", "nesterov", "adagrad", "adam", "rms", "centered", "adadelta", "descent"]


def optimizers(tf, step):
    rate = tf.train.exponential_decay(0.1, step, 2, 0.5, staircase=True, name="rate")
    return [
        tf.train.MomentumOptimizer(rate, 0.9, name="momentum"),
        tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True, name="nesterov"),
        tf.train.AdagradOptimizer(0.1, name="adagrad"),
        tf.train.AdamOptimizer(0.1, name="adam"),
        tf.train.RMSPropOptimizer(0.1, momentum=0.5, name="rms"),
        tf.train.RMSPropOptimizer(0.1, centered=True, name="centered"),
        tf.train.AdadeltaOptimizer(0.1, name="adadelta"),
        tf.train.GradientDescentOptimizer(0.1, name="descent"),
    ]


def build(tf):
    step = tf.train.get_or_create_global_step()
    tf.train.inverse_time_decay(0.1, step, 2, 0.5, name="inverse")
    tf.train.polynomial_decay(0.1, step, 4, 0.01, power=2.0, name="polynomial")
    tf.train.cosine_decay(0.1, step, 4, name="cosine")
    ids = tf.placeholder(tf.int32, [None], name="ids")
    for kind, optimizer in zip(KINDS, optimizers(tf, step)):
        with tf.name_scope("of_" + kind):
            rows = tf.Variable(np.arange(6, dtype=np.float32).reshape(3, 2) / 6, name="rows")
            bias = tf.Variable([0.5, -0.5], name="bias")
            loss = tf.reduce_sum(tf.square(tf.gather(rows, ids) + bias), name="loss")
        optimizer.minimize(loss, name="train_" + kind)
        assert [slot.name for slot in optimizer.variables()] == sorted(slot.name for slot in optimizer.variables())
    tf.assign_add(step, 1, name="count_step")
    tf.global_variables_initializer()


FEEDS = {"ids:0": [0, 2, 0]}
RUNS = [
    (["init"], {}),
    *[(["train_" + kind for kind in KINDS], FEEDS), (["count_step"], {})] * 3,
    (["of_" + kind + "/rows:0" for kind in KINDS] + ["of_" + kind + "/bias:0" for kind in KINDS], {}),
    (["rate:0", "inverse:0", "polynomial:0", "cosine/Mul_3:0", "global_step:0", "beta1_power:0"], {}),
]
