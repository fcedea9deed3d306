"""Modules of tensorflow.python.keras that programs and TensorFlow's unit tests import: numbers are TensorFlow 1.15's."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def _module(name: str) -> Any:
    return import_module(f"tensorflow.python.keras.{name}")


def test_the_places_that_a_convolution_connects_are_known():
    utils = _module("utils.conv_utils")
    mask = utils.conv_kernel_mask((4,), 2, 1, "valid")
    assert mask.astype(int).tolist() == [[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1]]
    pairs = list(utils.conv_kernel_idxs((2,), (2,), (1,), "valid", 1, 2, "channels_last"))
    assert pairs == [(0, 0), (1, 0), (0, 1), (1, 1)]
    with pytest.raises(NotImplementedError, match="causal"):
        utils.conv_kernel_mask((4,), 2, 1, "causal")


def test_a_function_is_dumped_and_loaded_by_this_user_alone():
    utils = _module("utils.generic_utils")
    dumped = utils.func_dump(lambda x, y=2: x * y)
    assert utils.func_load(dumped)(3) == 6
    with pytest.raises(ValueError, match="is not run"):
        utils.func_load((dumped[0][:-8] + "AAAAAAA\n", *dumped[1:]))


def test_shapes_are_converted_within_structures():
    utils = _module("utils.tf_utils")
    assert utils.convert_shapes([tf.TensorShape([1, None]), {"a": 4}]) == [(1, None), {"a": (4,)}]
    wrapped = utils.convert_inner_node_data([["layer", 0, 1]], wrap=True)
    assert wrapped[0].as_list() == ["layer", 0, 1] and utils.convert_inner_node_data(wrapped) == [["layer", 0, 1]]


def test_outputs_of_batches_come_together():
    utils = _module("engine.training_utils")
    for use_steps in (True, False):
        gathered = utils.OutputsAggregator(use_steps, None if use_steps else 5, batch_size=3)
        batches = [[np.full((count, 2), count)] for count in (3, 2)]
        gathered.create(batches[0])
        gathered.aggregate(batches[0], 0, 3)
        gathered.aggregate(batches[1], 3, 5)
        gathered.finalize()
        assert gathered.results[0][:, 0].tolist() == [3, 3, 3, 2, 2]
    with pytest.raises(ValueError, match="Mismatch between expected batch size"):
        utils.ConcatAggregator(2).aggregate(np.ones((3, 1)))


def test_weights_of_classes_and_examples_are_multiplied():
    weights = _module("engine.training_utils").standardize_weights
    targets = np.array([[0], [1], [1]])
    found = weights(targets, sample_weight=np.array([1.0, 2.0, 3.0]), class_weight={0: 0.5, 1: 2.0})
    assert found.tolist() == [0.5, 4, 6]
    with pytest.raises(ValueError, match="cannot be broadcast"):
        weights(targets, sample_weight=np.ones(2))


def test_metrics_of_each_output_have_tensorflows_names():
    utils = _module("engine.training_utils")
    losses = [utils.get_loss_function(name) for name in ("mse", "sparse_categorical_crossentropy")]
    found = utils.collect_per_output_metric_info(["acc", "mae"], ["a", "b"], [(None, 1), (None, 3)], losses)
    assert [list(one) for one in found] == [["acc", "mean_absolute_error"]] * 2
    assert utils.get_metric_function("acc", (None, 3), losses[1]).__name__ == "sparse_categorical_accuracy"


def test_inputs_become_placeholders_for_batches_of_any_size():
    inputs = _module("engine.training_utils").ModelInputs({"b": np.ones(3), "a": np.ones((2, 4), "int32")})
    found = inputs.get_symbolic_inputs()
    assert inputs.get_input_names() == ["a", "b"]
    assert [(found[k].shape.as_list(), found[k].dtype.name) for k in "ab"] == [
        ([None, 4], "int32"),
        ([None, 1], "float32"),
    ]


def test_a_metric_divides_by_the_number_of_values():
    metrics = _module("metrics")
    with tf.Graph().as_default(), tf.Session() as session:
        metric = metrics.SumOverBatchSize()
        result = metric([1.0, 3.0], sample_weight=[0.5, 2.0])
        session.run([variable.initializer for variable in metric.variables])
        assert session.run(result) == 3.25
    assert metrics.clone_metric(metrics.Mean("m")).name == "m" and metrics.clone_metrics(["acc"]) == ["acc"]


def test_a_dense_kernel_is_reordered_for_another_layout_of_images():
    layer = tf.keras.layers.Dense(1)
    layer.build((None, 4))
    layer.set_weights([np.arange(4.0).reshape(4, 1), np.ones(1)])
    _module("utils.layer_utils").convert_dense_weights_data_format(layer, (2, 2, 1), "channels_first")
    assert layer.get_weights()[0].ravel().tolist() == [0, 2, 1, 3]


def test_a_loop_of_ones_own_calls_callbacks_as_fit_does():
    callbacks = _module("callbacks")
    model: Any = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse", metrics=["mae"])
    seen = []
    own = tf.keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: seen.append((batch, logs["loss"])))
    several = callbacks.configure_callbacks([own], model, epochs=1, steps_per_epoch=1, verbose=0)
    several.on_train_begin()
    several.on_epoch_begin(0)
    several.on_train_batch_end(0, {"size": 2, **callbacks.make_logs(model, {}, [3.0, 1.0], "train")})
    several.on_epoch_end(0)
    assert seen == [(0, 3.0)] and own.params["metrics"] == ["loss", "mean_absolute_error"]
    assert callbacks.make_logs(model, {}, [5], "predict") == {"outputs": [5]}


def test_validation_data_is_split_off_the_end():
    utils = _module("engine.training_utils")
    x, _, _, rest, *_ = utils.split_training_and_validation_data([np.arange(4)], [np.arange(4)], None, 0.25)
    assert (x[0].tolist(), rest[0].tolist()) == ([0, 1, 2], [3])
    assert [utils.should_run_validation(2, epoch) for epoch in range(2)] == [False, True]


@pytest.mark.parametrize("name", ["LSTM", "GRU"])
def test_recurrent_layers_of_tensorflow_2_go_over_sequences_with_steps_first(name):
    make = getattr(_module("layers.recurrent_v2"), name)
    data = np.arange(12, dtype="float32").reshape(3, 2, 2) / 10
    with tf.Graph().as_default(), tf.Session() as session:
        ones = {"kernel_initializer": "ones", "recurrent_initializer": "ones", "return_sequences": True}
        first = make(1, time_major=True, **ones)(tf.constant(data))
        other = make(1, **ones)(tf.constant(data.transpose(1, 0, 2)))
        session.run(tf.global_variables_initializer())
        first, other = session.run([first, other])
    np.testing.assert_allclose(first, other.transpose(1, 0, 2), rtol=1e-6)


def test_convolutions_of_the_backend_beside_the_public_ones():
    backend = _module("backend")
    with tf.Graph().as_default(), tf.Session() as session:
        spread = backend.conv3d_transpose(
            tf.ones([1, 1, 1, 1, 1]), tf.ones([2, 2, 2, 1, 1]), (1, 2, 2, 2, 1), (2, 2, 2)
        )
        seen = backend.separable_conv1d(tf.ones([1, 3, 1]), tf.ones([2, 1, 1]), tf.ones([1, 1, 1]))
        spread, seen = session.run([spread, seen])
    assert spread.sum() == 8 and seen.ravel().tolist() == [2, 2]


def test_a_scaled_loss_whose_gradient_is_not_finite_changes_the_scale_alone():
    scaled = _module("mixed_precision.experimental.loss_scale_optimizer").LossScaleOptimizer
    with tf.Graph().as_default(), tf.Session() as session:
        scale = tf.train.experimental.DynamicLossScale(initial_loss_scale=4, increment_period=2)
        optimizer = scaled(tf.keras.optimizers.SGD(0.25), scale)
        variable = tf.Variable([2.0], use_resource=True)
        factor = tf.placeholder(tf.float32, [])
        step = optimizer.minimize(lambda: tf.reduce_sum(variable * variable * factor), [variable])
        session.run(tf.global_variables_initializer())
        seen = []
        for value in (1.0, 1.0, np.inf):
            session.run(step, {factor: value})
            seen.append([session.run(variable)[0], session.run(scale()), session.run(optimizer.iterations)])
    assert seen == [[1.0, 4.0, 1], [0.5, 8.0, 2], [0.5, 4.0, 2]]
    with pytest.raises(ValueError, match="clipnorm"):
        scaled(tf.keras.optimizers.SGD(0.1, clipnorm=1.0), 2.0)


def test_tensorboard_of_tensorflow_2_writes_a_folder_for_training_and_one_for_validation(tmp_path):
    model: Any = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    board = _module("callbacks").TensorBoard(str(tmp_path), 0, False)  # the third argument is write_graph
    model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0, validation_split=0.5, callbacks=[board])
    found = {}
    for folder in ("train", "validation"):
        [path] = (tmp_path / folder).iterdir()
        events = list(tf.train.summary_iterator(str(path)))
        found[folder] = [value.tag for event in events for value in event.summary.value]
        assert not any(event.HasField("graph_def") for event in events)
    assert found == {"train": ["epoch_loss"], "validation": ["epoch_loss"]}


def test_modes_and_cardinalities_have_their_modules():
    modes = _module("utils.mode_keys").ModeKeys
    assert (modes.TRAIN, modes.TEST, modes.PREDICT) == ("train", "test", "predict")
    cardinality = import_module("tensorflow.python.data.experimental.ops.cardinality")
    assert (cardinality.INFINITE, cardinality.UNKNOWN) == (-1, -2)
    strategies = import_module("tensorflow.python.distribute.tpu_strategy")
    assert strategies.TPUStrategyV1 is strategies.TPUStrategy is tf.distribute.experimental.TPUStrategy
