"""Six models with Adam, in TensorFlow 1's raw operations, so that graphlab and any TensorFlow build the same graph.

Each function builds a model in the default graph, and returns (train, loss, {placeholder: value}).
"""

import numpy as np

WIDTH, HEADS, WORDS, LENGTH = 128, 4, 1000, 32  # of the transformer
UNITS, STEPS = 128, 28  # of the LSTMs


def _numbers(*shape):
    return np.random.default_rng(0).random(shape, np.float32)


def _classes(count, *shape):
    return np.random.default_rng(1).integers(0, count, shape, np.int32)


def _weights(tf, name, *shape, scale=0.05):
    return tf.get_variable(name, shape, initializer=tf.truncated_normal_initializer(stddev=scale))


def _biases(tf, name, size):
    return tf.get_variable(name, [size], initializer=tf.zeros_initializer())


def _dense(tf, x, units, name):
    with tf.variable_scope(name):
        return tf.matmul(x, _weights(tf, "weights", int(x.shape[-1]), units)) + _biases(tf, "biases", units)


def _training(tf, logits, labels):
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    return tf.train.AdamOptimizer(1e-3).minimize(loss), loss


def mlp(tf):
    """784-256-256-10, batches of 64."""
    x, labels = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.int32, [None])
    h = tf.nn.relu(_dense(tf, x, 256, "first"))
    h = tf.nn.relu(_dense(tf, h, 256, "second"))
    return *_training(tf, _dense(tf, h, 10, "last"), labels), {x: _numbers(64, 784), labels: _classes(10, 64)}


def cnn(tf):
    """Two convolutions of 5 × 5 with pooling, and a dense layer, on 28 × 28 images; batches of 32."""
    x, labels = tf.placeholder(tf.float32, [None, 28, 28, 1]), tf.placeholder(tf.int32, [None])
    h = x
    for name, inputs, filters in (("conv1", 1, 32), ("conv2", 32, 64)):
        with tf.variable_scope(name):
            h = tf.nn.conv2d(h, _weights(tf, "filter", 5, 5, inputs, filters), [1, 1, 1, 1], "SAME")
            h = tf.nn.relu(tf.nn.bias_add(h, _biases(tf, "biases", filters)))
            h = tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    h = tf.nn.relu(_dense(tf, tf.reshape(h, [-1, 7 * 7 * 64]), 512, "dense"))
    return *_training(tf, _dense(tf, h, 10, "last"), labels), {x: _numbers(32, 28, 28, 1), labels: _classes(10, 32)}


def _cell(tf, x, c, h, kernel, bias):
    i, j, f, o = tf.split(tf.nn.bias_add(tf.matmul(tf.concat([x, h], 1), kernel), bias), 4, 1)
    c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
    return c, tf.tanh(c) * tf.sigmoid(o)


def _lstm(tf, unrolled):
    x, labels = tf.placeholder(tf.float32, [64, STEPS, 28]), tf.placeholder(tf.int32, [64])
    kernel, bias = _weights(tf, "kernel", 28 + UNITS, 4 * UNITS), _biases(tf, "bias", 4 * UNITS)
    c, h = tf.zeros([64, UNITS]), tf.zeros([64, UNITS])
    if unrolled:
        for step in tf.unstack(x, axis=1):
            c, h = _cell(tf, step, c, h, kernel, bias)
    else:
        rows = tf.TensorArray(tf.float32, STEPS).unstack(tf.transpose(x, [1, 0, 2]))

        def body(i, c, h):
            return i + 1, *_cell(tf, rows.read(i), c, h, kernel, bias)

        _, c, h = tf.while_loop(lambda i, c, h: i < STEPS, body, [0, c, h])
    return *_training(tf, _dense(tf, h, 10, "last"), labels), {x: _numbers(64, STEPS, 28), labels: _classes(10, 64)}


def lstm(tf):
    """28 steps of 128 units in a while_loop, batches of 64."""
    return _lstm(tf, unrolled=False)


def unrolled_lstm(tf):
    """The same without a loop."""
    return _lstm(tf, unrolled=True)


def long_recurrent(tf):
    """A loop of 12 steps between 60 small layers and 60 more: it and its gradient are far apart."""
    x, size = tf.placeholder(tf.float32, [4, 12, 8]), 16
    flow = x
    for i in range(60):
        scale = tf.get_variable(f"scale{i}", initializer=np.float32(1 + i / 100))
        flow = tf.tanh(flow * scale) * 0.9 + 0.01 * tf.reduce_mean(flow)
    kernel, bias = _weights(tf, "kernel", 8 + size, 4 * size, scale=0.3), _biases(tf, "bias", 4 * size)
    rows, outputs = (
        tf.TensorArray(tf.float32, 12).unstack(tf.transpose(flow, [1, 0, 2])),
        tf.TensorArray(tf.float32, 12),
    )

    def body(i, c, h, outputs):
        c, h = _cell(tf, rows.read(i), c, h, kernel, bias)
        return i + 1, c, h, outputs.write(i, h)

    outputs = tf.while_loop(lambda i, *_: i < 12, body, [0, tf.zeros([4, size]), tf.zeros([4, size]), outputs])[-1]
    flow = _dense(tf, tf.reduce_sum(outputs.stack(), 0), 4, "narrow")
    for i in range(60):
        scale = tf.get_variable(f"gain{i}", initializer=np.float32(1))
        flow = tf.nn.relu(flow) * scale + tf.sigmoid(flow) * 0.1
    loss = tf.reduce_mean(tf.square(flow))
    return tf.train.AdamOptimizer(0.01).minimize(loss), loss, {x: _numbers(4, 12, 8)}


def _normalized(tf, x, name):
    with tf.variable_scope(name):
        mean, variance = tf.nn.moments(x, [-1], keep_dims=True)
        scale = tf.get_variable("scale", [WIDTH], initializer=tf.ones_initializer())
        return (x - mean) * tf.rsqrt(variance + 1e-5) * scale + _biases(tf, "offset", WIDTH)


def _attention(tf, x):
    batch = tf.shape(x)[0]
    flat = tf.reshape(x, [-1, WIDTH])

    def heads(name):
        split = tf.reshape(_dense(tf, flat, WIDTH, name), [batch, LENGTH, HEADS, WIDTH // HEADS])
        return tf.transpose(split, [0, 2, 1, 3])

    queries, keys, values = heads("queries"), heads("keys"), heads("values")
    scores = tf.matmul(queries, keys, transpose_b=True) / np.sqrt(WIDTH // HEADS).astype("f")
    mask = tf.constant(np.triu(np.full((LENGTH, LENGTH), -1e9, np.float32), 1))
    mixed = tf.matmul(tf.nn.softmax(scores + mask), values)
    mixed = tf.reshape(tf.transpose(mixed, [0, 2, 1, 3]), [-1, WIDTH])
    return tf.reshape(_dense(tf, mixed, WIDTH, "mixed"), [batch, LENGTH, WIDTH])


def transformer(tf):
    """12 layers of width 128 with 4 heads, on batches of 4 sequences of 32 words."""
    words, labels = tf.placeholder(tf.int32, [None, LENGTH]), tf.placeholder(tf.int32, [None, LENGTH])
    x = tf.gather(_weights(tf, "words", WORDS, WIDTH), words) + _weights(tf, "places", LENGTH, WIDTH)
    for layer in range(12):
        with tf.variable_scope(f"layer{layer}"):
            x = x + _attention(tf, _normalized(tf, x, "norm1"))
            h = tf.reshape(_normalized(tf, x, "norm2"), [-1, WIDTH])
            h = _dense(tf, h, 4 * WIDTH, "up")
            h = 0.5 * h * (1.0 + tf.tanh(np.float32(0.79788456) * (h + 0.044715 * tf.pow(h, 3.0))))
            x = x + tf.reshape(_dense(tf, h, WIDTH, "down"), tf.shape(x))
    logits = _dense(tf, tf.reshape(_normalized(tf, x, "norm"), [-1, WIDTH]), WORDS, "logits")
    feeds = {words: _classes(WORDS, 4, LENGTH), labels: _classes(WORDS, 4, LENGTH)}
    return *_training(tf, logits, tf.reshape(labels, [-1])), feeds


def _batch_norm(tf, x, name):
    size = int(x.shape[-1])
    with tf.variable_scope(name):
        scale = tf.get_variable("scale", [size], initializer=tf.ones_initializer())
        y, mean, variance = tf.nn.fused_batch_norm(x, scale, _biases(tf, "offset", size))
        for what, value in (("mean", mean), ("variance", variance)):
            moving = tf.get_variable(what, [size], initializer=tf.zeros_initializer(), trainable=False)
            tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, tf.assign_sub(moving, 0.1 * (moving - value)))
        return y


def _convolved(tf, x, filters, size, stride, name):
    with tf.variable_scope(name):
        kernel = _weights(tf, "filter", size, size, int(x.shape[-1]), filters)
        return _batch_norm(tf, tf.nn.conv2d(x, kernel, [1, stride, stride, 1], "SAME"), "norm")


def _bottleneck(tf, x, filters, stride, name):
    with tf.variable_scope(name):
        h = tf.nn.relu(_convolved(tf, x, filters, 1, 1, "in"))
        h = tf.nn.relu(_convolved(tf, h, filters, 3, stride, "mid"))
        h = _convolved(tf, h, 4 * filters, 1, 1, "out")
        if stride != 1 or int(x.shape[-1]) != 4 * filters:
            x = _convolved(tf, x, 4 * filters, 1, stride, "short")
        return tf.nn.relu(h + x)


def resnet50(tf):
    """ResNet-50 on 4 images of 64 × 64."""
    x, labels = tf.placeholder(tf.float32, [4, 64, 64, 3]), tf.placeholder(tf.int32, [4])
    h = tf.nn.max_pool(tf.nn.relu(_convolved(tf, x, 64, 7, 2, "stem")), [1, 3, 3, 1], [1, 2, 2, 1], "SAME")
    for stage, blocks in enumerate((3, 4, 6, 3)):
        for block in range(blocks):
            h = _bottleneck(tf, h, 64 << stage, 2 if stage and not block else 1, f"block{stage}_{block}")
    logits = _dense(tf, tf.reduce_mean(h, [1, 2]), 1000, "logits")
    train, loss = _training(tf, logits, labels)
    with tf.control_dependencies([train, *tf.get_collection(tf.GraphKeys.UPDATE_OPS)]):
        train = tf.no_op()
    return train, loss, {x: _numbers(4, 64, 64, 3), labels: _classes(1000, 4)}
