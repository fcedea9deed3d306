"""Datasets read Examples out of files."""

import numpy as np
import pytest

import graphlab as tf

FEATURES = {"x": tf.io.FixedLenFeature([2], tf.float32), "y": tf.io.FixedLenFeature([], tf.int64)}


@pytest.fixture
def files(tmp_path):
    for file in range(2):
        with tf.io.TFRecordWriter(str(tmp_path / f"{file}.tfrecord")) as writer:
            for i in range(3 * file, 3 * file + 3):
                floats = tf.train.Feature(float_list=tf.train.FloatList(value=[i, i + 0.5]))
                label = tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))
                features = tf.train.Features(feature={"x": floats, "y": label})
                writer.write(tf.train.Example(features=features).SerializeToString())
    return str(tmp_path / "*.tfrecord")


def test_batches_of_examples_come_with_their_labels(files):
    with tf.Graph().as_default(), tf.Session() as session:
        dataset = tf.data.experimental.make_batched_features_dataset(
            files, 4, FEATURES, label_key="y", num_epochs=1, shuffle=False
        )
        element = tf.data.make_one_shot_iterator(dataset).get_next()
        features, labels = session.run(element)
        np.testing.assert_array_equal(labels, [0, 1, 2, 3])
        np.testing.assert_array_equal(features["x"][:, 0], labels)
        assert session.run(element)[1].tolist() == [4, 5]
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(element)


@pytest.mark.slow
def test_without_an_end_all_batches_are_of_one_size(files):
    with tf.Graph().as_default(), tf.Session() as session:
        dataset = tf.data.experimental.make_batched_features_dataset(files, 4, FEATURES, shuffle_seed=1)
        assert dataset.output_shapes["x"].as_list() == [4, 2]
        element = tf.data.make_one_shot_iterator(dataset).get_next()
        found = np.concatenate([session.run(element["y"]) for _ in range(3)])
        assert sorted(found) == sorted([*range(6), *range(6)])


def test_a_label_that_is_no_feature(files):
    with pytest.raises(ValueError, match="must be one of the `features` keys"):
        tf.data.experimental.make_batched_features_dataset(files, 4, FEATURES, label_key="z")


def test_a_reader_that_is_no_dataset(files):
    with pytest.raises(TypeError, match="`reader` argument must return a `Dataset` object. `tf.ReaderBase` subclasses"):
        tf.data.experimental.make_batched_features_dataset(
            files,
            2,
            FEATURES,
            reader=tf.TFRecordReader,  # pyright: ignore[reportArgumentType]
        )


def test_only_vectors_of_strings_are_parsed():
    with tf.Graph().as_default(), pytest.raises(TypeError, match="vectors of strings"):
        tf.data.Dataset.range(3).apply(tf.data.experimental.parse_example_dataset(FEATURES))


def test_structures_have_their_old_names():
    assert tf.data.experimental.TensorStructure(tf.int32, [2]) == tf.TensorSpec([2], tf.int32)
    assert tf.data.experimental.SparseTensorStructure(tf.int32, [2]) == tf.SparseTensorSpec([2], tf.int32)
    assert tf.data.experimental.OptionalStructure is tf.OptionalSpec
    with tf.Graph().as_default():
        assert isinstance(tf.data.Dataset.range(1).element_spec, tf.data.experimental.Structure)
