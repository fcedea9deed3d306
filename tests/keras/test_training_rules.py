"""What a model trains, on which batches, and which data it refuses."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat.keras.base_layer_utils import call_context
from graphlab._src.keras.engine import composite_values, weights_files

keras, layers = tf.keras, tf.keras.layers

# What TensorFlow 1.15 loses in three more steps of Adam, with the averages of three before and with new ones.
GO_ON = [0.09434913, 0.16667214, 0.347508]
BEGIN_ANEW = [0.09434913, 0.07780663, 0.052916467]


@pytest.fixture(autouse=True)
def clear():
    keras.backend.clear_session()


class Watching(layers.Layer):
    """Has another layer's variables, too."""

    def __init__(self, dense):
        self._kernel, self._bias = dense.kernel, dense.bias
        super().__init__()


def test_a_variable_that_two_layers_have_is_trained_once():
    inputs = keras.Input((1,))
    dense = layers.Dense(1)
    outputs = dense(inputs)
    dense.set_weights([np.ones((1, 1)), np.zeros(1)])
    model = keras.Model(inputs, Watching(dense)(outputs))
    model.compile(keras.optimizers.SGD(0.24), "mse")
    # Gradients of both are 2 (1 - 1.5) = -1: kernel 1.24, bias 0.24. Twice that would be 1.48 and 0.48.
    model.train_on_batch(np.ones((4, 1)), np.full((4, 1), 1.5))
    assert np.allclose(np.concatenate([w.ravel() for w in dense.get_weights()]), [1.24, 0.24])


def test_what_an_attribute_was_is_no_longer_part_of_a_layer():
    layer = layers.Layer()
    layer.a, layer.b = layers.Dense(1), tf.Variable(1.0)
    last = layers.Dense(2)
    layer.a, layer.b = last, tf.Variable(2.0)
    assert layer._layers == [last] and layer.weights == [layer.b]
    assert layer.submodules == (last,)
    layer.c = layer.b.assign_add(1.0)
    assert layer.weights == [layer.b]


def test_an_attribute_that_is_a_read_only_property_is_refused_in_tensorflows_words():
    class Clipping(layers.Layer):
        def build(self, input_shape):
            self.trainable_weights = []

    with pytest.raises(
        AttributeError, match='Can\'t set the attribute "trainable_weights", likely because it conflicts'
    ):
        Clipping()(tf.ones([2, 3]))


def test_variables_in_lists_are_initialized_and_trained():
    class Scale(layers.Layer):
        def __init__(self):
            super().__init__()
            self.scales = [tf.Variable(1.0), {"a": tf.Variable(2.0)}]

        def call(self, inputs):
            return inputs * self.scales[0] * self.scales[1]["a"]

    model = keras.Sequential([Scale()])
    model.compile("sgd", "mse")
    assert model.train_on_batch(np.ones((2, 1)), np.zeros((2, 1))) == 4.0
    assert len(model.trainable_weights) == 2


def test_fit_updates_what_was_trained_when_the_model_was_compiled():
    shared = layers.BatchNormalization()
    inputs = keras.Input((10,))
    model = keras.Model(inputs, shared(inputs))
    shared.trainable = False
    model.compile("sgd", "mse")
    shared.trainable = True
    before = shared.get_weights()
    model.train_on_batch(np.ones((10, 10)), np.ones((10, 10)))
    assert all(np.array_equal(a, b) for a, b in zip(before, shared.get_weights(), strict=True))


def test_losses_and_metrics_of_a_model_count_in_a_model_that_calls_it():
    x = keras.Input((1,))
    inner = keras.Model(x, layers.Dense(1, kernel_initializer="ones")(x))
    inner.add_loss(tf.reduce_sum(inner.outputs[0]))
    inner.add_metric(2 * tf.reduce_sum(inner.outputs[0]), name="twice", aggregation="mean")
    outer_x = keras.Input((1,))
    outer = keras.Model(outer_x, inner(outer_x))
    outer.compile("sgd", "mse")
    assert outer.metrics_names == ["loss", "twice"]
    assert outer.test_on_batch(np.full((2, 1), 3.0), np.full((2, 1), 3.0)) == [6.0, 12.0]
    again = keras.Model.from_config(inner.get_config())
    again.compile("sgd", "mse")
    again.set_weights(inner.get_weights())
    assert again.test_on_batch(np.full((2, 1), 3.0), np.full((2, 1), 3.0)) == [6.0, 12.0]


def scaled(optimizer="sgd", loss="mse", **kwargs):
    """A model that returns its input, compiled."""
    x = keras.Input((1,))
    model = keras.Model(x, layers.Dense(1, kernel_initializer="ones")(x))
    model.compile(optimizer, loss, **kwargs)
    return model


class Batches(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_train_batch_end(self, batch, logs=None):
        assert logs
        self.found.append((logs["size"], float(logs["loss"])))

    on_test_batch_end = on_train_batch_end


def test_arrays_that_validate_are_shuffled_too():
    model, batches = scaled(keras.optimizers.SGD(0.0), "mae"), Batches()
    x = np.arange(4.0).reshape(4, 1)
    np.random.seed(0)
    validation = x + 10, 0 * x
    model.fit(x, 0 * x, batch_size=2, epochs=2, validation_data=validation, verbose=0, callbacks=[batches])
    expected = [2.5, 0.5, 11.0, 12.0, 1.5, 1.5, 10.5, 12.5]  # TensorFlow 1.15 with the same seed
    assert batches.found == [(2, loss) for loss in expected]


def test_batches_of_a_generator_have_their_sizes():
    def pairs():
        yield np.ones((1, 1)), np.zeros((1, 1))
        yield np.full((3, 1), 4.0), np.zeros((3, 1))

    model, batches = scaled(keras.optimizers.SGD(0.0), "mae"), Batches()
    v = np.arange(10.0, 14.0).reshape(4, 1)
    history = model.fit_generator(
        pairs(), steps_per_epoch=2, validation_data=(v, 0 * v), verbose=0, callbacks=[batches]
    ).history
    assert batches.found == [(1, 1.0), (3, 4.0), (3, 11.0), (1, 13.0)]
    assert history == {"loss": [3.25], "val_loss": [12.0]}  # TensorFlow 1.15 weights only a training's batches
    assert model.evaluate_generator(pairs(), steps=2) == 2.5


def test_weighted_metrics_count_each_example_that_has_no_weight():
    model = scaled(weighted_metrics=["mae"])
    x = np.arange(10.0, 14.0).reshape(4, 1)
    assert model.test_on_batch(x, 0 * x, sample_weight=np.array([1.0, 0.0, 0.0, 0.0])) == [25.0, 10.0]
    assert model.test_on_batch(x, 0 * x) == [133.5, 11.5]


def test_metrics_are_reset_as_their_classes_say():
    class From100(keras.metrics.Metric):
        def __init__(self, name="from_100", **kwargs):
            super().__init__(name=name, **kwargs)
            self.total = self.add_weight("total", initializer="zeros")

        def update_state(self, y_true, y_pred, sample_weight=None):
            return self.total.assign_add(tf.reduce_sum(y_pred))

        def result(self):
            return tf.identity(self.total)

        def reset_states(self):
            keras.backend.set_value(self.total, 100.0)

    metrics = [keras.metrics.AUC(num_thresholds=4), keras.metrics.Precision(), From100()]
    model = scaled(metrics=metrics)
    x, y = np.array([[0.2], [0.9], [0.4], [0.7]]), np.array([[0.0], [1.0], [1.0], [0.0]])
    for _ in range(2):
        assert np.allclose(model.evaluate(x, y, verbose=0), [0.225, 0.625, 0.5, 102.2])


def test_metrics_that_layers_add_are_gathered_over_an_epoch():
    class Bias(layers.Layer):
        def build(self, input_shape):
            self.bias = self.add_weight("bias", (1,), initializer="zeros")
            self.mae = keras.metrics.MeanAbsoluteError(name="mae_1")

        def call(self, inputs):
            inputs, targets = inputs
            outputs = inputs + self.bias
            self.add_metric(self.mae(targets, outputs), name="mae_1")
            self.add_metric(tf.reduce_sum(inputs), name="total", aggregation="mean")
            return outputs

    inputs, targets = keras.Input((1,)), keras.Input((1,))
    model = keras.Model([inputs, targets], Bias()([inputs, targets]))
    model.compile(keras.optimizers.SGD(0.1), "mae")
    x, y = np.array([[0.0], [1.0], [2.0]]), np.array([[0.5], [2.0], [3.5]])
    history = model.fit([x, y], y, batch_size=3, epochs=3, verbose=0).history
    for name in ("loss", "mae_1"):
        assert np.allclose(history[name], [1.0, 0.9, 0.8])
    assert history["total"] == [3.0, 3.0, 3.0]


def test_add_metric_refuses_what_has_no_name_or_no_metric():
    layer, value = layers.Layer(), tf.constant(1.0)
    with pytest.raises(ValueError, match="Please provide a name for your metric like"):
        layer.add_metric(value, aggregation="mean")
    with pytest.raises(ValueError, match="We do not support adding an aggregated metric result tensor"):
        layer.add_metric(value, name="m")
    layer.one, layer.other = keras.metrics.Mean(name="m"), keras.metrics.Mean(name="m")
    with pytest.raises(ValueError, match='We found 2 metrics with the name: "m"'):
        layer.add_metric(layer.one(value))


class Count(keras.callbacks.Callback):
    batches = 0

    def on_batch_end(self, batch, logs=None):
        self.batches += 1


def dense_model(**described):
    model = keras.Sequential([layers.Dense(1, **described)])
    model.compile("sgd", "mse")
    return model


def test_steps_with_arrays_are_steps_with_all_examples():
    model, count = dense_model(input_shape=(2,)), Count()
    x = np.ones((40, 2))
    model.fit(x, np.ones((40, 1)), steps_per_epoch=3, verbose=0, callbacks=[count])
    assert count.batches == 3
    assert model.predict(x, steps=2).shape == (80, 1)


def test_a_fixed_batch_size_is_that_of_fit():
    model, count = dense_model(batch_input_shape=(4, 2)), Count()
    x, y = np.ones((16, 2)), np.ones((16, 1))
    model.fit(x, y, verbose=0, callbacks=[count])
    assert count.batches == 4
    with pytest.raises(ValueError, match="incompatible with the specified batch size of your Input Layer: 4"):
        model.fit(x, y, batch_size=8)
    with pytest.raises(ValueError, match="specified batch sizes of the Input Layers"):
        a, b = keras.Input((1,), batch_size=2), keras.Input((1,), batch_size=3)
        keras.Model([a, b], tf.concat([a, b], 0))


def test_inputs_are_like_tensors_whose_batch_size_is_not_known():
    like = keras.Input((2,)).shape
    inputs = [keras.Input(batch_shape=like), keras.Input(batch_shape=tuple(like))]
    assert keras.Model(inputs, keras.layers.add(inputs)).output_shape == (None, 2)


def test_data_in_batches_has_no_batch_size():
    model = dense_model(input_shape=(2,))
    dataset = tf.data.Dataset.from_tensors((np.ones((4, 2)), np.ones((4, 1))))
    for call in (model.fit, model.evaluate, model.predict):
        with pytest.raises(ValueError, match="The `batch_size` argument must not be specified"):
            call(dataset, batch_size=2)


def test_targets_of_datasets_broadcast_and_arrays_are_compared_with_outputs():
    model = keras.Sequential([layers.Dense(2, input_shape=(2,), kernel_initializer="zeros")])
    model.compile("sgd", "mae")
    x, y = np.ones((4, 2)), np.ones((4, 1))
    assert model.evaluate(tf.data.Dataset.from_tensors((x, y)), verbose=0) == 1.0
    model.compile("sgd", "mse")
    with pytest.raises(
        ValueError, match=r"A target array with shape \(4, 1\) was passed for an output of shape \(None, 2\)"
    ):
        model.train_on_batch(x, y)
    model.compile("sgd", "categorical_crossentropy")
    with pytest.raises(ValueError, match="expects targets to be binary matrices"):
        model.train_on_batch(x, y)


def test_class_numbers_need_no_last_axis():
    model = keras.Sequential([layers.Dense(5, input_shape=(3, 4), activation="softmax", kernel_initializer="zeros")])
    model.compile("sgd", "sparse_categorical_crossentropy")
    assert np.allclose(model.train_on_batch(np.ones((2, 3, 4)), np.ones((2, 3))), np.log(5))


def test_predictions_must_have_as_many_rows_as_the_batch():
    model = keras.Sequential([layers.Lambda(lambda x: tf.reshape(x, (-1, 1)), input_shape=(2,))])
    with pytest.raises(ValueError, match=r"Output shape = \(8, 1\), expected output shape = shape \(4, 1\)"):
        model.predict(np.ones((4, 2)))


def test_names_of_outputs_that_are_unknown_are_refused():
    x = keras.Input((3,))
    model = keras.Model(x, [layers.Dense(2, name="a")(x), layers.Dense(2, name="b")(x)])
    for argument in ("loss_weights", "sample_weight_mode", "loss"):
        with pytest.raises(ValueError, match=rf"Unknown entries in {argument} dictionary: \['c'\]"):
            model.compile("sgd", **{"loss": "mse", argument: {"c": None}})
    model.compile("sgd", "mse")
    assert [loss.fn.__name__ for loss in model.loss_functions] == ["mean_squared_error"] * 2
    x, y = np.ones((4, 3)), np.ones((4, 2))
    for argument in ("sample_weight", "class_weight"):
        with pytest.raises(ValueError, match=rf"Unknown entries in {argument} dictionary: \['c'\]"):
            model.fit(x, [y, y], **{argument: {"c": 1.0}})


def test_layers_of_tf_layers_are_no_part_of_a_model():
    old = tf.layers.Dense(1)
    with pytest.raises(TypeError, match=r"legacy tf\.layers\.Layers"):
        keras.Sequential([old])
    x = keras.Input((2,))
    with pytest.raises(TypeError, match=r"legacy tf\.layers\.Layers"):
        keras.Model(x, old(x))


def test_the_learning_phase_of_a_function_is_that_of_the_graph_around_it():
    class Phase(layers.Layer):
        @tf.function
        def call(self, inputs):
            return tf.cond(keras.backend.learning_phase(), lambda: tf.ones_like(inputs), lambda: tf.zeros_like(inputs))

    x = keras.Input((1,))
    model = keras.Model(x, Phase()(x))
    model.compile(keras.optimizers.SGD(0.0), "mae")
    zeros = np.zeros((1, 1))
    assert (model.train_on_batch(zeros, zeros), model.test_on_batch(zeros, zeros)) == (1.0, 0.0)


def test_a_session_is_that_of_the_graph_of_given_tensors():
    backend = keras.backend
    with tf.Graph().as_default() as other:
        x = tf.ones([])
    assert backend.get_session([x]).graph is other
    assert backend.get_session(()).graph is backend.get_session().graph is tf.get_default_graph()


def test_variables_and_sparse_tensors_are_inputs():
    value = tf.Variable(np.ones((10, 3), "float32"))
    keras.backend.get_session().run(value.initializer)
    x = keras.Input(tensor=value)
    model = keras.Model(x, layers.Dense(4)(x))
    model.add_loss(tf.reduce_mean(model.outputs[0]))
    model.compile("sgd")
    model.fit(None, None, steps_per_epoch=1, verbose=0)
    assert model.predict(None, steps=3).shape == (30, 4)

    sparse = keras.Input((3,), sparse=True)
    ones = tf.ones((3, 1))
    summed = keras.Model(sparse, layers.Lambda(lambda s: tf.sparse_tensor_dense_matmul(s, ones))(sparse))
    fed = tf.SparseTensorValue([[0, 1], [1, 0], [1, 2]], np.array([2, 3, 4], "float32"), [2, 3])
    assert np.array_equal(keras.backend.function([sparse], summed.outputs)([fed])[0], [[2], [7]])


def test_a_sequential_model_has_the_layers_that_were_added():
    first, second = layers.Dense(5, input_dim=3), layers.Dense(2)
    model = keras.Sequential([first])
    model.other = [layers.Dense(3)]
    model.add(second)
    model.pop()
    assert model.layers == [first] and len(model.weights) == 2
    model.pop()
    assert model.layers == [] and model.outputs is None
    with pytest.raises(ValueError, match="Weights for model .* have not yet been created"):
        _ = keras.Sequential([layers.Dense(1)]).weights


def test_an_unbuilt_model_is_evaluated_on_tensors():
    model = keras.Sequential([layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mae")
    assert model.evaluate(tf.ones((4, 2)), keras.backend.zeros((4, 1)), steps=2, verbose=0) == 2.0


def test_a_cell_of_several_inputs_and_states():
    class Cell(layers.Layer):
        state_size = output_size = (2, tf.TensorShape([3, 4]))

        def build(self, input_shape):
            assert [shape.as_list() for shape in input_shape] == [[None, 2], [None, 3, 4]]

        def call(self, inputs, states):
            new = tuple(state + value for state, value in zip(states, inputs, strict=True))
            return new, new

    one, two = keras.Input((5, 2)), keras.Input((5, 3, 4))
    begin = keras.Input((2,)), keras.Input((3, 4))
    outputs = layers.RNN(Cell(), return_state=True)((one, two), initial_state=begin)
    model = keras.Model([one, two, *begin], outputs)
    data = [np.ones((6, *tensor.shape.as_list()[1:])) for tensor in model.inputs]
    assert [np.unique(array).tolist() for array in model.predict(data)] == [[6.0]] * 4
    zeros = keras.Model([one, two], layers.RNN(Cell())((one, two)))
    assert [np.unique(array).tolist() for array in zeros.predict(data[:2])] == [[5.0]] * 2


def test_a_batch_of_tensors_that_the_model_was_built_on():
    model = keras.Sequential([layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mae")
    assert model.test_on_batch(keras.backend.ones((4, 2)), tf.zeros((4, 1))) == 2.0


def test_metrics_of_one_name_are_one_metric():
    x = tf.keras.Input((2,))
    dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
    model = tf.keras.Model(x, dense(x))
    model.compile("sgd", "mse", metrics=["mae", "acc", "mae", "accuracy"])
    assert model.metrics_names == ["loss", "mean_absolute_error", "acc"]
    assert len(model.evaluate(np.ones((2, 2)), np.ones((2, 1)), verbose=0)) == 3
    model = tf.keras.Model(x, [dense(x), tf.keras.layers.Dense(1, name="other")(x)])
    model.compile("sgd", "mse", metrics=["mae"])
    assert [metric.name for metric in model.metrics] == ["dense_mean_absolute_error", "other_mean_absolute_error"]
    assert model.metrics_names[:3] == ["loss", "dense_loss", "other_loss"]


def test_a_loss_of_a_program_is_given_targets_of_another_rank_than_the_output():
    def picked(y_true, y_pred):
        assert y_true.shape.as_list() == [None, None, None]
        classes = keras.backend.reshape(y_true, keras.backend.shape(y_pred)[:-1])
        return keras.backend.mean(tf.one_hot(tf.cast(classes, tf.int32), 3) * y_pred, -1)

    inputs = keras.Input((None, 2))
    model = keras.Model(inputs, layers.Dense(3, kernel_initializer="ones")(inputs))
    model.compile("sgd", picked)
    labels = np.array([[0, 1, 2, 0, 1]] * 2)
    assert np.isclose(model.train_on_batch(np.ones((2, 4, 2)), labels[:, :4]), 0.6666667)
    assert np.isclose(model.test_on_batch(np.ones((2, 5, 2)), labels), 0.6655)


def test_an_optimizer_without_a_learning_rate_trains():
    class Plain(keras.optimizers.Optimizer):
        def __init__(self):
            super().__init__("plain")

        def _create_slots(self, var_list):
            pass

        def _resource_apply_dense(self, grad, var):
            return var.assign_sub(0.1 * grad)

    model = keras.Sequential([layers.Dense(1, kernel_initializer="ones")])
    model.compile(Plain(), "mse")
    losses = [model.train_on_batch(np.ones((2, 2)), np.zeros((2, 1))) for _ in range(2)]
    assert np.allclose(losses, [4.0, 0.64])


def test_an_input_that_later_layers_consume_is_an_identity_where_the_model_is_called():
    a, b, unused = keras.Input((3,)), keras.Input((3,)), keras.Input((2,))
    inner = keras.Model([a, b, unused], layers.Add()([layers.Dense(3)(a), b]))
    with tf.name_scope("call"):
        given = [keras.Input((3,)), keras.Input((3,)), keras.Input((2,))]
    before = len(tf.get_default_graph().get_operations())
    inner(given)
    types = [op.type for op in tf.get_default_graph().get_operations()[before:]]
    assert types == ["ReadVariableOp", "MatMul", "ReadVariableOp", "BiasAdd", "Identity", "AddV2", "Identity"]


def test_the_output_of_a_layer_that_was_called_twice_is_the_first():
    first, second = keras.Input((3,)), keras.Input((3,))
    layer = layers.Dense(2)
    outputs = [layer(first), layer(second)]
    assert layer.input is first and layer.output is outputs[0] and layer.get_output_at(1) is outputs[1]
    assert layer.output_shape == (None, 2)
    shared = layers.Flatten()
    shared(keras.Input((2, 2))), shared(keras.Input((3,)))
    with pytest.raises(AttributeError, match='"layer input shape" is ill-defined'):
        _ = shared.input_shape


def ragged_to_dense():
    inputs = keras.Input((None,), ragged=True, dtype="int32", name="words")
    x = layers.Lambda(lambda rows: tf.cast(tf.expand_dims(tf.reduce_sum(rows, 1), 1), "float32"))(inputs)
    model = keras.Model(inputs, layers.Dense(1, kernel_initializer="ones")(x))
    model.compile(keras.optimizers.SGD(0.01), "mse")
    return model


def test_a_ragged_input_learns_from_tensors_values_and_datasets():
    rows = tf.ragged.constant([[1, 2], [3], [4, 4, 1]])
    value = tf.ragged.constant_value([[1, 2], [3], [4, 4, 1]], dtype=np.int32)
    targets = np.zeros((3, 1), "float32")
    dataset = tf.data.Dataset.from_tensor_slices((rows, targets)).batch(3).repeat()
    losses = [
        ragged_to_dense().fit(*data, steps_per_epoch=2, verbose=0).history["loss"]
        for data in ((rows, tf.constant(targets)), (dataset,))
    ]
    assert np.allclose(losses[0], losses[1])
    model = ragged_to_dense()
    assert np.allclose(model.predict(value, batch_size=2), [[3], [3], [9]])
    again = keras.Model.from_config(model.get_config())
    again.set_weights(model.get_weights())
    assert np.array_equal(again.predict(value), model.predict(value))


def test_outputs_of_batches_that_are_ragged_or_sparse_are_joined():
    x = keras.Input((None,))
    ragged = layers.Lambda(lambda t: tf.RaggedTensor.from_tensor(t, padding=0))(x)
    sparse = layers.Lambda(lambda t: tf.sparse.from_dense(t))(x)
    data = np.array([[1.0, 0, 0], [2, 3, 0], [4, 0, 0], [5, 6, 0]])
    found = keras.Model(x, [ragged, sparse]).predict(data, batch_size=3)
    assert found[0].to_list() == [[1], [2, 3], [4], [5, 6]]
    assert found[1].indices.tolist() == [[0, 0], [1, 0], [1, 1], [2, 0], [3, 0], [3, 1]]
    assert found[1].values.tolist() == [1, 2, 3, 4, 5, 6] and found[1].dense_shape.tolist() == [4, 3]


def test_rows_of_sparse_and_ragged_values_are_those_of_arrays():
    sparse = tf.SparseTensorValue(np.array([[0, 1], [1, 0], [1, 2]]), np.array([2, 3, 4]), np.array([3, 3]))
    dense = np.array([[0, 2, 0], [3, 0, 4], [0, 0, 0]])
    nested = tf.ragged.constant_value([[[1, 2]], [], [[3], [4, 5]]], ragged_rank=2)
    for which in ([2, 1, 0], [1], slice(1, 3)):
        part = composite_values.taken(sparse, which)
        shown = np.zeros(part.dense_shape, int)
        shown[tuple(part.indices.T)] = part.values
        assert np.array_equal(shown, dense[which])
        rows = np.arange(3)[which]
        assert composite_values.taken(nested, which).to_list() == [nested.to_list()[row] for row in rows]


def test_sparse_and_ragged_data_is_checked():
    model = keras.Sequential([layers.Lambda(tf.sparse.to_dense)])
    value = tf.SparseTensorValue([[0, 0]], [1.0], [2, 3])
    with pytest.raises(ValueError, match="All SparseTensor and RaggedTensor inputs must be explicitly declared"):
        model.predict(value)
    sparse = keras.Input((4,), sparse=True)
    model = keras.Model(sparse, layers.Lambda(tf.sparse.to_dense)(sparse))
    with pytest.raises(ValueError, match=r"got array with shape \(3,\)"):
        model.predict(value)


def test_a_ragged_placeholder_is_made():
    made = tf.keras.backend.placeholder((None, None, 3), ragged=True)
    assert made.ragged_rank == 1 and made.shape.as_list() == [None, None, 3]
    assert tf.keras.layers.InputLayer((3,)).get_config()["ragged"] is False


def test_a_model_in_a_model_has_the_losses_of_all_its_calls_and_trains_those_of_its_inputs():
    dense = layers.Dense(2, kernel_regularizer="l1", activity_regularizer="l1", kernel_initializer="ones")
    first = keras.Input((5,))
    inner = keras.Model(first, dense(first))
    a, b = keras.Input((5,)), keras.Input((5,))
    model = keras.Model([a, b], layers.Average()([inner(a), inner(b)]))
    assert len(inner.losses) == len(model.losses) == 4  # of three calls, and of the weights
    assert (len(model.get_losses_for([a, b])), len(model.get_losses_for(None))) == (2, 1)
    model.compile("sgd", "mse")
    x = np.ones((4, 5))
    assert model.test_on_batch([x, x], np.ones((4, 2))) == pytest.approx(16 + 0.2 + 0.1)


def test_the_variables_among_the_arguments_of_a_lambda_are_not_the_layers():
    by = tf.Variable(2.0)
    layer = layers.Lambda(lambda x, by: x * by, arguments={"by": by})
    assert not layer.weights
    layer.by = by
    assert layer.trainable_weights == [by]


def test_no_configuration_is_no_object():
    assert keras.utils.deserialize_keras_object(None) is None


def test_the_context_of_calls_knows_the_layer_that_is_called():
    seen = []

    class Inner(layers.Layer):
        def call(self, inputs):
            seen.append((calls.in_call, calls.layer, calls.inputs, calls.training, calls.frozen))
            return inputs

    class Outer(layers.Layer):
        def __init__(self):
            super().__init__(trainable=False)
            self.inner = Inner()

        def call(self, inputs, training=None):
            return self.inner(inputs + 1.0)

    calls = call_context()
    outer = Outer()
    outer(tf.ones([2]), training=True)
    [(inside, layer, inputs, training, frozen)] = seen
    assert (inside, layer, training, frozen) == (True, outer.inner, True, True)
    assert inputs.op.type == "AddV2"
    assert (calls.in_call, calls.layer, calls.training, calls.frozen) == (False, None, None, False)


def test_a_dataset_ignores_the_weights_of_classes():
    x, y = np.array([[1.0], [2.0], [3.0], [4.0]], np.float32), np.array([0, 1, 0, 1])
    losses = []
    for data in (tf.data.Dataset.from_tensor_slices((x, y)).batch(2), (x, y)):
        model = keras.Sequential([layers.Dense(2, "softmax", kernel_initializer="ones", input_shape=(1,))])
        model.compile(keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
        given = data if isinstance(data, tuple) else (data,)
        history = model.fit(*given, epochs=2, shuffle=False, class_weight={0: 1.0, 1: 5.0}, verbose=0, **_size(data))
        losses.append(history.history["loss"])
    assert losses[0] == pytest.approx([0.68885, 0.68022], abs=1e-5)
    assert losses[1] == pytest.approx([1.634, 1.27318], abs=1e-5)


def _size(data):
    return {"batch_size": 2} if isinstance(data, tuple) else {}


class Subclass(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(2)
        self.bn = layers.BatchNormalization()

    def call(self, inputs):
        return self.bn(self.dense(inputs))


@pytest.mark.parametrize("build", ["call", "predict", "build"])
def test_weights_are_loaded_when_a_model_is_built(tmp_path, build):
    x, path = np.ones((2, 3), np.float32), str(tmp_path / "weights")
    first = Subclass()
    first.compile("sgd", "mse")
    first.fit(x, np.zeros((2, 2)), verbose=0)
    first.save_weights(path)
    second = Subclass()
    status = second.load_weights(path)
    with pytest.raises(AssertionError, match="Unresolved object in checkpoint"):
        status.assert_consumed()
    if build == "build":
        second.build((None, 3))
    elif build == "call":
        second(tf.constant(x))
    np.testing.assert_allclose(second.predict(x), first.predict(x), rtol=1e-6)
    assert second.load_weights(path).assert_existing_objects_matched() is not None
    with pytest.raises(tf.errors.NotFoundError):
        Subclass().load_weights(str(tmp_path / "missing"))


def test_a_model_is_built_for_inputs_and_a_training_argument():
    class Trained(Subclass):
        def call(self, x, training, mask=None):
            return self.dense(x)

    class Two(Subclass):
        def call(self, first, second):
            return self.dense(first + second)

    class Rows(Subclass):
        def call(self, numbers):
            return tf.gather(tf.ones([3, 2]), numbers)

    trained = Trained()
    trained.build(tf.TensorShape([None, 3]))
    assert len(trained.trainable_weights) == 2
    for model, shape, message in (
        (Subclass(), tf.Dimension(50), "input shape is not one of the valid types"),
        (Two(), [(2, 3), (2, 3)], "cannot build your model if it has positional"),
        (Rows(), (2, 3), "if your layers do not support float type inputs"),
    ):
        with pytest.raises(ValueError, match=message):
            model.build(shape)


def test_placeholders_that_a_model_is_set_to_are_fed():
    model = Subclass()
    model.compile(tf.train.RMSPropOptimizer(0.001), "mse")
    model._set_inputs(tf.placeholder(tf.float32, (None, 3)))
    history = model.fit(np.ones((4, 3)), np.zeros((4, 2)), batch_size=2, epochs=2, verbose=0)
    assert len(history.history["loss"]) == 2


def test_a_sequential_model_without_inputs_saves_its_layers_by_number(tmp_path):
    def made():
        return keras.Sequential([layers.Dense(2), layers.Dense(1)])

    x, path = np.ones((2, 3), np.float32), str(tmp_path / "weights")
    first, second, third = made(), made(), made()
    first.predict(x)
    first.save_weights(path)
    names = [name.partition("/.ATTRIBUTES")[0] for name, _ in tf.train.list_variables(path)]
    assert names[1:] == ["layer-0/bias", "layer-0/kernel", "layer-1/bias", "layer-1/kernel"]
    second.load_weights(path)
    third.predict(x)
    third.load_weights(path)
    for model in (second, third):
        np.testing.assert_allclose(model.predict(x), first.predict(x), rtol=1e-6)


@pytest.mark.parametrize("first", [{}, {"input_shape": (3,)}])
def test_training_goes_on_with_the_averages_of_a_checkpoint(tmp_path, first):
    def made():
        model = keras.Sequential([layers.Dense(2, **first), layers.Dense(1)])
        model.compile(keras.optimizers.Adam(0.1), "mse")
        return model

    x, path = np.random.RandomState(0).rand(4, 3).astype(np.float32), str(tmp_path / "weights")
    trained, loaded = made(), made()
    for _ in range(3):
        trained.train_on_batch(x, x[:, :1])
    trained.save_weights(path)
    loaded.load_weights(path)
    for _ in range(3):
        assert loaded.train_on_batch(x, x[:, :1]) == pytest.approx(trained.train_on_batch(x, x[:, :1]), rel=1e-4)


def go_on(path, first, rate, use):
    """Losses and learning rate of three steps of a model with Adam. use(model): what is done with it before."""
    ones = {"kernel_initializer": keras.initializers.Constant(0.3)}
    model = keras.Sequential([layers.Dense(4, "tanh", **ones, **first), layers.Dense(1, **ones)])
    model.compile(keras.optimizers.Adam(rate), "mse")
    result = use(model)
    x = np.linspace(-1, 1, 30).reshape(10, 3).astype(np.float32)
    losses = [model.train_on_batch(x, x.sum(1, keepdims=True)) for _ in range(3)]
    if path is not None:
        model.save_weights(path)
    return losses, float(keras.backend.get_value(model.optimizer.lr)), result


@pytest.mark.parametrize("first", [{}, {"input_shape": (3,)}])
def test_a_checkpoint_is_for_the_optimizer_that_a_model_has_when_it_is_loaded(tmp_path, first):
    path = str(tmp_path / "weights")
    go_on(path, first, 0.1, lambda model: None)

    def again(model):
        model.load_weights(path)
        model.compile(keras.optimizers.Adam(0.05), "mse")

    loaded = go_on(None, first, 0.3, lambda model: model.load_weights(path))
    anew = go_on(None, first, 0.3, again)
    np.testing.assert_allclose([loaded[1], anew[1]], [0.1, 0.05])  # the checkpoint's, and the new optimizer's
    np.testing.assert_allclose(loaded[0], GO_ON, rtol=2e-3)
    np.testing.assert_allclose(anew[0], BEGIN_ANEW, rtol=2e-3)


def test_the_number_of_steps_that_a_checkpoint_has_is_known_before_the_next_step(tmp_path):
    path, first = str(tmp_path / "weights"), {"input_shape": (3,)}
    go_on(path, first, 0.1, lambda model: None)

    def steps(model):
        model.load_weights(path)
        return keras.backend.get_value(model.optimizer.iterations)

    assert go_on(None, first, 0.1, steps)[2] == 3


def test_a_checkpoint_goes_on_under_a_strategy(tmp_path):
    path, first = str(tmp_path / "weights"), {"input_shape": (3,)}
    go_on(path, first, 0.1, lambda model: None)
    with tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"]).scope():
        losses, rate, _ = go_on(None, first, 0.3, lambda model: model.load_weights(path))
    assert rate == pytest.approx(0.1)
    np.testing.assert_allclose(losses, GO_ON, rtol=2e-3)


def test_a_model_that_is_not_built_has_no_inputs_and_no_outputs():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
    assert (model.inputs, model.outputs, tf.keras.Model().inputs) == ([], [], [])


def test_a_checkpoint_has_the_weights_of_a_sequential_model_that_was_built_by_a_call(tmp_path):
    saved, other = (tf.keras.Sequential([tf.keras.layers.Dense(2)]) for _ in range(2))
    x = tf.ones([1, 3])
    outputs = [saved(x), other(x)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        path = tf.train.Checkpoint(model=saved).save(str(tmp_path / "model"))
        tf.train.Checkpoint(model=other).restore(path).run_restore_ops(session)
        np.testing.assert_array_equal(*session.run(outputs))
    names = [name for name, _ in tf.train.list_variables(path) if name.startswith("model")]
    assert names == [f"model/layer-0/{part}/.ATTRIBUTES/VARIABLE_VALUE" for part in ("bias", "kernel")]


def test_a_models_own_weights_come_after_those_of_its_layers():
    class Scaled(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = layers.Dense(2)
            self.scale, self.shift = (self.add_weight(n, shape=[2], trainable=n == "scale") for n in ("scale", "shift"))

        def call(self, inputs):
            return self.dense(inputs) * self.scale + self.shift

    model = Scaled()
    model.compile("adam", "mse")
    model.train_on_batch(np.ones((4, 3)), np.ones((4, 2)))
    dense = [*model.dense.weights]
    assert model.trainable_weights == [*dense, model.scale] and model.weights == [*dense, model.scale, model.shift]
    assert [v.shape.as_list() for v in model.optimizer.weights] == [[], *[[3, 2], [2], [2]] * 2]
    model.trainable = False
    assert model.non_trainable_weights == [model.scale, *dense, model.shift]


def test_what_was_not_loaded_because_of_an_interrupt_is_loaded_with_the_next_step(tmp_path, monkeypatch):
    path, first = str(tmp_path / "weights"), {"input_shape": (3,)}
    go_on(path, first, 0.1, lambda model: None)

    def interrupted(values):
        raise KeyboardInterrupt

    def load(model):
        model.load_weights(path)
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(weights_files, "batch_set_value", interrupted)
            model.train_on_batch(np.ones((1, 3)), np.ones((1, 1)))

    losses, rate, _ = go_on(None, first, 0.3, load)
    assert rate == pytest.approx(0.1)
    np.testing.assert_allclose(losses, GO_ON, rtol=2e-3)


def test_a_validation_dataset_begins_anew_in_each_epoch():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(1,))])
    model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    x = np.arange(8.0, dtype=np.float32)[:, None]
    dataset = tf.data.Dataset.from_tensor_slices((x, 2 * x)).batch(2)
    for validation in (dataset, dataset.repeat()):
        history = model.fit(dataset, epochs=3, validation_data=validation, validation_steps=3, verbose=0).history
        np.testing.assert_allclose(history["val_loss"], [55 / 6] * 3, rtol=1e-6)


def test_a_dataset_without_end_needs_steps():
    model = scaled(keras.optimizers.SGD(0.0), "mae")
    x = np.ones((4, 1), np.float32)
    endless = tf.data.Dataset.from_tensor_slices((x, x)).batch(2).repeat()
    for name, use in (
        ("steps_per_epoch", lambda: model.fit(endless, verbose=0)),
        ("validation_steps", lambda: model.fit(x, x, validation_data=endless, verbose=0)),
        ("steps", lambda: model.evaluate(endless, verbose=0)),
        ("steps", lambda: model.predict(endless)),
    ):
        with pytest.raises(ValueError, match=f"an infinitely repeating dataset, you must specify the `{name}`"):
            use()
