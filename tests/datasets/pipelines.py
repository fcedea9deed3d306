"""Pipelines whose elements real TensorFlow wrote (expected.txt), and how what comes of one is written as a line.

Each is a function of the module `tf`, and of a folder with the files that make_files wrote.
"""

import os

import numpy as np


def make_files(tf, folder):
    """Writes the files that pipelines read."""
    for name, text in (("a.txt", b"one\ntwo\r\nthree"), ("b.txt", b"4\n5\n"), ("fixed", b"HHabcabcdefFF")):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text)
    with open(os.path.join(folder, "table.csv"), "w") as file:
        file.write('a,b\n1,x\n2,"y,z"\n,\n')
    for name, kind in (("records", ""), ("records.gz", "GZIP")):
        with tf.python_io.TFRecordWriter(os.path.join(folder, name), tf.io.TFRecordOptions(kind)) as writer:
            for i in range(3):
                writer.write(b"record " + str(i).encode())


def show(value):
    """An element as text."""
    if hasattr(value, "_fields"):
        return f"S[{', '.join(map(show, value))}]"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(show, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {show(value[key])}" for key in sorted(value)) + "}"
    array = np.asarray(value)
    return f"{array.dtype.kind} {array.tolist()}"


def _until(tf, end, number):
    """A number that is there as long as it is less than `end`."""

    def checked(value):
        if value >= end:
            raise StopIteration
        return value

    return tf.py_func(checked, [number], tf.int64)


def outcome(tf, make, folder, limit=20):
    """The output of a pipeline, as a line: shapes, types, elements, and how it ends."""
    with tf.Graph().as_default(), tf.Session() as session:
        try:
            dataset = make(tf, folder)
            initial = None
            found = []
            if isinstance(dataset, tf.compat.v2.data.Dataset):
                found.append(str(dataset).partition(" ")[2])
                try:
                    element = tf.data.make_one_shot_iterator(dataset).get_next()
                except ValueError:
                    iterator = tf.data.make_initializable_iterator(dataset)
                    element, initial = iterator.get_next(), iterator.initializer
            else:
                element, limit = dataset, 1
            session.run([tf.global_variables_initializer(), tf.tables_initializer()])
            if initial is not None:
                session.run(initial)
        except (ValueError, TypeError, tf.errors.OpError) as error:
            return failed(error, folder)
        for _ in range(limit):
            try:
                found.append(show(session.run(element)))
            except tf.errors.OutOfRangeError:
                found.append("end")
                break
            except tf.errors.OpError as error:
                found.append(failed(error, folder))
                if sum("Error: " in text for text in found) > 1:
                    break
        return " | ".join(found).replace(folder, "FOLDER")


def failed(error, folder):
    """What went wrong: the class, and how the first line of the message begins."""
    text = str(error).split("\n")[0].replace("[_Derived_]", "").replace(folder, "FOLDER").partition("}} ")
    cause = (text[2] or text[0]).split("Function invocation produced OutOfRangeError: ")[-1]
    return f"{type(error).__name__}: {cause.strip()[:60]}"


def _captured(tf, folder):
    read = tf.get_variable("read", initializer=5.0)
    handle = tf.get_variable("handle", initializer=7.0, use_resource=True)
    constant = tf.constant([1.0, 2.0])
    return tf.data.Dataset.from_tensor_slices(constant).map(lambda x: (x + read, x * handle, x + constant[1]))


def _table(tf, folder):
    table = tf.contrib.lookup.index_table_from_tensor(["a", "b"], default_value=-1)
    return tf.data.Dataset.from_tensor_slices(["b", "z", "a"]).map(table.lookup)


def _seeded(tf, folder):
    tf.set_random_seed(7)
    return tf.data.Dataset.range(6).shuffle(10)


def _sparse(tf):
    return tf.data.Dataset.from_tensor_slices(tf.SparseTensor([[0, 0], [2, 1]], [1.0, 2.0], [3, 2]))


def _inverse(tf, x):
    return tf.check_numerics(1 / tf.cast(x - 1, tf.float32), "not a number")


def _inverses(tf):
    return tf.data.Dataset.range(3).map(lambda x: _inverse(tf, x))


def _ignoring(tf, change):
    """The elements without errors of what a function makes of a dataset whose third element is one."""
    numbers = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 0.0, 4.0, 5.0])
    inverses = numbers.map(lambda x: tf.debugging.check_numerics(1.0 / x, "of 0"))
    return change(inverses, tf.data.Dataset.range(9)).apply(tf.data.experimental.ignore_errors())


def _triangle(tf):
    return tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x], x))


def _repeated(tf, last):
    return tf.data.Dataset.range(1, last), lambda x: tf.data.Dataset.from_tensors(x).repeat(x)


def _interleaved(tf, last, *numbers, **named):
    dataset, repeat = _repeated(tf, last)
    return dataset.interleave(repeat, *numbers, **named)


def _of(generator, *parts):
    """A dataset of a generator. parts: functions of tf that return the arguments; after four of them, of the dataset."""

    def make(tf, folder):
        dataset = tf.data.Dataset.from_generator(generator, *[part(tf) for part in parts[:3]])
        return parts[4](dataset) if len(parts) > 4 else dataset

    return make


def _range(*steps):
    """The numbers up to some, through steps: functions of tf and a dataset."""

    def make(tf, folder):
        dataset = tf.data.Dataset.range(steps[0])
        for step in steps[1:]:
            dataset = step(tf, dataset)
        return dataset

    return make


CASES = {
    # Order
    "shuffle": _range(10, lambda tf, d: d.shuffle(4, seed=3)),
    "shuffle and repeat": _range(5, lambda tf, d: d.shuffle(4, seed=3).repeat(2)),
    "shuffle the same way again": _range(5, lambda tf, d: d.shuffle(4, 3, reshuffle_each_iteration=False).repeat(2)),
    "shuffle_and_repeat": _range(5, lambda tf, d: d.apply(tf.data.experimental.shuffle_and_repeat(4, 2, seed=3))),
    "shuffle by the graph's seed": _seeded,
    "shuffle batches": _range(7, lambda tf, d: d.batch(2).shuffle(3, seed=1).repeat(2).prefetch(2)),
    "repeat": _range(2, lambda tf, d: d.repeat(2)),
    "take and skip": _range(10, lambda tf, d: d.skip(2).take(3)),
    "take all, skip all": _range(3, lambda tf, d: d.take(-1).concatenate(d.skip(-1))),
    "shard": _range(10, lambda tf, d: d.shard(3, 1)),
    "shard out of range": _range(10, lambda tf, d: d.shard(3, 3)),
    "concatenate": _range(2, lambda tf, d: d.concatenate(tf.data.Dataset.range(5, 9, 3))),
    "enumerate": _range(2, lambda tf, d: d.enumerate(5)),
    "zip": _range(3, lambda tf, d: tf.data.Dataset.zip((d, {"a": d.repeat(), "b": (d.skip(1),)}))),
    "cache": _range(3, lambda tf, d: d.map(lambda x: x + 1).cache().repeat(2)),
    "cache in a file": lambda tf, f: tf.data.Dataset.range(3).cache(f + "/cache").repeat(2),
    # Batches
    "batch": _range(5, lambda tf, d: d.batch(2)),
    "batch, drop_remainder": _range(5, lambda tf, d: d.batch(2, drop_remainder=True)),
    "batch of different shapes": _of(
        lambda: iter([[1], [1, 2]]), lambda tf: tf.int32, lambda tf: [None], lambda tf: None, lambda d: d.batch(2)
    ),
    "padded_batch": lambda tf, f: _triangle(tf).padded_batch(2, [None]),
    "padded_batch, drop_remainder": lambda tf, f: (
        _triangle(tf).map(lambda x: (x, x[0])).padded_batch(2, ([4], []), (np.int64(-1), np.int64(0)), True)
    ),
    "padded_batch to less": lambda tf, f: _triangle(tf).padded_batch(2, [1]),
    "unbatch": lambda tf, f: (
        tf.data.Dataset.from_tensors((np.arange(2), np.arange(4).reshape(2, 2))).apply(tf.data.experimental.unbatch())
    ),
    "unbatch a batch": _range(3, lambda tf, d: d.batch(2).apply(tf.data.experimental.unbatch())),
    "dense_to_sparse_batch": lambda tf, f: _triangle(tf).apply(tf.data.experimental.dense_to_sparse_batch(2, [4])),
    "window": _range(7, lambda tf, d: d.window(3, 2, 1).flat_map(lambda w: w.batch(3))),
    "window with stride": _range(7, lambda tf, d: d.window(2, 3, 2, True).flat_map(lambda w: w.batch(3))),
    "window of pairs": _range(
        3,
        lambda tf, d: (
            tf.data.Dataset.zip((d, d)).window(2).flat_map(lambda a, b: tf.data.Dataset.zip((a.batch(2), b.batch(2))))
        ),
    ),
    "map_and_batch": _range(5, lambda tf, d: d.apply(tf.data.experimental.map_and_batch(lambda x: x * 2, 2))),
    "map_and_batch, drop_remainder": _range(
        5, lambda tf, d: d.apply(tf.data.experimental.map_and_batch(lambda x: x * 2, 2, drop_remainder=True))
    ),
    "map_and_batch, batch": _range(
        6, lambda tf, d: d.apply(tf.data.experimental.map_and_batch(lambda x: x * 2, 2)).batch(2)
    ),
    "scan, batch": _range(
        5, lambda tf, d: d.apply(tf.data.experimental.scan(np.int64(1), lambda s, x: (s * 2, s + x))).batch(2)
    ),
    "unique vectors": lambda tf, f: (
        tf.data.Dataset.from_tensor_slices([[1, 2], [2, 1], [1, 2]]).apply(tf.data.experimental.unique())
    ),
    # Functions
    "map to a structure": _range(2, lambda tf, d: d.map(lambda x: {"a": x, "b": (x, [x, x])})),
    "map to one_hot": _range(3, lambda tf, d: d.map(lambda x: (tf.one_hot(x, 3), tf.squared_difference(x, 2)))),
    "map strings": lambda tf, f: (
        tf.data.Dataset.from_tensor_slices(["a", "bb"]).map(lambda s: (tf.strings.length(s), s + "!"))
    ),
    "map py_func": _range(3, lambda tf, d: d.map(lambda x: tf.py_func(lambda v: v * 2, [x], tf.int64))),
    "map in parallel": _range(
        5, lambda tf, d: d.map(lambda x: tf.py_func(lambda v: v * 2, [x], tf.int64), num_parallel_calls=2)
    ),
    "map that ends": _range(3, lambda tf, d: d.map(lambda x: _until(tf, 1, x))),
    "map that ends in a window": _range(
        3, lambda tf, d: d.window(3).flat_map(lambda w: w.map(lambda x: _until(tf, 1, x)))
    ),
    "map of version 2 that ends": lambda tf, f: (
        tf.compat.v2.data.Dataset.range(3).map(lambda x: _until(tf, 1, x), num_parallel_calls=2)
    ),
    "map cond": _range(4, lambda tf, d: d.map(lambda x: tf.cond(x > 1, lambda: x * 10, lambda: x))),
    "map while_loop": _range(
        4, lambda tf, d: d.map(lambda x: tf.while_loop(lambda i: i < 10, lambda i: i + x + 1, [x]))
    ),
    "map random": _range(2, lambda tf, d: d.map(lambda x: tf.shape(tf.random_uniform([2, 3])))),
    "map what fails": lambda tf, f: _inverses(tf),
    "ignore_errors": lambda tf, f: _inverses(tf).apply(tf.data.experimental.ignore_errors()),
    "ignore_errors of a zip": lambda tf, f: _ignoring(tf, lambda d, n: tf.data.Dataset.zip((n, d, d, n))),
    "ignore_errors after skip": lambda tf, f: _ignoring(tf, lambda d, n: d.skip(3)),
    "ignore_errors of a shard": lambda tf, f: _ignoring(tf, lambda d, n: d.shard(2, 0)),
    "map captured": _captured,
    "map by a table": _table,
    "filter": _range(6, lambda tf, d: d.filter(lambda x: tf.equal(x % 2, 0))),
    "flat_map": _range(4, lambda tf, d: d.flat_map(tf.data.Dataset.range)),
    "interleave": lambda tf, f: _interleaved(tf, 4, 2, 2),
    "interleave more": lambda tf, f: _interleaved(tf, 6, 3, 1),
    "interleave in parallel": lambda tf, f: _interleaved(tf, 6, 3, 1, num_parallel_calls=2),
    "parallel_interleave": lambda tf, f: _repeated(tf, 4)[0].apply(
        tf.data.experimental.parallel_interleave(_repeated(tf, 4)[1], 2, 2)
    ),
    "group_by_window": _range(
        7, lambda tf, d: d.apply(tf.data.experimental.group_by_window(lambda x: x % 2, lambda k, w: w.batch(2), 2))
    ),
    "group_by_reducer": _range(
        6,
        lambda tf, d: d.apply(
            tf.data.experimental.group_by_reducer(
                lambda x: x % 2,
                tf.data.experimental.Reducer(lambda k: np.int64(0), lambda s, x: s + x, lambda s: s),
            )
        ),
    ),
    "scan": _range(4, lambda tf, d: d.apply(tf.data.experimental.scan(np.int64(0), lambda s, x: (s + x, s * 10 + x)))),
    "take_while": _range(9, lambda tf, d: d.apply(tf.data.experimental.take_while(lambda x: x < 3))),
    "unique": lambda tf, f: tf.data.Dataset.from_tensor_slices([1, 2, 1, 3]).apply(tf.data.experimental.unique()),
    "reduce": _range(5, lambda tf, d: d.reduce((np.int64(0), 1.0), lambda s, x: (s[0] + x, s[1] * 2))),
    "reduce to any size": _range(3, lambda tf, d: d.reduce(np.zeros(0, np.int64), lambda s, x: tf.concat([s, [x]], 0))),
    "get_single_element": _range(1, lambda tf, d: tf.data.experimental.get_single_element(d)),
    "get_single_element of two": _range(2, lambda tf, d: tf.data.experimental.get_single_element(d)),
    "cardinality of what functions give": _range(
        5,
        lambda tf, d: tf.data.Dataset.from_tensors(
            [
                tf.data.experimental.cardinality(one)
                for one in (
                    d.map(lambda x: x),
                    d.map(lambda x: x, num_parallel_calls=2),
                    d.take(-1),
                    d.apply(tf.data.experimental.ignore_errors()),
                )
            ]
        ),
    ),
    "cardinality": _range(
        5,
        lambda tf, d: tf.stack(
            [
                tf.data.experimental.cardinality(one)
                for one in (d, d.repeat(), d.batch(2), d.filter(lambda x: x > 2), d.shard(2, 0), d.window(2), d.take(3))
            ]
        ),
    ),
    # Sources
    "slices": lambda tf, f: tf.data.Dataset.from_tensor_slices((np.arange(4.0).reshape(2, 2), {"a": [1, 2]})),
    "slices of different sizes": lambda tf, f: tf.data.Dataset.from_tensor_slices(([1, 2], [1, 2, 3])),
    "generator": _of(
        lambda: ((i, [i] * i) for i in range(3)), lambda tf: (tf.int32, tf.float32), lambda tf: ([], [None])
    ),
    "generator of dicts": _of(
        lambda: ({"a": i, "b": f"s{i}"} for i in range(2)), lambda tf: {"a": tf.int64, "b": tf.string}
    ),
    "generator with arguments": _of(
        lambda n: iter(range(n)), lambda tf: tf.int64, lambda tf: [], lambda tf: (3,)
    ),
    "generator of another type": _of(lambda: iter([1, "x"]), lambda tf: tf.int64, lambda tf: []),
    "generator of another shape": _of(lambda: iter([[1], 2]), lambda tf: tf.int64, lambda tf: [None]),
    "generator of another structure": _of(lambda: iter([1]), lambda tf: (tf.int64, tf.int64)),
    "generator that fails": _of(lambda: (1 // i for i in [1, 0]), lambda tf: tf.int64, lambda tf: []),
    "sparse": lambda tf, f: _sparse(tf).batch(2),
    "map sparse": lambda tf, f: _sparse(tf).map(lambda s: tf.SparseTensor(s.indices, s.values * 2, s.dense_shape)),
    "sparse slices": lambda tf, f: tf.data.Dataset.from_sparse_tensor_slices(
        tf.SparseTensor([[0, 0], [2, 1]], [1.0, 2.0], [3, 2])
    ),
    "lines": lambda tf, f: tf.data.TextLineDataset([f + "/a.txt", f + "/b.txt"]),
    "lines of no file": lambda tf, f: tf.data.TextLineDataset(f + "/none").take(1),
    "records": lambda tf, f: tf.data.TFRecordDataset(f + "/records"),
    "compressed records": lambda tf, f: tf.data.TFRecordDataset(tf.constant([f + "/records.gz"]), "GZIP"),
    "records of several files": lambda tf, f: tf.data.TFRecordDataset([f + "/records"] * 2, num_parallel_reads=2),
    "records of one length": lambda tf, f: tf.data.FixedLengthRecordDataset(f + "/fixed", 3, 2, 2),
    "records of a wrong length": lambda tf, f: tf.data.FixedLengthRecordDataset(f + "/fixed", 4, 2, 2),
    "list_files": lambda tf, f: tf.data.Dataset.list_files(f + "/*.txt", shuffle=False),
    "csv": lambda tf, f: tf.data.experimental.CsvDataset(f + "/table.csv", [[0], ["none"]], header=True),
    "Counter": lambda tf, f: tf.data.experimental.Counter(3, 2).take(3),
    "RandomDataset": lambda tf, f: tf.data.experimental.RandomDataset(5).take(3),
    "choose_from_datasets": lambda tf, f: tf.data.experimental.choose_from_datasets(
        [tf.data.Dataset.from_tensors(i).repeat() for i in range(3)], tf.data.Dataset.from_tensor_slices([2, 0, 1]).map(
            lambda x: tf.cast(x, tf.int64)
        )
    ),
    "sample_from_datasets": lambda tf, f: tf.data.experimental.sample_from_datasets(
        [tf.data.Dataset.from_tensors(i).repeat(2) for i in range(3)], [0.2, 0.5, 0.3], seed=4
    ).reduce(0, lambda s, x: s + x),
    "sample_from_datasets by a dataset of weights": lambda tf, f: tf.data.experimental.sample_from_datasets(
        [tf.data.Dataset.from_tensors(i).repeat(2) for i in range(3)],
        tf.data.Dataset.from_tensors([0.2, 0.5, 0.3]).repeat(), seed=4
    ),
    "rejection_resample": lambda tf, f: tf.data.Dataset.from_tensor_slices([0, 0, 1, 0, 2, 0]).repeat(2).apply(
        tf.data.experimental.rejection_resample(lambda x: x, [0.4, 0.3, 0.3], [0.5, 0.3, 0.2], seed=4)
    ),
    "rejection_resample of unknown classes": lambda tf, f: tf.data.Dataset.from_tensor_slices([0, 0, 1]).repeat(3).apply(
        tf.data.experimental.rejection_resample(lambda x: x, [0.4, 0.6], seed=4)
    ),
    "bucket_by_sequence_length": lambda tf, f: _triangle(tf).repeat(2).apply(
        tf.data.experimental.bucket_by_sequence_length(tf.size, [2, 3], [2, 2, 1])
    ),
}  # fmt: skip
