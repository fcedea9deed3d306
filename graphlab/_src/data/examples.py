"""Datasets of the records of TFRecord files: batches of them, or of parsed Examples."""

from graphlab._src.base import dtypes
from graphlab._src.data import structure
from graphlab._src.data.csv import in_epochs, read_files
from graphlab._src.data.dataset import AUTOTUNE, Dataset
from graphlab._src.data.readers import TFRecordDataset
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.io.readers import ReaderBase
from graphlab._src.ops.parsing.examples import parse_example


def parse_example_dataset(features, num_parallel_calls=1):
    """Makes of a dataset of vectors of serialized Examples one of {key: tensor}, as tf.io.parse_example returns it."""
    if features is None:
        raise ValueError(f"Missing: features was {features}.")

    def apply(dataset):
        if not TensorSpec([None], dtypes.string).is_compatible_with(dataset.element_spec):
            raise TypeError("Input dataset should be a dataset of vectors of strings")
        return dataset.map(lambda serialized: parse_example(serialized, features), num_parallel_calls)

    return apply


def make_batched_features_dataset(
    file_pattern,
    batch_size,
    features,
    reader=TFRecordDataset,
    label_key=None,
    reader_args=None,
    num_epochs=None,
    shuffle=True,
    shuffle_buffer_size=10000,
    shuffle_seed=None,
    prefetch_buffer_size=None,
    reader_num_threads=None,
    parser_num_threads=None,
    sloppy_ordering=False,
    drop_final_batch=False,
):
    """Batches of the Examples in files: {key: tensor}, or a pair of that and the label.

    file_pattern: of names.  features: as tf.io.parse_example expects them.  label_key: which of them is the label.
    reader: makes a dataset of the name of a file and reader_args.  num_epochs: how often, without end for None.
    """
    if label_key and label_key not in features:
        raise ValueError(f"The `label_key` provided ({label_key!r}) must be one of the `features` keys.")
    if isinstance(reader, type) and issubclass(reader, ReaderBase):
        raise TypeError(
            "The `reader` argument must return a `Dataset` object. `tf.ReaderBase` subclasses are not supported. For "
            "example, pass `tf.data.TFRecordDataset` instead of `tf.TFRecordReader`."
        )
    names = Dataset.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
    dataset = read_files(names, lambda name: reader(name, *(reader_args or [])), reader_num_threads, sloppy_ordering)
    if structure.types_of(dataset.element_spec) == (dtypes.string, dtypes.string):
        dataset = dataset.map(lambda _, value: value)
    dataset = in_epochs(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    dataset = dataset.apply(parse_example_dataset(features, parser_num_threads or 2))
    if label_key:
        dataset = dataset.map(lambda parsed: (parsed, parsed.pop(label_key)))
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def make_tf_record_dataset(
    file_pattern,
    batch_size,
    parser_fn=None,
    num_epochs=None,
    shuffle=True,
    shuffle_buffer_size=None,
    shuffle_seed=None,
    prefetch_buffer_size=None,
    num_parallel_reads=None,
    num_parallel_parser_calls=None,
    drop_final_batch=False,
):
    """Batches of the records of TFRecord files, or of what parser_fn makes of each.

    num_epochs: how often, without end for None.  num_parallel_reads: of how many files records are interleaved, 24 if None.
    """
    files = Dataset.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
    dataset = TFRecordDataset(files, num_parallel_reads=24 if num_parallel_reads is None else num_parallel_reads)
    buffer_size = 10000 if shuffle_buffer_size is None else shuffle_buffer_size
    dataset = in_epochs(dataset, num_epochs, shuffle, buffer_size, shuffle_seed)
    if parser_fn is not None:
        calls = batch_size if num_parallel_parser_calls is None else num_parallel_parser_calls
        dataset = dataset.map(parser_fn, calls)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    if prefetch_buffer_size == 0:
        return dataset
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)
