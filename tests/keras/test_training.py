"""What Keras models learn, and what they are called, as TensorFlow 1.15 did with the same weights and data."""

import numpy as np
import pytest

import graphlab as tf

RANDOM = np.random.RandomState(0)
X = RANDOM.randn(50, 4).astype("float32")
Y = X[:, :1] * 2 + X[:, 1:2] - 1
CLASSES = RANDOM.randint(0, 3, 50)

SUMMARY = """\
Model: "sequential"
_________________________________________________________________
Layer (type)                 Output Shape              Param #   
=================================================================
dense (Dense)                (None, 5)                 25        
_________________________________________________________________
dense_1 (Dense)              (None, 3)                 18        
=================================================================
Total params: 43
Trainable params: 43
Non-trainable params: 0
_________________________________________________________________"""  # noqa: W291


@pytest.fixture(autouse=True)
def fresh():
    tf.keras.backend.clear_session()
    yield
    tf.keras.backend.clear_session()


def fixed(weights):
    return [(np.arange(w.size).reshape(w.shape) / w.size - 0.4).astype("float32") for w in weights]


def classifier():
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Dense(5, activation="relu", input_shape=(4,)),
            tf.keras.layers.Dense(3, activation="softmax"),
        ]
    )
    model.set_weights(fixed(model.get_weights()))
    return model


@pytest.mark.slow
def test_a_classifier_learns_as_in_tensorflow(capsys):
    model = classifier()
    lines = []
    model.summary(print_fn=lines.append)
    assert "\n".join(lines) == SUMMARY
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    assert model.metrics_names == ["loss", "acc"]
    history = model.fit(X, CLASSES, epochs=3, batch_size=16, shuffle=False, verbose=2, validation_split=0.2)
    shown = capsys.readouterr().out.splitlines()
    assert shown[:2] == ["Train on 40 samples, validate on 10 samples", "Epoch 1/3"]
    assert "loss: 1.2579 - acc: 0.2500 - val_loss: 1.0206 - val_acc: 0.3000" in shown[2]
    assert list(history.history) == ["loss", "acc", "val_loss", "val_acc"]
    np.testing.assert_allclose(history.history["loss"], [1.25788589, 1.25248439, 1.24731107], rtol=1e-5)
    np.testing.assert_allclose(history.history["val_loss"], [1.02064574, 1.02139783, 1.02211106], rtol=1e-5)
    np.testing.assert_allclose(model.evaluate(X, CLASSES, verbose=0), [1.19921803, 0.26], rtol=1e-5)
    np.testing.assert_allclose(model.predict(X)[0], [0.18046275, 0.29970372, 0.5198335], rtol=1e-5)
    np.testing.assert_allclose(model.train_on_batch(X[:8], CLASSES[:8]), [1.1933833, 0.25], rtol=1e-5)
    assert [v.name for v in tf.global_variables()[:7]] == [
        "dense/kernel:0",
        "dense/bias:0",
        "dense_1/kernel:0",
        "dense_1/bias:0",
        "training/Adam/iter:0",
        "training/Adam/beta_1:0",
        "training/Adam/beta_2:0",
    ]
    assert "training/Adam/dense/kernel/m:0" in [v.name for v in tf.global_variables()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("optimizer", "losses"),
    [
        ("nadam", [2.54147, 2.526413]),
        (lambda: tf.keras.optimizers.SGD(0.01, momentum=0.9, nesterov=True, decay=1e-2), [2.506759, 2.224408]),
        (lambda: tf.keras.optimizers.Adam(lr=0.01, amsgrad=True, clipnorm=0.5), [2.477415, 2.271105]),
        (lambda: tf.keras.optimizers.RMSprop(0.01, momentum=0.5, centered=True), [2.286852, 1.369638]),
        (lambda: tf.train.AdamOptimizer(0.01), [2.477062, 2.282725]),
    ],
)
def test_optimizers_step_as_tensorflows_do(optimizer, losses):
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(5, activation="tanh")(inputs)
    outputs = tf.keras.layers.Dense(1, kernel_regularizer=tf.keras.regularizers.l2(0.01))(hidden)
    model = tf.keras.Model(inputs, outputs)
    model.set_weights(fixed(model.get_weights()))
    model.compile(optimizer() if callable(optimizer) else optimizer, "mse", metrics=["mae"])
    weights = np.arange(50) / 50.0
    history = model.fit(X, Y, epochs=len(losses), batch_size=16, shuffle=False, verbose=0, sample_weight=weights)
    assert list(history.history) == ["loss", "mean_absolute_error"]
    np.testing.assert_allclose(history.history["loss"], losses, rtol=2e-5)


def test_an_initializer_of_a_program_needs_no_arguments():
    class Sevens(tf.keras.initializers.Initializer):
        def __call__(self, shape, dtype=None, partition_info=None):
            return tf.fill(shape, 7.0)

    with tf.Graph().as_default(), tf.Session() as session, tf.keras.utils.custom_object_scope({"Sevens": Sevens}):
        layer = tf.keras.layers.Dense(2, kernel_initializer="Sevens")
        layer.build([None, 1])
        session.run(tf.global_variables_initializer())
        assert session.run(layer.kernel).tolist() == [[7.0, 7.0]]


def test_ranges_end_at_a_tensor_and_keep_fractions():
    arange = tf.keras.backend.arange
    with tf.Graph().as_default(), tf.Session() as session:
        found = [arange(0, tf.constant(3)), arange(0, 4, 1.5), arange(2, dtype="float64"), arange(-3)]
        assert [item.dtype.name for item in found] == ["int32", "float32", "float64", "int32"]
        assert [item.tolist() for item in session.run(found)] == [[0, 1, 2], [0.0, 1.5, 3.0], [0.0, 1.0], []]


def test_weights_are_read_beside_operations_on_a_device_that_is_not_there():
    with tf.Graph().as_default():
        with tf.device("/cpu:7"):
            moved = tf.constant(1.0) + 1.0
        layer = tf.keras.layers.Dense(2, kernel_initializer="ones")
        layer.build([None, 1])
        assert layer.get_weights()[0].tolist() == [[1.0, 1.0]]
        assert tf.keras.backend.get_value(moved) == 2.0


@pytest.mark.slow
def test_a_model_works_in_a_session_of_the_program():
    images = tf.placeholder(tf.float32, [None, 4])
    labels = tf.placeholder(tf.int32, [None])
    layer = tf.keras.layers.Dense(3, kernel_regularizer="l2")
    model = tf.keras.Sequential([layer])
    logits = model(images)
    assert logits.name == "sequential/dense/BiasAdd:0"
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits) + tf.add_n(model.losses)
    step = tf.train.GradientDescentOptimizer(0.5).minimize(loss, var_list=model.trainable_weights)
    with tf.Session() as sess:
        tf.keras.backend.set_session(sess)
        sess.run(tf.global_variables_initializer())
        feeds = {images: X, labels: CLASSES}
        before = sess.run(loss, feeds)
        for _ in range(20):
            sess.run(step, feeds)
        assert sess.run(loss, feeds) < before
        np.testing.assert_allclose(model.get_weights()[0], sess.run(layer.kernel))


def test_weights_come_back_from_a_checkpoint(tmp_path):
    path = str(tmp_path / "weights")
    first = classifier()
    first.save_weights(path)
    names = [name for name, _ in tf.train.list_variables(path)]
    assert "layer_with_weights-0/kernel/.ATTRIBUTES/VARIABLE_VALUE" in names
    second = tf.keras.models.clone_model(first)
    second.load_weights(path)
    for ours, theirs in zip(first.get_weights(), second.get_weights(), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.slow
def test_callbacks_stop_and_slow_down(tmp_path):
    model = classifier()
    model.compile("sgd", "sparse_categorical_crossentropy")
    callbacks = [
        tf.keras.callbacks.EarlyStopping(monitor="loss", min_delta=10.0, patience=1),
        tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", min_delta=10.0, patience=1, factor=0.5),
        tf.keras.callbacks.ModelCheckpoint(str(tmp_path / "at-{epoch}"), save_weights_only=True),
        tf.keras.callbacks.TensorBoard(str(tmp_path / "logs")),
    ]
    history = model.fit(X, CLASSES, epochs=9, verbose=0, callbacks=callbacks)
    assert history.epoch == [0, 1]
    assert tf.keras.backend.get_value(model.optimizer.lr) == pytest.approx(0.005)
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "at-2")
    assert list((tmp_path / "logs").iterdir())


@pytest.mark.parametrize(
    ("update_freq", "steps"),
    [
        ("epoch", [("epoch_loss", 0), ("mine", 7), ("epoch_loss", 1), ("mine", 7)]),
        (
            8,
            [
                ("batch_loss", 1),
                ("epoch_loss", 12),
                ("mine", 7),
                ("batch_loss", 3),
                ("batch_loss", 5),
                ("epoch_loss", 24),
                ("mine", 7),
            ],
        ),
    ],
)
def test_steps_of_figures_for_tensorboard_are_tensorflows(tmp_path, update_freq, steps):
    class Board(tf.keras.callbacks.TensorBoard):
        def on_epoch_end(self, epoch, logs=None):
            super().on_epoch_end(epoch, logs)
            self._write_custom_summaries(7, {"mine": np.array(2.5)})

    x = np.arange(12.0).reshape(12, 1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile("sgd", "mse")
    model.fit(x, x, epochs=2, batch_size=4, verbose=0, callbacks=[Board(str(tmp_path), update_freq=update_freq)])
    events = [event for path in tmp_path.iterdir() for event in tf.train.summary_iterator(str(path))]
    assert [(value.tag, event.step) for event in events for value in event.summary.value] == steps


def test_a_recurrent_model_is_called_on_a_placeholder():
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.LSTM(4, input_shape=(5, 3)), layers.Dense(1)])
    assert model(tf.placeholder(tf.float32, (None, 5, 3))).shape.as_list() == [None, 1]


def test_a_model_that_is_built_for_its_data_has_tensorflows_operations():
    """Its layers are called on plain placeholders: one that returns its input gets no Identity, which later seeds would count."""

    class Parts(tf.keras.layers.Layer):
        def call(self, x):
            return x, {}, None

    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.parts, self.linear = Parts(name="parts"), tf.keras.layers.Activation("linear", name="linear")
            self.inner = tf.keras.layers.Dense(2, name="inner")

        def build(self, shape):
            self.outer = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(2,), name="outer")], name="built")

        def call(self, x):
            first, _, _ = self.parts(x)
            return self.outer(self.inner(self.linear(first)))

    with tf.Graph().as_default() as graph:
        tf.set_random_seed(3)
        model = Model()
        model.compile("sgd", "mse")
        found = model.predict(np.ones((2, 3), np.float32))
        names = {operation.name for operation in graph.get_operations()}
        seed = graph.get_operation_by_name("model/inner/kernel/Initializer/random_uniform/RandomUniform").get_attr(
            "seed2"
        )
        assert not any("Identity" in name for name in names if name.startswith(("model/parts", "model/linear")))
        with pytest.raises(AttributeError, match="no inbound nodes"):
            print(model.inner.output)
    assert seed == 25
    np.testing.assert_allclose(found, [[-0.857884, 0.34013295]] * 2, rtol=1e-6)


def test_a_model_that_does_not_know_its_inputs_learns_from_a_dataset():
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["mae"])
    batches = tf.data.Dataset.from_tensor_slices((X, Y)).batch(10)
    history = model.fit(batches, epochs=2, verbose=0).history
    assert len(history["mean_absolute_error"]) == 2 and history["loss"][1] < history["loss"][0]
    assert model.layers[0].kernel.shape.as_list() == [4, 4]


@pytest.mark.parametrize("base", [tf.keras.layers.BatchNormalization, tf.keras.layers.SimpleRNN])
def test_a_layer_of_a_program_names_its_attributes_as_it_likes(base):
    class Own(base):
        def __init__(self, *args, **keywords):
            super().__init__(*args, **keywords)
            for name in "training node list gather track forget passed only step sources sizes opened".split():
                setattr(self, f"_{name}", None)

    class OwnModel(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self._step = self._run = self._predict = self._prepare = self._arguments = self._strategy = None
            self._inner, self._list = Own(2) if base is tf.keras.layers.SimpleRNN else Own(), [tf.keras.layers.Dense(1)]

        def call(self, inputs):
            return self._list[0](self._inner(inputs))

    x = np.ones([4, 3, 2], np.float32) if base is tf.keras.layers.SimpleRNN else np.ones([4, 2], np.float32)
    model = OwnModel()
    model.compile("sgd", "mse")
    losses = model.fit(x, np.zeros([4, 1]), epochs=2, verbose=0).history["loss"]
    assert len(losses) == 2 and model.predict(x).shape == (4, 1)


def test_what_a_layer_tracks_under_a_name_is_in_checkpoints(tmp_path):
    class Holder(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.held = self._track_trackable(tf.Variable([1.0, 2.0]), name="inner")

    with tf.Session() as session:
        layer = Holder()
        session.run(layer.held.initializer)
        path = tf.train.Checkpoint(layer=layer).save(str(tmp_path / "model"), session)
        assert "layer/inner/.ATTRIBUTES/VARIABLE_VALUE" in dict(tf.train.list_variables(path))
        with pytest.raises(ValueError, match="a Trackable with this name is already declared"):
            layer._track_trackable(tf.Variable(1.0), name="inner")


def test_metrics_go_on_from_what_they_have_seen():
    """As in TensorFlow 1.15, whose numbers these are: a batch resets them afterwards, `fit` and `evaluate` before."""
    layers, x = tf.keras.layers, tf.keras.Input((1,))
    model = tf.keras.Model(x, layers.Dense(1, kernel_initializer="ones", use_bias=False)(x))
    model.compile(tf.train.GradientDescentOptimizer(0.0), "mse", metrics=["mae"])
    batches = [(np.full((2, 1), value), np.zeros((2, 1))) for value in (1.0, 3.0)]
    assert model.train_on_batch(*batches[0], reset_metrics=False) == [1.0, 1.0]
    assert model.test_on_batch(*batches[1]) == [9.0, 2.0]
    assert model.test_on_batch(*batches[1]) == [9.0, 3.0]
    model.fit(*batches[0], verbose=0)
    assert model.train_on_batch(*batches[1]) == [9.0, 2.0]
    model.evaluate(*batches[0], verbose=0)
    model.predict(batches[0][0])
    assert model.train_on_batch(*batches[1]) == [9.0, 3.0]


def test_a_loss_that_fails_when_weights_come_is_made_again():
    """What is made for the weights of examples is there as a whole or not at all."""
    fails = []

    def loss(y_true, y_pred):
        if fails:
            raise fails.pop()
        return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, "linear", False, "ones", input_shape=(2,))])
    model.compile(tf.keras.optimizers.SGD(0.0), loss)
    x, y, weights = np.ones((2, 2)), np.zeros((2, 1)), np.array([1.0, 3.0])
    assert model.evaluate(x, y, verbose=0) == 4.0
    for failure in (KeyboardInterrupt(), ValueError("no loss")):
        fails.append(failure)
        with pytest.raises(type(failure)):
            model.evaluate(x, y, sample_weight=weights, verbose=0)
        assert model.evaluate(x, y, verbose=0) == 4.0
    fails.append(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        model.fit(x, y, sample_weight=weights, verbose=0)
    assert model.evaluate(x, y, sample_weight=weights, verbose=0) == 8.0
    assert model.fit(x, y, sample_weight=weights, verbose=0).history["loss"] == [8.0]
