"""The optimizers of tf.contrib.opt and loss scaling; the values are TensorFlow 1.15's."""

import importlib

import numpy as np
import pytest

import graphlab as tf
from graphlab.contrib import opt


@pytest.mark.parametrize("use_resource", [False, True])
@pytest.mark.parametrize(
    "make, rows, row",
    [
        (lambda: opt.LazyAdamOptimizer(0.1), [[0.7, 1.7], [3, 4], [4.7, 5.7]], [0.7, -1.7]),
        (lambda: opt.NadamOptimizer(0.1), [[0.5405, 1.5405], [3, 4], [4.5405, 5.5405]], [0.5405, -1.5405]),
        (lambda: opt.AdamWOptimizer(0.01, 0.1), [[0.6733, 1.6436], [3, 4], [4.5545, 5.5248]], [0.6733, -1.6436]),
        (lambda: opt.MomentumWOptimizer(0.01, 0.1, 0.9), [[0.636, 1.4949], [3, 4], [4.6844, 5.599]], [0.9146, -1.8849]),
    ],
    ids=["lazy", "nadam", "adamw", "momentumw"],
)
def test_three_steps_are_tensorflows(make, rows, row, use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        table = tf.get_variable("a", initializer=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], use_resource=use_resource)
        vector = tf.get_variable("b", initializer=[1.0, -2.0], use_resource=use_resource)
        values = tf.constant([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
        slices = tf.IndexedSlices(values, tf.constant([0, 2, 0]), tf.constant([3, 2]))
        step = make().apply_gradients([(slices, table), (tf.constant([0.1, -0.1]), vector)])
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            session.run(step)
        found = session.run([table, vector])
    np.testing.assert_allclose(found[0], rows, atol=1e-4)
    np.testing.assert_allclose(found[1], row, atol=1e-4)


def test_a_dynamic_scale_grows_with_finite_gradients_and_skips_others():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [])
        w = tf.Variable(2.0)
        scale = tf.train.experimental.DynamicLossScale(initial_loss_scale=8, increment_period=2)
        inner = tf.train.MomentumOptimizer(0.1, 0.9)
        step = tf.train.experimental.MixedPrecisionLossScaleOptimizer(inner, scale).minimize(w * x)
        session.run(tf.global_variables_initializer())
        seen = []
        for value in (1.0, 1.0, np.inf):
            session.run(step, {x: value})
            seen.append(session.run([scale(), w]))
        np.testing.assert_allclose(seen, [[8, 1.9], [16, 1.71], [8, 1.71]], rtol=1e-6)


def test_a_checkpoint_has_the_scale_and_what_the_optimizer_inside_has(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.get_variable("x", initializer=[1.0, 2.0])
        scale = tf.train.experimental.DynamicLossScale(8, 2)
        optimizer = tf.train.experimental.MixedPrecisionLossScaleOptimizer(tf.train.AdamOptimizer(0.1), scale)
        step = optimizer.minimize(tf.reduce_sum(x * x))
        checkpoint = tf.train.Checkpoint(o=optimizer, x=x)
        session.run(tf.global_variables_initializer())
        session.run(step)
        session.run(step)
        path = checkpoint.save(str(tmp_path / "model"), session=session)
        names = [name.partition("/.ATTRIBUTES")[0] for name, _ in tf.train.list_variables(path)]
        assert [name for name in names if name.startswith(("o/", "x/"))] == [  # TensorFlow 1.15's
            "o/base_optimizer/beta1_power",
            "o/base_optimizer/beta2_power",
            "o/loss_scale/current_loss_scale",
            "o/loss_scale/good_steps",
            "x/.OPTIMIZER_SLOT/o/base_optimizer/m",
            "x/.OPTIMIZER_SLOT/o/base_optimizer/v",
        ]
        session.run(tf.global_variables_initializer())
        checkpoint.restore(path).assert_consumed().run_restore_ops(session)
        assert session.run(scale()) == 16.0


def test_a_fixed_scale_changes_nothing_but_the_way():
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.Variable(2.0)
        optimizer = tf.train.experimental.MixedPrecisionLossScaleOptimizer(tf.train.GradientDescentOptimizer(0.1), 128)
        step = optimizer.minimize(w * 3.0)
        session.run(tf.global_variables_initializer())
        session.run(step)
        np.testing.assert_allclose(session.run(w), 1.7, rtol=1e-6)
        with pytest.raises(ValueError, match="at least 1"):
            tf.train.experimental.FixedLossScale(0.5)


def test_averages_are_saved_in_place_of_what_is_trained(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.get_variable("w", initializer=2.0)
        optimizer = opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(1.0), average_decay=0.5)
        step = optimizer.minimize(w)
        saver = optimizer.swapping_saver()
        session.run(tf.global_variables_initializer())
        session.run(step)
        assert session.run(w) == 1.0
        path = saver.save(session, str(tmp_path / "model"))
        tf.train.Saver([w]).restore(session, path)
        assert session.run(w) == 1.5


def test_ftrl_leaves_at_zero_what_has_had_no_gradient():
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=[1.0, 4.0])
        step = tf.train.FtrlOptimizer(3.0, initial_accumulator_value=0.0).apply_gradients(
            [(tf.constant([0.1, 0.0]), v)]
        )
        session.run(tf.global_variables_initializer())
        session.run(step)
        assert session.run(v)[1] == 0


@pytest.mark.parametrize("optimizer", [tf.train.RMSPropOptimizer, tf.train.AdagradOptimizer])
def test_slots_of_a_variable_of_unknown_shape_are_initialized_beside_it(optimizer):
    with tf.Graph().as_default(), tf.Session() as session:
        first = tf.placeholder(tf.float32, [None])
        variable = tf.Variable(first, validate_shape=False, use_resource=True)
        step = optimizer(0.1).minimize(tf.reduce_sum(tf.square(variable)))
        session.run(tf.global_variables_initializer(), {first: [1.0, 2.0, 3.0]})
        session.run(step)
        session.run(step)
        # TensorFlow's
        expected = {
            tf.train.RMSPropOptimizer: [0.6872513, 1.5594707, 2.5118062],
            tf.train.AdagradOptimizer: [0.8347373, 1.831543, 2.8306844],
        }
        np.testing.assert_allclose(session.run(variable), expected[optimizer], rtol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("sparse", [False, True])
def test_a_learning_rate_is_one_number(sparse):
    with tf.Graph().as_default(), tf.Session() as session:
        rate, variable = tf.placeholder(tf.float32), tf.Variable([1.0, 2.0])
        gradient = tf.IndexedSlices(tf.ones([1]), tf.constant([0])) if sparse else tf.ones([2])
        step = tf.train.FtrlOptimizer(rate).apply_gradients([(gradient, variable)])
        session.run(tf.global_variables_initializer())
        for wrong in ([0.1], [0.1, 0.2], 0.0, -1.0):
            with pytest.raises(tf.errors.InvalidArgumentError, match="lr is not a positive scalar"):
                session.run(step, {rate: wrong})
        np.testing.assert_array_equal(session.run(variable), [1, 2])


def test_a_gradient_of_another_shape_is_not_spread_over_the_variable():
    with tf.Graph().as_default(), tf.Session() as session:
        gradient, variable = tf.placeholder(tf.float32), tf.Variable([1.0, 2.0])
        step = tf.train.MomentumOptimizer(0.1, 0.9).apply_gradients([(gradient, variable)])
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"do not have the same shape\[2\] \[1\]"):
            session.run(step, {gradient: [1.0]})
        np.testing.assert_array_equal(session.run(variable), [1, 2])


def test_mixed_precision_warns_of_sessions_that_are_there(monkeypatch):
    said = []
    logging = importlib.import_module("graphlab._src.base.logging")
    monkeypatch.setattr(logging, "warn", said.append)
    with tf.Session():
        tf.train.experimental.enable_mixed_precision_graph_rewrite(tf.train.GradientDescentOptimizer(0.1))
        tf.train.experimental.disable_mixed_precision_graph_rewrite()
    assert said[0].startswith("You already have existing Sessions that do not use mixed precision.")


def test_mixed_precision_adds_a_loss_scale():
    with tf.Graph().as_default(), tf.Session() as session:
        w = tf.Variable(2.0)
        optimizer = tf.train.experimental.enable_mixed_precision_graph_rewrite(tf.train.GradientDescentOptimizer(0.1))
        step = optimizer.minimize(w * 3.0)
        session.run(tf.global_variables_initializer())
        session.run(step)
        np.testing.assert_allclose(session.run(w), 1.7, rtol=1e-6)
        for wrong in (optimizer, "sgd"):
            with pytest.raises(ValueError, match='"opt" must'):
                tf.train.experimental.enable_mixed_precision_graph_rewrite(wrong)
        tf.train.experimental.disable_mixed_precision_graph_rewrite()


@pytest.mark.parametrize("optimizer", [tf.train.AdamOptimizer, opt.AdaMaxOptimizer])
def test_an_optimizer_that_keeps_powers_works_inside_a_function(optimizer):
    values = []
    for inside in (False, True):
        with tf.Graph().as_default(), tf.Session() as session:
            variable, made = tf.Variable([1.0, 2.0], use_resource=True), optimizer(0.1)
            counter = tf.Variable(0, trainable=False, use_resource=True)

            def train(variable=variable, made=made, counter=counter):
                loss = tf.reduce_sum(variable * variable)
                pairs = [(tf.gradients(loss, variable)[0], variable)]
                with tf.control_dependencies([made.apply_gradients(pairs, counter)]):
                    return tf.identity(loss)

            step = tf.function(train)() if inside else train()
            session.run(tf.global_variables_initializer())
            values.append([session.run(step) for _ in range(2)] + [*session.run(variable), session.run(counter)])
    assert values[0] == pytest.approx(values[1], rel=1e-6)


@pytest.mark.parametrize("kind", ["Ftrl", "ProximalAdagrad", "ProximalGradientDescent"])
def test_a_rate_that_is_changed_before_the_step_is_made_counts(kind):
    optimizer = getattr(tf.train, f"{kind}Optimizer")(0.1)
    changed = getattr(tf.train, f"{kind}Optimizer")(0.4)
    assert (optimizer._learning_rate, optimizer._l1_regularization_strength) == (0.1, 0.0)
    optimizer._learning_rate = 0.4
    variables = [tf.Variable(1.0), tf.Variable(1.0)]
    steps = [one.minimize(v * v, var_list=[v]) for one, v in zip((optimizer, changed), variables, strict=True)]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(steps)
        first, second = session.run(variables)
    assert first == second != 1.0
