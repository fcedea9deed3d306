"""Keras models as SavedModels: Model.save(save_format="tf"), load_model, and the objects that tf.saved_model.load_v2 makes of them."""

import numpy as np
import pytest

import graphlab as tf
from tests.io.test_foreign_saved_models import unpacked

layers = tf.keras.layers
X = np.linspace(-1, 1, 8, dtype="float32").reshape(2, 4)


@pytest.fixture(autouse=True)
def _own_graph():
    tf.keras.backend.clear_session()
    yield
    tf.keras.backend.clear_session()


def functional():
    x = tf.keras.Input((4,), name="x")
    y = layers.BatchNormalization(momentum=0.5)(layers.Dense(3, kernel_regularizer="l2", name="first")(x))
    return tf.keras.Model(x, layers.Dense(2, activity_regularizer="l1", name="last")(layers.Dropout(0.5)(y)))


class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first, self.others = layers.Dense(3), [layers.Dense(2)]

    def call(self, inputs, training=None):
        y = self.first(inputs)
        return self.others[0](y * 2.0 if training else y)


def compiled(model):
    model.compile("adam", "mse")
    model.fit(X, np.ones((2, 2)), verbose=0)
    return model


@pytest.mark.parametrize("make", [functional, Own])
def test_a_loaded_model_predicts_and_trains(make, tmp_path):
    model = compiled(make())
    expected = model.predict(X)
    model.save(str(tmp_path / "model"), save_format="tf")
    tf.keras.backend.clear_session()
    loaded = tf.keras.models.load_model(str(tmp_path / "model"))
    np.testing.assert_allclose(loaded.predict(X), expected, rtol=1e-5)
    before = loaded.get_weights()
    loaded.fit(X, np.ones((2, 2)), verbose=0)
    assert all((one != other).any() for one, other in zip(loaded.get_weights()[:2], before[:2], strict=True))


def test_the_optimizer_goes_on_where_it_was(tmp_path):
    model = compiled(functional())
    model.save(str(tmp_path / "model"), save_format="tf")
    expected = model.optimizer.get_weights()
    loaded = tf.keras.models.load_model(str(tmp_path / "model"))
    found = loaded.optimizer.get_weights()
    assert len(found) == len(expected) > 1
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_object_of_a_model_has_functions_variables_and_losses(tmp_path):
    model = functional()
    expected = model.predict(X)
    tf.saved_model.save(model, str(tmp_path / "model"))
    with tf.Graph().as_default(), tf.Session() as session:
        loaded = tf.saved_model.load_v2(str(tmp_path / "model"))
        still = loaded(tf.constant(X), training=False)
        outputs, losses = loaded.call_and_return_all_conditional_losses(tf.constant(X), training=True)
        by_name = loaded.signatures["serving_default"](x=tf.constant(X))["last"]
        (regularization,) = (loss() for loss in loaded.regularization_losses)
        mean = next(one for one in loaded.variables if "moving_mean" in one.name)
        session.run(tf.global_variables_initializer())
        np.testing.assert_allclose(session.run(still), expected, rtol=1e-5)
        np.testing.assert_allclose(session.run(by_name), expected, rtol=1e-5)
        first = session.run(getattr(loaded, "layer-1").kernel)
        np.testing.assert_allclose(session.run(regularization), 0.01 * np.square(first).sum(), rtol=1e-5)
        assert session.run(mean).tolist() == [0.0] * 3
        session.run([outputs, losses])
        np.testing.assert_allclose(session.run(mean), 0.5 * (X @ first).mean(0), atol=1e-6)
        assert len(losses) == 1 and len(loaded.trainable_variables) == len(loaded.variables) - 2


def test_saving_leaves_the_model_as_it_was(tmp_path):
    model = functional()
    before = len(model.losses), len(model.updates), len(model.layers[1]._inbound_nodes)
    model.save(str(tmp_path / "model"), save_format="tf", include_optimizer=False)
    assert (len(model.losses), len(model.updates), len(model.layers[1]._inbound_nodes)) == before
    with pytest.raises(FileExistsError, match="overwrite=True"):
        model.save(str(tmp_path / "model"), save_format="tf", overwrite=False)


def test_a_model_without_inputs_is_refused(tmp_path):
    with pytest.raises(ValueError, match="input shapes have not been set"):
        Own().save(str(tmp_path / "model"), save_format="tf")


def test_a_model_that_tensorflow_saved_is_a_model(tmp_path):
    folder, inputs, outputs = unpacked("keras", tmp_path)
    model = tf.keras.models.load_model(folder)
    (images,), (expected,) = inputs.values(), outputs.values()
    np.testing.assert_allclose(model.predict(images), expected, rtol=1e-4, atol=1e-6)
    assert model.optimizer.get_weights()[0] == 1
