"""What a program calls that is more than one name of the API: loops with arrays, cells, optimizers, queues."""


def after(machine, name, arguments, body):
    """What body makes, after an assertion."""
    with machine.tf.control_dependencies([machine.look_up(name)(*arguments)]):
        return body()


def case(machine, pairs, default, exclusive):
    return machine.tf.case(
        [(predicate, function) for predicate, function in pairs], default=default, exclusive=exclusive
    )


def grow(machine, test, step, values, shapes):
    """A loop whose second value may change its first size."""
    invariants = [machine.tf.TensorShape(shape) for shape in shapes]
    return machine.tf.while_loop(test, step, values, shape_invariants=invariants)


def array_loop(machine, dtype, count, element):
    """A TensorArray that a loop fills, stacked."""
    tf = machine.tf
    array = tf.TensorArray(dtype, size=count)

    def step(i, array):
        return i + 1, array.write(i, element(i))

    _, array = tf.while_loop(lambda i, array: i < count, step, [tf.constant(0), array])
    return array.stack()


def map_pair(machine, function, x, y, dtype):
    return machine.tf.map_fn(function, (x, y), dtype=dtype)


def product(machine, name, x):
    """The product of what a decomposition returns, which no choice of signs changes."""
    first, second = machine.look_up(name)(x)
    return machine.tf.matmul(first, second)


def unsorted_top_k(machine, x, k):
    """The values that top_k finds when it may return them in any order, put in order."""
    return machine.tf.sort(machine.tf.nn.top_k(x, k, sorted=False)[0])


def rnn(machine, kind, units, x, lengths):
    """A recurrent cell over x [batch, time, depth]; its weights are the same on both sides."""
    tf = machine.tf
    with tf.variable_scope("rnn" + str(machine.graph.version), initializer=tf.constant_initializer(0.25)):
        cell = getattr(tf.nn.rnn_cell, kind)(units)
        outputs, state = tf.nn.dynamic_rnn(cell, x, lengths, dtype=tf.float32)
    return [outputs, *tf.nest.flatten(state)]


def dense(machine, x, units, activation):
    tf = machine.tf
    start = tf.constant_initializer(0.5)
    function = None if activation is None else machine.look_up(activation)
    return tf.layers.dense(x, units, function, kernel_initializer=start)


def layer(machine, kind, x, arguments, options):
    """One of tf.layers; its weights are the same on both sides."""
    tf = machine.tf
    with tf.variable_scope("layer" + str(machine.graph.version), initializer=tf.constant_initializer(0.25)):
        return getattr(tf.layers, kind)(x, *arguments, **options)


def keras_layer(machine, kind, arguments, x):
    """One of Keras' layers; its weights are the same on both sides."""
    layers = machine.tf.keras.layers
    start = "ones" if kind == "Embedding" else machine.tf.constant_initializer(0.25)
    names = {"Embedding": ["embeddings"], "LSTM": ["kernel", "recurrent"], "GRU": ["kernel", "recurrent"]}
    names["SimpleRNN"] = ["kernel", "recurrent"]
    names.update(dict.fromkeys(["Dense", "Conv2D"], ["kernel"]))
    return getattr(layers, kind)(*arguments, **{name + "_initializer": start for name in names.get(kind, ())})(x)


def metric(machine, name, arguments):
    """The value of a metric after one update."""
    tf = machine.tf
    _, update = getattr(tf.metrics, name)(*arguments)
    return update


def initial(machine, name, seed, shape):
    return machine.look_up(name)(seed=seed)(shape)


def cells(machine, how, kind, units, x, lengths):
    """Recurrent cells in a list of steps, both ways, or one on the other."""
    tf = machine.tf
    with tf.variable_scope("cells" + str(machine.graph.version), initializer=tf.constant_initializer(0.25)):
        first, second = (getattr(tf.nn.rnn_cell, kind)(units) for _ in range(2))
        if how == "both":
            found = tf.nn.bidirectional_dynamic_rnn(first, second, x, lengths, dtype=tf.float32)
        elif how == "stacked":
            found = tf.nn.dynamic_rnn(tf.nn.rnn_cell.MultiRNNCell([first, second]), x, lengths, dtype=tf.float32)
        else:
            found = tf.nn.static_rnn(first, tf.unstack(x, axis=1), dtype=tf.float32, sequence_length=lengths)
    return tf.nest.flatten(found)


def through_png(machine, x):
    """What is read again: the bytes in between are compressed as each side likes."""
    return machine.tf.image.decode_png(machine.tf.image.encode_png(x))


def fused_inference(machine, x, *vectors):
    """Batch normalization with given statistics; what else it returns then is memory that nobody wrote."""
    return machine.tf.nn.fused_batch_norm(x, *vectors, is_training=False)[0]


def variable(machine, initial, resource):
    return machine.tf.Variable(initial, use_resource=resource)


def assign_slice(machine, ref, value):
    return ref[0].assign(value)


def changed(machine, ref, how, value):
    """An operation on a variable, and then its value."""
    with machine.tf.control_dependencies([getattr(ref, how[1:])(value)]):
        return machine.tf.identity(value)


def next_after(machine, number, body):
    with machine.tf.control_dependencies([body()]):
        return number + 1


def train(machine, optimizer, ref, target):
    tf = machine.tf
    loss = tf.reduce_sum(tf.square(ref - target))
    return getattr(tf.train, optimizer)(0.1).minimize(loss, var_list=[ref])


def moving(machine, ref):
    tf = machine.tf
    average = tf.train.ExponentialMovingAverage(0.5)
    return average.apply([ref])


def queue(machine, kind, dtype, shape, value):
    """Puts a value in a queue twice and takes one and a half of them out: what comes, and how many are left."""
    tf = machine.tf
    made = getattr(tf, kind)(10, [dtype], [shape])
    with tf.control_dependencies([made.enqueue(value), made.enqueue(value + value)]):
        first = made.dequeue()
    with tf.control_dependencies([first]):
        return tf.group(tf.identity(made.size()))
