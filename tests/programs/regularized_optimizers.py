"""Optimizers that take L1 and L2 terms themselves, on variables of both kinds, whole gradients and rows."""

import numpy as np


def optimizers(tf, step):
    return [
        tf.train.FtrlOptimizer(0.5, l1_regularization_strength=0.01, l2_regularization_strength=0.1, name="ftrl"),
        tf.train.FtrlOptimizer(0.5, -0.4, 0.2, l2_shrinkage_regularization_strength=0.1, name="shrinking"),
        tf.train.AdagradDAOptimizer(0.5, step, 0.2, 0.01, 0.1, name="averaging"),
        tf.train.ProximalGradientDescentOptimizer(0.1, 0.2, 0.3, name="proximal"),
        tf.train.ProximalAdagradOptimizer(0.1, 0.2, 0.3, 0.4, name="adaptive"),
    ]


KINDS = ["ftrl", "shrinking", "averaging", "proximal", "adaptive"]


def build(tf):
    step = tf.train.get_or_create_global_step()
    ids = tf.placeholder(tf.int32, [None], name="ids")
    for kind, optimizer in zip(KINDS, optimizers(tf, step)):
        with tf.variable_scope("of_" + kind):
            rows = tf.get_variable("rows", initializer=np.arange(8, dtype=np.float32).reshape(4, 2) / 8)
            bias = tf.get_variable("bias", initializer=[0.5, -0.5])
            table = tf.get_variable("table", initializer=np.ones([3, 2], np.float32), use_resource=True)
            shift = tf.get_variable("shift", initializer=[0.1, 0.2], use_resource=True)
            loss = tf.reduce_sum(tf.square(tf.gather(rows, ids) * bias + tf.gather(table, ids) + shift), name="loss")
        optimizer.minimize(loss, name="train_" + kind)
        assert all("/" + kind in slot.name for slot in optimizer.variables())
    tf.assign_add(step, 1, name="count_step")
    tf.global_variables_initializer()


FEEDS = {"ids:0": [0, 2, 0]}
READS = ["rows:0", "bias:0", "table/Read/ReadVariableOp:0", "shift/Read/ReadVariableOp:0"]
RUNS = [
    (["init"], {}),
    *[(["train_" + kind for kind in KINDS], FEEDS), (["count_step"], {})] * 3,
    (["of_" + kind + "/" + read for kind in KINDS for read in READS], {}),
    (["of_ftrl/rows/ftrl:0", "of_ftrl/rows/ftrl_1:0", "of_averaging/bias/averaging_1:0"], {}),
]
