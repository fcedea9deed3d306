"""Batches of what files hold, through queues: as serialized examples, or parsed.

What the functions share is this: `file_pattern` is a pattern or a list of patterns, `reader` a class such as
tf.TFRecordReader. `randomize_input` shuffles files and examples, by `seed`. `num_epochs` says how often all files come,
without end if None; the last batch may then be smaller. `queue_capacity` is that of the queue of examples, and
`read_batch_size` how many examples a thread reads in one go. `parse_fn` converts what was read before it enters the queue.
"""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.errors import CancelledError, OutOfRangeError
from graphlab._src.graph import Tensor, constant, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.io.gfile import Glob
from graphlab._src.io.readers import TFRecordReader
from graphlab._src.ops.cast import cast
from graphlab._src.ops.parsing.examples import parse_example
from graphlab._src.state.queue import FIFOQueue
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.batching import batch_join, shuffle_batch_join
from graphlab._src.train.input_producers import string_input_producer
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner

_KEY = "__key__"


def read_batch_examples(
    file_pattern,
    batch_size,
    reader,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    num_threads=1,
    read_batch_size=1,
    parse_fn=None,
    name=None,
    seed=None,
):
    """A batch of serialized examples, [batch_size] strings, or what parse_fn makes of them."""
    settings = randomize_input, num_epochs, queue_capacity, num_threads, read_batch_size, parse_fn, name, seed
    return read_keyed_batch_examples(file_pattern, batch_size, reader, *settings)[1]


def read_keyed_batch_examples(
    file_pattern,
    batch_size,
    reader,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    num_threads=1,
    read_batch_size=1,
    parse_fn=None,
    name=None,
    seed=None,
) -> Any:
    """(keys, examples): as read_batch_examples, and the key of each from the reader."""
    names = _files(file_pattern, randomize_input)
    _check(batch_size, queue_capacity, num_threads, read_batch_size, num_epochs)
    with name_scope(name, "read_batch_examples", [file_pattern]) as scope:
        with name_scope("file_name_queue") as queue_scope:
            files = string_input_producer(
                constant(names, name="input"), num_epochs, shuffle=randomize_input, name=queue_scope, seed=seed
            )
        examples = _read(files, reader, num_threads, read_batch_size, parse_fn)
        rest: Any = {
            "capacity": queue_capacity,
            "enqueue_many": read_batch_size > 1,
            "allow_smaller_final_batch": num_epochs is not None,
            "name": scope,
        }
        if randomize_input:
            if isinstance(batch_size, Tensor):
                least = int(queue_capacity * 0.4)
            else:
                least = max(queue_capacity - 3 * batch_size, batch_size)
            found = shuffle_batch_join(examples, batch_size, min_after_dequeue=least, seed=seed, **rest)
        else:
            found = batch_join(examples, batch_size, **rest)
        if parse_fn and isinstance(found, dict):
            return found.pop(_KEY), found
        return found


def read_keyed_batch_examples_shared_queue(
    file_pattern,
    batch_size,
    reader,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    num_threads=1,
    read_batch_size=1,
    parse_fn=None,
    name=None,
    seed=None,
):
    """As read_keyed_batch_examples; workers that place its queue of files on one device share the files."""
    settings = randomize_input, num_epochs, queue_capacity, num_threads, read_batch_size, parse_fn, name, seed
    return read_keyed_batch_examples(file_pattern, batch_size, reader, *settings)


def _files(file_pattern, randomize_input):
    if isinstance(file_pattern, list):
        if not file_pattern:
            raise ValueError("No files given to dequeue_examples.")
        names = [name for entry in file_pattern for name in Glob(entry)]
    else:
        names = list(Glob(file_pattern))
    if not names:
        raise ValueError(f"No files match {file_pattern}.")
    return names if randomize_input else sorted(names)


def _check(batch_size: Any, queue_capacity, num_threads, read_batch_size: Any, num_epochs):
    if not queue_capacity or queue_capacity <= 0:
        raise ValueError(f"Invalid queue_capacity {queue_capacity}.")
    of_tensor = isinstance(batch_size, Tensor)
    if batch_size is None or (not of_tensor and (batch_size <= 0 or batch_size >= queue_capacity)):
        raise ValueError(f"Invalid batch_size {batch_size}, with queue_capacity {queue_capacity}.")
    if read_batch_size is None or (not isinstance(read_batch_size, Tensor) and read_batch_size <= 0):
        raise ValueError(f"Invalid read_batch_size {read_batch_size}.")
    if not num_threads or num_threads <= 0:
        raise ValueError(f"Invalid num_threads {num_threads}.")
    if num_epochs is not None and num_epochs <= 0:
        raise ValueError(f"Invalid num_epochs {num_epochs}.")


def _read(files, reader, num_threads, read_batch_size, parse_fn):
    """What each thread reads: (keys, examples), or a dict with the keys."""
    found = []
    with name_scope("read"):
        for _ in range(num_threads):
            if read_batch_size > 1:
                keys, examples = reader().read_up_to(files, read_batch_size)
            else:
                keys, examples = reader().read(files)
            parsed = parse_fn(examples) if parse_fn else examples
            found.append({**parsed, _KEY: keys} if isinstance(parsed, dict) else (keys, parsed))
    return found


def read_keyed_batch_features(
    file_pattern,
    batch_size,
    features,
    reader,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    reader_num_threads=1,
    feature_queue_capacity=100,
    num_enqueue_threads=2,
    parse_fn=None,
    name=None,
    read_batch_size=None,
):
    """(keys, {key: tensor or SparseTensor}): a batch of examples, parsed.

    features: {key: FixedLenFeature or VarLenFeature}.  feature_queue_capacity: batches that wait after parsing, which
    num_enqueue_threads do.
    """
    with name_scope(name, "read_batch_features", [file_pattern]) as scope:
        keys, examples = read_keyed_batch_examples(
            file_pattern,
            batch_size,
            reader,
            randomize_input,
            num_epochs,
            queue_capacity,
            reader_num_threads,
            batch_size if read_batch_size is None else read_batch_size,
            parse_fn,
            scope,
        )
        return queue_parsed_features(
            parse_example(examples, features), keys, feature_queue_capacity, num_enqueue_threads, scope
        )


def read_keyed_batch_features_shared_queue(
    file_pattern,
    batch_size,
    features,
    reader,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    reader_num_threads=1,
    feature_queue_capacity=100,
    num_queue_runners=2,
    parse_fn=None,
    name=None,
):
    """As read_keyed_batch_features; workers that place its queue of files on one device share the files."""
    settings = randomize_input, num_epochs, queue_capacity, reader_num_threads, feature_queue_capacity
    return read_keyed_batch_features(
        file_pattern, batch_size, features, reader, *settings, num_queue_runners, parse_fn, name
    )


def read_batch_features(
    file_pattern,
    batch_size,
    features,
    reader,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    feature_queue_capacity=100,
    reader_num_threads=1,
    num_enqueue_threads=2,
    parse_fn=None,
    name=None,
    read_batch_size=None,
):
    """{key: tensor or SparseTensor}: a batch of examples, parsed; see read_keyed_batch_features."""
    settings = randomize_input, num_epochs, queue_capacity, reader_num_threads, feature_queue_capacity
    rest = num_enqueue_threads, parse_fn, name, read_batch_size
    return read_keyed_batch_features(file_pattern, batch_size, features, reader, *settings, *rest)[1]


def read_batch_record_features(
    file_pattern,
    batch_size,
    features,
    randomize_input=True,
    num_epochs=None,
    queue_capacity=10000,
    reader_num_threads=1,
    name="dequeue_record_examples",
):
    """{key: tensor or SparseTensor}: a batch of the examples of TFRecord files, parsed."""
    return read_batch_features(
        file_pattern,
        batch_size,
        features,
        TFRecordReader,
        randomize_input,
        num_epochs,
        queue_capacity,
        reader_num_threads=reader_num_threads,
        name=name,
    )


def queue_parsed_features(
    parsed_features, keys=None, feature_queue_capacity=100, num_enqueue_threads=2, name=None
) -> Any:
    """(keys or None, {key: tensor or SparseTensor}): parsed features that have passed through a queue of batches."""
    given = [*parsed_features.values(), *([] if keys is None else [keys])]
    with name_scope(name, "queue_parsed_features", given):
        parts: Any = []
        for key in sorted(parsed_features):
            one = parsed_features[key]
            sparse = isinstance(one, SparseTensor)
            parts.extend([one.indices, one.values, one.dense_shape] if sparse else [one])
        if keys is not None:
            parts.append(keys)
        queue = FIFOQueue(feature_queue_capacity, [part.dtype for part in parts])
        full = cast(queue.size(), dtypes.float32) * (1.0 / feature_queue_capacity)
        scalar(f"queue/parsed_features/{queue.name}/fraction_of_{feature_queue_capacity}_full", full)
        enqueue = [queue.enqueue(parts) for _ in range(num_enqueue_threads)]
        ends = OutOfRangeError, CancelledError
        add_queue_runner(QueueRunner(queue, enqueue, queue_closed_exception_types=ends))
        found: Any = queue.dequeue()
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        for one, part in zip(found, parts, strict=True):
            one.set_shape(part.shape)
        last = None if keys is None else found.pop()
        rest = iter(found)
        passed = {}
        for key in sorted(parsed_features):
            sparse = isinstance(parsed_features[key], SparseTensor)
            passed[key] = SparseTensor(next(rest), next(rest), next(rest)) if sparse else next(rest)
        return last, passed
