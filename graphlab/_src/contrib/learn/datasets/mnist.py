"""tf.contrib.learn.datasets.mnist: MNIST's handwritten digits, from IDX files in a folder.

TensorFlow's tutorials import it as `tensorflow.examples.tutorials.mnist.input_data`.
"""

import gzip
import math
import os
import struct
import zlib

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import NotFoundError
from graphlab._src.contrib.learn.datasets.base import Datasets
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops.seed import get_seed

FILES = ("train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")
PIXELS = 784


class DataSet:
    """Images and labels, which next_batch returns, shuffled anew in each epoch.

    images: uint8[examples, rows, columns, 1]; as float32 they are divided by 255.  reshape: to [examples, pixels].
    fake_data: 10000 examples that are all ones.  seed: begins NumPy's own random numbers anew, as TensorFlow's does;
    the graph's seed does so when it is None.
    """

    def __init__(self, images, labels, fake_data=False, one_hot=False, dtype=dtypes.float32, reshape=True, seed=None):
        graph_seed, op_seed = get_seed(seed)
        np.random.seed(graph_seed if seed is None else op_seed)
        dtype = dtypes.as_dtype(dtype).base_dtype
        if dtype not in (dtypes.uint8, dtypes.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        self.one_hot = one_hot
        self._num_examples = 10000 if fake_data else len(images)
        if not fake_data:
            if len(images) != len(labels):
                raise ValueError(f"There are {len(images)} images and {len(labels)} labels")
            if reshape:
                images = images.reshape(len(images), math.prod(images.shape[1:]))
            if dtype == dtypes.float32:
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images, self._labels = images, labels
        self._epochs_completed = self._index = 0

    images = attribute("_images", "The images, in the order of this time through.")
    labels = attribute("_labels", "The labels, in the same order.")
    num_examples = attribute("_num_examples", "How many there are.")
    epochs_completed = attribute("_epochs_completed", "How many times all of them came.")

    def _shuffle(self):
        order = np.arange(self.num_examples)
        np.random.shuffle(order)
        self._images, self._labels = self._images[order], self._labels[order]

    def next_batch(self, batch_size, fake_data=False, shuffle=True):
        """(images, labels) of the next examples; what is left of one time through comes with the first of the next."""
        if fake_data:
            label = [1] + [0] * 9 if self.one_hot else 0
            return [[1] * PIXELS for _ in range(batch_size)], [label for _ in range(batch_size)]
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
    if fake_data:
        fakes = [DataSet([], [], fake_data=True, one_hot=one_hot, dtype=dtype, seed=seed) for _ in range(3)]
        return Datasets(*fakes)
    images, labels, others, their_labels = (_read(path) for path in _paths(train_dir))
    if one_hot:
        labels, their_labels = dense_to_one_hot(labels, 10), dense_to_one_hot(their_labels, 10)
    if not 0 <= validation_size <= len(images):
        raise ValueError(f"Validation size should be between 0 and {len(images)}. Received: {validation_size}.")
    options = {"dtype": dtype, "reshape": reshape, "seed": seed}
    return Datasets(
        DataSet(images[validation_size:], labels[validation_size:], **options),
        DataSet(images[:validation_size], labels[:validation_size], **options),
        DataSet(others, their_labels, **options),
    )


def load_mnist(train_dir="MNIST-data"):
    """Datasets of the files in that folder."""
    return read_data_sets(train_dir)


def extract_images(f):
    """uint8[examples, rows, columns, 1] of an open file of images that gzip has packed."""
    return _extracted(f, 3)


def extract_labels(f, one_hot=False, num_classes=10):
    """uint8[examples] of an open file of labels that gzip has packed; one_hot: float64[examples, classes]."""
    labels = _extracted(f, 1)
    return dense_to_one_hot(labels, num_classes) if one_hot else labels


def dense_to_one_hot(labels_dense, num_classes):
    """Labels as rows with a 1: float64[examples, classes]."""
    if np.size(labels_dense) and not 0 <= np.min(labels_dense) <= np.max(labels_dense) < num_classes:
        raise ValueError(
            f"Labels must be from 0 to {num_classes - 1}, got {np.min(labels_dense)} to {np.max(labels_dense)}"
        )
    return np.eye(num_classes)[labels_dense]


def _paths(folder):
    """Where the four files are; NotFoundError when not all of them are there."""
    found = [
        next((path for path in (os.path.join(folder, name + end) for end in (".gz", "")) if os.path.exists(path)), None)
        for name in FILES
    ]
    missing = [f"{name}.gz" for name, path in zip(FILES, found, strict=True) if path is None]
    if missing:
        raise NotFoundError(
            None,
            None,
            f"graphlab downloads nothing, and {os.path.abspath(folder)} has no {', '.join(missing)} (or the same without "
            ".gz): put MNIST's four files there, for example from "
            "https://storage.googleapis.com/cvdf-datasets/mnist/ or https://huggingface.co/datasets/ylecun/mnist",
        )
    return found


def _read(path):
    with open(path, "rb") as file:
        return _extracted(file) if path.endswith(".gz") else _numbers(file.read(), path)


def _extracted(file, wanted=None):
    """The numbers of an open file that gzip has packed, with the line that TensorFlow prints."""
    print("Extracting", file.name)
    with gzip.GzipFile(fileobj=file) as packed:
        return _numbers(_unpacked(packed, file.name), file.name, wanted)


def _unpacked(file, path):
    try:
        return file.read()
    except (zlib.error, EOFError, gzip.BadGzipFile) as error:
        raise ValueError(f"{path} is no whole gzip file: {error}") from None


def _numbers(data, path, wanted=None):
    """The numbers of an IDX file: uint8, images with a last axis of one channel."""
    rank = data[3] if len(data) > 3 and data[:3] == b"\0\0\x08" else 0
    sizes = struct.unpack(f">{rank}I", data[4 : 4 + 4 * rank]) if len(data) >= 4 + 4 * rank else ()
    size = int(np.prod(sizes, dtype=object))
    if not sizes or len(data) != 4 + 4 * rank + size or wanted not in (None, rank):
        raise ValueError(f"Invalid magic number or size in MNIST file: {path}")
    array = np.frombuffer(data, np.uint8, offset=4 + 4 * rank).reshape(sizes)
    return array[..., None] if rank == 3 else array
