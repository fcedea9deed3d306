"""tf.layers' convolutions and pooling, in one, two and three dimensions."""

import numpy as np

DATA = np.random.RandomState(4)
LINE = DATA.normal(size=(2, 9, 2)).astype(np.float32)
IMAGES = DATA.normal(size=(2, 7, 8, 2)).astype(np.float32)
VOLUME = DATA.normal(size=(2, 4, 5, 4, 2)).astype(np.float32)


def build(tf):
    def ramp(shape, dtype, partition_info=None):
        return tf.constant(np.linspace(-1, 1, int(np.prod(shape))).reshape(shape), dtype)

    line = tf.placeholder(tf.float32, [None, 9, 2], name="line")
    images = tf.placeholder(tf.float32, [None, None, 8, 2], name="picture")
    volume = tf.placeholder(tf.float32, [None, 4, 5, 4, 2], name="volume")
    with tf.variable_scope("net", initializer=ramp):
        x = tf.layers.conv1d(line, 3, 3, activation=tf.nn.tanh)
        x = tf.layers.conv1d(x, 3, 2, padding="same", dilation_rate=2)
        x = tf.layers.max_pooling1d(x, 2, 2)
        x = tf.layers.separable_conv1d(x, 2, 2, depthwise_initializer=ramp, pointwise_initializer=ramp)
        tf.identity(x, name="of_line")
        x = tf.layers.conv2d(images, 3, [3, 2], strides=(1, 2), padding="same", activation=tf.nn.relu)
        x = tf.layers.max_pooling2d(x, 2, 1)
        x = tf.layers.conv2d(x, 2, 2, dilation_rate=2, use_bias=False, name="holes")
        x = tf.layers.conv2d_transpose(x, 3, 3, strides=2)
        x = tf.layers.separable_conv2d(x, 2, 2, depth_multiplier=2, name="apart")
        tf.identity(x, name="of_picture")
        x = tf.layers.conv3d(volume, 3, 2, kernel_regularizer=tf.nn.l2_loss)
        x = tf.layers.conv3d_transpose(x, 2, 2, strides=2, padding="same")
        tf.identity(tf.layers.average_pooling3d(x, 2, 2), name="of_volume")
    outputs = [tf.get_default_graph().get_tensor_by_name(f"net/of_{kind}:0") for kind in ("line", "picture", "volume")]
    loss = tf.add_n([tf.reduce_mean(tf.square(output)) for output in outputs], name="loss")
    tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    tf.global_variables_initializer()


FEEDS = {"line:0": LINE, "picture:0": IMAGES, "volume:0": VOLUME}
RUNS = [
    (["init"], {}),
    (["net/of_line:0", "net/of_picture:0", "net/of_volume:0"], FEEDS),
    (["GradientDescent", "loss:0"], FEEDS),
    (["net/conv1d_1/kernel:0", "net/holes/kernel:0", "net/apart/depthwise_kernel:0", "net/conv3d/bias:0"], {}),
]
