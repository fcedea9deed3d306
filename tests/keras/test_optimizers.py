"""Keras' optimizers: their operations, subclasses of programs, and what the seeds after them count."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf

keras, layers = tf.keras, tf.keras.layers
X, Y = np.array([[0, 1], [1, 3]], np.float32), np.array([[1.0], [2.0]], np.float32)


@pytest.fixture(autouse=True)
def clear():
    keras.backend.clear_session()


def dense():
    return keras.Sequential([layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])


def embedding():
    first = layers.Embedding(5, 3, input_length=2, embeddings_initializer="ones")
    return keras.Sequential([first, layers.Flatten(), layers.Dense(1, kernel_initializer="ones")])


class Descent(keras.optimizers.Optimizer):
    """Written as TensorFlow 1.15's are: numbers in _prepare_local, a step for tensors and one for rows."""

    def __init__(self, learning_rate=0.1, beta=0.9, name="Descent", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", learning_rate)
        self._set_hyper("beta", beta)
        self._set_hyper("decay", self._initial_decay)

    def _create_slots(self, var_list):
        for var in var_list:
            self.add_slot(var, "m")

    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[var_device, var_dtype]["beta"] = tf.identity(self._get_hyper("beta", var_dtype))

    def _resource_apply_dense(self, grad, var, apply_state=None):
        key = var.device, var.dtype.base_dtype
        numbers = (apply_state or {}).get(key) or self._fallback_apply_state(*key)
        beta, m = numbers["beta"], self.get_slot(var, "m")
        m = m.assign(beta * m + (1 - beta) * grad, use_locking=self._use_locking)
        step = tf.cast(self.iterations + 1, var.dtype.base_dtype)
        return var.assign_sub(numbers["lr_t"] * m / tf.sqrt(step)).op

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        return self._resource_scatter_add(var, indices, -self._decayed_lr(var.dtype.base_dtype) * grad)


@pytest.mark.parametrize(
    ("model", "losses"),  # TensorFlow 1.15's
    [(dense, [2.0, 1.5874, 1.18341, 0.85579]), (embedding, [20.5, 0.16617, 0.09381, 0.08141])],
)
def test_an_optimizer_of_a_program_steps_as_in_tensorflow(model, losses):
    trained = model()
    trained.compile(Descent(decay=0.1), "mse")
    np.testing.assert_allclose([trained.train_on_batch(X, Y) for _ in losses], losses, rtol=1e-4)


class Fixed(keras.optimizers.Optimizer):
    """Makes its numbers without those of the base class."""

    def _prepare_local(self, var_device, var_dtype, apply_state):
        apply_state[var_device, var_dtype]["rate"] = tf.constant(0.1, var_dtype)

    def _resource_apply_dense(self, grad, var, apply_state):
        return var.assign_sub(apply_state[var.device, var.dtype.base_dtype]["rate"] * grad).op


def test_an_optimizer_without_a_name_is_named_after_its_class():
    assert [Fixed(None)._name, Fixed(name="")._name, Fixed("one")._name] == ["fixed", "fixed_1", "one"]


def test_numbers_need_not_be_those_of_the_base_class():
    model = dense()
    model.compile(Fixed("Fixed"), "mse")
    np.testing.assert_allclose([model.train_on_batch(X, Y) for _ in range(2)], [2.0, 0.34], rtol=1e-4)


class Negated(keras.optimizers.SGD):
    """Minimizes what is no tensor: an object that has a loss."""

    def _compute_gradients(self, loss, var_list, grad_loss=None):
        pairs = super()._compute_gradients(loss.value, var_list, grad_loss)
        return [(-gradient * self._call_if_callable(lambda: 2.0), var) for gradient, var in pairs]


def test_minimize_applies_the_gradients_of_a_subclass():
    class Problem:
        def value(self):
            return variable * 3.0

    variable = tf.Variable(1.0)
    step = Negated(0.5).minimize(Problem(), lambda: [variable])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(step)
        assert session.run(variable) == 4.0


class Doubled(keras.optimizers.SGD):
    def _resource_apply_dense(self, grad, var):  # of before 1.15: without apply_state
        return super()._resource_apply_dense(grad * 2.0, var)


def test_a_subclass_may_lack_the_argument_apply_state():
    model = dense()
    model.compile(Doubled(0.05), "mse")
    np.testing.assert_allclose([model.train_on_batch(X, Y) for _ in range(2)], [2.0, 0.34], rtol=1e-4)


@pytest.mark.parametrize(
    ("optimizer", "of_tensors", "of_rows"),
    [
        (lambda o: o.SGD(momentum=0.9), "ResourceApplyKerasMomentum", "ResourceSparseApplyKerasMomentum"),
        (lambda o: o.Adam(amsgrad=True), "ResourceApplyAdamWithAmsgrad", "AssignSubVariableOp"),
        (lambda o: o.Adagrad(), "ResourceApplyAdagradV2", "ResourceSparseApplyAdagradV2"),
        (lambda o: o.Adamax(), "ResourceApplyAdaMax", "ResourceScatterAdd"),
        (lambda o: o.RMSprop(momentum=0.5, centered=True), *["Resource{}ApplyCenteredRMSProp"] * 2),
        (lambda o: o.Adadelta(), *["Resource{}ApplyAdadelta"] * 2),
    ],
)
def test_steps_are_tensorflows_operations(optimizer, of_tensors, of_rows):
    model = embedding()
    model.compile(optimizer(keras.optimizers), "mse")
    model.train_on_batch(X, Y)
    operations = tf.get_default_graph().get_operations()
    types = {where: {one.type for one in operations if f"update_{where}" in one.name} for where in ("dense", "embed")}
    assert of_tensors.format("") in types["dense"]
    assert of_rows.format("Sparse") in types["embed"]


def test_models_after_the_first_draw_tensorflows_numbers():
    """Seeds of operations count the operations before them: those of compiling and training, too."""
    tf.set_random_seed(1)
    first = keras.Sequential([layers.Dense(2, input_shape=(3,), activation="softmax")])
    first.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    first.train_on_batch(np.ones((2, 3)), np.zeros(2))
    second = keras.Sequential([layers.Embedding(4, 2, input_length=3), layers.LSTM(2)])
    second.compile("rmsprop", "binary_crossentropy")
    second.train_on_batch(np.ones((2, 3)), np.ones((2, 2)))
    third = keras.Sequential([layers.Dense(2, input_shape=(2,))])
    np.testing.assert_allclose(second.get_weights()[0][0], [0.03603, 0.02844], atol=1e-5)
    np.testing.assert_allclose(third.get_weights()[0], [[0.23058, 0.2693], [-0.03214, -0.19061]], atol=1e-5)


def test_a_loss_scale_changes_no_number_of_a_training():
    losses = []
    for with_scale in (False, True):
        keras.backend.clear_session()
        optimizer = keras.optimizers.SGD(0.05)
        if with_scale:
            optimizer = tf.train.experimental.enable_mixed_precision_graph_rewrite(optimizer, 128.0)
            with pytest.raises(ValueError, match="must not already be an instance of a LossScaleOptimizer"):
                tf.train.experimental.enable_mixed_precision_graph_rewrite(optimizer)
            tf.train.experimental.disable_mixed_precision_graph_rewrite()
        model = dense()
        model.compile(optimizer, "mse")
        losses.append(model.fit(X, Y, epochs=3, verbose=0).history["loss"])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-6)
    assert losses[0][-1] < losses[0][0]


def test_boundaries_of_steps_are_converted_to_the_type_of_the_step():
    schedule: Any = tf.keras.optimizers.schedules.PiecewiseConstantDecay([1, 3], [0.1, 0.05, 0.01])
    steps = [0, 1, tf.constant(2.0), tf.constant(3, tf.int64), 4]
    with tf.Session() as session:
        rates = session.run([schedule(step) for step in steps])
    np.testing.assert_allclose(rates, [0.1, 0.1, 0.05, 0.05, 0.01], 1e-6)
    x = tf.keras.Input((1,))
    model = tf.keras.Model(x, tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)(x))
    model.compile(tf.keras.optimizers.SGD(schedule), "mae")
    weights = []
    for _ in range(4):
        model.train_on_batch(np.ones([1, 1]), np.zeros([1, 1]))
        weights.append(model.get_weights()[0].item())
    np.testing.assert_allclose(weights, [0.9, 0.8, 0.75, 0.7], 1e-6)  # TensorFlow 1.15's


def test_schedules_have_their_arguments_as_attributes():
    schedule: Any = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2, decay_rate=0.5)
    assert (schedule.initial_learning_rate, schedule.decay_steps, schedule.decay_rate) == (0.1, 2, 0.5)
    schedule.decay_rate = 0.25
    with tf.Session() as session:
        assert session.run(schedule(2)) == pytest.approx(0.025)
    assert schedule.get_config()["decay_rate"] == 0.25


def names_in_checkpoint(tmp_path, optimizer):
    """What a checkpoint of an optimizer `o` that has made its variables for one variable `v` has, without attributes."""
    v = tf.Variable([1.0, 2.0], use_resource=True)
    optimizer.apply_gradients([(v * 2, v)])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        path = tf.train.Checkpoint(o=optimizer, v=v).save(str(tmp_path / "c"), session=session)
    return {name.partition("/.ATTR")[0] for name, _ in tf.train.list_variables(path)} - {
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "save_counter",
        "v",
    }


class Halving(tf.keras.optimizers.Optimizer):
    """Has a variable of its own, which `add_weight` makes, and another optimizer below it."""

    def __init__(self):
        super().__init__("Halving")
        self._set_hyper("learning_rate", 0.1)
        self._track_trackable(tf.train.MomentumOptimizer(0.1, 0.9), name="other")

    def _create_slots(self, var_list):
        for var in var_list:
            self.add_slot(var, "sum")
        self.factor = self.add_weight("factor", shape=[], initializer="ones")

    def _resource_apply_dense(self, grad, var):
        return tf.group(var.assign_sub(grad * self.factor), self.factor.assign(self.factor / 2))


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (tf.keras.optimizers.Nadam, "beta_1 beta_2 decay iter learning_rate momentum_cache v:m v:v"),
        (Halving, "factor iter learning_rate v:sum"),
        (
            lambda: tf.keras.optimizers.Adam(tf.Variable(0.1, use_resource=True)),
            "beta_1 beta_2 decay iter learning_rate v:m v:v",
        ),
        (
            lambda: tf.keras.mixed_precision.experimental.LossScaleOptimizer(
                tf.keras.optimizers.SGD(0.1, momentum=0.5), "dynamic"
            ),
            "base_optimizer/decay base_optimizer/iter base_optimizer/learning_rate base_optimizer/momentum "
            "loss_scale/current_loss_scale loss_scale/good_steps v:base_optimizer/momentum",
        ),
    ],
    ids=["nadam", "of a program", "variable rate", "loss scale"],
)
def test_a_checkpoint_has_all_variables_of_an_optimizer_under_tensorflows_names(make, names, tmp_path):
    with tf.Graph().as_default():
        expected = {
            f"v/.OPTIMIZER_SLOT/o/{name[2:]}" if name.startswith("v:") else f"o/{name}" for name in names.split()
        }
        assert names_in_checkpoint(tmp_path, make()) == expected
