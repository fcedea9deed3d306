"""Optimizers change variables by their formulas and remember what the formulas need."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def train(session, optimizer, steps=1):
    """The variable after some steps on the loss sum(w²), which has the gradient 2w, from w = [1, -2]."""
    w = tf.Variable([1.0, -2.0], name="w")
    step = optimizer.minimize(tf.reduce_sum(w * w))
    session.run(tf.global_variables_initializer())
    for _ in range(steps):
        session.run(step)
    return session.run(w)


def test_gradient_descent_follows_the_gradient(session):
    np.testing.assert_allclose(train(session, tf.train.GradientDescentOptimizer(0.1)), [0.8, -1.6])


def test_momentum_keeps_a_velocity(session):
    # v = 2w = [2, -4], w = [0.8, -1.6]; then v = 0.5 v + 2w = [2.6, -5.2], w -= 0.1 v.
    np.testing.assert_allclose(train(session, tf.train.MomentumOptimizer(0.1, 0.5), 2), [0.54, -1.08], rtol=1e-6)


def test_the_first_step_of_adam_has_the_size_of_the_learning_rate(session):
    np.testing.assert_allclose(train(session, tf.train.AdamOptimizer(0.1)), [0.9, -1.9], rtol=1e-5)


def test_slots_are_named_after_the_variable_and_the_optimizer(session):
    optimizer = tf.train.AdamOptimizer()
    train(session, optimizer)
    assert optimizer.get_slot_names() == ["m", "v"]
    assert [slot.name for slot in optimizer.variables()] == ["beta1_power:0", "beta2_power:0", "w/Adam:0", "w/Adam_1:0"]
    w = tf.trainable_variables()[0]
    assert optimizer.get_slot(w, "v").name == "w/Adam_1:0"
    assert optimizer.get_slot(w, "nothing") is None


def test_slots_are_initialized_with_the_other_variables_but_not_trained(session):
    train(session, tf.train.MomentumOptimizer(0.1, 0.9))
    assert [v.name for v in tf.global_variables()] == ["w:0", "w/Momentum:0"]
    assert [v.name for v in tf.trainable_variables()] == ["w:0"]


def test_a_step_is_an_operation_under_the_optimizers_name():
    w = tf.Variable(1.0, name="w")
    step = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
    assert (step.name, step.type) == ("GradientDescent", "NoOp")
    update = tf.get_default_graph().get_operation_by_name("GradientDescent/update_w/ApplyGradientDescent")
    assert [tensor.name for tensor in update.inputs][:2] == ["w:0", "GradientDescent/learning_rate:0"]
    assert tf.get_collection(tf.GraphKeys.TRAIN_OP) == [step]


def test_every_step_counts(session):
    w = tf.Variable(1.0)
    step = tf.train.GradientDescentOptimizer(0.1).minimize(w * w, global_step=tf.train.get_or_create_global_step())
    session.run(tf.global_variables_initializer())
    session.run(step)
    session.run(step)
    assert tf.train.global_step(session, tf.train.get_global_step()) == 2
    assert tf.train.get_or_create_global_step() is tf.train.get_global_step()
    with pytest.raises(ValueError, match='"global_step" already exists'):
        tf.train.create_global_step()


def test_a_constant_counts_no_steps():
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'assign_add'"):
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.Variable(1.0) ** 2, global_step=tf.constant(0))


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.train.GradientDescentOptimizer(0.1),
        lambda: tf.train.MomentumOptimizer(0.1, 0.9),
        lambda: tf.train.AdagradOptimizer(0.1),
        lambda: tf.train.RMSPropOptimizer(0.1),
    ],
)
def test_rows_that_come_twice_count_twice_and_other_rows_stay(session, make):
    tables = []
    for look_up in (lambda table: tf.gather(table, [2, 0, 2]), lambda table: tf.stack([table[2], table[0], table[2]])):
        table = tf.Variable(np.arange(6, dtype=np.float32).reshape(3, 2) + 1)
        tables.append(table)
        make().minimize(tf.reduce_sum(tf.square(look_up(table))), var_list=[table], name=f"train_{len(tables)}")
    session.run(tf.global_variables_initializer())
    graph = tf.get_default_graph()
    session.run([graph.get_operation_by_name("train_1"), graph.get_operation_by_name("train_2")])
    sparse, dense = session.run(tables)
    np.testing.assert_allclose(sparse, dense, rtol=1e-6)
    assert sparse[1].tolist() == [3.0, 4.0]


def test_a_constraint_is_applied_after_the_step(session):
    w = tf.Variable([1.0, -2.0], constraint=lambda value: tf.clip_by_value(value, -1.0, 0.5))
    step = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(w * w))
    session.run(tf.global_variables_initializer())
    session.run(step)
    assert session.run(w).tolist() == [0.5, -1.0]


def test_gradients_can_be_changed_before_they_are_applied(session):
    w = tf.Variable([3.0, 4.0])
    optimizer = tf.train.GradientDescentOptimizer(1.0)
    pairs = optimizer.compute_gradients(tf.reduce_sum(w * w) / 2)
    clipped, norm = tf.clip_by_global_norm([gradient for gradient, _ in pairs], 1.0)
    step = optimizer.apply_gradients(zip(clipped, [w], strict=True))
    session.run(tf.global_variables_initializer())
    assert session.run(norm) == 5.0
    session.run(step)
    np.testing.assert_allclose(session.run(w), [2.4, 3.2], rtol=1e-6)


@pytest.mark.parametrize("gate", [0, 1, 2])
def test_all_gates_give_one_result(session, gate):
    w = tf.Variable([1.0, -2.0])
    step = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(w * w), gate_gradients=gate)
    session.run(tf.global_variables_initializer())
    session.run(step)
    np.testing.assert_allclose(session.run(w), [0.8, -1.6])


def test_a_learning_rate_may_be_a_function(session):
    np.testing.assert_allclose(train(session, tf.train.GradientDescentOptimizer(lambda: 0.1)), [0.8, -1.6])


def test_a_loss_that_no_variable_leads_to_is_refused():
    tf.Variable(1.0)
    with pytest.raises(ValueError, match="No gradients provided for any variable, check your graph"):
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0))
    with pytest.raises(ValueError, match="No variables to optimize"):
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0), var_list=[])


def test_what_can_not_be_trained_is_refused():
    whole = tf.Variable([1, 2])
    with pytest.raises(ValueError, match=r"Invalid type tf.int32 for \w+:0, expected: \[tf.float32, tf.float64"):
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(whole))
    with pytest.raises(TypeError, match="Argument is not a tf.Variable: 3"):
        tf.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0), var_list=[3])


def test_a_learning_rate_falls_with_the_steps(session):
    step = tf.placeholder(tf.int64, [])
    rates = {
        "exponential": tf.train.exponential_decay(1.0, step, 10, 0.5),
        "stairs": tf.train.exponential_decay(1.0, step, 10, 0.5, staircase=True),
        "natural": tf.train.natural_exp_decay(1.0, step, 10, 0.5),
        "inverse": tf.train.inverse_time_decay(1.0, step, 10, 0.5),
        "polynomial": tf.train.polynomial_decay(1.0, step, 10, 0.1),
        "cycle": tf.train.polynomial_decay(1.0, step, 10, 0.0, cycle=True),
        "cosine": tf.train.cosine_decay(1.0, step, 10),
        "linear cosine": tf.train.linear_cosine_decay(1.0, step, 10),
        "piecewise": tf.train.piecewise_constant(step, [10, 20], [1.0, 0.5, 0.1]),
    }
    at = {number: session.run(rates, {step: number}) for number in (0, 5, 10, 15, 25)}
    np.testing.assert_allclose(at[5]["exponential"], 0.5**0.5, rtol=1e-6)
    assert [at[n]["stairs"] for n in (0, 5, 10, 15)] == [1.0, 1.0, 0.5, 0.5]
    np.testing.assert_allclose(at[10]["natural"], np.exp(-0.5), rtol=1e-6)
    np.testing.assert_allclose(at[10]["inverse"], 1 / 1.5, rtol=1e-6)
    np.testing.assert_allclose([at[5]["polynomial"], at[25]["polynomial"]], [0.55, 0.1], rtol=1e-6)
    np.testing.assert_allclose([at[5]["cycle"], at[15]["cycle"]], [0.5, 0.25], rtol=1e-6)
    np.testing.assert_allclose([at[5]["cosine"], at[25]["cosine"]], [0.5, 0.0], atol=1e-6)
    np.testing.assert_allclose(at[0]["linear cosine"], 1.001, rtol=1e-6)
    np.testing.assert_allclose([at[n]["piecewise"] for n in (5, 10, 15, 25)], [1.0, 1.0, 0.5, 0.1])


def test_cosines_restart_and_lines_may_be_noisy(session):
    step = tf.placeholder(tf.int64, [])
    rate = tf.train.cosine_decay_restarts(0.1, step, 4, t_mul=2.0, m_mul=0.5, alpha=0.1)
    np.testing.assert_allclose([session.run(rate, {step: n}) for n in (0, 4, 7)], [0.1, 0.055, 0.04111], rtol=1e-4)
    even = tf.train.cosine_decay_restarts(0.1, step, 4, t_mul=1.0)
    np.testing.assert_allclose([session.run(even, {step: n}) for n in (4, 7)], [0.1, 0.01464], rtol=1e-3)
    noisy = tf.train.noisy_linear_cosine_decay(1.0, step, 20, initial_variance=1e-8)
    np.testing.assert_allclose(session.run(noisy, {step: 7}), 0.4735, rtol=1e-2)
    with pytest.raises(ValueError, match="length of boundaries should be 1 less"):
        tf.train.piecewise_constant(step, [3, 5], [1.0, 2.0])


def test_a_loss_may_be_a_function_whose_variables_are_changed():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.get_variable("v", initializer=3.0)
        w = tf.get_variable("w", initializer=3.0)
        optimizer = tf.train.GradientDescentOptimizer(0.1)
        pairs = optimizer.compute_gradients(lambda: v * v)
        assert [var for _, var in pairs] == [v]
        assert optimizer.compute_gradients(lambda: v * v, [v, w])[1] == (None, w)
        sess.run(tf.global_variables_initializer())
        sess.run(optimizer.minimize(lambda: v * v))
        assert sess.run([v, w]) == [pytest.approx(2.4), 3.0]
        with pytest.raises(ValueError, match="No gradients provided for any variable"):
            optimizer.minimize(lambda: tf.constant(1.0))


def test_slots_are_found_by_the_graph_and_the_name_of_their_variable():
    with tf.Graph().as_default() as graph:
        b, a = tf.Variable([1.0], name="b"), tf.Variable([2.0], name="a")
        optimizer = tf.train.AdamOptimizer()
        optimizer.minimize(a * b)
        assert sorted(optimizer._slots["m"]) == [(graph, "a"), (graph, "b")]
        assert optimizer._slots["v"][graph, "a"] is optimizer.get_slot(a, "v") is optimizer._slot_dict("v")[graph, "a"]
        assert [power.op.name for power in optimizer._get_beta_accumulators()] == ["beta1_power", "beta2_power"]
