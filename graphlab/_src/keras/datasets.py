"""tf.keras.datasets: known data sets, read from files on this machine."""

import gzip
import json
import os
import pickle
import types

import numpy as np

from graphlab._src.keras.engine.local_files import local_path, unpack
from graphlab._src.keras.layers.backend_config import image_data_format

_HOME = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


def _mnist(path="mnist.npz"):
    """Handwritten digits: (x_train, y_train), (x_test, y_test) of an .npz file, here or in ~/.keras/datasets."""
    with np.load(local_path(path, origin=_HOME + "mnist.npz"), allow_pickle=False) as arrays:
        return (arrays["x_train"], arrays["y_train"]), (arrays["x_test"], arrays["y_test"])


def _boston_housing(path="boston_housing.npz", test_split=0.2, seed=113):
    """Prices of houses: (x_train, y_train), (x_test, y_test) of an .npz file, here or in ~/.keras/datasets."""
    with np.load(local_path(path, origin=_HOME + "boston_housing.npz"), allow_pickle=False) as arrays:
        x, y = arrays["x"], arrays["y"]
    np.random.seed(seed)
    order = np.arange(len(x))
    np.random.shuffle(order)
    x, y, at = x[order], y[order], int(len(x) * (1 - test_split))
    return (np.array(x[:at]), np.array(y[:at])), (np.array(x[at:]), np.array(y[at:]))


def _fashion_mnist():
    """Images of clothes: (x_train, y_train), (x_test, y_test) of the files in ~/.keras/datasets/fashion-mnist."""
    folder = os.path.join("datasets", "fashion-mnist")
    found = []
    for name, start in (
        ("train-labels-idx1", 8),
        ("train-images-idx3", 16),
        ("t10k-labels-idx1", 8),
        ("t10k-images-idx3", 16),
    ):
        path = local_path(name + "-ubyte.gz", cache_subdir=folder, origin=_HOME + name + "-ubyte.gz")
        with gzip.open(path, "rb") as file:
            found.append(np.frombuffer(file.read(), np.uint8, offset=start))
    y_train, x_train, y_test, x_test = found
    return (x_train.reshape(-1, 28, 28), y_train), (x_test.reshape(-1, 28, 28), y_test)


def _images(folder, name, key):
    with open(os.path.join(folder, name), "rb") as file:
        columns = {k.decode() if isinstance(k, bytes) else k: v for k, v in pickle.load(file, encoding="bytes").items()}
    return columns["data"].reshape(-1, 3, 32, 32), columns[key]


def _cifar(folder, trained, tested, key):
    parts = [_images(folder, name, key) for name in trained]
    x_train, y_train = np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts])
    x_test, y_test = _images(folder, tested, key)
    if image_data_format() == "channels_last":
        x_train, x_test = x_train.transpose(0, 2, 3, 1), x_test.transpose(0, 2, 3, 1)
    return (x_train, np.reshape(y_train, (-1, 1)).astype("uint8")), (x_test, np.reshape(y_test, (-1, 1)))


def _unpacked(name, archive):
    """The folder of an archive in ~/.keras/datasets, unpacked where it was not."""
    try:
        return local_path(name)
    except FileNotFoundError:
        unpack(local_path(archive, origin="https://www.cs.toronto.edu/~kriz/" + archive))
        return local_path(name)


def _cifar10():
    """Images of ten kinds of things: (x_train, y_train), (x_test, y_test) of ~/.keras/datasets/cifar-10-batches-py."""
    folder = _unpacked("cifar-10-batches-py", "cifar-10-python.tar.gz")
    return _cifar(folder, [f"data_batch_{number}" for number in range(1, 6)], "test_batch", "labels")


def _cifar100(label_mode="fine"):
    """Images of a hundred kinds of things. label_mode: "fine", or "coarse" for twenty kinds."""
    if label_mode not in ("fine", "coarse"):
        raise ValueError('`label_mode` must be one of `"fine"`, `"coarse"`.')
    folder = _unpacked("cifar-100-python", "cifar-100-python.tar.gz")
    return _cifar(folder, ["train"], "test", label_mode + "_labels")


def _words(path, num_words, skip_top, maxlen, seed, start_char, oov_char, index_from, split):
    """Sequences of word numbers with labels, shuffled; `split` divides them into training and test data."""
    texts, labels = split(path, seed)
    if start_char is not None:
        texts = [[start_char, *(word + index_from for word in text)] for text in texts]
    elif index_from:
        texts = [[word + index_from for word in text] for text in texts]
    if maxlen:
        short = [(text, label) for text, label in zip(texts, labels, strict=True) if len(text) < maxlen]
        texts, labels = [text for text, _ in short], [label for _, label in short]
    num_words = num_words or max(max(text) for text in texts)

    def known(word):
        return skip_top <= word < num_words

    if oov_char is None:
        return [[word for word in text if known(word)] for text in texts], labels
    return [[word if known(word) else oov_char for word in text] for text in texts], labels


def _ragged(texts):
    made = np.empty(len(texts), dtype=object)
    made[:] = texts
    return made


def _imdb(
    path="imdb.npz",
    num_words=None,
    skip_top=0,
    maxlen=None,
    seed=113,
    start_char=1,
    oov_char=2,
    index_from=3,
    **kwargs,
):
    """Reviews of films as numbers of words: (x_train, y_train), (x_test, y_test) of an .npz file."""
    counts = []

    def both(path, seed):
        with np.load(local_path(path, origin=_HOME + "imdb.npz"), allow_pickle=True) as arrays:
            parts = [(arrays["x_train"], arrays["y_train"]), (arrays["x_test"], arrays["y_test"])]
        np.random.seed(seed)
        mixed = []
        for x, y in parts:
            order = np.arange(len(x))
            np.random.shuffle(order)
            mixed.append((x[order], y[order]))
        counts.append(len(mixed[0][0]))
        return [*mixed[0][0], *mixed[1][0]], [*mixed[0][1], *mixed[1][1]]

    texts, labels = _words(path, num_words, skip_top, maxlen, seed, start_char, oov_char, index_from, both)
    at = counts[0]
    return (_ragged(texts[:at]), np.array(labels[:at])), (_ragged(texts[at:]), np.array(labels[at:]))


def _reuters(
    path="reuters.npz",
    num_words=None,
    skip_top=0,
    maxlen=None,
    test_split=0.2,
    seed=113,
    start_char=1,
    oov_char=2,
    index_from=3,
    **kwargs,
):
    """News as numbers of words, with their topics: (x_train, y_train), (x_test, y_test) of an .npz file."""

    def mixed(path, seed):
        with np.load(local_path(path, origin=_HOME + "reuters.npz"), allow_pickle=True) as arrays:
            x, y = arrays["x"], arrays["y"]
        np.random.seed(seed)
        order = np.arange(len(x))
        np.random.shuffle(order)
        return x[order], y[order]

    texts, labels = _words(path, num_words, skip_top, maxlen, seed, start_char, oov_char, index_from, mixed)
    at = int(len(texts) * (1 - test_split))
    return (_ragged(texts[:at]), np.array(labels[:at])), (_ragged(texts[at:]), np.array(labels[at:]))


def _word_index(name):
    """The get_word_index of a data set of texts."""

    def get_word_index(path=f"{name}_word_index.json"):
        """{word: its number} of a JSON file, here or in ~/.keras/datasets."""
        with open(local_path(path, origin=f"{_HOME}{name}_word_index.json"), encoding="utf-8") as file:
            return json.load(file)

    return get_word_index


def _dataset(name, load, **more):
    module = types.ModuleType(f"{__name__}.{name}", load.__doc__)
    load.__name__ = load.__qualname__ = "load_data"
    vars(module).update(load_data=load, **more, __all__=["load_data", *more])
    return module


boston_housing = _dataset("boston_housing", _boston_housing)
cifar10 = _dataset("cifar10", _cifar10)
cifar100 = _dataset("cifar100", _cifar100)
fashion_mnist = _dataset("fashion_mnist", _fashion_mnist)
imdb = _dataset("imdb", _imdb, get_word_index=_word_index("imdb"))
mnist = _dataset("mnist", _mnist)
reuters = _dataset("reuters", _reuters, get_word_index=_word_index("reuters"))
