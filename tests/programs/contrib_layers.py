"""tf.contrib.slim's layers in arg_scopes, with batch_norm, regularizers, dropout and optimize_loss."""

import numpy as np

DATA = np.random.RandomState(6)
X = DATA.normal(size=(4, 6, 6, 2)).astype(np.float32)
LABELS = np.array([0, 2, 1, 2], np.int32)


def build(tf):
    slim = tf.contrib.slim
    layers = tf.contrib.layers

    def ramp(shape, dtype, partition_info=None):
        return tf.constant(np.linspace(-1, 1, int(np.prod(shape))).reshape(shape), dtype)

    x = tf.placeholder(tf.float32, [None, 6, 6, 2], name="x")
    labels = tf.placeholder(tf.int32, [None], name="labels")
    norm = {"decay": 0.9, "scale": True}
    with slim.arg_scope(
        [slim.conv2d, slim.fully_connected], weights_initializer=ramp, weights_regularizer=slim.l2_regularizer(0.01)
    ):
        with slim.arg_scope([slim.conv2d], normalizer_fn=slim.batch_norm, normalizer_params=norm):
            net = slim.repeat(x, 2, slim.conv2d, 3, [3, 3], scope="conv")
            net = slim.max_pool2d(net, [2, 2], scope="pool")
        net = slim.separable_conv2d(net, 2, 2, 1, weights_initializer=ramp, activation_fn=tf.nn.tanh)
        net = slim.flatten(net)
        net = layers.layer_norm(net)
        net = slim.stack(net, slim.fully_connected, [4, 3], scope="fc", outputs_collections="ends")
        net = slim.dropout(net, 0.5, is_training=False)
        net = layers.batch_norm(net, updates_collections=None, scope="last")
        logits = slim.fully_connected(net, 3, activation_fn=None, scope="logits")
    one_hot = slim.one_hot_encoding(labels, 3)
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=one_hot, logits=logits), name="loss")
    step = tf.contrib.framework.get_or_create_global_step()
    total = tf.add_n([loss] + tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES), name="total")
    train = layers.optimize_loss(total, step, 0.1, "Momentum", clip_gradients=1.0, summaries=[])
    tf.identity(train, name="train")
    tf.global_variables_initializer()


FEEDS = {"x:0": X, "labels:0": LABELS}
RUNS = [
    (["init"], {}),
    *[(["train:0"], FEEDS)] * 3,
    (["loss:0", "global_step:0"], FEEDS),
    (["conv/conv_2/BatchNorm/moving_mean:0", "fc/fc_1/weights:0", "last/moving_variance:0"], {}),
]
