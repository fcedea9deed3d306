"""tf.contrib.learn.io: batches from files and generators, as TensorFlow 1.15 delivers them."""

import numpy as np
import pytest

import graphlab as tf

learn = tf.contrib.learn
SPEC = {"x": tf.FixedLenFeature([2], tf.float32), "s": tf.VarLenFeature(tf.int64)}


@pytest.fixture
def path(tmp_path):
    file = str(tmp_path / "examples.tfrecord")
    with tf.python_io.TFRecordWriter(file) as writer:
        for i in range(5):
            x = tf.train.Feature(float_list=tf.train.FloatList(value=[i, i + 0.5]))
            s = tf.train.Feature(int64_list=tf.train.Int64List(value=range(i)))
            writer.write(tf.train.Example(features=tf.train.Features(feature={"x": x, "s": s})).SerializeToString())
    return file


def batches(make):
    """(what all runs return until the input ends, the tensors)."""
    with tf.Graph().as_default(), tf.Session() as sess:
        outputs, found = make(), []
        sess.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                found.append(sess.run(outputs))
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=20)
    return found, outputs


def test_batches_of_parsed_features(path):
    found, tensors = batches(
        lambda: learn.read_batch_features(
            path, 2, SPEC, tf.TFRecordReader, randomize_input=False, num_epochs=1, num_enqueue_threads=1
        )
    )
    assert [batch["x"].tolist() for batch in found] == [[[0, 0.5], [1, 1.5]], [[2, 2.5], [3, 3.5]], [[4, 4.5]]]
    assert [batch["s"].values.tolist() for batch in found] == [[0], [0, 1, 0, 1, 2], [0, 1, 2, 3]]
    assert (tensors["x"].name, tensors["x"].shape.as_list()) == (
        "read_batch_features/fifo_queue_1_Dequeue:3",
        [None, 2],
    )


def test_batches_of_examples_in_random_order(path):
    def parsed(text):
        return tf.parse_single_example(text, {"x": SPEC["x"]})["x"]

    found, tensor = batches(
        lambda: learn.read_batch_examples(path, 2, tf.TFRecordReader, num_epochs=1, queue_capacity=20, parse_fn=parsed)
    )
    assert sorted(row[0] for batch in found for row in batch.tolist()) == [0, 1, 2, 3, 4]
    assert (tensor.name, tensor.shape.as_list()) == ("read_batch_examples:1", [None, 2])


@pytest.mark.parametrize("wrong", [{"batch_size": 0}, {"num_epochs": 0}, {"num_threads": 0}])
def test_wrong_numbers_are_refused(path, wrong):
    with pytest.raises(ValueError, match=f"Invalid {next(iter(wrong))} 0"):
        learn.read_batch_examples(path, **{"batch_size": 2, "reader": tf.TFRecordReader, **wrong})


def test_batches_of_a_generator():
    def rows():
        for i in range(5):
            yield {"a": np.float32(i), "b": np.array([i, i]), "t": np.array(i * 10)}

    def vectors():
        for i in range(4):
            yield {"v": np.arange(i + 1)}

    made = learn.io.generator_input_fn(rows, "t", batch_size=3, shuffle=False)
    found, (_, targets) = batches(made)
    assert [features["a"].tolist() for features, _ in found] == [[0, 1, 2], [3, 4, 0]]
    assert [targets.tolist() for _, targets in found] == [[0, 10, 20], [30, 40, 0]]
    assert getattr(targets, "name") == "fifo_queue_DequeueUpTo:2"  # noqa: B009 - targets may be a dict, too
    padded, _ = batches(learn.io.generator_input_fn(vectors, batch_size=2, shuffle=False, pad_value=9))
    assert [batch["v"].tolist() for batch in padded][:2] == [[[0, 9], [0, 1]], [[0, 1, 2, 9], [0, 1, 2, 3]]]
    with pytest.raises(TypeError, match="x must be generator function; got int"):
        learn.io.generator_input_fn(3)
