"""The programs that are measured, written once: `tf` is graphlab or tensorflow.compat.v1.

Each builds a graph of its own and returns a function that does one unit of work.
"""

import os
import tempfile

import numpy as np

CHAIN = 1000
LAYERS = (784, 256, 256, 10)
RATE = 0.01
VOCABULARY, UNITS, PAIRS, DRAWN = 50_000, 128, 128, 64  # of word2vec


def add_one(tf):
    """One run of y = x + 1 on four floats, fetched."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [4], name="x")
        y = x + 1.0
        session = tf.Session()
    feeds = {x: np.ones(4, np.float32)}
    return lambda: session.run(y, feeds)


def mlp(tf):
    """(images, labels, training step, loss) of an MLP with Adam, in the default graph."""
    x = tf.placeholder(tf.float32, [None, LAYERS[0]], name="x")
    labels = tf.placeholder(tf.int32, [None], name="labels")
    outputs = x
    for layer, (weights, bias) in enumerate(parameters()):
        outputs = tf.matmul(outputs, tf.Variable(weights)) + tf.Variable(bias)
        if layer < len(LAYERS) - 2:
            outputs = tf.nn.relu(outputs)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=outputs))
    return x, labels, tf.train.AdamOptimizer(RATE).minimize(loss), loss


def cnn(tf):
    """(images, labels, training step, loss) of a LeNet-style network with Adam, in the default graph."""
    x = tf.placeholder(tf.float32, [None, LAYERS[0]], name="x")
    labels = tf.placeholder(tf.int32, [None], name="labels")
    *convolutions, (hidden, hidden_bias), (out, out_bias) = cnn_parameters()
    images = tf.reshape(x, [-1, 28, 28, 1])
    for filters, bias in convolutions:
        images = tf.nn.conv2d(images, tf.Variable(filters), strides=[1, 1, 1, 1], padding="SAME")
        images = tf.nn.relu(tf.nn.bias_add(images, tf.Variable(bias)))
        images = tf.nn.max_pool(images, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
    flat = tf.reshape(images, [-1, hidden.shape[0]])
    flat = tf.nn.relu(tf.matmul(flat, tf.Variable(hidden)) + tf.Variable(hidden_bias))
    outputs = tf.matmul(flat, tf.Variable(out)) + tf.Variable(out_bias)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=outputs))
    return x, labels, tf.train.AdamOptimizer(RATE).minimize(loss), loss


def train_mlp(tf, batch):
    """One step of Adam on an MLP and a batch, the loss fetched."""
    return _training(tf, mlp, batch)


def train_cnn(tf, batch):
    """One step of Adam on a LeNet-style network and a batch, the loss fetched."""
    return _training(tf, cnn, batch)


def _training(tf, model, batch):
    images, digits = examples(batch)
    with tf.Graph().as_default():
        x, labels, train, loss = model(tf)
        session = tf.Session()
        session.run(tf.global_variables_initializer())
    fetches, feeds = [train, loss], {x: images, labels: digits}
    return lambda: session.run(fetches, feeds)[1]


def build_mlp(tf):
    """The graph of the MLP, gradients and Adam included."""
    return _building(tf, mlp)


def build_cnn(tf):
    """The graph of the LeNet-style network, gradients and Adam included."""
    return _building(tf, cnn)


def _building(tf, model):
    def build():
        with tf.Graph().as_default():
            model(tf)
            return tf.global_variables_initializer()

    return build


def word2vec_step(tf):
    """(the training operation, the loss, what to feed) of word2vec with noise-contrastive estimation."""
    words, contexts, (embeddings, weights, biases) = pairs()
    word = tf.placeholder(tf.int32, [PAIRS], name="word")
    context = tf.placeholder(tf.int32, [PAIRS, 1], name="context")
    table = tf.Variable(tf.constant(embeddings), name="embeddings")
    inputs = tf.nn.embedding_lookup(table, word)
    loss = tf.reduce_mean(
        tf.nn.nce_loss(
            weights=tf.Variable(tf.constant(weights), name="weights"),
            biases=tf.Variable(tf.constant(biases), name="biases"),
            labels=context,
            inputs=inputs,
            num_sampled=DRAWN,
            num_classes=VOCABULARY,
        )
    )
    train = tf.train.GradientDescentOptimizer(RATE).minimize(loss)
    return train, loss, {word: words, context: contexts}


def train_word2vec(tf):
    """One step of word2vec on 128 pairs of words, the loss fetched."""
    with tf.Graph().as_default():
        train, loss, feeds = word2vec_step(tf)
        session = tf.Session()
        session.run(tf.global_variables_initializer())
    fetches = [train, loss]
    return lambda: session.run(fetches, feeds)[1]


def build_word2vec(tf):
    """A new graph of word2vec, its gradients included."""

    def build():
        with tf.Graph().as_default():
            word = tf.placeholder(tf.int32, [PAIRS])
            context = tf.placeholder(tf.int32, [PAIRS, 1])
            table = tf.Variable(tf.random_uniform([VOCABULARY, UNITS], -1.0, 1.0))
            weights = tf.Variable(tf.truncated_normal([VOCABULARY, UNITS], stddev=0.1))
            biases = tf.Variable(tf.zeros([VOCABULARY]))
            inputs = tf.nn.embedding_lookup(table, word)
            loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, context, inputs, DRAWN, VOCABULARY))
            return tf.train.GradientDescentOptimizer(RATE).minimize(loss)

    return build


def train_on_episodes(tf):
    """The gradients of a policy for twenty episodes, each of its own length: from 10 to 200 steps, in no order."""
    random = np.random.default_rng(0)
    with tf.Graph().as_default():
        states = tf.placeholder(tf.float32, [None, 4])
        actions = tf.placeholder(tf.int32, [None])
        rewards = tf.placeholder(tf.float32, [None])
        weights = [tf.Variable(random.standard_normal(shape).astype(np.float32)) for shape in ((4, 8), (8, 2))]
        outputs = tf.nn.softmax(tf.matmul(tf.nn.relu(tf.matmul(states, weights[0])), weights[1]))
        places = tf.range(0, tf.shape(outputs)[0]) * tf.shape(outputs)[1] + actions
        chosen = tf.gather(tf.reshape(outputs, [-1]), places)
        gradients = tf.gradients(-tf.reduce_mean(tf.log(chosen) * rewards), weights)
        session = tf.Session()
        session.run(tf.global_variables_initializer())

    def work():
        for length in random.integers(10, 201, 20):
            episode = {
                states: random.standard_normal((length, 4)).astype(np.float32),
                actions: random.integers(0, 2, length),
                rewards: random.random(length, np.float32),
            }
            result = session.run(gradients, episode)
        return result

    return work


def train_sparse(tf):
    """Five steps of a layer on sparse features, of which dropout keeps another number in each."""
    random = np.random.default_rng(0)
    rows, columns, units, count = 2000, 1000, 16, 40_000
    places = np.unique(random.integers(0, rows * columns, count))
    indices = np.stack([places // columns, places % columns], 1)
    with tf.Graph().as_default():
        features = tf.sparse_placeholder(tf.float32, (rows, columns))
        weights = tf.Variable(random.standard_normal((columns, units)).astype(np.float32))
        is_retained = tf.cast(tf.floor(0.5 + tf.random_uniform([len(indices)])), tf.bool)
        outputs = tf.sparse_tensor_dense_matmul(tf.sparse_retain(features, is_retained) * 2.0, weights)
        loss = tf.reduce_mean(tf.square(tf.nn.relu(outputs) - 1.0))
        fetches = [tf.train.AdamOptimizer(RATE).minimize(loss), loss]
        session = tf.Session()
        session.run(tf.global_variables_initializer())
    feeds = {features: (indices, np.ones(len(indices), np.float32), (rows, columns))}
    return lambda: [session.run(fetches, feeds)[1] for _ in range(5)]


def count_in_loop(tf):
    """A while_loop of 10,000 steps on two scalars, fetched."""
    with tf.Graph().as_default():
        iterations = tf.placeholder(tf.int32, [], name="turns")
        start = [tf.constant(0), tf.constant(0.0)]
        end = tf.while_loop(lambda i, _: i < iterations, lambda i, s: (i + 1, s * 0.999 + 1.0), start)
        session = tf.Session()
    return lambda: session.run(end, {iterations: 10_000})


def rows_in_loop(tf, batch=8, units=16, steps=100):
    """The gradient of a recurrent while_loop that reads the rows x[i], fetched as NumPy."""
    rows = np.random.default_rng(0).random((steps, batch, units), np.float32)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, rows.shape)
        weights = tf.constant(np.eye(units, dtype=np.float32) * 0.9)
        start = [tf.constant(0), tf.zeros([batch, units])]
        _, state = tf.while_loop(
            lambda i, _: i < steps, lambda i, h: (i + 1, tf.tanh(tf.matmul(h, weights) + x[i])), start
        )
        [gradient] = tf.gradients(state, x)
        session = tf.Session()
    return lambda: session.run(gradient, {x: rows})


def embeddings_in_loop(tf, units=16, steps=100):
    """The gradient of a table whose rows a recurrent while_loop looks up, as a dense array of NumPy."""
    ids = np.random.default_rng(0).integers(0, 50, steps)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.int32, [steps])
        table = tf.get_variable("table", initializer=tf.random_normal([50, units], seed=1))
        start = [tf.constant(0), tf.zeros([units])]
        _, state = tf.while_loop(
            lambda i, _: i < steps, lambda i, h: (i + 1, tf.tanh(h + tf.nn.embedding_lookup(table, x[i]))), start
        )
        gradient = tf.convert_to_tensor(tf.gradients(state, table)[0])
        session = tf.Session()
        session.run(table.initializer)
    return lambda: session.run(gradient, {x: ids})


def queue_image(tf):
    """An image into a queue in one run, and out of it in the next."""
    image = np.random.default_rng(0).random((28, 28), np.float32)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [28, 28])
        queue = tf.FIFOQueue(8, [tf.float32], [[28, 28]])
        enqueue, dequeue = queue.enqueue(x), queue.dequeue()
        session = tf.Session()
    feeds = {x: image}

    def work():
        session.run(enqueue, feeds)
        return session.run(dequeue)

    return work


def large_model(tf, megabytes):
    """(session, saver, path) of a model of that size in eight variables, whose files go when the process ends."""
    folder = tempfile.TemporaryDirectory()
    with tf.Graph().as_default():
        shape = [megabytes * 32, 1024]  # float32: an eighth
        for number in range(8):
            last = tf.get_variable(f"v{number}", shape, initializer=tf.random_uniform_initializer(), use_resource=False)
        tf.identity(last[0, 0], name="probe")
        saver, session = tf.train.Saver(), tf.Session()
        session.run(tf.global_variables_initializer())
    _folders.append(folder)
    return session, saver, os.path.join(folder.name, "model")


_folders = []


def save_model(tf, megabytes):
    """Saves a large model, again and again under the same name."""
    session, saver, path = large_model(tf, megabytes)
    return lambda: saver.save(session, path, write_meta_graph=False)


def restore_model(tf, megabytes):
    """Restores a large model."""
    session, saver, path = large_model(tf, megabytes)
    saver.save(session, path, write_meta_graph=False)
    return lambda: (saver.restore(session, path), session.run("probe:0"))


def first_mlp(tf):
    """A session's first runs of an MLP with Adam: the initializer, and a step."""
    images, digits = examples(64)
    x = tf.placeholder(tf.float32, [None, LAYERS[0]], name="x")
    labels = tf.placeholder(tf.int32, [None], name="labels")
    outputs = x
    for layer, (inputs, units) in enumerate(zip(LAYERS, LAYERS[1:], strict=False)):
        weights = tf.Variable(tf.truncated_normal([inputs, units], stddev=0.1))
        outputs = tf.matmul(outputs, weights) + tf.Variable(tf.zeros([units]))
        if layer < len(LAYERS) - 2:
            outputs = tf.nn.relu(outputs)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=outputs))
    train = tf.train.AdamOptimizer().minimize(loss)
    initialize = tf.global_variables_initializer()

    def run():
        session = tf.Session()
        session.run(initialize)
        return session.run([train, loss], {x: images, labels: digits})[1]

    return run


def first_initializers(tf):
    """The initial values of a hundred weights of different shapes, each with a bias and two slots of zeros."""
    for i in range(100):
        shape = [64 + i, 32 + i % 7]
        tf.get_variable(f"weights{i}", shape, initializer=tf.truncated_normal_initializer(stddev=0.1))
        tf.get_variable(f"bias{i}", shape[1:], initializer=tf.zeros_initializer())
        for slot in ("first", "second"):
            tf.get_variable(f"{slot}{i}", shape, initializer=tf.zeros_initializer())
    initialize = tf.global_variables_initializer()
    return lambda: tf.Session().run(initialize)


def first_chain(tf, length):
    """The first run of so many operations of seven types, one after another."""
    x = y = tf.placeholder(tf.float32, [64], name="x")
    steps = [
        lambda y: tf.add(y, x), tf.tanh, lambda y: tf.multiply(y, x), tf.sin,
        tf.nn.relu, lambda y: tf.subtract(x, y), tf.sigmoid,
    ]  # fmt: skip
    for i in range(length):
        y = steps[i % len(steps)](y)
    return lambda: tf.Session().run(y, {x: np.ones(64, np.float32)})


def first_decoding(tf):
    """Two hundred words from two layers of a transformer: in each run one more, the keys and values of those before fed."""
    width, heads, words = 128, 4, 1000
    past = tf.placeholder(tf.float32, [2, 2, heads, None, width // heads])  # of each layer: keys, values
    text = tf.placeholder(tf.int32, [None])
    table = tf.get_variable("words", [words, width], initializer=tf.random_normal_initializer(stddev=0.05, seed=1))
    count, before = tf.shape(text)[0], tf.shape(past)[3]
    h, present = tf.gather(table, text), []

    def dense(x, inputs, outputs, name):
        initializer = tf.random_normal_initializer(stddev=0.05, seed=1)
        return tf.matmul(x, tf.get_variable(name, [inputs, outputs], initializer=initializer))

    for layer in range(2):
        with tf.variable_scope(f"layer{layer}"):
            x = (h - tf.reduce_mean(h, 1, keepdims=True)) * tf.rsqrt(
                tf.reduce_mean(tf.square(h), 1, keepdims=True) + 1e-5
            )
            parts = tf.reshape(dense(x, width, 3 * width, "in"), [count, 3, heads, width // heads])
            queries, keys, values = tf.unstack(tf.transpose(parts, [1, 2, 0, 3]))
            keys, values = tf.concat([past[layer, 0], keys], 1), tf.concat([past[layer, 1], values], 1)
            present.append(tf.stack([keys, values]))
            seen = tf.range(before + count) <= tf.range(count)[:, None] + before
            scores = tf.matmul(queries, keys, transpose_b=True) * (width // heads) ** -0.5
            scores += (1.0 - tf.cast(seen, tf.float32)) * -1e9
            mixed = tf.transpose(tf.matmul(tf.nn.softmax(scores), values), [1, 0, 2])
            h += dense(tf.reshape(mixed, [count, width]), width, width, "out")
            h += dense(tf.tanh(dense(h, width, 4 * width, "up")), 4 * width, width, "down")
    word = tf.argmax(tf.matmul(h[-1:], table, transpose_b=True), 1, output_type=tf.int32)
    fetches = [word, tf.stack(present)]

    def run():
        session = tf.Session()
        session.run(tf.global_variables_initializer())
        words, cache = np.array([3, 4, 5]), np.zeros([2, 2, heads, 0, width // heads], np.float32)
        for _ in range(200):
            words, cache = session.run(fetches, {text: words, past: cache})
        return words

    return run


def first_sequences(tf):
    """Twenty steps of Adam on an LSTM that reads and one that writes, batches of 16 sequences; each batch has lengths of its own."""
    units, words = 128, 1000

    def weights(name, *shape):
        return tf.get_variable(name, shape, initializer=tf.random_normal_initializer(stddev=0.05, seed=1))

    def lstm(rows, state, name):
        """(the output of each step, the last state) for rows of [steps, batch, units]."""
        kernel, bias = weights(name, 2 * units, 4 * units), tf.get_variable(name + "_bias", [4 * units])
        steps = tf.shape(rows)[0]
        given = tf.TensorArray(tf.float32, steps).unstack(rows)

        def body(i, c, h, outputs):
            x, j, f, o = tf.split(tf.nn.bias_add(tf.matmul(tf.concat([given.read(i), h], 1), kernel), bias), 4, 1)
            c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(x) * tf.tanh(j)
            h = tf.tanh(c) * tf.sigmoid(o)
            return i + 1, c, h, outputs.write(i, h)

        begin = [0, *state, tf.TensorArray(tf.float32, steps)]
        _, c, h, outputs = tf.while_loop(lambda i, *_: i < steps, body, begin)
        return outputs.stack(), (c, h)

    source, target = tf.placeholder(tf.int32, [None, 16]), tf.placeholder(tf.int32, [None, 16])
    table, nothing = weights("words", words, units), tf.zeros([16, units])
    read, state = lstm(tf.gather(table, source), (nothing, nothing), "reader")
    wrote, _ = lstm(tf.gather(table, target), state, "writer")
    read, wrote = tf.transpose(read, [1, 0, 2]), tf.transpose(wrote, [1, 0, 2])
    seen = tf.matmul(tf.nn.softmax(tf.matmul(wrote, read, transpose_b=True)), read)
    mixed = tf.tanh(
        tf.matmul(tf.reshape(tf.concat([wrote, seen], 2), [-1, 2 * units]), weights("mix", 2 * units, units))
    )
    logits, labels = tf.matmul(mixed, weights("out", units, words)), tf.reshape(tf.transpose(target), [-1])
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)

    def run():
        random = np.random.default_rng(0)
        session = tf.Session()
        session.run(tf.global_variables_initializer())
        for _ in range(20):
            batch = [random.integers(0, words, [steps, 16]) for steps in random.integers(8, 41, 2)]
            found = session.run([train, loss], dict(zip([source, target], batch, strict=True)))
        return found[1]

    return run


def first_fetches(tf):
    """After a run of 24 layers, 24 other fetches, each of which overlaps the ones before."""
    x = h = tf.placeholder(tf.float32, [32, 128])
    layers = []
    for i in range(24):
        weights = tf.get_variable(f"weights{i}", [128, 128], initializer=tf.random_normal_initializer(stddev=0.05))
        h = tf.nn.relu(tf.matmul(h, weights))
        layers.append(h)
    feeds = {x: np.ones([32, 128], np.float32)}

    def run():
        session = tf.Session()
        session.run(tf.global_variables_initializer())
        session.run(h, feeds)
        for low, high in zip(layers, reversed(layers), strict=True):
            found = session.run([low, tf.reduce_mean(high)], feeds)
        return found[1]

    return run


def first_edits(tf):
    """Thirty small graphs, each new: made, initialized, trained for a step, fetched."""

    def run():
        for units in range(16, 46):
            with tf.Graph().as_default(), tf.Session() as session:
                x = tf.placeholder(tf.float32, [None, 10])
                h = tf.nn.relu(tf.matmul(x, tf.get_variable("first", [10, units])))
                y = tf.reduce_mean(tf.square(tf.matmul(h, tf.get_variable("second", [units, 1]))))
                train = tf.train.AdamOptimizer().minimize(y)
                session.run(tf.global_variables_initializer())
                session.run(train, {x: np.ones([5, 10], np.float32)})
                found = session.run(y, {x: np.ones([5, 10], np.float32)})
        return found

    return run


def add_ops(tf):
    """A new graph with a chain of a thousand additions."""

    def build():
        with tf.Graph().as_default():
            x = y = tf.placeholder(tf.float32, [4], name="x")
            for _ in range(CHAIN):
                y = tf.add(y, x)
        return y

    return build


def examples(batch):
    """A batch of random images and digits, the same for all contenders."""
    random = np.random.default_rng(0)
    return random.random((batch, LAYERS[0]), np.float32), random.integers(0, LAYERS[-1], batch, np.int32)


def parameters():
    """[(weights, bias)] of the layers, the same for all contenders."""
    random = np.random.default_rng(1)
    return [
        (random.normal(0, (2 / inputs) ** 0.5, (inputs, units)).astype(np.float32), np.zeros(units, np.float32))
        for inputs, units in zip(LAYERS, LAYERS[1:], strict=False)
    ]


def pairs():
    """(words, contexts, the tables and biases) of word2vec, the same for all contenders."""
    random = np.random.default_rng(2)
    words = random.integers(0, VOCABULARY, PAIRS, np.int32)
    contexts = random.integers(0, VOCABULARY, (PAIRS, 1), np.int32)
    tables = [random.normal(0, UNITS**-0.5, (VOCABULARY, UNITS)).astype(np.float32) for _ in range(2)]
    return words, contexts, (*tables, np.zeros(VOCABULARY, np.float32))


def cnn_parameters():
    """[(filters or weights, bias)] of two convolutions and two dense layers, the same for all contenders."""
    random = np.random.default_rng(2)
    shapes = [(5, 5, 1, 32), (5, 5, 32, 64), (7 * 7 * 64, 512), (512, LAYERS[-1])]
    return [
        (random.normal(0, (2 / np.prod(shape[:-1])) ** 0.5, shape).astype(np.float32), np.zeros(shape[-1], np.float32))
        for shape in shapes
    ]


LSTM = {"steps": 28, "size": 28, "units": 128, "batch": 128, "classes": 10}


def lstm_examples():
    """A batch of random sequences and classes, the same for all contenders."""
    random = np.random.default_rng(0)
    sequences = random.random((LSTM["batch"], LSTM["steps"], LSTM["size"]), np.float32)
    return sequences, random.integers(0, LSTM["classes"], LSTM["batch"], np.int32)


def lstm_parameters():
    """[kernel, bias] of the cell and of the layer on its last output, the same for all contenders."""
    random = np.random.default_rng(1)
    units, classes = LSTM["units"], LSTM["classes"]
    shapes = [(LSTM["size"] + units, 4 * units), (4 * units,), (units, classes), (classes,)]
    return [random.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]


def lstm_model(tf):
    """(sequences, classes, train, loss) of an LSTM in a dynamic_rnn that reads sequences of 28 rows."""
    kernel, bias, weights, offset = [tf.Variable(value) for value in lstm_parameters()]

    class Cell:
        """tf.nn.rnn_cell.BasicLSTMCell's arithmetic; later TensorFlows have no cells."""

        state_size = (LSTM["units"], LSTM["units"])
        output_size = LSTM["units"]

        def zero_state(self, batch, dtype):
            return tuple(tf.zeros([batch, LSTM["units"]], dtype) for _ in self.state_size)

        def __call__(self, x, state, scope=None):
            c, h = state
            gates = tf.nn.bias_add(tf.matmul(tf.concat([x, h], 1), kernel), bias)
            i, j, f, o = tf.split(gates, 4, 1)
            c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
            h = tf.tanh(c) * tf.sigmoid(o)
            return h, (c, h)

    x = tf.placeholder(tf.float32, [None, LSTM["steps"], LSTM["size"]])
    labels = tf.placeholder(tf.int32, [None])
    outputs, _ = tf.nn.dynamic_rnn(Cell(), x, dtype=tf.float32)
    logits = tf.matmul(outputs[:, -1], weights) + offset
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    return x, labels, tf.train.GradientDescentOptimizer(RATE).minimize(loss), loss


def train_lstm(tf):
    """One step of gradient descent on an LSTM, the loss fetched."""
    sequences, classes = lstm_examples()
    with tf.Graph().as_default():
        x, labels, train, loss = lstm_model(tf)
        session = tf.Session()
        session.run(tf.global_variables_initializer())
    fetches, feeds = [train, loss], {x: sequences, labels: classes}
    return lambda: session.run(fetches, feeds)[1]


def build_lstm(tf):
    """A new graph with an LSTM in a dynamic_rnn, gradients included."""

    def build():
        with tf.Graph().as_default():
            return lstm_model(tf)

    return build


def _batches(tf):
    """(images, one-hot labels) of the next batch of 64, shuffled and mapped."""
    images = np.random.default_rng(0).random((10_000, LAYERS[0]), np.float32)
    labels = np.arange(10_000) % LAYERS[-1]
    dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(10_000, seed=1).repeat()
    dataset = dataset.map(lambda image, label: ((image - 0.5) * 2.0, tf.one_hot(label, LAYERS[-1])))
    return tf.data.make_one_shot_iterator(dataset.batch(64).prefetch(2)).get_next()


def take_batch(tf):
    """The next batch of a pipeline, fetched."""
    with tf.Graph().as_default():
        batch = _batches(tf)
        session = tf.Session()
    return lambda: session.run(batch)


def train_on_batches(tf):
    """One step of gradient descent on the next batch of a pipeline."""
    with tf.Graph().as_default():
        images, labels = _batches(tf)
        outputs = tf.matmul(images, tf.Variable(tf.zeros([LAYERS[0], LAYERS[-1]])))
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=outputs))
        train = tf.train.GradientDescentOptimizer(RATE).minimize(loss)
        session = tf.Session()
        session.run(tf.global_variables_initializer())
    return lambda: session.run(train)
