"""tf.contrib.learn: words as numbers as TensorFlow 1.15 counts them, and MNIST's files."""

import gzip
import struct

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.contrib.learn.datasets.mnist import FILES

learn = tf.contrib.learn
DOCUMENTS = ["I love NLP and I love cats", "dogs don't like-it  HelloWorld", "cats cats cats"]


def test_digits_of_a_damaged_file_are_refused(tmp_path):
    path = tmp_path / "labels.gz"
    for contents, words in [
        (gzip.compress(b"\0\0\x08\x01\0\0\0\x01\x4d"), "Labels must be from 0 to 9, got 77"),
        (gzip.compress(b"\0\0\x08\x01\0\0\0\x01\x07")[:-6], "no whole gzip file"),
        (gzip.compress(b"\0\0\x08\x01", mtime=0)[:12] + b"\xff" * 20, "no whole gzip file"),
        (b"nothing like it", "no whole gzip file"),
    ]:
        path.write_bytes(contents)
        with open(path, "rb") as file, pytest.raises(ValueError, match=words):
            learn.datasets.mnist.extract_labels(file, one_hot=True)


def test_words_get_numbers_in_the_order_in_which_they_come(tmp_path):
    processor = learn.preprocessing.VocabularyProcessor(6)
    rows = np.array(list(processor.fit_transform(DOCUMENTS)))
    assert rows.tolist() == [[1, 2, 3, 4, 1, 2], [6, 7, 8, 9, 10, 0], [5, 5, 5, 0, 0, 0]]
    assert len(processor.vocabulary_) == 11
    assert list(processor.transform(["cats unknown"]))[0].tolist() == [5, 0, 0, 0, 0, 0]
    processor.save(str(tmp_path / "words"))
    restored = learn.preprocessing.VocabularyProcessor.restore(str(tmp_path / "words"))
    assert list(restored.reverse([[5, 0]])) == ["cats <UNK>"]


def test_rare_words_are_unknown():
    processor = learn.preprocessing.VocabularyProcessor(3, min_frequency=1)
    assert [row.tolist() for row in processor.fit_transform(DOCUMENTS)] == [[2, 3, 0], [0, 0, 0], [1, 1, 1]]


def test_documents_as_bytes():
    processor = learn.preprocessing.ByteProcessor(4)
    rows = list(processor.transform(["ab", "é"]))
    assert [row.tolist() for row in rows] == [[97, 98, 0, 0], [195, 169, 0, 0]]
    assert list(processor.reverse(rows)) == ["ab", "é"]


def write(path, array):
    header = bytes([0, 0, 8, array.ndim]) + struct.pack(f">{array.ndim}I", *array.shape)
    with gzip.open(path, "wb") as file:
        file.write(header + array.tobytes())


def test_digits_are_read_from_local_files(tmp_path, capsys):
    for kind, count in (("train", 10), ("t10k", 4)):
        write(tmp_path / f"{kind}-images-idx3-ubyte.gz", np.full((count, 2, 3), 255, np.uint8))
        write(tmp_path / f"{kind}-labels-idx1-ubyte.gz", np.arange(count, dtype=np.uint8))
    digits = learn.datasets.mnist.read_data_sets(str(tmp_path), one_hot=True, validation_size=4, seed=1)
    assert capsys.readouterr().out.splitlines() == [f"Extracting {tmp_path / name}.gz" for name in FILES]
    assert (digits.train.num_examples, digits.validation.num_examples, digits.test.num_examples) == (6, 4, 4)
    images, labels = digits.train.next_batch(4)
    assert images.shape == (4, 6)
    assert images.dtype == np.float32
    assert images.max() == 1
    again = digits.train.next_batch(4)[1]
    assert sorted(np.argmax(np.concatenate([labels, again[:2]]), 1)) == [4, 5, 6, 7, 8, 9]
    assert digits.train.epochs_completed == 1
    with pytest.raises(ValueError, match="Validation size should be between 0 and 10"):
        learn.datasets.mnist.read_data_sets(str(tmp_path), validation_size=11)


@pytest.mark.parametrize(
    ("seed", "graph_seed", "labels"),
    [
        (1, None, [[9, 4, 3], [8, 2, 6], [5, 7, 3], [8, 2, 7], [4, 5, 9], [6, 7, 3]]),
        (None, 5, [[9, 4, 6], [3, 2, 7], [8, 5, 7], [4, 2, 6], [9, 3, 8], [5, 2, 8]]),
        (3, 5, [[7, 9, 6], [8, 5, 3], [2, 4, 7], [5, 9, 2], [6, 8, 4], [3, 2, 3]]),
    ],
)
def test_batches_come_in_tensorflows_order(tmp_path, seed, graph_seed, labels):
    for kind, count in (("train", 10), ("t10k", 4)):
        write(tmp_path / f"{kind}-images-idx3-ubyte.gz", np.full((count, 2, 3), 255, np.uint8))
        write(tmp_path / f"{kind}-labels-idx1-ubyte.gz", np.arange(count, dtype=np.uint8))
    with tf.Graph().as_default():
        if graph_seed is not None:
            tf.set_random_seed(graph_seed)
        digits = learn.datasets.mnist.read_data_sets(str(tmp_path), validation_size=2, seed=seed)
    # What TensorFlow 1.15 returns.
    assert [digits.train.next_batch(3)[1].tolist() for _ in labels] == labels


def test_fake_digits_need_no_files():
    digits = learn.datasets.mnist.read_data_sets("nowhere", fake_data=True, one_hot=True)
    images, labels = digits.train.next_batch(2, fake_data=True)
    assert (len(images), len(images[0]), labels[0]) == (2, 784, [1] + [0] * 9)


def test_a_file_that_is_not_there_or_damaged_is_named(tmp_path):
    with pytest.raises(tf.errors.NotFoundError, match="graphlab downloads nothing.*has no train-images-idx3-ubyte"):
        learn.datasets.mnist.read_data_sets(str(tmp_path))
    for name in FILES:
        (tmp_path / name).write_bytes(b"\0\0\x08\x03\xff")
    with pytest.raises(ValueError, match="Invalid magic number or size"):
        learn.datasets.mnist.read_data_sets(str(tmp_path))
