"""Modules of tensorflow.python.training that TensorFlow keeps to itself. What they return is TensorFlow 1.15's."""

from importlib import import_module

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def training(name):
    return import_module(f"tensorflow.python.training.{name}")


def _first(batch):
    with tf.Session() as session:
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        found = session.run(batch)
        coordinator.request_stop()
        coordinator.join(threads)
    return found


def test_batches_of_chosen_examples_have_tensorflows_order_of_arguments():
    batch = training("input")._batch([tf.constant([1, 2, 3])], 2, [True, False, True], 1, 32, True)
    np.testing.assert_array_equal(_first(batch), [1, 3])


@pytest.mark.parametrize("several", [False, True])
def test_sparse_tensors_pass_a_queue_as_handles(several):
    helpers = training("input")
    components = [tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 3]), tf.constant([1, 2])]
    keep = helpers._validate_keep_input([True, False] if several else True, several)
    stored, infos = helpers._store_sparse_tensors(components, several, keep)
    assert [one.sparse for one in infos] == [True, False] and stored[1] is components[1]
    handles = stored[0] if several else tf.expand_dims(stored[0], 0)
    found, dense = helpers._restore_sparse_tensors([handles, stored[1]], infos)
    with tf.Session() as session:
        value, _ = session.run([found, dense])
    assert value.values.tolist() == ([5] if several else [5, 6])
    _, both = helpers._store_sparse_tensors_join([components, components], several, keep)
    assert [one.sparse for one in both] == [True, False]


def test_messages_are_events_too():
    logging = training("tensorboard_logging")

    class Writer:
        def __init__(self):
            self.messages = []

        def add_event(self, event):
            self.messages.append((event.log_message.level, event.log_message.message))

    writer = Writer()
    with pytest.raises(RuntimeError, match="Must call set_summary_writer"):
        logging.info("a")
    logging.set_summary_writer(writer)
    logging.info("below the level")
    logging.warn("b %d", 1)
    logging.set_verbosity(logging.DEBUG)
    logging.debug("c")
    logging.set_verbosity(logging.WARN)
    logging._clear_summary_writer()
    assert writer.messages == [(30, "b 1"), (10, "c")]
    with pytest.raises(ValueError, match="not a valid tensorboard_logging level"):
        logging.set_verbosity("LOUD")
