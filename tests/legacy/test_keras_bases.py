"""Bases of Keras' layers that programs subclass: tensorflow.python.keras.layers.convolutional.Conv and the like."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")
_LAYERS = "tensorflow.python.keras.layers"


def _run(layer, *inputs, **kwargs):
    with tf.Graph().as_default(), tf.Session() as session:
        tensors = [tf.constant(value) for value in inputs]
        outputs = layer()(tensors if len(tensors) > 1 else tensors[0], **kwargs)
        session.run(tf.global_variables_initializer())
        return session.run(outputs)


def test_a_convolution_of_any_rank_can_convolve_with_other_filters():
    base: Any = import_module(f"{_LAYERS}.convolutional").Conv

    class Doubled(base):
        def call(self, inputs):
            return self._convolution_op(inputs, 2 * self.kernel)

    images = np.arange(18, dtype="float32").reshape(1, 3, 3, 2)
    make: dict[str, Any] = {"kernel_initializer": "ones", "use_bias": False}
    doubled = _run(lambda: Doubled(2, 4, 2, **make), images)
    np.testing.assert_allclose(doubled, 2 * _run(lambda: tf.keras.layers.Conv2D(4, 2, **make), images))
    assert issubclass(tf.keras.layers.DepthwiseConv2D, base) and base(3, 1, 1).kernel_size == (1, 1, 1)
    with pytest.raises(TypeError, match="kernel_size"):
        tf.keras.layers.Conv2D(4)  # pyright: ignore[reportCallIssue]


def test_a_pooling_layer_calls_the_function_that_it_gets():
    pooling = import_module(f"{_LAYERS}.pooling")
    images = np.arange(16, dtype="float32").reshape(1, 4, 4, 1)
    pooled = _run(lambda: pooling.Pooling2D(tf.nn.max_pool, 2, None), images)
    np.testing.assert_allclose(pooled.ravel(), [5, 7, 13, 15])
    assert issubclass(tf.keras.layers.MaxPool1D, pooling.Pooling1D)
    with pytest.raises(NotImplementedError):
        pooling.GlobalPooling2D().call(None)


def test_a_merge_layer_of_ones_own_gets_inputs_of_one_rank():
    class Squares(import_module(f"{_LAYERS}.merge")._Merge):
        def _merge_function(self, inputs):
            return inputs[0] * inputs[0] + inputs[1] * inputs[1]

    found = _run(Squares, np.full((2, 3, 2), 3, "float32"), np.full((2, 2), 4, "float32"))
    np.testing.assert_allclose(found, np.full((2, 3, 2), 25))


def test_merged_inputs_of_unknown_rank_broadcast_within_the_batch():
    with tf.Graph().as_default(), tf.Session() as session:
        inputs = [tf.placeholder(tf.float32), tf.placeholder(tf.float32)]
        merged = import_module(f"{_LAYERS}.merge")._Merge.call
        layer = tf.keras.layers.Add()
        found = session.run(merged(layer, inputs), {inputs[0]: np.zeros((2, 3, 2)), inputs[1]: [[1, 2], [3, 4]]})
    np.testing.assert_allclose(found, [[[1, 2]] * 3, [[3, 4]] * 3])


def test_a_cell_of_ones_own_leaves_the_same_out_in_each_step():
    recurrent = import_module(f"{_LAYERS}.recurrent")

    class Cell(recurrent.DropoutRNNCellMixin, tf.keras.layers.Layer):
        state_size, dropout, recurrent_dropout = 50, 0.5, 0.0

        def call(self, inputs, states, training=None):
            masked = inputs * self.get_dropout_mask_for_cell(inputs, training)
            assert self.get_recurrent_dropout_mask_for_cell(states[0], training) is None
            return masked, [masked]

    found = _run(
        lambda: tf.keras.layers.RNN(Cell(), return_sequences=True), np.ones((1, 4, 50), "float32"), training=True
    )
    assert {0.0, 2.0} == set(found.ravel()) and (found == found[:, :1]).all()
    assert recurrent._standardize_args([1, 2, 3], None, None, 1) == (1, [2], [3])


def test_wrapped_keras_cells_add_inputs_and_are_configured_with_their_function():
    wrappers = import_module(f"{_LAYERS}.rnn_cell_wrapper_v2")

    def cell():
        return tf.keras.layers.SimpleRNNCell(3, kernel_initializer="zeros", recurrent_initializer="zeros")

    def residual():
        made = wrappers.ResidualWrapper(cell(), residual_fn=lambda inputs, outputs: 2 * inputs + outputs)
        again = wrappers.ResidualWrapper.from_config(made.get_config())
        assert len(made.weights) == 0 and isinstance(again.cell, tf.keras.layers.SimpleRNNCell)
        return tf.keras.layers.RNN(again, return_sequences=True)

    values = np.arange(12, dtype="float32").reshape(2, 2, 3)
    np.testing.assert_allclose(_run(residual, values), 2 * values)


def test_batch_normalization_base_uses_the_averages_where_it_is_not_trainable():
    base = import_module(f"{_LAYERS}.normalization").BatchNormalizationBase
    values = np.arange(8, dtype="float32").reshape(4, 2)
    fixed = _run(lambda: base(trainable=False, epsilon=0.0), values, training=True)
    np.testing.assert_allclose(fixed, values)
    assert issubclass(tf.keras.layers.BatchNormalization, base)


def test_radial_constraint_has_one_value_in_each_ring():
    with tf.Graph().as_default(), tf.Session() as session:
        filters = tf.reshape(tf.range(25.0), (5, 5, 1, 1))
        found = session.run(tf.keras.constraints.RadialConstraint()(filters))[:, :, 0, 0]
    np.testing.assert_allclose(found[2], [18, 12, 6, 12, 18])  # TensorFlow 1.15's
    np.testing.assert_allclose(found[0], [18] * 5)
