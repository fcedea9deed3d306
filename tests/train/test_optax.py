"""OptaxOptimizer makes optax's steps, and keeps optax's state in variables."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import optax
import pytest

import graphlab as tf

START = {"w": np.array([[1.0, -2.0], [0.5, 3.0]], np.float32), "b": np.array([0.1, -0.3], np.float32)}


def by_hand(transformation, steps):
    values: Any = {name: jnp.asarray(value) for name, value in START.items()}
    state = transformation.init(values)
    for _ in range(steps):
        changes, state = transformation.update({name: 2 * value for name, value in values.items()}, state, values)
        values = optax.apply_updates(values, changes)
    return values


@pytest.mark.slow
@pytest.mark.parametrize("use_resource", [False, True])
@pytest.mark.parametrize(
    "transformation",
    [
        optax.adamw(0.1),
        optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(0.1, momentum=0.9)),
        optax.noisy_sgd(0.1, key=0),
    ],
    ids=["adamw", "chain", "noisy"],
)
def test_steps_are_optaxs(transformation, use_resource):
    with tf.Graph().as_default(), tf.Session() as session:
        variables = {name: tf.get_variable(name, initializer=v, use_resource=use_resource) for name, v in START.items()}
        loss = tf.add_n([tf.reduce_sum(tf.square(variable)) for variable in variables.values()])
        step = tf.train.OptaxOptimizer(transformation).minimize(loss, tf.train.get_or_create_global_step())
        session.run(tf.global_variables_initializer())
        assert len(session.plan(step).segments) == 1
        for _ in range(3):
            session.run(step)
        expected = by_hand(transformation, 3)
        for name, variable in variables.items():
            np.testing.assert_allclose(session.run(variable), expected[name], rtol=1e-5, atol=1e-6)
        assert tf.train.global_step(session, tf.train.get_global_step()) == 3


def test_the_state_has_readable_names_and_can_be_changed():
    with tf.Graph().as_default(), tf.Session() as session:
        weights = tf.get_variable(
            "dense/kernel", initializer=START["w"], constraint=lambda v: tf.clip_by_value(v, -1, 1)
        )
        optimizer = tf.train.OptaxOptimizer(optax.inject_hyperparams(optax.adam)(learning_rate=0.1), name="Adam")
        step = optimizer.minimize(tf.reduce_sum(tf.gather(weights, [0, 0])))
        names = {variable.op.name for variable in optimizer.variables()}
        assert {"dense/kernel/Adam/inner_state_mu", "dense/kernel/Adam/inner_state_nu"} <= names
        assert "Adam/hyperparams_learning_rate" in names
        assert optimizer.get_slot(weights, "inner_state_mu").shape.as_list() == [2, 2]
        assert not [variable for variable in optimizer.variables() if variable in tf.trainable_variables()]
        session.run(tf.global_variables_initializer())
        rate = next(v for v in optimizer.variables() if v.op.name == "Adam/hyperparams_learning_rate")
        session.run(rate.assign(0.5))
        session.run(step)
        np.testing.assert_allclose(session.run(weights), [[0.5, -1.0], [0.5, 1.0]], rtol=1e-5)


def test_what_is_no_transformation_is_refused():
    with pytest.raises(TypeError, match=r"pip install graphlab\[optax\]"):
        tf.train.OptaxOptimizer(0.1)
