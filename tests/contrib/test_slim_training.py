"""tf.contrib.slim: training in a Supervisor's session, evaluation of its checkpoints, and examples read from files."""

import os

import numpy as np
import pytest

import graphlab as tf

slim = tf.contrib.slim
X = np.random.RandomState(3).rand(8, 12).astype(np.float32)
LABELS = np.arange(8) % 3


def train_op_and_logits():
    logits = slim.fully_connected(tf.constant(X), 3, activation_fn=None, weights_initializer=tf.zeros_initializer())
    tf.losses.sparse_softmax_cross_entropy(tf.constant(LABELS), logits)
    optimizer = tf.train.GradientDescentOptimizer(0.5)
    return slim.learning.create_train_op(tf.losses.get_total_loss(), optimizer), logits


def descended(steps):
    """(the losses of gradient descent, the accuracy at its end), computed by NumPy."""
    weights, biases, losses, targets = np.zeros((12, 3)), np.zeros(3), [], np.eye(3)[LABELS]
    for _ in range(steps):
        powers = np.exp(X @ weights + biases)
        likely = powers / powers.sum(1, keepdims=True)
        losses.append(-np.log(likely[range(8), LABELS]).mean())
        weights -= 0.5 * X.T @ (likely - targets) / 8
        biases -= 0.5 * (likely - targets).mean(0)
    return losses, (np.argmax(X @ weights + biases, 1) == LABELS).mean()


def test_training_stops_saves_and_continues(tmp_path):
    losses = []

    def step(*args):
        found = slim.learning.train_step(*args)
        losses.append(found[0])
        return found

    for count in (4, 8):
        with tf.Graph().as_default():
            train_op, _ = train_op_and_logits()
            last = slim.learning.train(train_op, str(tmp_path), train_step_fn=step, number_of_steps=count)
    assert len(losses) == 8 and last == losses[-1]
    assert {"checkpoint", "graph.pbtxt", "model.ckpt-8.index"} <= set(os.listdir(tmp_path))
    with tf.Graph().as_default():
        _, logits = train_op_and_logits()
        value, update = tf.metrics.accuracy(tf.argmax(logits, 1), LABELS)
        found = slim.evaluation.evaluation_loop(
            "", str(tmp_path), str(tmp_path / "eval"), eval_op=update, final_op=value, max_number_of_evaluations=1
        )
    expected, right = descended(8)
    np.testing.assert_allclose(losses, expected, rtol=1e-5)
    assert found == right


def test_what_training_refuses():
    with pytest.raises(ValueError, match="train_op cannot be None"):
        slim.learning.train(None, "")
    train_op, _ = train_op_and_logits()
    with pytest.raises(ValueError, match="Cannot provide saver because logdir=None"):
        slim.learning.train(train_op, None, saver=tf.train.Saver())
    with pytest.raises(ValueError, match="`number_of_steps` must be either None or a positive number"):
        slim.learning.train(train_op, None, number_of_steps=0)
    with pytest.raises(ValueError, match="logdir cannot be None when save_summaries_steps is not None"):
        tf.contrib.training.train(train_op, None)


def test_monitored_training_returns_the_last_loss(tmp_path):
    train_op, _ = train_op_and_logits()
    found = tf.contrib.training.train(train_op, str(tmp_path), hooks=[tf.train.StopAtStepHook(num_steps=2)])
    assert found < np.log(3)


def ints(*values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def floats(*values):
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


def bytes_(value):
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=[value]))


def test_items_of_examples(tmp_path):
    pixels = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    with tf.python_io.TFRecordWriter(str(tmp_path / "a.record")) as writer:
        for number in range(3):
            features = {
                "image/encoded": bytes_((pixels + number).tobytes()),
                "image/format": bytes_(b"raw"),
                "label": ints(number),
                "v": floats(*range(number + 1)),
                "size": ints(number + 1, 1),
                **{key: floats(0.1, 0.2) for key in ("ymin", "xmin", "ymax", "xmax")},
                "indices": ints(1, 3),
                "values": floats(5.0, 6.0),
            }
            writer.write(tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString())
    decoders = slim.tfexample_decoder
    sparse = {key: tf.VarLenFeature(tf.float32) for key in ("v", "values", "none", "ymin", "xmin", "ymax", "xmax")}
    keys = {
        "image/encoded": tf.FixedLenFeature((), tf.string),
        "image/format": tf.FixedLenFeature((), tf.string),
        "label": tf.FixedLenFeature([1], tf.int64),
        **{key: tf.VarLenFeature(tf.int64) for key in ("size", "indices")},
        **sparse,
    }
    decoder = decoders.TFExampleDecoder(
        keys,
        {
            "image": decoders.Image(shape=[2, 2, 3]),
            "label": decoders.Tensor("label", shape=[]),
            "v": decoders.Tensor("v", shape_keys="size"),
            "boxes": decoders.BoundingBox(),
            "sparse": decoders.SparseTensor(shape=[5], densify=True),
            "backup": decoders.BackupHandler(decoders.Tensor("none"), decoders.Tensor("v")),
        },
    )
    dataset = slim.dataset.Dataset(str(tmp_path / "*.record"), tf.TFRecordReader, decoder, 3, {}, num_classes=3)
    provider = slim.dataset_data_provider.DatasetDataProvider(dataset, shuffle=False, num_epochs=1)
    assert vars(dataset)["num_classes"] == provider.num_samples() == 3
    tensors = provider.get(["image", "label", "v", "boxes", "sparse", "backup"])
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        with slim.queues.QueueRunners(session):
            session.run(tensors)
            image, label, v, boxes, dense, backup = session.run(tensors)
    np.testing.assert_array_equal(image, pixels + 1)
    assert (label, v.tolist(), backup.tolist()) == (1, [[0.0], [1.0]], [0.0, 1.0])
    assert dense.tolist() == [0, 5, 0, 6, 0]
    np.testing.assert_allclose(boxes, [[0.1] * 4, [0.2] * 4])
    with pytest.raises(ValueError, match=r"Item \[other\] is invalid"):
        provider.get(["other"])
    with pytest.raises(ValueError, match="No data files found in"):
        slim.parallel_reader.get_data_files(str(tmp_path / "*.other"))


def test_a_prefetched_batch():
    queue = slim.prefetch_queue.prefetch_queue({"a": tf.constant([1, 2])}, capacity=2)
    with tf.Session() as session, slim.queues.QueueRunners(session):
        assert session.run(queue.dequeue())["a"].tolist() == [1, 2]
        with pytest.raises(slim.queues.NestedQueueRunnerError), slim.queues.QueueRunners(session):
            pass


def test_summaries_have_the_names_of_their_tensors():
    with tf.Graph().as_default(), tf.Session() as session:
        tensor = tf.constant([0.0, 1.0], name="t")
        slim.summaries.add_zero_fraction_summaries([tensor], prefix="p")
        slim.summaries.add_scalar_summary(tf.constant(3.0, name="s"), print_summary=True)
        summaries = [tf.Summary.FromString(value) for value in session.run(tf.get_collection("summaries"))]
    assert [(one.value[0].tag, one.value[0].simple_value) for one in summaries] == [
        ("p/t/Fraction_of_Zero_Values", 0.5),
        ("s_1", 3),
    ]
