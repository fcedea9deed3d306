"""Datasets as files with a reader and a decoder, and providers of their items as tensors."""

import abc

from graphlab._src.contrib.slim.data.parallel_reader import parallel_read


class DataDecoder(abc.ABC):
    """What makes items of a record. A subclass defines decode and list_items."""

    @abc.abstractmethod
    def decode(self, data, items):
        """The tensors of the named items, in their order. ValueError for one that there is not."""

    @abc.abstractmethod
    def list_items(self):
        """The names of the items."""


class DataProvider:
    """Items of a data set.  items_to_tensors: {name: tensor}.  num_samples: how many examples the set has."""

    def __init__(self, items_to_tensors, num_samples):
        self._items_to_tensors = items_to_tensors
        self._num_samples = num_samples

    def get(self, items):
        """The tensors of the named items, a list. ValueError for one that there is not."""
        self._validate_items(items)
        return [self._items_to_tensors[item] for item in items]

    def list_items(self):
        """The names of the items."""
        return self._items_to_tensors.keys()

    def num_samples(self):
        """How many examples the set has."""
        return self._num_samples

    def _validate_items(self, items):
        if not isinstance(items, (list, tuple)):
            raise ValueError("items must be a list or tuple")
        valid = self.list_items()
        for item in items:
            if item not in valid:
                raise ValueError(f"Item [{item}] is invalid. Valid entries include: {valid}")


class Dataset:
    """A data set, as attributes.

    data_sources: files or patterns.  reader: a class like TFRecordReader.  decoder: a DataDecoder.
    items_to_descriptions: {item: words}.  Further keywords are attributes, too.
    """

    def __init__(self, data_sources, reader, decoder, num_samples, items_to_descriptions, **kwargs):
        self.data_sources, self.reader, self.decoder = data_sources, reader, decoder
        self.num_samples, self.items_to_descriptions = num_samples, items_to_descriptions
        vars(self).update(kwargs)


class DatasetDataProvider(DataProvider):
    """The items of a Dataset's next example, which queue runners read, and its key.

    dataset: a Dataset.  num_epochs: without end when left out; else a local variable counts.
    common_queue_capacity, common_queue_min: of the queue between readers and the decoder.  record_key: the key's name.
    The other arguments are those of parallel_read.
    """

    def __init__(
        self,
        dataset,
        num_readers=1,
        reader_kwargs=None,
        shuffle=True,
        num_epochs=None,
        common_queue_capacity=256,
        common_queue_min=128,
        record_key="record_key",
        seed=None,
        scope=None,
    ):
        key, data = parallel_read(
            dataset.data_sources,
            reader_class=dataset.reader,
            num_epochs=num_epochs,
            num_readers=num_readers,
            reader_kwargs=reader_kwargs,
            shuffle=shuffle,
            capacity=common_queue_capacity,
            min_after_dequeue=common_queue_min,
            seed=seed,
            scope=scope,
        )
        names = dataset.decoder.list_items()
        found = dict(zip(names, dataset.decoder.decode(data, names), strict=True))
        if record_key in found:
            raise ValueError(
                f"The item name used for `record_key` cannot also be used for a dataset item: {record_key}"
            )
        super().__init__({**found, record_key: key}, dataset.num_samples)
