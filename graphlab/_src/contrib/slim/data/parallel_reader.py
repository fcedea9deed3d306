"""Several readers that fill one queue, and a queue that is filled with batches before they are needed."""

from graphlab._src.base import dtypes
from graphlab._src.graph import name_scope
from graphlab._src.io import file_system
from graphlab._src.io.readers import ReaderBase
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.cast import cast
from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.input_producers import string_input_producer
from graphlab._src.train.queue_runner import QueueRunner, add_queue_runner


class ParallelReader(ReaderBase):
    """num_readers readers, each with a file of its own, that put (key, value) into one queue.

    reader_class: a class like TFRecordReader, made with reader_kwargs.  common_queue: of two strings; TypeError for others.
    """

    def __init__(self, reader_class, common_queue, num_readers=4, reader_kwargs=None):
        kinds = common_queue.dtypes
        if len(kinds) != 2 or not all(kind.is_compatible_with(dtypes.string) for kind in kinds):
            raise TypeError("common_queue.dtypes must be [tf.string, tf.string]")
        self._readers = [reader_class(**(reader_kwargs or {})) for _ in range(num_readers)]
        self._common_queue = common_queue

    @property
    def num_readers(self):
        """How many readers there are."""
        return len(self._readers)

    @property
    def common_queue(self):
        """The queue that they fill."""
        return self._common_queue

    def read(self, queue, name=None):
        """(key, value) of the next record: strings. queue: of the names of files."""
        self._fill_from(queue)
        return self._common_queue.dequeue(name=name)

    def read_up_to(self, queue, num_records, name=None):
        """(keys, values) of up to so many records: strings, vectors."""
        self._fill_from(queue)
        return self._common_queue.dequeue_up_to(num_records, name)

    def _fill_from(self, queue):
        enqueued = [self._common_queue.enqueue(reader.read(queue)) for reader in self._readers]
        add_queue_runner(QueueRunner(self._common_queue, enqueued))

    def num_records_produced(self, name=None):
        """How many records they have produced: int64, scalar."""
        return add_n([reader.num_records_produced() for reader in self._readers], name=name)

    def num_work_units_completed(self, name=None):
        """How many files they have ended: int64, scalar."""
        return add_n([reader.num_work_units_completed() for reader in self._readers], name=name)


def parallel_read(
    data_sources,
    reader_class,
    num_epochs=None,
    num_readers=4,
    reader_kwargs=None,
    shuffle=True,
    dtypes=None,
    capacity=256,
    min_after_dequeue=128,
    seed=None,
    scope=None,
):
    """(key, value) of the next record of some files: strings.

    data_sources: files or patterns.  reader_class: a class like TFRecordReader.  num_epochs: without end when left out.
    shuffle: the files and the records; min_after_dequeue: how many the queue keeps to choose from.
    """
    files = get_data_files(data_sources)
    with name_scope(scope, "parallel_read"):
        names = string_input_producer(files, num_epochs=num_epochs, shuffle=shuffle, seed=seed, name="filenames")
        kinds = dtypes or ["string", "string"]
        if shuffle:
            queue = RandomShuffleQueue(capacity, min_after_dequeue, kinds, seed=seed, name="common_queue")
        else:
            queue = FIFOQueue(capacity, kinds, name="common_queue")
        _summarize(queue, capacity)
        return ParallelReader(reader_class, queue, num_readers, reader_kwargs).read(names)


def single_pass_read(data_sources, reader_class, reader_kwargs=None, scope=None):
    """(key, value) of the next record, read once from the first file to the last."""
    files = get_data_files(data_sources)
    with name_scope(scope, "single_pass_read"):
        names = string_input_producer(files, num_epochs=1, shuffle=False, capacity=1, name="filenames")
        return reader_class(**(reader_kwargs or {})).read(names)


def get_data_files(data_sources):
    """The files of a name, a pattern, or a list of them. ValueError where there is none."""
    if isinstance(data_sources, (list, tuple)):
        files = [path for source in data_sources for path in get_data_files(source)]
    elif any(sign in data_sources for sign in "*?["):
        files = file_system.glob(data_sources)
    else:
        files = [data_sources]
    if not files:
        raise ValueError(f"No data files found in {data_sources}")
    return files


def prefetch_queue(tensors, capacity=8, num_threads=1, dynamic_pad=False, shared_name=None, name=None):
    """A queue that a queue runner fills with values of tensors, a list or a dict.

    dynamic_pad: whether dimensions may be unknown.
    """
    names = sorted(tensors) if isinstance(tensors, dict) else None
    items = tensors if names is None else [tensors[key] for key in names]
    with name_scope(name, "prefetch_queue", items):
        queue = (PaddingFIFOQueue if dynamic_pad else FIFOQueue)(
            capacity=capacity,
            dtypes=[item.dtype for item in items],
            shapes=[item.shape for item in items],
            names=names,
            shared_name=shared_name,
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue(tensors)] * num_threads))
        _summarize(queue, capacity)
        return queue


def _summarize(queue, capacity):
    scalar(f"fraction_of_{capacity}_full", cast(queue.size(), dtypes.float32) * (1.0 / capacity))
