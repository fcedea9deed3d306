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


def test_what_savers_save_is_found_by_name():
    util = training("saving.saveable_object_util")
    v, w = tf.get_variable("v", [2]), tf.get_variable("w", [2], use_resource=True)
    assert util.op_list_to_dict([v, w], convert_variable_to_tensor=False) == {"v": v, "w": w}
    assert util.op_list_to_dict(op_list=[w])["w"].op.type == "ReadVariableOp"
    assert [one.name for one in util.validate_and_slice_inputs(names_to_saveables={"b": v, "a": w})] == ["a", "b"]
    assert util.set_cpu0("/job:w/device:GPU:3") == "/job:w/device:CPU:0"


def test_a_ready_operation_says_what_is_missing():
    manager = training("session_manager")
    v = tf.get_variable("v", [2])
    missing = tf.report_uninitialized_variables([v])
    with tf.Session() as session:
        assert manager._ready(missing, session, "") == (False, "Variables not initialized: v")
        session.run(v.initializer)
        assert manager._ready(missing, session, "") == (True, None) == manager._ready(None, session, "")


def test_a_slot_is_a_variable_of_the_scope_in_one_part():
    creator = training("slot_creator")
    whole = tf.get_variable("p", [4], partitioner=tf.fixed_size_partitioner(2))
    part = list(whole)[1]
    with tf.variable_scope("s", partitioner=tf.fixed_size_partitioner(2)):
        slot = creator._create_slot_var(part, tf.zeros_initializer(), "m", True, part.shape, tf.float32)
    assert slot.name == "s/m:0" and slot._save_slice_info.var_offset == [2]


def test_the_step_counter_of_an_evaluation_is_read_after_its_updates():
    value = training("evaluation")._get_latest_eval_step_value([tf.no_op("update")])
    assert [one.name for one in value.op.inputs[0].op.control_inputs] == ["update"] and value.dtype == tf.int64


def test_the_weights_of_layers_are_gathered():
    utils = training("tracking.layer_utils")
    dense, norm = tf.keras.layers.Dense(2), tf.keras.layers.BatchNormalization()
    for layer in (dense, norm):
        layer.build([None, 3])
    own = [tf.Variable(1.0), tf.Variable(1.0, trainable=False)]
    trainable = [dense.kernel, dense.bias, norm.gamma, norm.beta]
    moving = [norm.moving_mean, norm.moving_variance]
    layers = utils.filter_empty_layer_containers([tf.keras.Sequential([dense]), norm, norm, 3])
    assert [type(one).__name__ for one in layers] == ["Sequential", "BatchNormalization"]
    layers = [dense, norm]
    assert utils.gather_trainable_weights(True, layers, own) == [*trainable, own[0]]
    assert utils.gather_trainable_weights(False, layers, own) == []
    assert utils.gather_non_trainable_weights(True, layers, own) == [*moving, own[1]]
    assert utils.gather_non_trainable_weights(False, layers, own) == [*trainable, own[0], *moving, own[1]]


def test_strategies_by_the_modules_of_their_own():
    def module(name):
        return import_module(f"tensorflow.python.distribute.{name}")

    strategy = module("mirrored_strategy").MirroredStrategy(["cpu:0"])
    assert isinstance(strategy, module("distribute_lib").StrategyV1)
    assert module("one_device_strategy").OneDeviceStrategyV1 is tf.distribute.OneDeviceStrategy
    kind = module("collective_all_reduce_strategy").CollectiveAllReduceStrategy
    assert kind is tf.distribute.experimental.MultiWorkerMirroredStrategy
    assert module("reduce_util").ReduceOp is tf.distribute.ReduceOp
    with tf.Session() as session:
        _, finite = tf.train.experimental.DynamicLossScale().update([None])
        session.run(tf.global_variables_initializer())
        assert session.run(finite)  # of no gradients
