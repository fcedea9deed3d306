"""Data sets in local files: MNIST's handwritten digits. graphlab downloads nothing."""

import collections
import gzip
import os
import struct

import numpy as np

from graphlab import dtypes
from graphlab.errors import NotFoundError

__all__ = ["DataSet", "Dataset", "Datasets", "load_dataset", "read_data_sets"]

Dataset = collections.namedtuple("Dataset", ["data", "target"])
Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])


class DataSet:
    """Images and labels, which next_batch gives in an order that changes with each time through.

    images: uint8[examples, rows, columns, 1]; as float32 they are divided by 255.  reshape: to [examples, pixels].
    """

    def __init__(self, images, labels, dtype=dtypes.float32, reshape=True, seed=None):
        dtype = dtypes.as_dtype(dtype).base_dtype
        if dtype not in (dtypes.uint8, dtypes.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        if len(images) != len(labels):
            raise ValueError(f"There are {len(images)} images and {len(labels)} labels")
        if reshape:
            images = images.reshape(len(images), -1)
        if dtype == dtypes.float32:
            images = images.astype(np.float32) * np.float32(1 / 255)
        self._random = np.random.RandomState(seed)
        self._images, self._labels = images, labels
        self._epochs_completed = self._index = 0

    @property
    def images(self):
        """The images, in the order of this time through."""
        return self._images

    @property
    def labels(self):
        """The labels, in the same order."""
        return self._labels

    @property
    def num_examples(self):
        """How many there are."""
        return len(self._images)

    @property
    def epochs_completed(self):
        """How many times all of them came."""
        return self._epochs_completed

    def _shuffle(self):
        order = self._random.permutation(self.num_examples)
        self._images, self._labels = self._images[order], self._labels[order]

    def next_batch(self, batch_size, fake_data=False, shuffle=True):
        """(images, labels) of the next examples; what is left of one time through comes with the first of the next."""
        start = self._index
        if start == 0 and self._epochs_completed == 0 and shuffle:
            self._shuffle()
        if start + batch_size <= self.num_examples:
            self._index += batch_size
            return self._images[start : self._index], self._labels[start : self._index]
        self._epochs_completed += 1
        images, labels = self._images[start:], self._labels[start:]
        if shuffle:
            self._shuffle()
        self._index = batch_size - len(images)
        return (
            np.concatenate([images, self._images[: self._index]]),
            np.concatenate([labels, self._labels[: self._index]]),
        )


def read_data_sets(
    train_dir,
    fake_data=False,
    one_hot=False,
    dtype=dtypes.float32,
    reshape=True,
    validation_size=5000,
    seed=None,
    source_url=None,
):
    """Datasets of MNIST's four IDX files in a folder, packed by gzip or not.

    one_hot: labels as rows with a 1.  validation_size: how many of the training examples are for validation.
    Raises NotFoundError, with the names that are looked for, when a file is not there: nothing is downloaded.
    """
    images, labels = (_read(train_dir, name) for name in ("train-images-idx3-ubyte", "train-labels-idx1-ubyte"))
    others, their_labels = (_read(train_dir, name) for name in ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"))
    if one_hot:
        labels, their_labels = np.eye(10)[labels], np.eye(10)[their_labels]
    if not 0 <= validation_size <= len(images):
        raise ValueError(f"Validation size should be between 0 and {len(images)}. Received: {validation_size}.")
    options = {"dtype": dtype, "reshape": reshape, "seed": seed}
    return Datasets(
        DataSet(images[validation_size:], labels[validation_size:], **options),
        DataSet(images[:validation_size], labels[:validation_size], **options),
        DataSet(others, their_labels, **options),
    )


def load_dataset(name, size="small"):
    """Raises NotFoundError: TensorFlow carries these files with it, graphlab does not."""
    raise NotFoundError(
        None, None, f"graphlab carries no data sets: take {name!r} from scikit-learn, or read a file of yours"
    )


def _read(folder, name):
    """The numbers of an IDX file: uint8, images with a last axis of one channel."""
    for path, open_file in ((os.path.join(folder, f"{name}.gz"), gzip.open), (os.path.join(folder, name), open)):
        if os.path.exists(path):
            with open_file(path, "rb") as file:
                data = file.read()
            break
    else:
        raise NotFoundError(None, None, f"{folder} holds neither {name}.gz nor {name}; graphlab downloads nothing")
    rank = data[3] if len(data) > 3 and data[:3] == b"\0\0\x08" else 0
    sizes = struct.unpack(f">{rank}I", data[4 : 4 + 4 * rank]) if len(data) >= 4 + 4 * rank else ()
    if not rank or not sizes or len(data) != 4 + 4 * rank + int(np.prod(sizes, dtype=object)):
        raise ValueError(f"Invalid magic number or size in MNIST file: {path}")
    array = np.frombuffer(data, np.uint8, offset=4 + 4 * rank).reshape(sizes)
    return array[..., None] if rank == 3 else array


# In TensorFlow these are modules: learn.datasets.mnist.read_data_sets, learn.datasets.base.Dataset.
class mnist:  # noqa: N801
    """MNIST's handwritten digits."""

    DataSet = DataSet
    read_data_sets = staticmethod(read_data_sets)
    load_mnist = staticmethod(read_data_sets)


class base:  # noqa: N801
    """What data sets are made of."""

    Dataset = Dataset
    Datasets = Datasets
