"""Files of records, and what is in them: events, Examples, lines, digits."""

import gzip
import struct
import zlib

import numpy as np

import graphlab as tf
from graphlab._src.contrib.learn.datasets import mnist
from graphlab._src.proto import Event
from graphlab._src.proto.example import Example, SequenceExample
from graphlab._src.viz.scalars import page, reader
from tests.fuzz.mutations import either, files_of_records, gzipped, messages, records, spoil_bytes, zlib_packed
from tests.fuzz.readers.reader import Reader


def _read_records(kind):
    def read(content, folder):
        path = str(folder / "r")
        (folder / "r").write_bytes(content)
        for _ in tf.python_io.tf_record_iterator(path, kind):
            pass

    return read


def read_events(content, folder):
    (folder / "events.out.tfevents.1.x").write_bytes(content)
    for _ in tf.train.summary_iterator(str(folder / "events.out.tfevents.1.x")):
        pass


def draw_events(content, folder):
    """As tf.summary.live does."""
    (folder / "events.out.tfevents.1.x").write_bytes(content)
    scalars = reader.Scalars(folder)
    scalars.read()
    page.as_html(scalars.series, 0.6, "nothing")
    page.as_svg(scalars.series, 0.6, "nothing")
    page.as_text(scalars.series, "nothing")


def events():
    """A small event file."""
    found = [Event(file_version="brain.Event:2")]
    for step in range(3):
        found.append(Event(wall_time=1.0, step=step))
        found[-1].summary.value.add(tag="loss", simple_value=0.5 * step)
        value = found[-1].summary.value.add(tag="accuracy")
        value.metadata.plugin_data.plugin_name = "scalars"
        value.tensor.CopyFrom(tf.make_tensor_proto(0.25 * step))
    with tf.Graph().as_default() as graph:
        tf.constant(1, name="one")
        found.append(Event(graph_def=graph.as_graph_def().SerializeToString()))
        found.append(Event(meta_graph_def=tf.train.export_meta_graph().SerializeToString()))
    found.append(Event())
    found[-1].tagged_run_metadata.tag = "step"
    return records(*[event.SerializeToString() for event in found])


def spoil_events(random, content):
    return files_of_records(messages(Event))(random, content)


def _example():
    message = Example()
    message.features.feature["numbers"].float_list.value.extend([1.0, 2.0])
    message.features.feature["ids"].int64_list.value.extend([1, 2, 3])
    message.features.feature["word"].bytes_list.value.append(b"text")
    return message


def _sequence_example():
    message = SequenceExample()
    message.context.feature["word"].bytes_list.value.append(b"text")
    for length in (2, 1):
        steps = message.feature_lists.feature_list["ids"]
        steps.feature.add().int64_list.value.extend(range(length))
        message.feature_lists.feature_list["numbers"].feature.add().float_list.value.extend([1.0, 2.0])
    return message


def runner(make, dtype=tf.string, shape=()):
    """Runs operations on the bytes, in a session of their own."""
    with tf.Graph().as_default():
        content = tf.placeholder(dtype, list(shape))
        made = make(content)
        session = tf.Session()
    return lambda data, _: session.run(made, {content: data if shape == () else [data]})


def _parse_examples(serialized):
    spec = {
        "numbers": tf.FixedLenFeature([2], tf.float32),
        "ids": tf.VarLenFeature(tf.int64),
        "word": tf.FixedLenFeature([], tf.string, default_value=b""),
    }
    steps = {"numbers": tf.FixedLenSequenceFeature([], tf.float32, allow_missing=True)}
    sparse = {"pairs": tf.SparseFeature("ids", "numbers", tf.float32, size=4)}
    return [tf.parse_example(serialized, one) for one in (spec, steps, sparse)]


def _parse_sequence(serialized):
    return tf.io.parse_single_sequence_example(
        serialized,
        {"word": tf.FixedLenFeature([], tf.string)},
        {"ids": tf.VarLenFeature(tf.int64), "numbers": tf.FixedLenSequenceFeature([2], tf.float32)},
    )


def _csv_line(line):
    return tf.io.decode_csv(line, [[0], [0.0], [""]])


def read_by_datasets(content, folder):
    """Lines, fields and records of one file, as datasets have them."""
    path = str(folder / "d")
    (folder / "d").write_bytes(content)
    with tf.Graph().as_default(), tf.Session() as session:
        made = [
            tf.data.TextLineDataset(path),
            tf.data.FixedLengthRecordDataset(path, 3, 1, 1),
            tf.data.TFRecordDataset(path),
            tf.data.experimental.CsvDataset(path, [tf.int32, [0.0], tf.string], header=True),
        ]
        for dataset in made:
            following = dataset.make_one_shot_iterator().get_next()
            try:
                for _ in range(5):
                    session.run(following)
            except tf.errors.OpError:
                continue


def read_csv_columns(content, folder):
    path = str(folder / "d.csv")
    (folder / "d.csv").write_bytes(content)
    with tf.Graph().as_default(), tf.Session() as session:
        dataset = tf.data.experimental.make_csv_dataset(path, 2, label_name="c", num_epochs=1, shuffle=False)
        session.run(dataset.make_one_shot_iterator().get_next())


def read_vocabulary(content, folder):
    path = str(folder / "v.txt")
    (folder / "v.txt").write_bytes(content)
    with tf.Graph().as_default(), tf.Session() as session:
        table = tf.contrib.lookup.index_table_from_file(path, num_oov_buckets=1)
        names = tf.contrib.lookup.index_to_string_table_from_file(path)
        pairs = tf.contrib.lookup.HashTable(tf.contrib.lookup.TextFileInitializer(path, tf.string, 0, tf.int64, 1), -1)
        for one in (table, names, pairs):
            try:
                session.run(one.initializer)
            except tf.errors.OpError:
                continue
        session.run([table.lookup(tf.constant(["a"])), names.lookup(tf.constant([1], tf.int64))])


def _digits(*sizes):
    numbers = np.arange(np.prod(sizes), dtype=np.uint8)
    return b"\0\0\x08" + bytes([len(sizes)]) + struct.pack(f">{len(sizes)}I", *sizes) + numbers.tobytes()


def read_digits(content, folder):
    for name in mnist.FILES:
        kind = "images" if "images" in name else "labels"
        (folder / name).write_bytes(content if kind == "images" else _digits(2))
    mnist.read_data_sets(str(folder), validation_size=0)
    with open(folder / mnist.FILES[0], "rb") as file:
        mnist.extract_labels(file, one_hot=True)


def read_labels(content, folder):
    path = folder / "labels"
    path.write_bytes(gzip.compress(content, 1) if content[:2] != b"\x1f\x8b" else content)
    with open(path, "rb") as file:
        mnist.extract_labels(file, one_hot=True)


def _texts(content):
    """Operations that read strings."""
    strings = tf.reshape(content, [1])
    return [
        tf.strings.unicode_transcode(strings, "UTF-16-BE", "UTF-8"),
        tf.string_split(strings).values,
        tf.strings.lower(strings),
        tf.strings.length(strings, unit="UTF8_CHAR"),
        tf.strings.regex_replace(strings, "(a+)b", r"\1"),
        tf.strings.to_hash_bucket_fast(strings, 10),
        tf.as_string(tf.strings.length(strings)),
        tf.decode_raw(tf.strings.substr(strings, 0, 0), tf.int32),
    ]


def _each(*makers):
    """Each by itself, because one that refuses ends the run of all."""
    runs = [runner(make) for make in makers]

    def read(content, folder):
        for run in runs:
            try:
                run(content, folder)
            except tf.errors.OpError:
                continue

    return read


def _sparse(content):
    return tf.deserialize_many_sparse(tf.reshape(tf.stack([content] * 3), [1, 3]), tf.float32)


NAMES = (
    "records",
    "gzip",
    "zlib",
    "events",
    "live_scalars",
    "example",
    "sequence_example",
    "csv",
    "csv_columns",
    "datasets",
    "vocabulary",
    "idx",
    "labels",
    "tensor",
    "packed",
    "texts",
)


def readers():
    plain = records(b"first", b"x" * 300, b"")
    spoil_records = files_of_records()
    digits = either(spoil_bytes, gzipped(spoil_bytes))
    tensor = tf.make_tensor_proto(np.ones((2, 2), np.float32))
    message_of_tensor = messages(type(tensor))
    line = b'1,2.5,"a ""b"", c"'
    lines = b'a,b,c\n1,2.5,x\n3,4,"y\n"\n'
    return {
        "records": Reader([plain], spoil_records, _read_records("")),
        "gzip": Reader([gzip.compress(plain)], gzipped(spoil_records), _read_records("GZIP")),
        "zlib": Reader([zlib.compress(plain)], zlib_packed(spoil_records), _read_records("ZLIB")),
        "events": Reader([events()], spoil_events, read_events),
        "live_scalars": Reader([events()], spoil_events, draw_events),
        "example": Reader([_example().SerializeToString()], messages(Example), runner(_parse_examples, shape=[None])),
        "sequence_example": Reader(
            [_sequence_example().SerializeToString()], messages(SequenceExample), runner(_parse_sequence)
        ),
        "csv": Reader([line], spoil_bytes, runner(_csv_line)),
        "csv_columns": Reader([lines], spoil_bytes, read_csv_columns, slow=True),
        "datasets": Reader([lines, plain], either(spoil_bytes, spoil_records), read_by_datasets, slow=True),
        "vocabulary": Reader([b"a\t1\nb\t2\n"], spoil_bytes, read_vocabulary, slow=True),
        "idx": Reader([_digits(2, 3, 3), gzip.compress(_digits(2))], digits, read_digits),
        "labels": Reader([_digits(2), gzip.compress(_digits(2))], digits, read_labels),
        "tensor": Reader(
            [tensor.SerializeToString()],
            message_of_tensor,
            _each(lambda content: tf.io.parse_tensor(content, tf.float32), _sparse),
        ),
        "packed": Reader(
            [zlib.compress(b"text"), gzip.compress(b"text")],
            either(spoil_bytes, gzipped(spoil_bytes), zlib_packed(spoil_bytes)),
            _each(
                lambda content: tf.io.decode_compressed(content, "ZLIB"),
                lambda content: tf.io.decode_compressed(content, "GZIP"),
                tf.io.decode_base64,
                lambda content: tf.decode_raw(content, tf.float32),
                tf.string_to_number,
            ),
        ),
        "texts": Reader(["aab é 日本".encode(), b"a b"], spoil_bytes, _each(_texts)),
    }
