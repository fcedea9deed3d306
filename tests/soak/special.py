"""What a program calls that is more than one name of the API: loops with arrays, cells, optimizers, queues."""

import os
import tempfile

import numpy as np


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
    """Batch normalization with given statistics; what else it returns then is memory that was never written."""
    return machine.tf.nn.fused_batch_norm(x, *vectors, is_training=False)[0]


def through(machine, made, xs, weighted, twice):
    """The gradients in xs of the floats among what a call returned; and the gradients of those."""
    tf = machine.tf
    ys = [y for _, y in machine.flat(made) if isinstance(y, tf.Tensor) and (y.dtype.is_floating or y.dtype.is_complex)]
    ys = [y for i, y in enumerate(ys) if not any(y is other for other in ys[:i])]
    if not ys:
        return []
    first = tf.gradients(ys, xs, [ramp(tf, y) for y in ys] if weighted else None)
    found = [one for one in first if isinstance(one, tf.Tensor)]
    if not twice or not found:
        return first
    return [*first, *tf.gradients(found, xs, [ramp(tf, one) for one in found])]


def ramp(tf, y):
    """Small numbers of the shape of y, those beside each other different."""
    count = tf.range(tf.size(y)) % 7 - 3
    return tf.cast(tf.reshape(count, tf.shape(y)), y.dtype.base_dtype) / 2


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
    """Puts a value in a queue twice and removes one and a half of them: what comes, and how many are left."""
    tf = machine.tf
    made = getattr(tf, kind)(10, [dtype], [shape])
    with tf.control_dependencies([made.enqueue(value), made.enqueue(value + value)]):
        first = made.dequeue()
    with tf.control_dependencies([first]):
        return tf.group(tf.identity(made.size()))


def to_sparse(machine, x):
    """What is not zero (or empty) of x."""
    tf = machine.tf
    x = tf.placeholder_with_default(x, x.shape)  # so that it is not computed beforehand
    zero = tf.constant("" if x.dtype == tf.string else 0, x.dtype)
    indices = tf.where(tf.not_equal(x, zero))
    return tf.SparseTensor(indices, tf.gather_nd(x, indices), tf.shape(x, out_type=tf.int64))


def weights_for(machine, sparse, weights):
    count = machine.tf.shape(sparse.values)[0]
    return machine.tf.SparseTensor(sparse.indices, weights[:count], sparse.dense_shape)


def quantized(machine, x, low, high, name, mode, rounding):
    """Quantized numbers as whole numbers, their range, and what they are when taken back."""
    tf = machine.tf
    dtype = getattr(tf, name)
    found = tf.quantization.quantize(x, low, high, dtype, mode, rounding)
    whole = tf.cast(tf.bitcast(found[0], {"quint8": tf.uint8, "qint8": tf.int8, "qint32": tf.int32}[name]), tf.int32)
    return [whole, found[1], found[2], tf.quantization.dequantize(found[0], found[1], found[2], mode)]


def tensor_array(machine, kind, x, lengths, order, gradient):
    """What is taken out of a TensorArray again, and its gradient in what was put in."""
    tf = machine.tf
    size = len(lengths) if kind == "split" else x.shape[0].value or len(order)
    array = tf.TensorArray(x.dtype, size=size, infer_shape=kind != "split", clear_after_read=False)
    if kind == "split":
        found = array.split(x, lengths).concat()
    elif kind == "scatter":
        found = array.scatter(order, x).stack()
    elif kind == "unstack":
        found = array.unstack(x).gather(order)
    elif kind == "concat":
        found = array.unstack(tf.expand_dims(x, 1)).concat()
    else:
        for i in order:
            array = array.write(i, x[i] * 2)
        found = tf.stack([array.read(i) for i in order])
    if not gradient or not x.dtype.is_floating:
        return [found, array.size()]
    return [found, array.size(), *tf.gradients(found, [x], ramp(tf, found))]


def parsed(machine, sequence, examples, how, count, default):
    """Examples, or a sequence of them, made on the host and parsed in the graph."""
    tf = machine.tf

    def feature(numbers):
        return tf.train.Feature(int64_list=tf.train.Int64List(value=numbers))

    def floats(numbers):
        return tf.train.Feature(float_list=tf.train.FloatList(value=[n / 2 for n in numbers]))

    if sequence:
        made = [
            tf.train.SequenceExample(
                context=tf.train.Features(feature={"n": feature([len(numbers)])}),
                feature_lists=tf.train.FeatureLists(
                    feature_list={"a": tf.train.FeatureList(feature=[feature([n]) for n in numbers])}
                ),
            )
            for numbers in examples
        ]
        kinds = tf.VarLenFeature(tf.int64) if how == "variable" else tf.FixedLenSequenceFeature([], tf.int64)
        kinds = {"a": tf.FixedLenSequenceFeature([], tf.int64, True) if default else kinds}
        context = {"n": tf.FixedLenFeature([], tf.int64)}
        found = tf.parse_single_sequence_example(tf.constant(made[0].SerializeToString()), context, kinds)
        return [found[0]["n"], found[1]["a"]]
    made = [
        tf.train.Example(features=tf.train.Features(feature={"a": feature(numbers), "b": floats(numbers)}))
        for numbers in examples
    ]
    texts = tf.constant([one.SerializeToString() for one in made])
    fixed = tf.FixedLenFeature([count], tf.int64, [0] * count if default else None)
    repeated = tf.FixedLenSequenceFeature([], tf.float32, default, -1.0)
    kinds = {"fixed": {"a": fixed}, "variable": {"a": tf.VarLenFeature(tf.int64)}, "sequence": {"b": repeated}}
    kinds["both"] = {"b": repeated, "a": tf.VarLenFeature(tf.int64), "c": tf.VarLenFeature(tf.string)}
    kinds["single"] = {"a": tf.VarLenFeature(tf.int64), "b": tf.VarLenFeature(tf.float32)}
    found = tf.parse_single_example(texts[0], kinds[how]) if how == "single" else tf.parse_example(texts, kinds[how])
    return [found[key] for key in sorted(found)]


def table(machine, kind, key, value, default, keys, values):
    """A lookup table with some keys in it, from the beginning or once it is initialized."""
    tf = machine.tf
    if kind in ("static", "vocabulary"):
        start = tf.lookup.KeyValueTensorInitializer(keys, values, key, value)
        if kind == "vocabulary":
            ids = tf.cast(tf.range(tf.size(keys)), tf.int64)
            start = tf.lookup.KeyValueTensorInitializer(keys, ids, key, tf.int64)
            return tf.lookup.StaticVocabularyTable(start, 3)
        return tf.lookup.StaticHashTable(start, default)
    if kind == "dense":
        empty = tf.constant("empty" if key == tf.string else 99, key)
        gone = tf.constant("gone" if key == tf.string else 98, key)
        return tf.lookup.experimental.DenseHashTable(key, value, default, empty, gone, initial_num_buckets=4)
    return tf.contrib.lookup.MutableHashTable(key, value, default)


def exported(machine, made, kind):
    """All of a table, in the order of its keys."""
    del kind
    tf = machine.tf
    keys, values = made.export()
    order = tf.argsort(tf.string_to_hash_bucket_fast(keys, 1 << 40) if keys.dtype == tf.string else keys)
    return [tf.gather(keys, order), tf.gather(values, order)]


def queue_of(machine, kind, capacity, dtype, shape):
    tf = machine.tf
    if kind == "PaddingFIFOQueue":
        return tf.PaddingFIFOQueue(capacity, [dtype], [[None] * len(shape)])
    if kind == "RandomShuffleQueue":
        return tf.RandomShuffleQueue(capacity, 0, [dtype], [shape], seed=1)
    return getattr(tf, kind)(capacity, [dtype], [shape])


def accumulator(machine, sparse, dtype, shape, reduction):
    kind = "SparseConditionalAccumulator" if sparse else "ConditionalAccumulator"
    return getattr(machine.tf, kind)(dtype, shape, reduction_type=reduction)


def taken(machine, made):
    """What an accumulator holds, of one gradient at least: one is given to it before, so that nothing has to wait."""
    tf = machine.tf
    if isinstance(made, tf.SparseConditionalAccumulator):
        zero = tf.zeros(
            [1, made._shape[1] if isinstance(made._shape, (list, tuple)) else made._shape[1].value], made.dtype
        )
        with tf.control_dependencies([made.apply_grad([0], zero, local_step=1000)]):
            return list(made.take_grad(1))
    zero = tf.zeros(made._shape, made.dtype)
    with tf.control_dependencies([made.apply_grad(zero, 1000)]):
        return [made.take_grad(1)]


def minimize(machine, name, arguments, options, ref, rows, target):
    """One step of an optimizer, then all that it remembers of the variable."""
    tf = machine.tf
    step = tf.train.get_or_create_global_step() if name == "AdagradDAOptimizer" else None
    arguments = arguments[:1] + [step] + arguments[1:] if step is not None else arguments
    optimizer = getattr(tf.train, name)(*arguments, **options)
    value = ref if rows is None else tf.nn.embedding_lookup(ref, rows)
    loss = tf.reduce_sum(tf.square(value - target) * tf.cast(0.5, target.dtype))
    update = optimizer.minimize(loss, var_list=[ref], global_step=step)
    return [update, *[tf.identity(optimizer.get_slot(ref, slot)) for slot in optimizer.get_slot_names()]]


def scattered(machine, how, ref, rows, values):
    return getattr(ref, how)(machine.tf.IndexedSlices(values, rows))


def pipeline(machine, kind, count, source, steps, iterator):
    """What starts an iterator, and its next element."""
    tf = machine.tf
    datasets = tf.data.Dataset
    if kind == "range":
        dataset = datasets.range(count)
    elif kind == "zip":
        dataset = datasets.zip((datasets.from_tensor_slices(source), datasets.range(count)))
        dataset = dataset.map(lambda a, b: a + tf.cast(b, a.dtype))
    else:
        dataset = datasets.from_tensor_slices(source) if kind == "slices" else datasets.from_tensors(source)
    for what, number, flag in steps:
        dataset = next_step(tf, dataset, what, number, flag)
    if iterator == "one_shot":
        made = (
            tf.data.make_one_shot_iterator(dataset) if kind == "range" else tf.data.make_initializable_iterator(dataset)
        )
    else:
        made = tf.data.make_initializable_iterator(dataset)
    start = tf.constant(0) if iterator == "one_shot" and kind == "range" else made.initializer
    return [start, made.get_next()]


def next_step(tf, dataset, what, number, flag):
    """A dataset changed in one way; the elements stay single tensors."""
    experimental = tf.data.experimental

    def first(x):
        return tf.reduce_sum(tf.cast(x, tf.int64))

    def double(x):
        return x * 2 + number

    def few(x):
        return tf.data.Dataset.from_tensors(x).repeat(number)

    simple = {
        "map": lambda: dataset.map(double),
        "parallel_map": lambda: dataset.map(double, num_parallel_calls=2),
        "batch": lambda: dataset.batch(number, drop_remainder=flag),
        "shuffle": lambda: dataset.shuffle(1 if flag else 4, seed=number),
        "repeat": lambda: dataset.repeat(number),
        "take": lambda: dataset.take(number),
        "skip": lambda: dataset.skip(number),
        "filter": lambda: dataset.filter(lambda x: tf.equal(first(x) % 2, 0)),
        "window": lambda: dataset.window(number + 1, 1 if flag else None).flat_map(lambda x: x.batch(number)),
        "scan": lambda: dataset.apply(
            experimental.scan(tf.constant(0, tf.int64), lambda s, x: (s + 1, x + tf.cast(s, x.dtype)))
        ),
        "interleave": lambda: dataset.interleave(few, cycle_length=2, block_length=1 + flag),
        "flat_map": lambda: dataset.flat_map(few),
        "concatenate": lambda: dataset.concatenate(dataset),
        "shard": lambda: dataset.shard(number, 0),
        "cache": lambda: dataset.cache(),
        "prefetch": lambda: dataset.prefetch(number),
        "unbatch": lambda: (
            dataset.batch(2).apply(experimental.unbatch()) if flag else dataset.apply(experimental.unbatch())
        ),
        "enumerate": lambda: dataset.apply(experimental.enumerate_dataset(number)).map(
            lambda i, x: x + tf.cast(i, x.dtype)
        ),
        "unique": lambda: dataset.apply(experimental.unique()),
        "take_while": lambda: dataset.apply(experimental.take_while(lambda x: first(x) < 6)),
        "map_and_batch": lambda: dataset.apply(experimental.map_and_batch(double, number, drop_remainder=flag)),
        "cardinality": lambda: dataset.map(lambda x: x + tf.cast(experimental.cardinality(dataset), x.dtype)),
        "options": lambda: dataset.with_options(tf.data.Options()),
    }
    if what == "padded":
        shape = dataset.output_shapes
        return dataset.padded_batch(number, shape, drop_remainder=flag)
    if what == "group":
        return dataset.apply(
            experimental.group_by_window(lambda x: first(x) % 2, lambda key, found: found.batch(number), number)
        )
    return simple[what]()


def control_flow_v2(machine, kind, x, flag, count, gradient):
    """A branch or a loop of functions, and its gradient."""
    tf = machine.tf
    tf.enable_control_flow_v2()
    try:
        if kind == "cond":
            y = tf.cond(flag, lambda: x * 2, lambda: x + 1)
        elif kind == "nested":
            y = tf.cond(flag, lambda: tf.cond(count > 1, lambda: x * x, lambda: -x), lambda: x + 1)
        elif kind == "case":
            y = tf.switch_case(count, [lambda: x * 2, lambda: x * x, lambda: x - 3])
        else:
            _, y = tf.while_loop(lambda i, _: i < count, lambda i, y: (i + 1, y * x), [tf.constant(0), x])
            y = tf.map_fn(lambda one: one * 2, y) if kind == "array" and y.shape.ndims else y
        found = tf.gradients(y, x) if gradient and x.dtype.is_floating else [None]
    finally:
        tf.disable_control_flow_v2()
    return [y, tf.shape(y) if found[0] is None else found[0]]


def through_python(machine, x, kind):
    """What a Python function makes of a tensor."""
    tf = machine.tf
    if kind == "two":
        return tf.py_func(lambda a: (a, np.int64(a.size)), [x], [x.dtype, tf.int64])
    if kind == "wrong dtype":
        return tf.py_func(lambda a: np.float16(1.5), [x], [tf.float32])
    if kind == "none":
        return [tf.py_func(lambda a: None, [x], [])]
    return tf.py_func(lambda a: a + a, [x], [x.dtype], stateful=kind == "stateful")


def through_weights(machine, outputs, twice):
    """The gradients in all variables that an output depends on."""
    tf = machine.tf
    ys = [y for _, y in machine.flat(outputs) if isinstance(y, tf.Tensor)]
    weights = tf.trainable_variables()
    found = tf.gradients(ys, weights, [ramp(tf, y) for y in ys])
    if not twice:
        return found
    made = [one for one in found if isinstance(one, tf.Tensor)]
    return [*found, *tf.gradients(made, weights)]


def through_wav(machine, x):
    """A sound as a file, and what is read from it again."""
    audio = machine.tf.audio
    found = audio.decode_wav(audio.encode_wav(x, 8000))
    return [found[0], found[1]]


def through_file(machine, kind, text, size):
    """A file's content, read in one of several ways."""
    tf = machine.tf
    path = os.path.join(tempfile.mkdtemp(), "file")
    if kind == "records":
        with tf.python_io.TFRecordWriter(path) as writer:
            for part in text.split("\n"):
                writer.write(part.encode())
    else:
        with open(path, "wb") as file:
            file.write(text.encode())
    if kind == "file":
        return tf.read_file(path)
    if kind == "whole":
        return tf.strings.length(tf.read_file(path))
    datasets = {
        "lines": lambda: tf.data.TextLineDataset(path),
        "fixed": lambda: tf.data.FixedLengthRecordDataset(path, size),
        "records": lambda: tf.data.TFRecordDataset(path),
    }
    dataset = datasets[kind]().apply(tf.data.experimental.ignore_errors() if size == 1 else lambda one: one)
    return tf.data.make_one_shot_iterator(dataset).get_next()
