"""tf.layers.Layer: variables in scopes, losses, updates, weights as arrays."""

import copy

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


class Scaled(tf.layers.Layer):
    """Multiplies by a trained vector, and remembers the last input's first row."""

    def build(self, input_shape):
        self.scale = self.add_variable("scale", [2], initializer=tf.ones_initializer())
        self.last = self.add_weight("last", [2], initializer="zeros", trainable=False)
        self.built = True

    def call(self, inputs):
        self.add_update(tf.assign(self.last, inputs[0]))
        self.add_loss(tf.reduce_sum(inputs), inputs=inputs)
        self.add_loss(tf.reduce_sum(self.scale))
        return inputs * self.scale


def names(items):
    return [item.name for item in items]


def test_the_variable_scope_is_chosen_in_the_first_call():
    layer = Scaled()
    assert layer.name == "scaled_1"
    with pytest.raises(ValueError, match="has not been used yet"):
        _ = layer.scope_name
    with tf.variable_scope("outer"):
        first = layer(tf.ones([1, 2]))
    second = layer.apply(tf.ones([1, 2]))
    assert layer.scope_name == "outer/scaled"
    assert names(layer.variables) == ["outer/scaled/scale:0", "outer/scaled/last:0"]
    assert (first.op.name, second.op.name) == ("outer/scaled/mul", "outer/scaled/mul_1")
    assert Scaled(name="other")(tf.ones([1, 2]), scope="given").op.name == "given/mul"
    assert Scaled(_scope="made")(np.ones([1, 2])).op.name == "made/mul"


def test_a_layer_belongs_to_collections():
    layer = Scaled(name="s")
    inputs = tf.ones([1, 2])
    outputs = layer(inputs)
    assert names(tf.trainable_variables()) == ["s/scale:0"] == names(layer.trainable_variables)
    assert names(layer.non_trainable_weights) == ["s/last:0"]
    assert tf.get_collection(tf.GraphKeys.UPDATE_OPS) == layer.updates
    assert tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES) == layer.losses
    assert layer.get_losses_for(None) == layer.losses[1:] and layer.get_losses_for(inputs) == layer.losses[:1]
    assert layer.get_updates_for(inputs) == layer.updates and layer.get_updates_for(outputs) == []
    frozen = Scaled(trainable=False, name="frozen")
    frozen(inputs)
    assert len(tf.trainable_variables()) == 1 and frozen.updates == [] and frozen.trainable_weights == []


def test_variables_are_shared_by_name_only_on_purpose():
    x = tf.ones([1, 2])
    first = tf.layers.dense(x, 3, name="d")
    assert tf.layers.dense(x, 3, name="d", reuse=True).shape == first.shape
    with pytest.raises(ValueError, match="Variable d/kernel already exists, disallowed"):
        tf.layers.dense(x, 3, name="d")
    with pytest.raises(ValueError, match="Variable e/kernel does not exist"):
        tf.layers.dense(x, 3, name="e", reuse=True)
    with tf.variable_scope("f", reuse=tf.AUTO_REUSE):
        assert tf.layers.dense(x, 3, name="d").op.name == "f/d/BiasAdd"
        assert tf.layers.dense(x, 3, name="d").op.name == "f/d_1/BiasAdd"
    assert names(tf.global_variables()) == ["d/kernel:0", "d/bias:0", "f/d/kernel:0", "f/d/bias:0"]


def test_weights_come_and_go_as_arrays():
    layer = tf.layers.Dense(3, kernel_initializer="ones", name="d")
    with pytest.raises(ValueError, match="isn't built"):
        layer.count_params()
    layer(np.ones([1, 2], np.float32))
    assert layer.count_params() == 9
    kernel, bias = layer.get_weights()  # initialized without a request
    assert kernel.tolist() == [[1, 1, 1]] * 2 and bias.tolist() == [0, 0, 0]
    layer.set_weights([2 * kernel, bias + 1])
    with tf.Session() as sess:
        layer.set_weights([3 * kernel, bias])
        assert sess.run(layer.kernel).tolist() == [[3, 3, 3]] * 2
    assert layer.get_weights()[1].tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match=r"weight list of length 1, but the layer was expecting 2 weights"):
        layer.set_weights([kernel])
    with pytest.raises(ValueError, match=r"Layer weight shape \(3,\) not compatible with provided weight shape \(2,\)"):
        layer.set_weights([kernel, np.ones(2)])


def test_the_type_is_the_first_inputs():
    layer = tf.layers.Dense(3)
    assert layer.dtype is None
    layer(tf.ones([1, 2], tf.float64))
    assert layer.dtype == "float64" and layer.kernel.dtype.base_dtype == tf.float64
    with pytest.raises(TypeError, match="Unable to build `Dense` layer with non-floating point"):
        tf.layers.dense(tf.ones([1, 2], tf.int32), 3)


def test_a_config_makes_an_equal_layer():
    layer = tf.layers.Dense(3, activation=tf.nn.relu, kernel_initializer="he_normal", name="d")
    again = tf.layers.Dense.from_config(layer.get_config())
    assert again.get_config() == layer.get_config()
    assert layer.get_config()["activation"] == "relu"
    assert layer.compute_output_shape([None, 2]).as_list() == [None, 3]


def test_an_unused_layer_can_be_copied():
    layer = tf.layers.Dense(3, name="d")
    copied = copy.deepcopy(layer)
    assert copied(tf.ones([1, 2])).shape == [1, 3] and not layer.built


@pytest.mark.parametrize(
    ("spec", "shape", "message"),
    [
        ({"ndim": 2}, [1], r"expected ndim=2, found ndim=1. Full shape received: \[1\]"),
        ({"min_ndim": 2}, [1], "expected min_ndim=2, found ndim=1"),
        ({"max_ndim": 2}, [1, 1, 1], "expected max_ndim=2, found ndim=3"),
        ({"dtype": "int32"}, [1], "expected dtype=int32, found dtype=<dtype: 'float32'>"),
        ({"axes": {-1: 2}}, [1, 3], r"expected axis -1 of input shape to have value 2 but received input with shape"),
        ({"shape": (None, 3)}, [1, 2], r"expected shape=\(None, 3\), found shape=\[1, 2\]"),
        ({"ndim": 2}, None, "its rank is undefined, but the layer requires a defined rank"),
    ],
)
def test_inputs_are_checked(spec, shape, message):
    layer = tf.layers.Layer(name="bar")
    layer.input_spec = tf.layers.InputSpec(**spec)
    with pytest.raises(ValueError, match=message):
        layer(tf.placeholder(tf.float32, shape))


def test_what_cannot_be_is_said():
    with pytest.raises(TypeError, match="must be an instance of InputSpec"):
        tf.layers.Layer().input_spec = 3
    with pytest.raises(ValueError, match="Axis 2 is greater than the maximum allowed value: 1"):
        tf.layers.InputSpec(ndim=2, axes={2: 1})
    with pytest.raises(TypeError, match="Keyword argument not understood"):
        tf.layers.Layer(units=3)
    with pytest.raises(ValueError, match="The last dimension of the inputs to `Dense` should be defined"):
        tf.layers.dense(tf.placeholder(tf.float32, [None, None]), 3)
    with pytest.raises(ValueError, match="Unknown activation function: warp"):
        tf.layers.dense(tf.ones([1, 2]), 3, activation="warp")


def test_keras_style_needs_no_scopes():
    with tf.layers.experimental.keras_style_scope():
        layers = [tf.layers.Dense(3, name="d") for _ in range(2)]
        for layer in layers:
            layer(tf.ones([1, 2]))
        assert layers[0].kernel is not layers[1].kernel
        assert names(layers[1].weights) == ["d_1/kernel:0", "d_1/bias:0"]
        with pytest.raises(ValueError, match="reuse argument not allowed when keras style layers are enabled"):
            tf.layers.Dense(3, _reuse=True)


def test_a_call_must_return_something():
    class Silent(tf.layers.Layer):
        def call(self, inputs):
            return None

    with pytest.raises(ValueError, match="A layer's `call` method should return a Tensor"):
        Silent()(tf.ones([1]))
